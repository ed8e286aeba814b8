# Functions about the products of tools/cross; to be sourced.

# Returns whether the toolchain has the standard library of a target: TARGET.
has_standard_library() {
    [[ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ]]
}

# Prints the folder of the products of tools/cross: TARGET PROFILE.
products() {
    local folder=${CARGO_TARGET_DIR:-target}
    has_standard_library "$1" || folder+=/cross
    printf '%s/%s/%s' "$folder" "$1" "$2"
}
