#!/usr/bin/env bash
# Draws the icons of the installed page from board/page/icon.svg, with Chromium.
set -euo pipefail
cd "$(dirname "$0")/page"

drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT

# Draws the picture: its size in pixels, the percentage of the icon that it fills, and the background colour.
draw() {
    local size=$1 part=$2 color=$3 file=$4
    cat >"$drawn/icon.html" <<HTML
<!doctype html><style>html { height: 100%; background: $color }
body { margin: 0; height: 100%; display: grid; place-items: center }
svg { width: $part%; height: $part% }</style>$(<icon.svg)
HTML
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
        --default-background-color=00000000 --window-size="$size,$size" \
        --screenshot="$PWD/icons/$file" "file://$drawn/icon.html" 2>/dev/null
}

mkdir -p icons
draw 192 100 transparent 192.png
draw 512 100 transparent 512.png
# Systems cut a maskable icon to a shape of their own: the picture keeps to the middle.
draw 512 80 '#e4bb78' maskable.png
