package catalog

import "bunraku/runtime/values"

// Mechanism tells how an attribute came to be set.
type Mechanism uint8

// The mechanisms.
const (
	RuleDeclared   Mechanism = iota // in the resource's declaration
	RuleDefault                     // by a resource default
	RuleOverride                    // by an override or a collector's
	RuleComputed                    // by the evaluation: class parameters, stage
	RuleRelation                    // by an arrow
	RuleContainer                   // inherited from a containing resource
	RuleRejectedIs                  // an override that a default made void
)

var mechanismNames = [...]string{"declaration", "default", "override", "computed", "relationship", "container", "void override"}

// String is a short English name.
func (m Mechanism) String() string { return mechanismNames[m] }

// Rule is one setting of an attribute.
type Rule struct {
	Resource  *Resource
	Attribute string
	// Operator is => or +>.
	Operator string
	Value    values.Value
	// Rank counts the settings of all attributes in order.
	Rank      int
	Mechanism Mechanism
	// Source is the definition that the setting stands in.
	Source *Source
	File   string
	Line   int
	// Column is 0 when it is not known.
	Column int
	// Layer names the layer of the source file (site, module, data), if the
	// evaluation told it.
	Layer string
}

// RuleLog is the append-only record of all settings of one evaluation.
type RuleLog struct {
	rules []Rule
	// Layer tells the layer of a source file; nil when nobody asks.
	Layer func(file string) string
}

// Rules are the rules in order.
func (l *RuleLog) Rules() []Rule {
	if l == nil {
		return nil
	}
	return l.rules
}

// Of are the rules of one attribute of a resource, in order.
func (l *RuleLog) Of(r *Resource, attribute string) []Rule {
	var out []Rule
	for _, rule := range l.Rules() {
		if rule.Resource == r && rule.Attribute == attribute {
			out = append(out, rule)
		}
	}
	return out
}

// record appends a rule; without a log it does nothing.
func (r *Resource) record(p *Param, m Mechanism) {
	if r.cat == nil || r.cat.Rules == nil {
		return
	}
	l := r.cat.Rules
	op := "=>"
	if p.Add {
		op = "+>"
	}
	rule := Rule{Resource: r, Attribute: p.Name, Operator: op, Value: p.Value, Rank: len(l.rules), Mechanism: m,
		Source: p.Source, File: p.File, Line: int(p.Line)}
	if l.Layer != nil {
		rule.Layer = l.Layer(p.File)
	}
	l.rules = append(l.rules, rule)
}
