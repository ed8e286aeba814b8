#!/usr/bin/env bash
# A tournament in 1, 2 and 4 parts through GNU parallel on this machine, one worker killed on the
# way each time: the command that began it goes on, and the results are those of one run without
# parts.
#
#   parallel.sh [FOLDER]      of tournament [it is built]
set -euo pipefail

repository=$(cd "$(dirname "$0")/../../.." && pwd)
if ! command -v parallel >/dev/null || ! parallel --version 2>/dev/null | grep -q '^GNU parallel'
then
    printf 'left out: %s, because GNU parallel is not installed\n' "${0##*/}" >&2
    exit 0
fi
if (($# == 0)); then
    (cd "$repository" && cargo build --quiet -p tournament)
fi
programs=$(cd "${1:-$repository/target/debug}" && pwd)
room=$(mktemp --directory)
trap 'rm --recursive --force "$room"' EXIT
# shellcheck source=tournament/cluster/tests/common.sh
source "$repository/tournament/cluster/tests/common.sh"
# Divides the tournament into N parts, and has the last killed.
attempt() {
    local shards=$1 last="$(($1 - 1))/$1" code=0 part
    mkdir "$room/$shards"
    cd "$room/$shards"
    make_witness
    local run=("$repository/tournament/cluster/parallel/run.sh"
        "$shards" league.jsonl "${league[@]}" --concurrency 1)
    export JOBS=2 TOURNAMENT="$room/witness"
    "${run[@]}" >first.out 2>first.err &
    kill_part "$last" "league-${last%/*}-of-$shards.jsonl"
    wait $! || code=$?
    ((code == 75)) || fail "a tournament that lacks games ended with $code: $(cat first.err)"
    grep --quiet "^shard $last: [0-9]* of [0-9]* games are missing" first.err || fail "$(cat first.err)"
    "${run[@]}" >second.out 2>second.err || fail "$(cat second.err)"
    check_starts "$last"
    compare "$room/whole.jsonl" league.jsonl
}

play_whole
for shards in 1 2 4; do
    attempt "$shards"
done
