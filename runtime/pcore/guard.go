package pcore

// guard detects that a recursive alias was reached again: on the receiver's side
// ("this"), on the argument's side ("that"), or on both.
// puppet: pops/types/recursion_guard.rb
type guard struct {
	state            uint8
	this, that       map[any]struct{}
	recursiveThisMap map[any]struct{}
	// asked are the pairs that are being asked about an alias which loops.
	asked map[[2]Type]struct{}
}

// once calls f unless it is being called for the same pair already; then the
// answer is otherwise.
func (g *guard) once(t, o Type, otherwise bool, f func() bool) bool {
	pair := [2]Type{t, o}
	if _, ok := g.asked[pair]; ok {
		return otherwise
	}
	if g.asked == nil {
		g.asked = map[[2]Type]struct{}{}
	}
	g.asked[pair] = struct{}{}
	defer delete(g.asked, pair)
	return f()
}

const (
	recursionInThis = 1
	recursionInThat = 2
	recursionInBoth = 3
)

// putThis notes x and reports whether it was there already.
func (g *guard) putThis(x any) bool {
	if _, ok := g.this[x]; ok {
		if g.recursiveThisMap == nil {
			g.recursiveThisMap = map[any]struct{}{}
		}
		g.recursiveThisMap[x] = struct{}{}
		return true
	}
	if g.this == nil {
		g.this = map[any]struct{}{}
	}
	g.this[x] = struct{}{}
	return false
}

func (g *guard) putThat(x any) bool {
	if _, ok := g.that[x]; ok {
		return true
	}
	if g.that == nil {
		g.that = map[any]struct{}{}
	}
	g.that[x] = struct{}{}
	return false
}

func (g *guard) isRecursiveThis(x any) bool {
	_, ok := g.recursiveThisMap[x]
	return ok
}

// withThis calls f while x is noted on this side.
func (g *guard) withThis(x any, f func(state uint8) bool) bool {
	if g.state&recursionInThis == 0 {
		if !g.putThis(x) {
			r := f(g.state)
			g.state &^= recursionInThis
			delete(g.this, x)
			return r
		}
		g.state |= recursionInThis
	}
	return f(g.state)
}

// withThat calls f while x is noted on that side.
func (g *guard) withThat(x any, f func() int) int {
	if g.state&recursionInThat == 0 {
		if !g.putThat(x) {
			r := f()
			g.state &^= recursionInThat
			delete(g.that, x)
			return r
		}
		g.state |= recursionInThat
	}
	return f()
}

func (g *guard) addThat(x any) uint8 {
	if g.state&recursionInThat == 0 && g.putThat(x) {
		g.state |= recursionInThat
	}
	return g.state
}

// guarded calls f for an alias unless the alias is being asked already, then it
// is otherwise.
func guarded[R any](a *AliasType, g *guard, otherwise R, f func(g *guard) R) R {
	if !a.selfRecursive {
		return f(g)
	}
	if g == nil {
		g = &guard{}
	}
	out := otherwise
	g.withThis(a, func(state uint8) bool {
		if state&recursionInThis == 0 {
			out = f(g)
		}
		return true
	})
	return out
}
