#!/usr/bin/env bash
# Plays a tournament in 1, 2 and 4 shards through GNU parallel on this machine and kills one worker each
# time. The same command must continue it, with the results of a run without shards.
#
#   parallel.sh [FOLDER]      with the tournament program [built by this script]
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
# Plays the tournament in N shards and kills the last one.
attempt() {
    local shards=$1 last="$(($1 - 1))/$1" code=0
    mkdir "$room/$shards"
    cd "$room/$shards"
    make_witness
    local run=("$repository/tournament/cluster/parallel/run.sh"
        "$shards" league.jsonl "${league[@]}" --concurrency 1)
    export JOBS=2 TOURNAMENT="$room/witness"
    "${run[@]}" >first.out 2>first.err &
    kill_shard "$last" "league-${last%/*}-of-$shards.jsonl"
    wait $! || code=$?
    ((code == 75)) || fail "an incomplete tournament ended with $code: $(cat first.err)"
    grep --quiet "^shard $last: [0-9]* of [0-9]* games are missing" first.err || fail "$(cat first.err)"
    "${run[@]}" >second.out 2>second.err || fail "$(cat second.err)"
    check_starts "$last"
    compare "$room/whole.jsonl" league.jsonl
}

play_whole
for shards in 1 2 4; do
    attempt "$shards"
done
