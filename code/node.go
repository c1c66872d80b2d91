package code

// op says what a node is.
type op uint8

const (
	oBad    op = iota
	oStr       // str
	oNum       // str
	oConst     // true, null ...: str
	oName      // str
	oAttr      // kids[0].str
	oIndex     // kids[0][kids[1]]
	oSlice     // kids[0][kids[1]:kids[2]:kids[3]], nil where left out
	oCall      // kids[0](kids[1:]...), names beside the arguments
	oNew       // new kids[0](kids[1:]...)
	oBin       // kids[0] str kids[1]
	oUnary     // str kids[0]
	oCat       // the texts of kids joined
	oList      // kids
	oDict      // kids: key, value, key, value; a nil key spreads
	oFunc      // fn
	oCond      // kids[0] ? kids[1] : kids[2]
	oAssign    // kids[0] = kids[1]; str is the operator of an augmented one
	oSpread    // *kids[0], ...kids[0]
	oComp      // kids[0] for kids[1] in kids[2] if kids[3:]
	oTick      // `kids[0]`: shell text, result its output
	oWait      // await kids[0], yield kids[0]: its value
	oSeq       // kids, the last is the value

	sBlock  // kids
	sIf     // kids: test, then, else (or nil)
	sFor    // kids: target, iterated, body
	sWhile  // kids: test, body; nil test for loops without
	sFunc   // fn, bound to its name
	sClass  // str, kids: bases, then the body as last
	sReturn // kids[0] or none
	sImport // str: module; names: as
	sFrom   // str: module; names: name, as, name, as
	sWith   // kids: item, target or nil, ..., body last
	sTry    // kids: body, then handlers and finally as branches
	sDel    // kids
	sStop   // break, continue, raise kids, pass
	sGlobal // names
)

// node is a part of a text's tree.
type node struct {
	op         op
	str        string
	kids       []*node
	names      []string // of a call: the argument's name, "*" and "**" for spreads
	fn         *function
	declare    bool // of an assignment's target: a new variable of this scope
	start, end int
}

// function is a function of the text.
type function struct {
	name    string
	params  []param
	body    *node
	expr    bool // body is an expression, its value the result
	entered bool // its body was walked
	busy    int  // how often it is being walked now
	scope   *scope
	class   *class // of a method
	static  bool
}

// param is a parameter; target is set instead of name where it is a pattern.
type param struct {
	name   string
	def    *node
	star   int // 1: takes the rest, 2: takes the named rest
	target *node
}

// class is a class of the text.
type class struct {
	name  string
	bases []value
	attrs map[string]value
	last  *instance // one that was made
}

// class of the text: find an attribute, also of bases.
func (c *class) find(name string) (value, bool) {
	for depth := 0; c != nil && depth < 8; depth++ {
		if v, ok := c.attrs[name]; ok {
			return v, true
		}
		var next *class
		for _, b := range c.bases {
			if b.kind == vClass {
				next = b.class
			}
		}
		c = next
	}
	return value{}, false
}
