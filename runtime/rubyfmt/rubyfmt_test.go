package rubyfmt

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"bunraku/runtime/values"

	"github.com/stretchr/testify/require"
)

// vector is one line of testdata/record.rb.
type vector struct {
	Op    string            `json:"op"`
	Args  []json.RawMessage `json:"args"`
	Want  json.RawMessage   `json:"want"`
	Error string            `json:"error"`
	Class string            `json:"class"`
}

func decodeValue(t *testing.T, raw json.RawMessage) values.Value {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var x any
	require.NoError(t, d.Decode(&x))
	return fromJSON(x)
}

func fromJSON(x any) values.Value {
	switch x := x.(type) {
	case nil:
		return values.Undef
	case bool:
		return values.Bool(x)
	case string:
		return values.String(x)
	case json.Number:
		n, _ := strconv.ParseInt(x.String(), 10, 64)
		return values.Int(n)
	case []any:
		var elems []values.Value
		for _, e := range x {
			elems = append(elems, fromJSON(e))
		}
		return values.ArrayOf(elems...)
	case map[string]any:
		if f, ok := x["f"].(string); ok {
			if f == "NaN" {
				return values.Float(math.NaN())
			}
			n, _ := strconv.ParseFloat(f, 64)
			return values.Float(n)
		}
		b := values.NewHashBuilder(4)
		for _, e := range x["h"].([]any) {
			p := e.([]any)
			b.Put(fromJSON(p[0]), fromJSON(p[1]))
		}
		return b.Hash().Value()
	}
	panic(fmt.Sprintf("%T", x))
}

// result runs a vector; it gives the value as Ruby's inspect would show it.
func result(op string, a []values.Value) (string, error) {
	s := func(i int) string { return a[i].AsString() }
	n := func(i int) int64 { return a[i].AsInt() }
	q := func(s string, err error) (string, error) { return InspectString(s), err }
	list := func(ss []string) string { return Inspect(values.Strings(ss...)) }
	switch op {
	case "sprintf":
		return q(Format(s(0), a[1:]...))
	case "to_s":
		return q(FloatString(a[0].AsFloat()), nil)
	case "inspect":
		return q(InspectString(s(0)), nil)
	case "inspect_value":
		return q(Inspect(a[0]), nil)
	case "dump":
		return q(DumpString(s(0)), nil)
	case "Integer":
		b, err := ParseBigInteger(s(0), 0)
		return fmt.Sprint(b), err
	case "Float":
		f, err := ParseFloat(s(0))
		return FloatString(f), err
	case "to_i":
		return ToI(s(0), int(n(1))).String(), nil
	case "to_f":
		return FloatString(ToF(s(0))), nil
	case "succ":
		return q(Succ(s(0)), nil)
	case "upto":
		ss, _ := Upto(s(0), s(1), a[2].AsBool(), 50)
		return list(ss), nil
	case "round":
		return FloatString(Round(a[0].AsFloat(), int(n(1)))), nil
	case "floor":
		return FloatString(Floor(a[0].AsFloat(), int(n(1)))), nil
	case "ceil":
		return FloatString(Ceil(a[0].AsFloat(), int(n(1)))), nil
	case "versioncmp":
		return strconv.Itoa(VersionCompare(s(0), s(1), a[2].AsBool())), nil
	case "shellescape":
		return q(ShellEscape(s(0)), nil)
	case "shellsplit":
		ss, err := ShellSplit(s(0))
		return list(ss), err
	case "strftime":
		t := TimeOf(values.Timestamp{Sec: n(1), Nsec: int32(n(2))})
		if !a[3].IsUndef() {
			t = t.In(int(n(3)))
		}
		return q(Strftime(s(0), t))
	case "timespan_format":
		return q(FormatTimespan(s(0), n(1)))
	case "timespan_parse":
		f, err := ParseTimespanFormat(s(0))
		if err != nil {
			return "", err
		}
		x, err := f.Parse(s(1))
		return strconv.FormatInt(x, 10), err
	case "timespan_default":
		x, err := ParseTimespan(s(0), TimespanDefaults)
		return strconv.FormatInt(x, 10), err
	}
	return "", fmt.Errorf("unknown op %s", op)
}

func check(t *testing.T, in []byte) {
	sc := bufio.NewScanner(bytes.NewReader(in))
	sc.Buffer(nil, 1<<24)
	total, bad := map[string]int{}, map[string]int{}
	for sc.Scan() {
		var v vector
		require.NoError(t, json.Unmarshal(sc.Bytes(), &v))
		var args []values.Value
		for _, a := range v.Args {
			args = append(args, decodeValue(t, a))
		}
		total[v.Op]++
		got, err := result(v.Op, args)
		want := ""
		switch {
		case v.Class != "" && err != nil && err.Error() == v.Error:
			continue
		case v.Class != "":
			want = v.Class + ": " + v.Error
		default:
			if json.Unmarshal(v.Want, new(json.Number)) == nil && v.Want[0] != '"' {
				b, _ := new(big.Int).SetString(string(v.Want), 10)
				want = b.String()
			} else {
				want = Inspect(decodeValue(t, v.Want))
			}
			if err == nil && got == want {
				continue
			}
		}
		if bad[v.Op]++; bad[v.Op] <= 8 {
			t.Errorf("%s %s: got %s, %v; want %s", v.Op, v.Args, got, err, want)
		}
	}
	require.NotEmpty(t, total)
	if len(bad) > 0 {
		t.Errorf("wrong %v of %v", bad, total)
	}
}

// TestRecorded compares with what Ruby gave when testdata/vectors.jsonl was
// recorded (ruby record.rb 1 1200).
func TestRecorded(t *testing.T) {
	in, err := os.ReadFile("testdata/vectors.jsonl")
	require.NoError(t, err)
	check(t, in)
}

// TestLive compares with the installed Ruby and Puppet on new inputs.
func TestLive(t *testing.T) {
	if os.Getenv("BUNRAKU_CONFORMANCE") == "" {
		t.Skip("set BUNRAKU_CONFORMANCE=1 to compare with Ruby")
	}
	seed := strconv.FormatInt(time.Now().Unix(), 10)
	count := os.Getenv("BUNRAKU_CONFORMANCE_COUNT")
	if count == "" {
		count = "20000"
	}
	t.Log("seed", seed)
	out, err := exec.Command("ruby", "testdata/record.rb", seed, count).Output()
	require.NoError(t, err)
	check(t, out)
}
