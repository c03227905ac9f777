// Package golden reads the archives under testdata: one file holds the input and
// every expectation of a case, and is read from top to bottom.
//
//   - [Archive] is a txtar file with its header lines parsed. A header that no
//     reader knows is an error, and so is a section that nothing read
//     ([Archive.Unread]): an expectation that is misspelt must not be skipped.
//   - [EvalCases] takes an archive as many evaluations (testdata/cases and
//     testdata/seeds); [Result] is what one gives, as Puppet's recorder wrote it.
//   - [CatalogCase] takes an archive as one request for a catalog.
//   - [Diff] says in one line where two results part.
//
// The format is described for people in testdata/README.md.
package golden
