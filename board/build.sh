#!/usr/bin/env bash
# Builds the static page: the board with the engine inside, for any web server, which browsers can install
# and which then works offline; and dolmen.html, the same page as a single file, which opens from a disk.
#
# Usage: board/build.sh [FOLDER]     (default: target/board)
#
# `rustup target add wasm32-unknown-unknown` is the usual way to the toolchain; Debian's packages
# rustc-web, rust-web-src and lld do as well. With `rustup component add rust-src` the standard library is
# compiled for several threads, too; without, the engine has one. wasm-opt makes the module smaller where it is
# installed.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-target/board}
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
    # The compiler is stable; only its own standard library asks for more.
    RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$target/threads cargo build --target wasm32-unknown-unknown \
        -Zbuild-std=std,panic_abort --config "target.wasm32-unknown-unknown.rustflags = [$flags]" \
        --profile dist --package dolmen-wasm
    built=$target/threads/wasm32-unknown-unknown/dist/dolmen_wasm.wasm
    wasm_features+=(--enable-threads)
else
    built=$(wasm_build dolmen-wasm)
fi

rm -rf "$folder"
mkdir -p "$folder"
cp -R board/page/. "$folder"
rm -rf "$folder"/tests "$folder"/*.json
# The scripts of the package dolmen-engine that the page uses.
mkdir "$folder/engine"
for script in errors instance load program serve signal thread-worker worker; do
    cp "npm/src/$script.js" "$folder/engine"
done
sed -i 's#"../../../npm/src/#"../engine/#' "$folder"/wasm/*.js
wasm_optimise "$built" "$folder/wasm/dolmen.wasm" -O3
cargo run --quiet --package board --example single_page -- "$folder" \
    "$folder/dolmen.html"
cargo run --quiet --package board --example installable -- "$folder"
printf '%s: %s bytes, the module %s\n' "$folder" \
    "$(du -sb "$folder" | cut -f1)" "$(stat -c %s "$folder/wasm/dolmen.wasm")"
