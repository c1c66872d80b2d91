// Package e2e drives real clients, offline, against a scripted model, with the
// gate's own binaries in front of them. `make e2e` runs it; the build tag e2e
// keeps it out of `make test`, because it installs the clients by npm.
package e2e
