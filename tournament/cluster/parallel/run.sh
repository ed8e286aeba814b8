#!/usr/bin/env bash
# A tournament in N parts through GNU parallel, on this machine or on the hosts of a file, and
# their results merged into FILE. The same command goes on after whatever went wrong.
#
#   run.sh N FILE ARGUMENTS…          what `tournament run` takes, without --shard and --state
#
# TOURNAMENT   the program [tournament]
# JOBS         parts at once on each host [1]; a part plays --concurrency games at once
# HOSTS        a file of hosts for ssh, one a line, `:` for this one [none: only this one].
#              The program, the engines and the openings must lie at the same places on all;
#              the files of results are sent there and fetched back.
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
    # Files of results only grow: the longer one is never written over by the shorter, also not
    # where a connection was lost. An empty one is a part in which nothing is played yet.
    export PARALLEL_RSYNC_OPTS="${PARALLEL_RSYNC_OPTS:--rlDzR --append-verify}"
    for ((shard = 0; shard < shards; shard++)); do
        : >>"${part/@shard@/$shard}"
    done
fi

# When it is ended itself, it lets running games end for a minute, then has them broken off.
failed=0
seq 0 $((shards - 1)) |
    parallel --will-cite --quote -I @shard@ "${where[@]}" --line-buffer --tag \
        --termseq TERM,60000,TERM,5000,KILL,25 \
        --joblog "$name.joblog" --resume-failed \
        "${TOURNAMENT:-tournament}" run --shard "@shard@/$shards" --state "$results" --plain "$@" \
        >>"$name.shards.log" || failed=$?
if ((failed)); then
    printf '%s: not all parts came to their end (%s.joblog); the same command goes on\n' \
        "$0" "$name" >&2
fi
exec "${TOURNAMENT:-tournament}" merge "$name"-*-of-"$shards.jsonl" --output "$results"
