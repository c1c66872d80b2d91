package state

import (
	"encoding/hex"
	"errors"
	"hash/crc32"
	"os"
	"time"

	"automode/internal/osfile"
)

// A file is read without a lock, and while it is read its content may be
// written over: what is stored is exchanged with what was there, and that is
// written over the next time. So each file begins with a checksum of the rest,
// and a reader whose checksum is wrong reads again.

const (
	sealStart = `{"sum":"`
	sealEnd   = `",`
	sealSize  = len(sealStart) + 2*crc32.Size + len(sealEnd)
)

// seal puts the checksum in front of body, a JSON object that is not empty.
func seal(body []byte) []byte {
	out := make([]byte, 0, sealSize+len(body)-1)
	out = append(out, sealStart...)
	out = append(out, sum(body[1:])...)
	out = append(out, sealEnd...)
	return append(out, body[1:]...)
}

func sum(b []byte) string {
	n := crc32.ChecksumIEEE(b)
	return hex.EncodeToString([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
}

var errDamaged = errors.New("it is damaged")

// unseal gives the object that was sealed. It changes b.
func unseal(b []byte) ([]byte, error) {
	if len(b) <= sealSize || string(b[:len(sealStart)]) != sealStart {
		return nil, errDamaged
	}
	body := b[sealSize:]
	if string(b[len(sealStart):sealSize]) != sum(body)+sealEnd {
		return nil, errDamaged
	}
	b[sealSize-1] = '{'
	return b[sealSize-1:], nil
}

// readSealed reads the file at path. Where it may be written over meanwhile,
// it is read again for a while before it is called damaged.
func readSealed(path string, locked bool) ([]byte, error) {
	for waited := time.Duration(0); ; waited += readPause {
		b, live, err := readLive(path)
		if err != nil {
			return nil, err
		}
		body, err := unseal(b)
		if locked || err == nil && live || waited >= LockWait {
			return body, err
		}
		time.Sleep(readPause)
	}
}

const readPause = 200 * time.Microsecond

// readLive reads the file at path, and tells whether what was read still
// stands there: it may be what somebody is about to put there.
func readLive(path string) (b []byte, live bool, err error) {
	f, fi, err := osfile.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	if fi.Size() > maxLedger {
		return nil, false, osfile.ErrTooLarge
	}
	if b, err = osfile.ReadAll(f, maxLedger); err != nil {
		return nil, false, err
	}
	now, err := os.Lstat(path)
	return b, err == nil && os.SameFile(fi, now), nil
}
