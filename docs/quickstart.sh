#!/usr/bin/env bash
# The trial of docs/quickstart.md: from a clone to a gated Claude Code, in a new
# home folder. It prints what a new user sees. Give it the client's program to
# fire a real session against; without one it stops after the doctor.
set -euo pipefail
cd "$(dirname "$0")/.."
clone=$PWD
# the builds stay warm in the new home
GOCACHE=$(go env GOCACHE) GOMODCACHE=$(go env GOMODCACHE)
HOME=$(mktemp -d)
export HOME GOCACHE GOMODCACHE NO_COLOR=1
trap 'rm -rf "$HOME"' EXIT
show() { printf '$ %s\n' "$*"; }
began=$(date +%s)

show "make build"
make -s build
show "bin/automode install claude-code --yes"
bin/automode install claude-code --yes | tail -n 4
took=$(($(date +%s) - began))

mkdir -p "$HOME/shop" && cd "$HOME/shop" && git init -q .
show "automode doctor"
"$clone/bin/automode" doctor || true
show "automode check -- 'git status && ls'"
"$clone/bin/automode" check -- 'git status && ls'
show "automode check -- 'rm -rf ~/'"
"$clone/bin/automode" check -- 'rm -rf ~/' || true
show "automode log"
"$clone/bin/automode" log | sed 's/^[-0-9]* [:0-9]*/DATE TIME/'
show "bin/automode uninstall claude-code --yes"
(cd "$clone" && bin/automode uninstall claude-code --yes | tail -n 1)
test ! -e "$HOME/.claude/settings.json"
[ "$took" -lt 120 ] || { echo "it took $took s, more than two minutes" >&2; exit 1; }
