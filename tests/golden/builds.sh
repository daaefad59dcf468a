#!/usr/bin/env bash
# Whether the bots play as tests/golden/signature.txt says on each of the Pythons given, and on the
# debug build of the last one: a line for each. Needs a package index; takes minutes for each build.
set -euo pipefail
cd "$(dirname "$0")/../.."
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
status=0

check() {  # a Python, and COVERT_DEBUG of its build
  local place
  place=$(mktemp -d "$made/XXXXXX")
  "$1" -m venv "$place"
  COVERT_DEBUG=$2 "$place/bin/pip" install --quiet --quiet .
  PYTHONPATH=tests "$place/bin/python" -m golden.signature --check || status=1
}

for python in "$@"; do check "$python" 0; done
check "${@: -1}" 1
exit "$status"
