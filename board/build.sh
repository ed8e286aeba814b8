#!/usr/bin/env bash
# Builds the static page: the board with the engine inside, for any web server, which browsers can install
# and which then works offline; and dolmen.html, the same page as a single file, which opens from a disk.
#
# Usage: board/build.sh [FOLDER]     (default: target/board)
#
# The folder is new, empty, or that of an earlier build, which is replaced.
#
# `rustup target add wasm32-unknown-unknown` installs the target; Debian's packages rustc-web, rust-web-src
# and lld work too. With `rustup component add rust-src` the standard library is also compiled for several
# threads; without it, the engine has one thread. If wasm-opt is installed, it makes the module smaller; if
# npx can run esbuild, that makes the scripts and the styles of the page smaller.
set -euo pipefail
cd "$(dirname "$0")/.."

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

folder=${1:-target/board}
# Every build writes this file first; the sources of the page do not have it.
mark=$folder/engine/worker.js
if [[ -e $folder && ! -f $mark && (! -d $folder || -n $(find "$folder" -mindepth 1 -print -quit)) ]]; then
    echo "$0: $folder is not of an earlier build: expected a new or empty folder, or that of an earlier build" >&2
    exit 1
fi
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

rm -rf "$folder"
mkdir -p "$folder/engine"
# The scripts of the package dolmen-engine that the page uses.
for script in worker errors instance load program serve signal thread-worker; do
    cp "npm/src/$script.js" "$folder/engine"
done
cp -R board/page/. "$folder"
rm -rf "$folder"/tests "$folder"/*.json
sed -i 's#"../../../npm/src/#"../engine/#' "$folder"/wasm/*.js
wasm_optimise "$built" "$folder/wasm/dolmen.wasm" -O3
cargo run --quiet --package board --example single_page -- "$folder" \
    "$folder/dolmen.html"
minify "$folder"
cargo run --quiet --package board --example installable -- "$folder"
printf '%s: %s bytes, the module %s; scripts and styles %s bytes gzipped\n' "$folder" \
    "$(du -sb "$folder" | cut -f1)" "$(stat -c %s "$folder/wasm/dolmen.wasm")" \
    "$(find "$folder" -name '*.js' -o -name '*.css' | xargs -I{} gzip -9 --stdout {} | wc -c)"
