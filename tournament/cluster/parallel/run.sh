#!/usr/bin/env bash
# Plays a tournament in N shards with GNU parallel, on this machine or on the hosts of a file, and
# merges their results into FILE. Run the same command again to continue after a failure.
#
#   run.sh N FILE ARGUMENTS…          arguments of `tournament run` except --shard and --state
#
# TOURNAMENT   the program [tournament]
# JOBS         shards to play at once on each host [1]; a shard plays --concurrency games at once
# HOSTS        a file of hosts for ssh, one per text line, `:` for this one [none: only this one].
#              The program, the engines and the openings must have the same paths on all hosts;
#              the files of results are copied there and back.
set -euo pipefail

if (($# < 2)); then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
shards=$1 results=$2
shift 2
name=${results%.jsonl}
part="$name-@shard@-of-$shards.jsonl"

where=(--jobs "${JOBS:-1}")
if [[ -n "${HOSTS:-}" ]]; then
    where+=(--sshloginfile "$HOSTS" --workdir . --transferfile "$part" --return "$part")
    # Files of results only grow: with --append-verify a shorter file never overwrites a longer one, not
    # even after a lost connection. An empty file stands for a shard without games.
    export PARALLEL_RSYNC_OPTS="${PARALLEL_RSYNC_OPTS:--rlDzR --append-verify}"
    for ((shard = 0; shard < shards; shard++)); do
        : >>"${part/@shard@/$shard}"
    done
fi

# On SIGTERM, running games have a minute to finish before they are broken off.
failed=0
seq 0 $((shards - 1)) |
    parallel --will-cite --quote -I @shard@ "${where[@]}" --line-buffer --tag \
        --termseq TERM,60000,TERM,5000,KILL,25 \
        --joblog "$name.joblog" --resume-failed \
        "${TOURNAMENT:-tournament}" run --shard "@shard@/$shards" --state "$results" --plain "$@" \
        >>"$name.shards.log" || failed=$?
if ((failed)); then
    printf '%s: some shards did not finish (%s.joblog); run the same command again to continue\n' \
        "$0" "$name" >&2
fi
exec "${TOURNAMENT:-tournament}" merge "$name"-*-of-"$shards.jsonl" --output "$results"
