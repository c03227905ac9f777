package pcore_test

import (
	"fmt"

	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

func Example() {
	port, err := pcore.Parse("Integer[1, 65535]", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(port.Check(values.Int(8080)), port.Check(values.String("8080")))
	fmt.Println(pcore.DescribeMismatch("port", port, pcore.Infer(values.String("8080"))))
	v, err := pcore.New(port, []values.Value{values.String("8080")}, nil)
	fmt.Println(pcore.Inspect(v), err)
	// Output:
	// true false
	// port expects an Integer value, got String
	// 8080 <nil>
}
