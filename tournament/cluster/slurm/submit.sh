#!/usr/bin/env bash
# A tournament in N parts as a Slurm array, and a job that merges them into FILE when all have
# come to their end. Says the numbers of both jobs. All nodes must see this folder.
#
#   submit.sh N FILE ARGUMENTS…       what `tournament run` takes, without --shard and --state
#
# TOURNAMENT    the program [tournament]
# ONLY          the parts to submit, such as 2,5-7 [all]; for those that failed
# SBATCH_MORE   more options of sbatch, such as "--partition=long --time=8:00:00" [none]; sbatch
#               itself knows SBATCH_PARTITION, SBATCH_ACCOUNT and the like
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
