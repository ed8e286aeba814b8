#!/usr/bin/env bash
# board/build.sh with folders that it may replace, and with folders that hold other files, which it refuses.
#
#   static-page.sh
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
room=$(mktemp --directory)
trap 'rm --recursive --force "$room"' EXIT

fail() {
    printf '%s: %s\n%s\n' "${0##*/}" "$*" "$(cat "$room/output")" >&2
    exit 1
}

# No folder is replaced before its page is compiled, which fails here.
mkdir "$room/bin"
for command in cargo rustc; do
    printf '#!/bin/sh\nexit 1\n' >"$room/bin/$command"
    chmod +x "$room/bin/$command"
done

# Builds into a folder, which fails, and prints whether the folder was refused.
build() {
    ! PATH=$room/bin:$PATH "$repository/board/build.sh" "$1" >"$room/output" 2>&1 || fail "$1: it was built"
    if grep --quiet 'expected a new or empty folder' "$room/output"; then echo refused; else echo taken; fi
}

mkdir --parents "$room/letters" "$room/empty" "$room/earlier/engine"
touch "$room/letters/dear" "$room/earlier/engine/worker.js"
for folder in "$room/letters" "$room/letters/dear" "$repository/board/page"; do
    [[ $(build "$folder") == refused ]] || fail "$folder: it would be replaced"
done
for folder in new empty earlier; do
    [[ $(build "$room/$folder") == taken ]] || fail "$folder: it was refused"
done
[[ -e $room/letters/dear && -e $room/earlier/engine/worker.js ]] || fail "a file is gone"
