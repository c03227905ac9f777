package stdlib

import "math"

// floor is the greatest integer that is not above a number.
var fnFloor = rounding("floor", math.Floor)
