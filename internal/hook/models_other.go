//go:build !linux

package hook

import (
	"context"

	"automode/internal/socket"
	"automode/judge/remote"
)

// above is not asked here.
func above(int) (bool, error) { return false, socket.ErrUnsupported }

// daemon has none to ask here: a process is started for each question.
func (l *link) daemon(context.Context, remote.Message) (*remote.Reply, error) {
	return nil, errUnhad{socket.ErrUnsupported.Error()}
}
