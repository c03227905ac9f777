# Reads and writes txtar archives: a comment, then files after `-- name --` lines.
class Archive
  MARK = /\A-- (.+) --\s*\z/.freeze

  attr_accessor :comment
  attr_reader :files

  def self.read(path)
    a = new
    name = nil
    File.foreach(path, encoding: 'utf-8') do |line|
      if (m = MARK.match(line))
        name = m[1].strip
        raise "#{path}: section #{name} is there twice" if a.files.key?(name)

        a.files[name] = +''
      elsif name
        a.files[name] << line
      else
        a.comment << line
      end
    end
    a
  end

  def initialize
    @comment = +''
    @files = {}
  end

  def headers
    comment.scan(/^([a-z][a-z0-9_ .-]*): (.*)$/).to_h
  end

  def write(path)
    out = +comment
    files.each do |name, body|
      out << "-- #{name} --\n" << body
      out << "\n" unless body.empty? || body.end_with?("\n")
    end
    File.write(path, out)
  end
end
