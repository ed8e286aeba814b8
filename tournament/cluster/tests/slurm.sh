#!/usr/bin/env bash
# Plays a tournament in 1, 2 and 4 shards as a Slurm array on this machine and kills one task each time.
# After its index is submitted again, a job merges the shards, with the results of a run without shards.
#
# The test does not install Slurm: it unpacks the Debian packages in a temporary folder and runs the daemons
# from there, on free ports and without authentication. Requires root, on Debian or a derivative.
#
#   slurm.sh [FOLDER]      with the tournament program [built by this script]
set -euo pipefail

packages=(slurmctld slurmd slurm-client slurm-wlm-basic-plugins libmunge2 libhwloc15 libpmix2)
repository=$(cd "$(dirname "$0")/../../.." && pwd)

leave_out() {
    printf 'left out: %s, because %s\n' "${0##*/}" "$*" >&2
    exit 0
}

((EUID == 0)) || leave_out "it is not run by root"
command -v apt-get >/dev/null || leave_out "this is not Debian"
if (($# == 0)); then
    (cd "$repository" && cargo build --quiet -p tournament)
fi
programs=$(cd "${1:-$repository/target/debug}" && pwd)
room=$(mktemp --directory)
# shellcheck source=tournament/cluster/tests/common.sh
source "$repository/tournament/cluster/tests/common.sh"

daemons=()
clean_up() {
    if ((${#daemons[@]})); then
        scancel --user="$(id --user --name)" 2>/dev/null || true
        # The daemon of the node is stopped before that of the controller.
        local daemon
        for daemon in "${daemons[@]}"; do
            kill "$daemon" 2>/dev/null || true
            wait "$daemon" 2>/dev/null || true
        done
    fi
    rm --recursive --force "$room"
}
trap clean_up EXIT

mkdir "$room/debs" "$room/root" "$room/state" "$room/spool" "$room/play"
(cd "$room/debs" && apt-get download --quiet=2 "${packages[@]}" >/dev/null 2>&1) ||
    leave_out "the packages of Slurm cannot be fetched (apt-get update?)"
for package in "$room"/debs/*.deb; do
    dpkg --extract "$package" "$room/root"
done
library=$(dirname "$(find "$room/root" -name 'libmunge.so.2')")
export PATH="$room/root/usr/bin:$PATH" SLURM_CONF="$room/slurm.conf"
export LD_LIBRARY_PATH="$library:$library/slurm-wlm"

# Prints a free port outside the range of ephemeral ports.
port() {
    local port
    for port in $(shuf --input-range=20000-30000 --head-count=50); do
        if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            echo "$port"
            return
        fi
    done
}

host=$(hostname --short)
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(port)
SlurmdPort=$(port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
PluginDir=$library/slurm-wlm
StateSaveLocation=$room/state
SlurmdSpoolDir=$room/spool
SlurmctldPidFile=$room/slurmctld.pid
SlurmdPidFile=$room/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
ReturnToService=2
MinJobAge=3600
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=8000 State=UNKNOWN
PartitionName=test Nodes=$host Default=YES State=UP
END

"$room/root/usr/sbin/slurmctld-wlm" -D -f "$SLURM_CONF" >"$room/slurmctld.log" 2>&1 &
daemons+=($!)
"$room/root/usr/sbin/slurmd-wlm" -D -f "$SLURM_CONF" -N "$host" \
    -d "$room/root/usr/sbin/slurmstepd-wlm" >"$room/slurmd.log" 2>&1 &
daemons=($! "${daemons[@]}")
deadline=$((SECONDS + 60))
until [[ "$(sinfo --noheader --format=%t 2>/dev/null)" == idle ]]; do
    ((SECONDS < deadline)) || fail "Slurm does not come up: $(tail --lines=5 "$room"/slurm*.log)"
    sleep 0.5
done
say "$(sinfo --version) has node $host with $(nproc) cores"

export TOURNAMENT="$room/witness" SBATCH_MORE="--cpus-per-task=1"

# Submits a tournament in N shards and prints the identifiers of the array and of the merging job.
submit() {
    "$repository/tournament/cluster/slurm/submit.sh" \
        "$1" league.jsonl "${league[@]}" --concurrency 1 | tr --complement --delete '0-9\n '
}

# Waits for the end of a job and prints its last state; for an array, that of each task.
state_of() {
    local deadline=$((SECONDS + 180)) states
    while :; do
        states=$(squeue --noheader --array --states=all --jobs="$1" --format='%K:%T:%r' | sort)
        if ! grep --quiet --extended-regexp 'PENDING|RUNNING|COMPLETING|CONFIGURING' <<<"$states"
        then
            tr '\n' ' ' <<<"$states"
            return
        fi
        ((SECONDS < deadline)) || fail "job $1 does not end: $states"
        sleep 0.5
    done
}

# Plays the tournament in N shards and kills the last one.
attempt() {
    local shards=$1 index=$(($1 - 1)) array merge
    mkdir "$room/play/$shards"
    cd "$room/play/$shards"
    make_witness
    read -r array merge <<<"$(submit "$shards")"
    say "array $array of $shards tasks, then job $merge"
    kill_shard "$index/$shards" "league-$index-of-$shards.jsonl"
    say "tasks: $(state_of "$array")"
    say "task $index: $(scontrol show job "${array}_$index" |
        grep --only-matching 'ExitCode=[0-9:]*')"
    say "merge: $(state_of "$merge")"
    [[ ! -e league.jsonl ]] || fail "a failed array was merged"

    read -r array merge <<<"$(ONLY=$index submit "$shards")"
    say "array $array of index $index again, then job $merge"
    say "task: $(state_of "$array")"
    say "merge: $(state_of "$merge")"
    [[ -e league.jsonl ]] || fail "nothing was merged: $(cat merge-*.log)"
    check_starts "$index/$shards"
    compare "$room/whole.jsonl" league.jsonl
}

play_whole
for shards in 1 2 4; do
    attempt "$shards"
done
