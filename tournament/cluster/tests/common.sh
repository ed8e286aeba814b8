# shellcheck shell=bash
# What the tests of sharded tournaments share; to be sourced. Needs `$programs`, the folder of
# tournament, and `$room`, an empty folder.

: "${programs:?}" "${room:?}"

# Games whose results depend on nothing but the plan: searches end by nodes.
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

# A program that notes which process plays which part, and becomes the runner.
make_witness() {
    cat >"$room/witness" <<END
#!/bin/sh
[ "\$1" = run ] && echo "\$3 \$\$" >>'$room/starts'
exec '$programs/tournament' "\$@"
END
    chmod +x "$room/witness"
    : >"$room/starts"
}

# Whether the killed part was begun twice and all others once.
check_starts() {
    local killed=$1 count="${1#*/}" part times
    for ((part = 0; part < count; part++)); do
        times=$(grep --count "^$part/$count " "$room/starts" || true)
        (("$times" == 1 + ("$part" == "${killed%/*}"))) ||
            fail "wrong parts were begun: $(cat "$room/starts")"
    done
    say "$count parts, only the killed one was begun again"
}

# The tournament in one piece, as `$room/whole.jsonl`.
play_whole() {
    "$programs/tournament" run "${league[@]}" --concurrency 2 --state "$room/alone.jsonl" \
        >/dev/null 2>&1 || fail "the tournament in one piece failed"
    "$programs/tournament" merge "$room/alone.jsonl" --output "$room/whole.jsonl" >/dev/null 2>&1
}

# Kills the process of a part when two of its games are finished.
kill_part() {
    local shard=$1 file=$2 process
    local deadline=$((SECONDS + 120))
    until [[ -e "$file" ]] && (($(wc --lines <"$file") >= 3)); do
        ((SECONDS < deadline)) || fail "part $shard makes no progress"
        sleep 0.02
    done
    process=$(grep "^$shard " "$room/starts" | tail --lines=1 | cut --delimiter=' ' --fields=2)
    kill -KILL "$process"
    say "killed part $shard, process $process, after $(($(wc --lines <"$file") - 1)) games"
}

# The games of a file without what clocks and machines tell.
games_of() {
    tail --lines=+2 "$1" |
        sed --regexp-extended \
            's/"(time_ms|longest_ms|late|latest_ms|machine_ms|peak_memory|foreign_cpu_ms|ms|started|host|replays)":[-+.0-9e]+,?//g
             s/"killed":"[^"]*",?//g'
}

# The statistics of a file without its table of times.
statistics_of() {
    "$programs/tournament" stats "$1" 2>/dev/null | sed '/^Engine  *Moves/,/^$/d'
}

# Whether two merged files hold the same tournament.
compare() {
    local one=$1 other=$2
    diff <(games_of "$one") <(games_of "$other") >&2 || fail "the games differ"
    diff <(statistics_of "$one") <(statistics_of "$other") >&2 || fail "the statistics differ"
    say "$(games_of "$one" | wc --lines) games and the statistics are identical"
}
