package issue

import "strings"

// Label is the human name of a construct in a message: "Array Expression",
// "'+' expression". The names are Puppet's.
// puppet: pops/model/model_label_provider.rb
type Label string

// A is the label with an indefinite article: "an Array Expression".
func (l Label) A() string { return Article(string(l)) + " " + string(l) }

// AUpper is A at the start of a sentence: "An Array Expression".
func (l Label) AUpper() string {
	if Article(string(l)) == "an" {
		return "An " + string(l)
	}
	return "A " + string(l)
}

// The is the label with a definite article: "the Array Expression".
func (l Label) The() string { return "the " + string(l) }

// Article is "a" or "an" for the text. Only the first letter counts, a leading
// quote is passed over, and y is a vowel: Puppet says "an YAML" and "a 'if'"
// says "an 'if'".
// puppet: pops/label_provider.rb, article
func Article(text string) string {
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		text = text[1:]
	}
	if text != "" && strings.IndexByte("aeiouyAEIOUY", text[0]) >= 0 {
		return "an"
	}
	return "a"
}

// CombineOr joins names as a sentence does: "a", "a or b", "a, b, or c".
func CombineOr(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	case 2:
		return names[0] + " or " + names[1]
	}
	return strings.Join(names[:len(names)-1], ", ") + ", or " + names[len(names)-1]
}

// Plural is the word with an s unless count is 1.
func Plural(count int, word string) string {
	if count == 1 {
		return word
	}
	return word + "s"
}
