package stdlib

// size is length by another name.
var fnSize = sized("size")
