package main

// Instr declares one instruction.
//
// Operands is a list of "name kind"; the first operand stands in the upper 24
// bits of the instruction's word, each further one in a word of its own. The
// kinds are declared in kinds.go.
//
// Stack is the picture before and after: names left of "--" are popped, those
// right of it pushed; "args[n]" stands for n values, n being an operand.
// Shape operands stand for as many values as the shape says: "values[shape]".
//
// Fall is the picture when the instruction falls through, given where that
// differs from Stack; Stack then holds when it jumps.
//
// In is "code" or "lambda" for an instruction that may stand only in the code
// itself or only in a called lambda.
//
// Back marks an instruction that may jump backward; the machine counts a step
// for each time that it does.
//
// Ends marks an instruction after which the next one is not reached by falling
// through.
type Instr struct {
	Name, Operands, Stack, Fall string
	In                          string
	Ends, Back                  bool
	Issues, Doc                 string
}

var groups = []struct {
	Title string
	Ops   []Instr
}{
	{"Constants and the stack", []Instr{
		{Name: "PushConst", Operands: "k const", Stack: "-- v", Doc: "Push constant pool entry k."},
		{Name: "PushInt", Operands: "i int", Stack: "-- v", Doc: "Push the integer i."},
		{Name: "PushUndef", Stack: "-- v", Doc: "Push undef."},
		{Name: "PushTrue", Stack: "-- v", Doc: "Push true."},
		{Name: "PushFalse", Stack: "-- v", Doc: "Push false."},
		{Name: "PushDefault", Stack: "-- v", Doc: "Push default."},
		{Name: "Pop", Stack: "v --", Doc: "Drop the top value."},
		{Name: "Dup", Stack: "v -- v v", Doc: "Push the top value again."},
		{Name: "PushType", Operands: "k name", Stack: "-- type", Issues: "UNKNOWN_RESOURCE_TYPE",
			Doc: "Push the type that the capitalised name k stands for."},
		{Name: "LoadCached", Operands: "c cell, to target", Stack: "-- v", Fall: "--",
			Doc: "Push the type that cache cell c of the image holds and continue at to; when the cell is empty, push nothing and fall through to the code that computes it."},
		{Name: "StoreCached", Operands: "c cell", Stack: "v -- v", Doc: "Keep v in cache cell c of the image."},
	}},
	{"Variables", []Instr{
		{Name: "LoadSlot", Operands: "s slot", Stack: "-- v", Issues: "UNKNOWN_VARIABLE",
			Doc: "Push slot s. An unset slot is looked up outward by its name."},
		{Name: "LoadTemp", Operands: "s slot", Stack: "-- v", Doc: "Push slot s, which the compiler knows to be set."},
		{Name: "LoadName", Operands: "k name", Stack: "-- v", Issues: "UNKNOWN_VARIABLE",
			Doc: "Push the variable named by string k, found outward from this code."},
		{Name: "LoadMatch", Operands: "n count, b bank", Stack: "-- v",
			Doc: "Push match register n of the innermost valid bank from b outwards, undef when there is none."},
		{Name: "BindSlot", Operands: "s slot", Stack: "v -- v", Issues: "ILLEGAL_REASSIGNMENT",
			Doc: "Assign v to slot s, which must be unset. Assignment is an expression: v stays."},
		{Name: "StoreTemp", Operands: "s slot", Stack: "v --", Doc: "Set slot s without a check."},
		{Name: "ClearSlots", Operands: "s first, n run", Stack: "--", Doc: "Make the n slots from s unset."},
		{Name: "MoveSlot", Operands: "s slot, t slot", Stack: "--", Doc: "Copy slot s to slot t."},
		{Name: "ClearBank", Operands: "b bank", Stack: "--", Doc: "Make match bank b invalid."},
		{Name: "BindEach", Operands: "n destr", Stack: "v -- v", Issues: "ILLEGAL_MULTI_ASSIGNMENT_SIZE",
			Doc: "Assign the elements of v to the variables of destructuring n."},
		{Name: "BindName", Operands: "k name", Stack: "v -- v", Doc: "Fail: string k names a variable that cannot be assigned here."},
	}},
	{"Operators", []Instr{
		{Name: "Add", Stack: "a b -- v", Issues: "OPERATOR_NOT_APPLICABLE NOT_NUMERIC", Doc: "a + b."},
		{Name: "Sub", Stack: "a b -- v", Issues: "OPERATOR_NOT_APPLICABLE NOT_NUMERIC", Doc: "a - b."},
		{Name: "Mul", Stack: "a b -- v", Issues: "NOT_NUMERIC", Doc: "a * b."},
		{Name: "Div", Stack: "a b -- v", Issues: "NOT_NUMERIC DIV_BY_ZERO", Doc: "a / b."},
		{Name: "Mod", Stack: "a b -- v", Issues: "NOT_NUMERIC DIV_BY_ZERO", Doc: "a % b."},
		{Name: "Shl", Stack: "a b -- v", Issues: "NOT_NUMERIC", Doc: "a << b."},
		{Name: "Shr", Stack: "a b -- v", Issues: "NOT_NUMERIC", Doc: "a >> b."},
		{Name: "Neg", Stack: "a -- v", Issues: "NOT_NUMERIC", Doc: "-a."},
		{Name: "Not", Stack: "a -- v", Doc: "!a."},
		{Name: "ToBool", Stack: "a -- v", Doc: "The truth of a."},
		{Name: "Eq", Stack: "a b -- v", Doc: "a == b."},
		{Name: "Ne", Stack: "a b -- v", Doc: "a != b."},
		{Name: "Lt", Stack: "a b -- v", Issues: "COMPARISON_NOT_POSSIBLE", Doc: "a < b."},
		{Name: "Le", Stack: "a b -- v", Issues: "COMPARISON_NOT_POSSIBLE", Doc: "a <= b."},
		{Name: "Gt", Stack: "a b -- v", Issues: "COMPARISON_NOT_POSSIBLE", Doc: "a > b."},
		{Name: "Ge", Stack: "a b -- v", Issues: "COMPARISON_NOT_POSSIBLE", Doc: "a >= b."},
		{Name: "Match", Operands: "b anybank", Stack: "a b -- v", Issues: "MATCH_NOT_STRING MATCH_NOT_REGEXP",
			Doc: "a =~ b. A match fills bank b, unless b is NoBank."},
		{Name: "NoMatch", Operands: "b anybank", Stack: "a b -- v", Issues: "MATCH_NOT_STRING MATCH_NOT_REGEXP", Doc: "a !~ b."},
		{Name: "In", Operands: "b anybank", Stack: "a b -- v", Doc: "a in b."},
		{Name: "Option", Operands: "b anybank", Stack: "test option -- test v", Doc: "Whether a case or selector option matches the test value."},
		{Name: "Access", Operands: "n count", Stack: "v keys[n] -- v", Issues: "OPERATOR_NOT_APPLICABLE BAD_STRING_SLICE_ARITY",
			Doc: "v[keys]."},
		{Name: "OptionSpread", Operands: "b anybank", Stack: "test options -- test v", Doc: "Whether any of the options in an array matches the test value."},
		{Name: "FailSelector", Stack: "v --", Ends: true, Issues: "UNMATCHED_SELECTOR", Doc: "Fail: no entry of a selector matches v."},
		{Name: "EqLoose", Stack: "a b -- v", Doc: "a == b of edition evaluator4: numeric strings are numbers."},
		{Name: "NeLoose", Stack: "a b -- v", Doc: "a != b of edition evaluator4."},
		{Name: "LtLoose", Stack: "a b -- v", Doc: "a < b of edition evaluator4."},
		{Name: "LeLoose", Stack: "a b -- v", Doc: "a <= b of edition evaluator4."},
		{Name: "GtLoose", Stack: "a b -- v", Doc: "a > b of edition evaluator4."},
		{Name: "GeLoose", Stack: "a b -- v", Doc: "a >= b of edition evaluator4."},
		{Name: "AssignOp", Operands: "s slot, kind flags", Stack: "v -- v", Doc: "evaluator4's += (kind 0) and -= (1): combine the visible value of slot s's name with v and assign it."},
		{Name: "AccessSpread", Stack: "v keys -- v", Doc: "v[keys], the keys in an array."},
		{Name: "Concat", Operands: "n count", Stack: "parts[n] -- v", Doc: "Interpolate: the string forms of n values, joined."},
		{Name: "MakeArray", Operands: "n count", Stack: "elems[n] -- v", Doc: "An array of n values."},
		{Name: "MakeHash", Operands: "n count", Stack: "pairs[n] -- v", Doc: "A hash of n/2 keys and values."},
		{Name: "Unfold", Stack: "v -- array", Doc: "Splat: v as an array, undef giving none and other values one element."},
		{Name: "AppendArray", Stack: "array more -- v", Doc: "The array with the elements of more after its own."},
	}},
	{"Control flow", []Instr{
		{Name: "Jump", Operands: "to target", Stack: "--", Ends: true, Back: true, Doc: "Continue at to."},
		{Name: "JumpUnless", Operands: "to target", Stack: "cond --", Back: true, Doc: "Continue at to unless cond is truthy."},
		{Name: "JumpIf", Operands: "to target", Stack: "cond --", Back: true, Doc: "Continue at to if cond is truthy."},
		{Name: "JumpSet", Operands: "s slot, to target", Stack: "--", Doc: "Continue at to if slot s is set."},
		{Name: "Switch", Operands: "k switch, else target", Stack: "v -- v", Doc: "Continue at the target of jump table k for v, or at else."},
		{Name: "Return", Stack: "v --", In: "code", Ends: true, Doc: "Leave the code with v."},
		{Name: "LambdaReturn", Stack: "v --", In: "lambda", Ends: true, Doc: "Leave a called lambda with v."},
		{Name: "Flow", Operands: "kind flags", Stack: "v --", Ends: true, Issues: "ILLEGAL_BREAK ILLEGAL_NEXT ILLEGAL_RETURN",
			Doc: "break, next or return that the compiler could not turn into a jump."},
		{Name: "CheckParams", Stack: "--", Issues: "TYPE_MISMATCH", Doc: "Check the slots of the parameters against their types."},
		{Name: "CheckLambda", Operands: "l lambda", Stack: "--", Issues: "TYPE_MISMATCH", Doc: "Check the slots of the parameters of lambda l against their types."},
		{Name: "CheckReturn", Stack: "v -- v", Issues: "TYPE_MISMATCH", Doc: "Check v against the return type of the code."},
		{Name: "CheckLambdaReturn", Operands: "l lambda", Stack: "v -- v", Issues: "TYPE_MISMATCH", Doc: "Check v against the return type of lambda l."},
		{Name: "Bound", Stack: "--", Doc: "The parameters of a class or defined type are bound and checked; the body begins."},
	}},
	{"Calls", []Instr{
		{Name: "Call", Operands: "site site, n count", Stack: "args[n] -- result", Issues: "UNKNOWN_FUNCTION", Doc: "Call the function of call site with n arguments."},
		{Name: "CallSpread", Operands: "site site", Stack: "args -- result", Issues: "UNKNOWN_FUNCTION", Doc: "Call with the arguments in an array."},
		{Name: "CallType", Operands: "site site, n count", Stack: "type args[n] -- result", Doc: "Instantiate a type: `Integer('1')`."},
		{Name: "CallTypeSpread", Operands: "site site", Stack: "type args -- result", Doc: "Instantiate a type with the arguments in an array."},
	}},
	{"Inlined iteration", []Instr{
		{Name: "Iterate", Operands: "s newiter, site site", Stack: "v --", Issues: "TYPE_MISMATCH", Doc: "Begin an iteration over v; its state is kept in slot s."},
		{Name: "Next1", Operands: "s iter, x slot, done target", Stack: "--", Doc: "Put the next element of the iteration in slot x, or continue at done. A hash gives [key, value]."},
		{Name: "Next2", Operands: "s iter, x slot, y slot, done target", Stack: "--", Doc: "Put the index and element, or key and value, in slots x and y, or continue at done."},
		{Name: "Next1Back", Operands: "s iter, x slot, to target", Stack: "--", Back: true, Doc: "Put the next element of the iteration in slot x and continue at to, or fall through at its end."},
		{Name: "Next2Back", Operands: "s iter, x slot, y slot, to target", Stack: "--", Back: true, Doc: "Put the index and element, or key and value, in slots x and y and continue at to, or fall through at the end."},
		{Name: "NewList", Operands: "s newlist", Stack: "--", Doc: "Put an empty list builder in slot s."},
		{Name: "ReserveList", Operands: "s list, it iter", Stack: "--", Doc: "Give the list builder in slot s room for what iteration it has."},
		{Name: "Emit", Operands: "s list", Stack: "v --", Doc: "Append v to the list builder in slot s."},
		{Name: "EmitCurrent", Operands: "s list, it iter, x slot", Stack: "--", Doc: "Append the current element, which is in slot x, of iteration it to the builder in slot s (filter); a hash's entry stays an entry."},
		{Name: "TakeList", Operands: "s list, it iter, kind flags", Stack: "-- v", Doc: "Push what was built in slot s, as an array or, for kind 1 and an iteration over a hash, as a hash."},
		{Name: "TakeSource", Operands: "it iter", Stack: "-- v", Doc: "Push what iteration it walks over (each)."},
	}},
	{"Superinstructions", []Instr{
		{Name: "AddSlotInt", Operands: "s slot, i int", Stack: "-- v", Doc: "Slot s plus i."},
		{Name: "JumpUnlessLtSlotInt", Operands: "s slot, i int, to target", Stack: "--", Doc: "Continue at to unless slot s < i."},
		{Name: "JumpUnlessEqSlots", Operands: "s slot, t slot, to target", Stack: "--", Doc: "Continue at to unless slot s == slot t."},
		{Name: "JumpUnlessLtSlots", Operands: "s slot, t slot, to target", Stack: "--", Doc: "Continue at to unless slot s < slot t."},
		{Name: "SubSlotInt", Operands: "s slot, i int", Stack: "-- v", Doc: "Slot s minus i."},
		{Name: "ModSlotInt", Operands: "s slot, i divisor", Stack: "-- v", Doc: "Slot s modulo i, which is positive."},
		{Name: "JumpUnlessEqSlotInt", Operands: "s slot, i int, to target", Stack: "--", Doc: "Continue at to unless slot s == i."},
		{Name: "JumpUnlessEqInt", Operands: "i int, to target", Stack: "v --", Doc: "Continue at to unless v == i."},
		{Name: "MulSlotInt", Operands: "s slot, i int", Stack: "-- v", Doc: "Slot s times i."},
		{Name: "AddSlotIntTo", Operands: "s slot, i int, t slot", Stack: "--", Doc: "Put slot s plus i in slot t."},
		{Name: "AddSlotsTo", Operands: "s slot, t slot, u slot", Stack: "--", Doc: "Put slot s plus slot t in slot u."},
		{Name: "AddSlots", Operands: "s slot, t slot", Stack: "-- v", Doc: "Slot s plus slot t."},
	}},
	{"Catalog", []Instr{
		{Name: "Declare", Operands: "k resources", Stack: "values[k] -- refs", Issues: "DUPLICATE_TITLE", Doc: "Declare the resources of a resource expression."},
		{Name: "Override", Operands: "k override", Stack: "values[k] -- refs", Doc: "Override attributes of the referenced resources."},
		{Name: "Defaults", Operands: "k defaults", Stack: "values[k] -- v", Doc: "Set defaults of a resource type in this scope."},
		{Name: "Collect", Operands: "k collect", Stack: "values[k] -- v", Doc: "Make a collector."},
		{Name: "Relate", Operands: "op flags", Stack: "a b -- b", Issues: "NOT_CATALOG_REFERENCE", Doc: "Make a relationship between two operands."},
	}},
	{"Templates", []Instr{
		{Name: "Render", Operands: "k name", Stack: "--", Doc: "Append string k to the output of the template."},
		{Name: "RenderValue", Stack: "v --", Doc: "Append the string form of v to the output of the template."},
	}},
	{"Failure", []Instr{
		{Name: "Fail", Operands: "code name, text name", Stack: "--", Ends: true, Doc: "Fail with an issue that the compiler found but that belongs to run time."},
	}},
}
