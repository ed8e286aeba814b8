#!/usr/bin/env bash
# A tournament in three parts through GNU parallel on this machine, one worker killed on the way:
# the command that began it goes on, and the results are those of one run without parts.
#
#   parallel.sh [FOLDER]      of tournament, pbrain-dolmen and house [they are built]
set -euo pipefail

repository=$(cd "$(dirname "$0")/../../.." && pwd)
if ! command -v parallel >/dev/null || ! parallel --version 2>/dev/null | grep -q '^GNU parallel'
then
    printf 'left out: %s, because GNU parallel is not installed\n' "$(basename "$0")" >&2
    exit 0
fi
if (($# == 0)); then
    (cd "$repository" && cargo build --quiet --bins -p tournament -p dolmen -p house)
fi
programs=$(cd "${1:-$repository/target/debug}" && pwd)
room=$(mktemp --directory)
trap 'rm --recursive --force "$room"' EXIT
# shellcheck source=tournament/cluster/tests/common.sh
source "$repository/tournament/cluster/tests/common.sh"
make_witness
cd "$room"

sharded() {
    JOBS=2 TOURNAMENT="$room/witness" "$repository/tournament/cluster/parallel/run.sh" \
        3 league.jsonl "${league[@]}" --concurrency 1
}

sharded >first.out 2>first.err &
kill_part 1/3 league-1-of-3.jsonl
code=0
wait $! || code=$?
((code == 75)) || fail "a tournament that lacks games ended with $code: $(tail --lines=3 first.err)"
grep --quiet '^shard 1/3: [0-9]* of [0-9]* games missing' first.err || fail "$(cat first.err)"
sharded >second.out 2>second.err || fail "$(cat second.err)"
for part in 0/3:1 1/3:2 2/3:1; do
    (($(starts_of "${part%:*}") == ${part#*:})) || fail "wrong parts were begun: $(cat starts)"
done
say "only the killed part was begun again"

"$programs/tournament" run "${league[@]}" --concurrency 2 --state alone.jsonl >/dev/null 2>&1
"$programs/tournament" merge alone.jsonl --output whole.jsonl >/dev/null 2>&1
compare whole.jsonl league.jsonl
