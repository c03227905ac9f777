package issue

// Failure is the error of a run that could not parse a manifest of its
// environment, as Puppet reports it.
type Failure struct {
	Message   string
	File      string
	Line, Pos int    // 0 when they are not known
	Issue     string // empty when Puppet has no code
	Full      string // the message as it is printed, with what stands around it
}

// InEnvironment is the failure that an error of the front end becomes when the
// manifests of an environment are read. Errors with an issue code keep their
// message and place, the others are wrapped in a new one.
// puppet: node/environment.rb, perform_initial_import
func (d *Diagnostic) InEnvironment(name string) Failure {
	prefix := "Could not parse for environment " + name + ": "
	if d.Placeless {
		return Failure{Message: prefix + d.Message, Full: prefix + d.Message}
	}
	full := prefix + d.Error()
	// Giving up has no code, but is raised by the one who gives codes.
	if code := d.PuppetCode(); code != "" || d.Code == GivingUp.Code() {
		f := Failure{Message: d.Message, Line: d.Line(), Pos: d.Column(), Issue: code, Full: full}
		if d.File != nil {
			f.File = d.File.Name()
		}
		return f
	}
	return Failure{Message: full, Full: full}
}
