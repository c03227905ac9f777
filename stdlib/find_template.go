package stdlib

// find_template is the path of the first template of a module that exists.
var fnFindTemplate = finding("find_template", "templates", "paths")
