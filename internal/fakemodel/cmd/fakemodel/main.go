// Fakemodel runs a scripted model server for a client that is driven by hand:
//
//	fakemodel 127.0.0.1:8000 script.json
//
// It prints one line a request. The script is read once.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"time"

	"automode/internal/fakemodel"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: fakemodel ADDRESS SCRIPT.json")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "fakemodel:", err)
		os.Exit(1)
	}
}

func run(address, file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var s fakemodel.Script
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	srv := fakemodel.Serve(l, s)
	fmt.Println("serving on", srv.URL)
	for seen := 0; ; {
		srv.WaitFor(time.Hour, func(rs []fakemodel.Request) bool { return len(rs) > seen })
		rs := srv.Requests()
		for _, r := range rs[seen:] {
			fmt.Println(r.At.Format(time.TimeOnly), r.Kind, r.Method, r.Path, len(r.Raw))
		}
		seen = len(rs)
	}
}
