package runtime

// Place is where in a manifest something happened. Line is 0 when it is not known.
type Place struct {
	File      string
	Line, Pos int
}
