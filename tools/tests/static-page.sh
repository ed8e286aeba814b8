#!/usr/bin/env bash
# board/build.sh with folders that it may replace, with folders that hold other files, which it refuses, and with a
# build that fails. Scripts stand for Cargo and the compiler.
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

# The programs of a build: a module of a few bytes, a single file, and a release that names the files of the page.
# The variable FAILS names the step that fails.
mkdir --parents "$room/bin" "$room/sysroot/lib/rustlib/src/rust/library"
export CARGO_TARGET_DIR=$room/target
cat >"$room/bin/cargo" <<'END'
#!/usr/bin/env bash
set -euo pipefail
for word; do
    [[ $word != "${FAILS:-}" ]] || exit 1
done
case " $* " in
    *" build "*)
        products=$CARGO_TARGET_DIR/wasm32-unknown-unknown/dist
        mkdir --parents "$products"
        echo module >"$products/dolmen_wasm.wasm"
        ;;
    *" single_page "*) echo page >"${@: -1}" ;;
    *" installable "*)
        cd "${@: -1}"
        files=$(find . -type f ! -name service-worker.js ! -name dolmen.html -printf '"%P":"'"$(printf '%064d' 0)"'"\n')
        { printf 'self.release = {"files":{%s}};\n' "$(paste --serial --delimiters=, <<<"$files")"; cat service-worker.js; } >worker
        mv worker service-worker.js
        ;;
esac
END
printf '#!/bin/sh\necho "%s"\n' "$room/sysroot" >"$room/bin/rustc"
# Without them, the module and the scripts stay as they are.
printf '#!/bin/sh\nexit 1\n' >"$room/bin/npx"
printf '#!/bin/sh\nwhile [ "$2" != -o ]; do shift; done; cp "$1" "$3"\n' >"$room/bin/wasm-opt"
chmod +x "$room"/bin/*

build() {
    PATH=$room/bin:$PATH "$repository/board/build.sh" "$@" >"$room/output" 2>&1
}

# Expects a refusal that has some words: WORDS ARGUMENT...
refuses() {
    ! build "${@:2}" || fail "${*:2}: expected a refusal"
    grep --quiet --fixed-strings -- "$1" "$room/output" || fail "${*:2}: expected a refusal with: $1"
}

# Expects nothing beside the folders of this test.
is_clean() {
    [[ -z $(find "$room" -mindepth 1 -maxdepth 1 -name 'page.*') ]] || fail "a build leaves a folder behind"
}

mkdir "$room/letters" "$room/empty"
touch "$room/letters/dear"
for folder in "$room/letters" "$room/letters/dear" "$repository/board/page"; do
    FAILS=build refuses 'expected a new or empty folder' "$folder"
done
[[ -e $room/letters/dear && -e $repository/board/page/main.js ]] || fail "a file is gone"

build --help || fail "--help: expected success"
grep --quiet '^Usage: board/build.sh' "$room/output" || fail "--help: expected the usage"
refuses 'unknown option "--fast"' --fast
refuses '2 arguments' "$room/one" "$room/two"

build "$room/empty" || fail "an empty folder: it was refused"
build "$room/page" || fail "a new folder: it was refused"
touch --date=2001-01-01 "$room/page/main.js"
for step in build single_page installable; do
    ! FAILS=$step build "$room/page" || fail "$step: expected a failure"
    [[ $(date --reference="$room/page/main.js" +%Y) == 2001 ]] || fail "$step: the earlier page is gone"
    is_clean
done
build "$room/page" || fail "an earlier build: it was refused"
[[ $(date --reference="$room/page/main.js" +%Y) != 2001 ]] || fail "the earlier page stays"
is_clean

# Files beside the page, at the top and below, and an empty folder.
mkdir "$room/page/plans"
touch "$room/page/notes.txt" "$room/page/icons/my own.png"
for other in notes.txt 'icons/my own.png' plans; do
    refuses "    $other" "$room/page"
done
grep --quiet 'main.js' "$room/output" && fail "a file of the page is named as another one"
[[ -e $room/page/notes.txt && -e $room/page/main.js ]] || fail "a file is gone"
