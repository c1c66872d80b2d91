// Package floors holds the house in order: which package may import which,
// who does input and output, and what each program is made of. It is all
// tests.
package floors
