package eval

// Gate answers with the whole gate.
type Gate = Static
