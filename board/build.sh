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
module=dolmen_wasm.wasm
release=wasm32-unknown-unknown/dist/$module
target=${CARGO_TARGET_DIR:-target}
# What Rust's compiler uses; a stripped module does not say it.
features=(--enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int
    --enable-mutable-globals --enable-multivalue --enable-reference-types)

if [[ -d $(rustc --print sysroot)/lib/rustlib/src/rust/library ]]; then
    # A memory that several workers share comes from the page. board/page/wasm/module.js has the same sizes, and
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
    built=$target/threads/$release
    features+=(--enable-threads)
else
    tools/cross wasm32-unknown-unknown build --profile dist --package dolmen-wasm
    built=$target/$release
    [[ -f $built && ! $target/cross/$release -nt $built ]] || built=$target/cross/$release
fi

rm -rf "$folder"
mkdir -p "$folder"
cp -R board/page/. "$folder"
rm -rf "$folder"/tests "$folder"/*.json
if command -v wasm-opt >/dev/null; then
    wasm-opt -O3 "${features[@]}" "$built" -o "$folder/wasm/dolmen.wasm"
else
    cp "$built" "$folder/wasm/dolmen.wasm"
fi
cargo run --quiet --package board --example single_page -- "$folder" \
    "$folder/dolmen.html"
cargo run --quiet --package board --example installable -- "$folder"
printf '%s: %s bytes, the module %s\n' "$folder" \
    "$(du -sb "$folder" | cut -f1)" "$(stat -c %s "$folder/wasm/dolmen.wasm")"
