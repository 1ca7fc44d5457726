# Sourced by tests that need the real Slurm (Debian: slurm-wlm): a cluster of one node on this machine, for one test alone, that
# needs no rights. The test has made the folder $work, and calls stop_slurm before it removes it.
# shellcheck shell=bash
: "${work=}"

PATH="$PATH:/usr/sbin"
slurm_daemons=() # the node before the controller

fail() {
    echo "FAIL: $*" >&2
    exit 1
}
# until_done WHAT COMMAND…: waits, at most a quarter of an hour, until the command succeeds.
until_done() {
    local what="$1" end=$((SECONDS + 900))
    shift
    until "$@"; do
        ((SECONDS < end)) || fail "waited too long until $what"
        sleep 0.2
    done
}

# The program of Slurm that is missing here; empty: none.
missing_of_slurm() {
    local program
    for program in slurmctld slurmd sbatch srun; do
        command -v "$program" >/dev/null || { echo "$program" && return; }
    done
}

node_is_idle() { [[ $(sinfo --noheader --format=%T 2>/dev/null) == idle ]]; }

start_slurm() {
    local host
    host="$(hostname -s)"
    mkdir -p "$work/slurm/state" "$work/slurm/node"
    export SLURM_CONF="$work/slurm/slurm.conf"
    cat >"$SLURM_CONF" <<END
ClusterName=coterie
SlurmctldHost=$host(127.0.0.1)
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/none
CredType=cred/none
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$((20000 + $$ % 6000 * 2))
SlurmdPort=$((20001 + $$ % 6000 * 2))
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/node
SlurmctldPidFile=$work/slurm/slurmctld.pid
SlurmdPidFile=$work/slurm/slurmd.pid
SlurmctldLogFile=$work/slurm/slurmctld.log
SlurmdLogFile=$work/slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    slurmctld -D >/dev/null 2>&1 &
    slurm_daemons=($!)
    slurmd -D >/dev/null 2>&1 &
    slurm_daemons=($! "${slurm_daemons[@]}")
    until_done "the node is up" node_is_idle
}

stop_slurm() {
    local daemon tries
    ((${#slurm_daemons[@]} > 0)) || return 0
    scancel --user="$(id -un)" 2>/dev/null || true
    # The node waits for a job that cannot tell the controller its end.
    for ((tries = 0; tries < 300; ++tries)); do
        [[ -n $(squeue --noheader 2>/dev/null) ]] || break
        sleep 0.2
    done
    for daemon in "${slurm_daemons[@]}"; do
        kill "$daemon" 2>/dev/null || true
        wait "$daemon" 2>/dev/null || true
    done
}
