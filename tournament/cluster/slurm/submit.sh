#!/usr/bin/env bash
# Submits a tournament in N shards as a Slurm array, and a job that merges their results into FILE
# when all have finished. Prints the identifiers of both jobs. All nodes must share this folder.
#
#   submit.sh N FILE ARGUMENTS…       arguments of `tournament run` except --shard and --state
#
# TOURNAMENT    the program [tournament]
# ONLY          shards to submit, such as 2,5-7 after failures [all]
# SBATCH_MORE   additional options of sbatch, such as "--partition=long --time=8:00:00" [none]; sbatch
#               itself reads SBATCH_PARTITION, SBATCH_ACCOUNT and the like
set -euo pipefail

if (($# < 2)); then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
shards=$1 results=$2
shift 2
read -ra more <<<"${SBATCH_MORE:-}"
array=$(sbatch --parsable --array="${ONLY:-0-$((shards - 1))}" "${more[@]}" \
    "$here/array.sbatch" "$shards" "$results" "$@")
merge=$(sbatch --parsable --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
    "${more[@]}" "$here/merge.sbatch" "$shards" "$results")
printf 'array %s, merge %s\n' "$array" "$merge"
