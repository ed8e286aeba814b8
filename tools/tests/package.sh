#!/usr/bin/env bash
# tools/package with a compiler that writes small scripts as programs, and with Wines that run such scripts or
# fail to. The archive holds both programs each time, except where a program starts and does not play.
#
#   package.sh
set -euo pipefail

if ! command -v zip >/dev/null; then
    printf 'left out: %s, because zip is not installed\n' "${0##*/}" >&2
    exit 0
fi
repository=$(cd "$(dirname "$0")/../.." && pwd)
room=$(mktemp --directory)
trap 'rm --recursive --force "$room"' EXIT

fail() {
    printf '%s: %s: %s\n%s\n' "${0##*/}" "$wine" "$*" "$(cat "$room/output")" >&2
    exit 1
}

# Writes a command, which is found before that of the machine.
command_named() {
    mkdir -p "$room/bin"
    cat >"$room/bin/$1"
    chmod +x "$room/bin/$1"
}

command_named rustc <<END_OF_COMMAND
#!/bin/sh
echo '$room/sysroot'
END_OF_COMMAND
for target in i686-pc-windows-gnu x86_64-pc-windows-gnu; do
    mkdir -p "$room/sysroot/lib/rustlib/$target/lib"
done

# The compiler: `cargo build --target TARGET …`. `$moves` in the environment is the number of moves that its
# programs play before they end.
command_named cargo <<'END_OF_COMMAND'
#!/bin/sh
folder=$CARGO_TARGET_DIR/$3/dist
mkdir -p "$folder"
cat >"$folder/pbrain-dolmen.exe" <<END_OF_PROGRAM
# $3
[ "\$1" != --version ] || { printf 'pbrain-dolmen 1.2.3\r\n'; exit; }
moves=0
while read -r line; do
    case \$line in
    START*) printf 'OK\r\n' ;;
    BEGIN* | TURN*)
        [ \$moves != $moves ] || exit 1
        moves=\$((moves + 1))
        printf 'MESSAGE move\r\n%s,7\r\n' \$moves
        ;;
    END*) exit ;;
    esac
done
END_OF_PROGRAM
END_OF_COMMAND

# What each Wine does with the program that is its first argument.
# shellcheck disable=SC2016
declare -A wines=(
    [silent]='exit 0'
    [failing]='echo "no display" >&2; exit 1'
    [old]='exit 53'
    [working]='exec sh "$@"'
    [64 bits only]='grep --quiet "^# x86_64" "$1" || exit 0; exec sh "$@"'
)

# Calls tools/package with a Wine and programs that play so many moves, and fails where its exit status
# is not the expected one.
package() {
    local expected=$1 moves=$2 name status=0
    wine=$3
    for name in wine wine64; do
        printf '#!/bin/sh\n%s\n' "${wines[$wine]}" | command_named "$name"
    done
    rm --recursive --force "$room/dist"
    PATH=$room/bin:$PATH CARGO_TARGET_DIR=$room/target moves=$moves \
        "$repository/tools/package" "$room/dist" >"$room/output" 2>&1 || status=$?
    ((status == expected)) || fail "exit status $status instead of $expected"
}

# Checks that the output has a text line that begins with a text.
told() {
    grep --quiet "^$1" "$room/output" || fail "expected a text line with $1"
}

# Checks that the archive holds both programs, in its root.
packed() {
    local names
    names=$(zip --show-files "$room/dist/pbrain-dolmen.zip" | sed --quiet 's/^  //p')
    [[ $names == pbrain-dolmen.exe$'\n'pbrain-dolmen64.exe ]] || fail "the archive holds $names"
    grep --quiet '^# i686-' "$room/dist/pbrain-dolmen.exe" || fail "not the program for 32 bits"
    grep --quiet '^# x86_64-' "$room/dist/pbrain-dolmen64.exe" || fail "not the program for 64 bits"
}

not_run_32='pbrain-dolmen.exe: not run: .* wine32: dpkg --add-architecture i386 && apt-get update && apt-get install wine32$'
not_run_64='pbrain-dolmen64.exe: not run: .* wine64: apt-get update && apt-get install wine64$'

for kind in silent failing; do
    package 0 2 "$kind"
    told "$not_run_32"
    told "$not_run_64"
    packed
done
package 0 2 old
told 'pbrain-dolmen.exe: not run: .* expected Wine 9 or newer'
told 'pbrain-dolmen64.exe: not run: .* expected Wine 9 or newer'
packed
package 0 2 working
told 'pbrain-dolmen.exe plays'
told 'pbrain-dolmen64.exe plays'
packed
package 0 2 "64 bits only"
told "$not_run_32"
told 'pbrain-dolmen64.exe plays'
packed

# A program that starts and does not play is an error.
package 1 1 working
told '.*pbrain-dolmen.exe: played 1 of 2 moves'
[[ ! -e $room/dist/pbrain-dolmen.zip ]] || fail "an archive was made"
