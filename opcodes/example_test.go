package opcodes_test

import (
	"fmt"
	"os"

	"bunraku/opcodes"
)

// A program goes to a file and comes back; its code is decoded and verified when
// it is asked for.
func Example() {
	code := opcodes.Code{
		ReturnCode: -1,
		Scopes:     []opcodes.ScopeInfo{{Parent: -1}},
		Instrs:     []uint32{uint32(opcodes.PushConst), uint32(opcodes.PushInt) | 2<<8, uint32(opcodes.Add), uint32(opcodes.Return)},
	}
	if err := opcodes.ComputeStack(&code); err != nil {
		fmt.Println(err)
		return
	}
	data, err := opcodes.Encode(opcodes.UnitImage(&opcodes.Program{
		Name:   "site.pp",
		Consts: []opcodes.Const{{Kind: opcodes.ConstFloat, Int: 0x3ff8000000000000}},
		Codes:  []opcodes.Code{code},
	}))
	if err != nil {
		fmt.Println(err)
		return
	}
	img, err := opcodes.Open(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := img.Disassemble(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// program "site.pp" (puppet8)
	//
	// code 0: main, 0 slots, stack 2
	//       0          PushConst            1.5
	//       1          PushInt              2
	//       2          Add
	//       3          Return
}
