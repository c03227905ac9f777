package regexp

// Split is String#split with a regexp: the texts between matches, with the texts of
// groups in between. A limit above 0 is the most fields there may be (groups do not
// count), 0 drops empty fields at the end, below 0 keeps them.
func (re *Regexp) Split(s string, limit int) ([]string, error) {
	if s == "" {
		return nil, nil
	}
	if limit == 1 {
		return []string{s}, nil
	}
	var buf [16]int32
	caps := buf[:]
	if n := re.CapLen(); n > len(caps) {
		caps = make([]int32, n)
	} else {
		caps = caps[:n]
	}
	var fields []string
	begin, at := 0, 0
	emptyBefore := false // there was an empty match where the field begins
	count := 1
	for at <= len(s) {
		ok, err := re.Match(s, at, caps)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		from, to := int(caps[0]), int(caps[1])
		if to <= at && from < to {
			break // see Each
		}
		switch {
		case at == from && from == to && !emptyBefore:
			// An empty match must leave a character to the field.
			if at == len(s) {
				at++
			} else {
				at += runeSize(s, at)
			}
			emptyBefore = true
			continue
		case at == from && from == to:
			fields = append(fields, s[begin:begin+runeSize(s, begin)])
			begin = at
		default:
			fields = append(fields, s[begin:max(begin, from)])
			begin, at = to, to
		}
		emptyBefore = false
		for i := 2; i < len(caps); i += 2 {
			if caps[i] >= 0 {
				fields = append(fields, s[caps[i]:caps[i+1]])
			}
		}
		if count++; limit > 0 && limit <= count {
			break
		}
	}
	if limit != 0 || begin < len(s) {
		if begin > len(s) {
			fields = append(fields, "")
		} else {
			fields = append(fields, s[begin:])
		}
	}
	if limit == 0 {
		for len(fields) > 0 && fields[len(fields)-1] == "" {
			fields = fields[:len(fields)-1]
		}
	}
	return fields, nil
}
