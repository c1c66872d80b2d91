package world

import (
	"crypto/sha256"
	"encoding/hex"
)

// HashText is the hash by which decisions name a file's content: hex SHA-256.
func HashText(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
