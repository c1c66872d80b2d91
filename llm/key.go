package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"automode/internal/osfile"
)

// Source says where a credential is. At most one field is set.
type Source struct {
	Env     string // a variable of Config.Environ
	File    string // absolute; holds the credential and nothing else, readable by its owner alone
	Command string // prints it; run by the system's shell with Config.Environ as its environment
}

func (s Source) check() error {
	n := 0
	for _, f := range []string{s.Env, s.File, s.Command} {
		if f != "" {
			n++
		}
	}
	if n > 1 {
		return fmt.Errorf("the key has more than one source; keep one of a variable, a file and a command")
	}
	if s.File != "" && !filepath.IsAbs(s.File) {
		return fmt.Errorf("the key's file is not named by an absolute path")
	}
	return nil
}

// maxKey is how long a credential can be.
const maxKey = 32 << 10

// patience is how long a command may take to print a credential, and a cloud's
// SDK to find one. It outlasts the question that asked: who unlocks a store of
// passwords for one question has done so for the next.
const patience = time.Minute

// read gives the credential as it is now.
func (s Source) read(ctx context.Context, env environ) (string, error) {
	var b []byte
	switch {
	case s.Env != "":
		b = []byte(env.get(s.Env))
		if len(b) == 0 {
			return "", fmt.Errorf("the variable %s, which should hold the key, is not set", s.Env)
		}
	case s.File != "":
		f, fi, err := osfile.Open(s.File)
		if err != nil {
			return "", fmt.Errorf("the key's file cannot be read: %w", err)
		}
		defer f.Close()
		if err := osfile.CheckPrivate(s.File, fi); err != nil {
			return "", err
		}
		if perm := fi.Mode().Perm(); perm&0o077 != 0 && runtime.GOOS != "windows" {
			return "", fmt.Errorf("%s, which holds the key, can be read by others (mode %#o); run: chmod go-rwx %s", s.File, perm, s.File)
		}
		if b, err = osfile.ReadAll(f, maxKey); err != nil {
			return "", fmt.Errorf("the key's file cannot be read: %w", err)
		}
	case s.Command != "":
		var err error
		if b, err = run(ctx, s.Command, env); err != nil {
			return "", err
		}
	default:
		return "", nil
	}
	key := string(bytes.TrimSpace(b))
	if key == "" {
		return "", errors.New("the key is empty")
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New("what should be the key holds spaces or signs that no key has")
	}
	return key, nil
}

// run gives what a command prints. What it prints can be a credential even where
// it fails, so none of it is in the error.
func run(ctx context.Context, command string, env environ) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	if runtime.GOOS == "windows" {
		cmd = exec.CommandContext(ctx, "cmd", "/c", command)
	}
	cmd.Env = append([]string{}, env...) // never nil, which would be the process's own
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout = &limited{&out, maxKey}
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, errors.New("the key's command took too long")
		}
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("the key's command failed (%s)", exit.ProcessState)
		}
		return nil, errors.New("the key's command cannot be run")
	}
	return out.Bytes(), nil
}

// limited takes so much and no more.
type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		return 0, errors.New("too much")
	}
	l.left -= len(p)
	return l.w.Write(p)
}

// keeper keeps what was made of a credential, and makes it anew when asked. One
// making serves all who wait for it, and goes on when they give up.
type keeper[T any] struct {
	make func(ctx context.Context, again bool) (T, string, error)

	mu   sync.Mutex
	now  *kept[T]
	next *kept[T] // being made
}

type kept[T any] struct {
	done chan struct{}
	val  T
	key  string // of which it was made; empty where that is not known
	err  error
}

// get gives what is kept, or where that is old or there is none, a new one.
func (k *keeper[T]) get(ctx context.Context, old *kept[T]) (*kept[T], error) {
	k.mu.Lock()
	if k.now != nil && k.now != old {
		defer k.mu.Unlock()
		return k.now, nil
	}
	h := k.next
	if h == nil {
		h = &kept[T]{done: make(chan struct{})}
		k.next = h
		go k.fill(context.WithoutCancel(ctx), h, k.now != nil)
	}
	k.mu.Unlock()
	select {
	case <-h.done:
		return h, h.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (k *keeper[T]) fill(ctx context.Context, h *kept[T], again bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	defer func() {
		if p := recover(); p != nil { // SDKs panic where they find no credentials
			h.err = fmt.Errorf("no credentials: %v", p)
		}
		k.mu.Lock()
		k.next = nil
		if h.err == nil {
			k.now = h
		}
		k.mu.Unlock()
		close(h.done)
	}()
	h.val, h.key, h.err = k.make(ctx, again)
}

// credential gives what c says is the credential; "" where it says nothing.
func (c *Config) credential(ctx context.Context, again bool) (string, error) {
	if c.Key != nil {
		return c.Key(again)
	}
	return c.Source.read(ctx, environ(c.Environ))
}
