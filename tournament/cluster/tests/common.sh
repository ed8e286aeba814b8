# shellcheck shell=bash
# Functions shared by the tests of sharded tournaments; to be sourced. Requires `$programs`, the folder of
# the built tournament program, and `$room`, an empty folder.

: "${programs:?}" "${room:?}"

# Games whose results depend on the plan alone: searches are limited by nodes.
# shellcheck disable=SC2034
league=(
    --engine "name=dolmen,cmd='$programs/tournament' engine dolmen"
    --engine "name=bold,cmd='$programs/tournament' engine house-b-bold"
    --engine "name=c,cmd='$programs/tournament' engine house-c"
    --nodes 300 --tc 0/0 --startup 120s --rule standard --games 8 --keep-messages=false
)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Makes a wrapper that records the process of each shard before it executes the runner.
make_witness() {
    cat >"$room/witness" <<END
#!/bin/sh
[ "\$1" = run ] && echo "\$3 \$\$" >>'$room/starts'
exec '$programs/tournament' "\$@"
END
    chmod +x "$room/witness"
    : >"$room/starts"
}

# Checks that the killed shard was started twice and every other one once: SHARD/COUNT.
check_starts() {
    local killed=$1 count="${1#*/}" shard times
    for ((shard = 0; shard < count; shard++)); do
        times=$(grep --count "^$shard/$count " "$room/starts" || true)
        (("$times" == 1 + ("$shard" == "${killed%/*}"))) ||
            fail "unexpected starts of shards: $(cat "$room/starts")"
    done
    say "$count shards, only the killed one was restarted"
}

# Plays the tournament without shards, into `$room/whole.jsonl`.
play_whole() {
    "$programs/tournament" run "${league[@]}" --concurrency 2 --state "$room/alone.jsonl" \
        >/dev/null 2>&1 || fail "the tournament without shards failed"
    "$programs/tournament" merge "$room/alone.jsonl" --output "$room/whole.jsonl" >/dev/null 2>&1
}

# Kills the process of a shard when two of its games are finished: SHARD FILE.
kill_shard() {
    local shard=$1 file=$2 process
    local deadline=$((SECONDS + 120))
    until [[ -e "$file" ]] && (($(wc --lines <"$file") >= 3)); do
        ((SECONDS < deadline)) || fail "shard $shard makes no progress"
        sleep 0.02
    done
    process=$(grep "^$shard " "$room/starts" | tail --lines=1 | cut --delimiter=' ' --fields=2)
    kill -KILL "$process"
    say "killed shard $shard, process $process, after $(($(wc --lines <"$file") - 1)) games"
}

# Prints the games of a file without the fields that depend on clocks and machines.
games_of() {
    tail --lines=+2 "$1" |
        sed --regexp-extended \
            's/"(time_ms|longest_ms|late|latest_ms|machine_ms|peak_memory|foreign_cpu_ms|ms|started|host|replays)":[-+.0-9e]+,?//g
             s/"killed":"[^"]*",?//g'
}

# Prints the statistics of a file without the table of times.
statistics_of() {
    "$programs/tournament" stats "$1" 2>/dev/null | sed '/^Engine  *Moves/,/^$/d'
}

# Checks that two merged files contain the same tournament.
compare() {
    local one=$1 other=$2
    diff <(games_of "$one") <(games_of "$other") >&2 || fail "the games differ"
    diff <(statistics_of "$one") <(statistics_of "$other") >&2 || fail "the statistics differ"
    say "$(games_of "$one" | wc --lines) games and the statistics are identical"
}
