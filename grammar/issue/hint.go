package issue

import "strings"

// Closest finds the candidate that was probably meant by name, or "". Names are
// compared without case; of several equally close the first wins.
func Closest(name string, candidates func(yield func(string) bool)) string {
	name = strings.ToLower(name)
	// A third of the letters may be wrong; two in a short name. Beyond that a
	// hint puzzles more than it helps.
	limit := max(1, min(3, len(name)/3))
	best, bestDistance := "", limit+1
	for c := range candidates {
		lower := strings.ToLower(c)
		if lower == name {
			continue // the same word cannot be what was meant instead
		}
		if d := editDistance(name, lower, bestDistance-1); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// DidYouMean is the hint for a misspelt name, or "" when nothing is close.
func DidYouMean(name string, candidates func(yield func(string) bool)) string {
	if c := Closest(name, candidates); c != "" {
		return "did you mean " + c + "?"
	}
	return ""
}

// editDistance counts the insertions, deletions, replacements and swaps of
// neighbours that make b of a; above limit it gives limit+1.
func editDistance(a, b string, limit int) int {
	if limit < 0 || len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before := make([]int, len(b)+1)
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			current[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, previous, current = previous, current, before
	}
	return min(previous[len(b)], limit+1)
}
