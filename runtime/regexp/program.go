package regexp

// opcode is an instruction of the matcher. pos is the position in the subject; an
// instruction that does not match fails, and the matcher goes back to its last choice.
type opcode uint8

const (
	opFail  opcode = iota
	opMatch        // the pattern has matched

	opByte     // the byte b
	opLiteral  // the bytes str
	opSet      // one character of set
	opFoldText // a text that folds to str
	opCluster  // \X

	opRun        // min to max characters of set, as many as possible, fewer on failure
	opRunLazy    // as few as possible, more on failure
	opRunAll     // as many as there are, never fewer
	opJump       // to x
	opSplit      // go on at x, on failure at y; look says where the next byte allows to go
	opBranch     // as opSplit where look leaves no choice
	opSwitch     // table says where to go from the next byte
	opSave       // caps[x] = pos: the start or end of a group
	opSaveEnd    // the end x of a group that may be entered again before it ends
	opSaveKept   // as opSave, but going back does not undo it
	opKeep       // the match starts here
	opBeginBuf   // \A
	opEndBuf     // \z
	opSemiEnd    // \Z
	opBeginLine  // ^
	opEndLine    // $
	opWord       // \b
	opNotWord    // \B
	opASCIIWord  // \b with ASCII words
	opNotASCIIWd // \B with ASCII words
	opStart      // \G

	opBackref      // the text of a group of refs
	opBackrefFold  // the same regardless of case
	opBackrefLevel // the same at a recursion level of min relative to here
	opCond         // go on if group x has matched, else at y
	opMark         // begin of an atomic group or positive look-ahead
	opCut          // end of an atomic group: forget its choices
	opCutBack      // end of a look-ahead: forget its choices, go back to its begin
	opNot          // begin of a negative look-around; its failure goes on at x
	opNotEnd       // end of it: it matched, so fail
	opBack         // min characters back; x is behind the look-behind
	opAbsent       // (?~...): its body follows, then opAbsentEnd; go on at x
	opAbsentEnd
	opCall      // the subroutine at x
	opReturn    // from a subroutine
	opZero      // counter x = 0
	opLoop      // counter x: go on, or leave to y
	opLoopInc   // counter x is one more
	opEmptyMark // begin of a pass of a loop that may match nothing: register x = pos
	opEmptyTest // end of it: leave to y if nothing was taken
)

// An inst is one instruction. What its fields mean depends on the opcode.
type inst struct {
	op   opcode
	b    byte
	lazy bool // loop
	fold bool // back reference with level
	caps bool // empty test: the body has groups, see machine.emptyPass
	wide bool // run: characters must be counted one by one

	// lookEnd is look for the end of the subject.
	lookEnd uint8

	x, y     int32
	min, max int32
	memo     int32 // number of the choice for the memory of failures, -1 without
	width    int32 // literal, fold text: characters

	str   string
	set   *charset
	refs  []int32
	look  *[256]uint8 // split: which ways are open; run: bit 0 says that the rest can start so
	table *[257]int32 // switch, by byte and for the end
}

// What look says of a way.
const (
	lookX = 1 << iota // go on at x
	lookY
)

// A program is what a pattern compiles to. It never changes.
type program struct {
	code   []inst
	saves  bool // records groups
	simple bool // leaves no choice at all: onepass.go runs it
	// trail says that the frames on the stack are looked at, so none may be left out.
	trail bool
	// blind programs do not look ahead to decide on a choice: what a choice does to
	// groups before it fails can be seen, by references or from an absence.
	blind bool
	// regular programs fail at a place in the same way however they came there, so
	// that failures can be remembered.
	regular   bool
	memos     int // number of choices
	registers int
	groups    int

	search searchPlan
}
