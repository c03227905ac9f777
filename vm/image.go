package vm

import (
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/ops"
	"bunraku/runtime/pcore"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

// Load finds the unit that defines a name: autoloading as the environment does
// it. A nil program without an error means that there is none.
type Load func(kind opcodes.DefKind, name string) (*opcodes.Program, error)

// Image is what evaluations share: linked units and what they define. It is
// filled while evaluations run and safe for concurrent use.
type Image struct {
	builtins map[string]*builtin
	load     Load
	// parent is the image whose definitions this one adds to; see Fork.
	parent *Image
	// ResourceType tells whether a native resource type of that name (in lower
	// case) exists; nil when none but Puppet's own are known.
	ResourceType func(name string) bool

	mu    sync.RWMutex
	units map[*opcodes.Program]*unit
	defs  map[defKey]*definition
	nodes []*definition
	types map[string]pcore.Type
}

type defKey struct {
	kind opcodes.DefKind
	name string
}

// definition is a class, define, function, node or type alias of a unit.
type definition struct {
	*opcodes.Definition
	code *code
}

// unit is a linked program.
type unit struct {
	loose bool // of edition evaluator4
	prog  *opcodes.Program
	codes []*code
	cells []atomic.Pointer[values.Value]
}

// code is a linked body.
type code struct {
	*opcodes.Code
	unit        *unit
	words       []uint32
	consts      []values.Value
	links       []atomic.Pointer[link]
	layouts     []*scope.Layout
	reserved    []bool                       // by slot: the variable may not be assigned
	room        int                          // slots and operands of a frame
	types       []atomic.Pointer[pcore.Type] // of parameters, made when first needed
	returnType  atomic.Pointer[pcore.Type]
	lambdaTypes []lambdaTypes
	required    int
	max         int // -1: any number
}

type lambdaTypes struct {
	params   []atomic.Pointer[pcore.Type]
	ret      atomic.Pointer[pcore.Type]
	callable atomic.Pointer[pcore.Type]
}

// link is what a call site calls.
type link struct {
	code    *code
	builtin *builtin
	// plain tells that the loop may call code without help: it is bytecode
	// without optional parameters.
	plain bool
	// own tells that code belongs to a fork: units of its parent must not keep
	// the link.
	own bool
}

// NewImage makes an empty image. load may be nil.
func NewImage(functions []*runtime.Function, load Load) *Image {
	img := &Image{builtins: make(map[string]*builtin, len(functions)), load: load,
		units: map[*opcodes.Program]*unit{}, defs: map[defKey]*definition{}, types: map[string]pcore.Type{}}
	for _, f := range functions {
		img.builtins[f.Name] = &builtin{Function: f}
	}
	return img
}

// Fork makes an image that has everything of img, and to which units can be
// added that img does not see: those of one request's main manifest.
func (img *Image) Fork() *Image {
	return &Image{builtins: img.builtins, parent: img, ResourceType: img.ResourceType,
		units: map[*opcodes.Program]*unit{}, defs: map[defKey]*definition{}, types: map[string]pcore.Type{}}
}

// Add links a program and enters its definitions. Later definitions of a name do
// not replace earlier ones. Codes of a program from a file are decoded and
// verified here.
func (img *Image) Add(p *opcodes.Program) (*unit, error) {
	img.mu.Lock()
	defer img.mu.Unlock()
	if u, ok := img.units[p]; ok {
		return u, nil
	}
	u := &unit{prog: p, loose: p.Edition.IsEvaluator4(), codes: make([]*code, len(p.Codes)), cells: make([]atomic.Pointer[values.Value], p.NumCells)}
	consts := make([]values.Value, len(p.Consts))
	for i, k := range p.Consts {
		switch k.Kind {
		case opcodes.ConstString:
			consts[i] = values.String(k.Str)
			if isASCII(k.Str) {
				consts[i] = values.ASCIIString(k.Str)
			}
		case opcodes.ConstInt:
			consts[i] = values.Int(k.Int)
		case opcodes.ConstFloat:
			consts[i] = values.Float(math.Float64frombits(uint64(k.Int)))
		case opcodes.ConstRegexp:
			consts[i] = values.Unset
			re := &values.Regexp{Source: k.Str}
			if prog, err := ops.Program(re); err == nil {
				re.Compiled = prog
				consts[i] = values.RegexpValue(re)
			}
		}
	}
	for i := range p.Codes {
		c, err := p.Code(i)
		if err != nil {
			return nil, err
		}
		u.codes[i] = linkCode(u, c, consts)
	}
	if err := img.redefined(u); err != nil {
		return nil, err
	}
	for i := range p.Defs {
		d := &definition{Definition: &p.Defs[i], code: u.codes[p.Defs[i].Code]}
		if d.Kind == opcodes.DefNode {
			img.nodes = append(img.nodes, d)
			continue
		}
		key := defKey{d.Kind, strings.ToLower(d.Name)}
		if img.defs[key] == nil {
			img.defs[key] = d
		}
	}
	img.units[p] = u
	return u, nil
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// assignable tells whether a variable may be bound by a manifest.
func reservedName(name string) bool {
	return name == "trusted" || name == "facts" || name == "server_facts"
}

func linkCode(u *unit, c *opcodes.Code, consts []values.Value) *code {
	out := &code{Code: c, unit: u, words: c.Instrs, consts: consts,
		links: make([]atomic.Pointer[link], len(c.Sites)), room: int(c.NumSlots + c.MaxStack),
		types: make([]atomic.Pointer[pcore.Type], len(c.Params)), lambdaTypes: make([]lambdaTypes, len(c.Lambdas)),
		reserved: make([]bool, c.NumSlots)}
	for i, n := range c.Slots {
		out.reserved[i] = reservedName(n) || (n == "name" || n == "title") && (c.Kind == opcodes.CodeClass || c.Kind == opcodes.CodeDefine)
	}
	if c.Kind == opcodes.CodeMain && len(c.Scopes) > 0 { // facts and the like may be bound
		for _, s := range c.Scopes[0].Slots {
			if int(s) < len(out.reserved) {
				out.reserved[s] = true
			}
		}
	}
	for i := range c.Lambdas {
		l := &c.Lambdas[i]
		out.lambdaTypes[i].params = make([]atomic.Pointer[pcore.Type], len(l.Params))
		if int(l.MaxStack) > int(c.MaxStack) {
			out.room = max(out.room, int(c.NumSlots+l.MaxStack))
		}
	}
	for _, p := range c.Params {
		if !p.HasDefault && !p.Rest {
			out.required++
		}
		out.max++
		if p.Rest {
			out.max = -1 << 30
		}
	}
	if out.max < 0 {
		out.max = -1
	}
	for i := range c.Scopes {
		out.layouts = append(out.layouts, scope.NewLayout(c.Scopes[i].Names, c.Scopes[i].Slots))
	}
	return out
}

// find looks a definition up, loading it when needed.
func (img *Image) find(kind opcodes.DefKind, name string) (*definition, error) {
	key := defKey{kind, strings.ToLower(strings.TrimPrefix(name, "::"))}
	img.mu.RLock()
	d := img.defs[key]
	img.mu.RUnlock()
	if d != nil {
		return d, nil
	}
	if img.parent != nil {
		return img.parent.find(kind, name)
	}
	if img.load == nil {
		return nil, nil
	}
	p, err := img.load(kind, key.name)
	if p == nil || err != nil {
		return nil, err
	}
	if _, err := img.Add(p); err != nil {
		return nil, err
	}
	img.mu.RLock()
	defer img.mu.RUnlock()
	return img.defs[key], nil
}

// function finds what a call by name calls, nil when there is nothing.
func (img *Image) function(name string) (*link, error) {
	name = strings.TrimPrefix(name, "::")
	img.mu.RLock()
	d := img.defs[defKey{opcodes.DefFunction, strings.ToLower(name)}] // a manifest's own comes first
	img.mu.RUnlock()
	if d == nil {
		if b, ok := img.builtins[name]; ok {
			return &link{builtin: b}, nil
		}
		var err error
		if d, err = img.find(opcodes.DefFunction, name); d == nil || err != nil {
			return nil, err
		}
	}
	plain := d.code.max == len(d.code.Params) && d.code.required == d.code.max
	return &link{code: d.code, plain: plain, own: img.owns(d)}, nil
}

// owns reports whether a definition is this image's and not its parent's.
func (img *Image) owns(d *definition) bool {
	if img.parent == nil {
		return false
	}
	img.mu.RLock()
	defer img.mu.RUnlock()
	return img.units[d.code.unit.prog] != nil
}
