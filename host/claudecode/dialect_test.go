package claudecode

var dialect Dialect
