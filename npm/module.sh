# Functions for scripts that build modules for WebAssembly; to be sourced in the root of the repository.
source tools/products.sh

# The features that Rust's compiler uses; a stripped module does not name them.
wasm_features=(--enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int
    --enable-mutable-globals --enable-multivalue --enable-reference-types)

# Makes a built module smaller, where wasm-opt is installed: FROM TO OPTION...
wasm_optimise() {
    if command -v wasm-opt >/dev/null; then
        wasm-opt "${wasm_features[@]}" "${@:3}" "$1" -o "$2"
    else
        cp "$1" "$2"
    fi
}

# Builds the module of a package for one thread, and prints its path: PACKAGE.
wasm_build() {
    tools/cross wasm32-unknown-unknown build --quiet --profile dist --package "$1" >&2 || return
    printf '%s/%s.wasm' "$(products wasm32-unknown-unknown dist)" "${1//-/_}"
}
