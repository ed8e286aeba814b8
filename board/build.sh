#!/usr/bin/env bash
# Builds the static page: the board with the engine inside, for any web server, which browsers can install
# and which then works offline; and dolmen.html, the same page as a single file, which opens from a disk.
#
# Usage: board/build.sh [FOLDER]     (default: target/board)
#        board/build.sh --help
#
# The folder is new, empty, or that of an earlier build. It is replaced once the page is complete, and refused if it
# holds other files.
#
# `rustup target add wasm32-unknown-unknown` installs the target; Debian's packages rustc-web, rust-web-src
# and lld work too. With `rustup component add rust-src` the standard library is also compiled for several
# threads; without it, the engine has one thread. If wasm-opt is installed, it makes the module smaller; if
# npx can run esbuild, that makes the scripts and the styles of the page smaller.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'END'
Builds the static page of the board, with the engine inside, and dolmen.html, the same page as a single file.

Usage: board/build.sh [FOLDER]

FOLDER is new, empty, or that of an earlier build, which is replaced once the new page is complete; a folder with
other files is refused. A relative path counts from the root of the repository. The default is target/board.
END
}

# Reports a mistake, and ends the script: TEXT.
refuse() {
    printf '%s: %s\n' "$0" "$1" >&2
    exit 1
}

# Prints the files that an earlier build wrote into a folder, which the first line of its service worker names: FOLDER.
files_of_build() {
    local release
    release=$(head -n 1 "$1/service-worker.js" 2>/dev/null) || return 0
    [[ $release == 'self.release = '* ]] || return 0
    printf '%s\n' dolmen.html service-worker.js
    grep -oE '"[^"]+":"[0-9a-f]{64}"' <<<"$release" | cut -d '"' -f 2
}

# Refuses what a build must not replace: a file, or a folder with files that no build wrote. FOLDER.
check_folder() {
    [[ -e $1 ]] || return 0
    [[ -d $1 ]] || refuse "$1 is a file: expected a new or empty folder, or that of an earlier build"
    local others count
    others=$(LC_ALL=C comm -13 <(files_of_build "$1" | LC_ALL=C sort) \
        <(find "$1" -mindepth 1 \( ! -type d -o -empty \) -printf '%P\n' | LC_ALL=C sort))
    [[ -n $others ]] || return 0
    count=$(wc -l <<<"$others")
    others=$(head -n 10 <<<"$others" | sed 's/^/    /')
    ((count <= 10)) || others+=$'\n'"    and $((count - 10)) more"
    refuse "$1 has files that no earlier build wrote: expected a new or empty folder, or that of an earlier build alone"$'\n'"$others"
}

# Bundles the modules of each script of the page and minifies scripts and styles: FOLDER.
minify() {
    local esbuild=(npx --yes esbuild@0.28.0) page=$1 short
    if ! "${esbuild[@]}" --version >/dev/null 2>&1; then
        echo "$0: npx cannot run esbuild, so the scripts and the styles stay as they are written" >&2
        return
    fi
    esbuild+=(--bundle --minify --charset=utf8 --format=esm --log-level=warning --outbase=.)
    short=$(mktemp -d)
    # The table in the page is loaded after the first screen, and finds the module and the workers beside its script.
    (
        cd "$page"
        "${esbuild[@]}" --outdir="$short" --external:./wasm/local.js main.js
        "${esbuild[@]}" --outdir="$short" ./*.css service-worker.js wasm/{local,table-worker}.js \
            engine/{worker,thread-worker}.js
        find . -name '*.js' -delete
        find . -type d -empty -delete
    )
    cp -R "$short/." "$page"
    rm -r "$short"
}

case ${1:-} in
    -h | --help)
        usage
        exit
        ;;
    -*) refuse "unknown option \"$1\": expected a folder or --help" ;;
esac
(($# <= 1)) || refuse "$# arguments: expected one folder at most"
folder=$(realpath -m -- "${1:-target/board}")
check_folder "$folder"
target=${CARGO_TARGET_DIR:-target}
source npm/module.sh

if [[ -d $(rustc --print sysroot)/lib/rustlib/src/rust/library ]]; then
    # A memory that several workers share comes from the page. npm/src/instance.js has the same sizes, and
    # uses the exported names to begin a thread.
    flags='"-C", "target-feature=+atomics,+bulk-memory"'
    for argument in shared-memory import-memory initial-memory=67108864 max-memory=536870912 \
        export={__stack_pointer,__tls_size,__wasm_init_tls}; do
        flags+=", \"-C\", \"link-arg=--$argument\""
    done
    # The compiler is stable; only the build of its standard library needs unstable features.
    RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$target/threads cargo build --target wasm32-unknown-unknown \
        -Zbuild-std=std,panic_abort --config "target.wasm32-unknown-unknown.rustflags = [$flags]" \
        --profile dist --package dolmen-wasm
    built=$target/threads/wasm32-unknown-unknown/dist/dolmen_wasm.wasm
    wasm_features+=(--enable-threads)
else
    built=$(wasm_build dolmen-wasm)
fi

# The page is made beside the folder, which stays as it is until the page is complete.
mkdir -p "$(dirname "$folder")"
room=$(mktemp -d "$folder.XXXXXX")
page=$room/page
earlier=$room/earlier

# Puts an earlier build back unless the new one has taken its place, and removes the room.
clear_room() {
    [[ ! -e $earlier || -e $folder ]] || mv -T "$earlier" "$folder"
    rm -rf "$room"
}
trap clear_room EXIT

mkdir -p "$page/engine"
# The scripts of the package dolmen-engine that the page uses.
for script in worker errors instance load program serve signal thread-worker; do
    cp "npm/src/$script.js" "$page/engine"
done
cp -R board/page/. "$page"
rm -rf "$page"/tests "$page"/*.json
sed -i 's#"../../../npm/src/#"../engine/#' "$page"/wasm/*.js
wasm_optimise "$built" "$page/wasm/dolmen.wasm" -O3
cargo run --quiet --package board --example single_page -- "$page" "$page/dolmen.html" >/dev/null
minify "$page"
cargo run --quiet --package board --example installable -- "$page"

# Files may have been added meanwhile.
check_folder "$folder"
[[ ! -e $folder ]] || mv -T "$folder" "$earlier"
mv -T "$page" "$folder"
printf '%s: %s bytes, the module %s, the single file dolmen.html %s; scripts and styles %s bytes gzipped\n' "$folder" \
    "$(du -sb "$folder" | cut -f1)" "$(stat -c %s "$folder/wasm/dolmen.wasm")" "$(stat -c %s "$folder/dolmen.html")" \
    "$(find "$folder" -name '*.js' -o -name '*.css' | xargs -I{} gzip -9 --stdout {} | wc -c)"
