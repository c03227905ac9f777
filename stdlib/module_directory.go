package stdlib

// module_directory is the directory of the first module that exists.
var fnModuleDirectory = finding("module_directory", "module", "names")
