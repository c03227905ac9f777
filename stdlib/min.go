package stdlib

// min is the least of its arguments or of an array's elements.
var fnMin = extreme("min", -1)
