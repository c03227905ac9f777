package stdlib

import (
	"bunraku/runtime"
)

// functions are all functions of the package by name.
var functions = [...]*runtime.Function{
	&fnAbs, &fnAlert, &fnAll, &fnAny, &fnAssertType, &fnBinaryFile, &fnBreak, &fnCall, &fnCamelcase, &fnCapitalize,
	&fnCeiling, &fnChomp, &fnChop, &fnCompare, &fnConvertTo, &fnCrit, &fnDebug, &fnDig, &fnDigest, &fnDowncase,
	&fnEach, &fnEmerg, &fnEmpty, &fnEpp, &fnErr, &fnFail, &fnFile, &fnFilter, &fnFindFile, &fnFindTemplate,
	&fnFlatten, &fnFloor, &fnFqdnRand, &fnGenerate, &fnGet, &fnGetvar, &fnGroupBy, &fnImport, &fnIndex, &fnInfo,
	&fnInlineEpp, &fnJoin, &fnKeys, &fnLength, &fnLest, &fnLstrip, &fnMap, &fnMatch, &fnMax, &fnMd5, &fnMin,
	&fnModuleDirectory, &fnNew, &fnNext, &fnNotice, &fnPartition, &fnReduce, &fnRegsubst, &fnReturn, &fnReverseEach,
	&fnRound, &fnRstrip, &fnScanf, &fnSha1, &fnSha256, &fnShellquote, &fnSize, &fnSlice, &fnSort, &fnSplit,
	&fnSprintf, &fnStep, &fnStrftime, &fnStrip, &fnThen, &fnTreeEach, &fnType, &fnUnique, &fnUnwrap, &fnUpcase,
	&fnValues, &fnVersioncmp, &fnWarning, &fnWith,
}

var byName = func() map[string]*runtime.Function {
	m := make(map[string]*runtime.Function, len(functions))
	for _, f := range functions {
		m[f.Name] = f
	}
	return m
}()

// Lookup is the function of that name, or nil.
func Lookup(name string) *runtime.Function { return byName[name] }

// All are the functions of the package in the order of their names.
func All() []*runtime.Function { return functions[:] }
