// Package grammar turns Puppet source text into the semantic model and back.
package grammar
