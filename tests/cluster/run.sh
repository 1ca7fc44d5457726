#!/usr/bin/env bash
# Asks the real Slurm (Debian: slurm-wlm): starts a cluster of one node on this machine, for this test alone, and lets `submit`,
# `status`, `cancel` and `merge` work with it. Takes about a minute. Without Slurm it is skipped (exit code 77).
#   tests/cluster/run.sh [PROGRAM]     PROGRAM is coterie-cli (default: build/app/coterie-cli)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cli="${1:-$root/build/app/coterie-cli}"
# shellcheck source=tests/cluster/one_node.sh
source "$root/tests/cluster/one_node.sh"
if [[ -n $(missing_of_slurm) ]]; then
    echo "skipped: there is no $(missing_of_slurm) (Debian: slurm-wlm)"
    exit 77
fi

work="$(mktemp -d)"
finish() {
    local status=$?
    stop_slurm
    if ((status != 0)); then
        tail -n 30 "$work"/slurm/*.log "$work"/*/*/task_*.log 2>/dev/null || true
    fi
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT

expect() { # expect WHAT TEXT PART
    [[ $2 == *"$3"* ]] || fail "$1: expected \"$3\" in:"$'\n'"$2"
    echo "ok: $1"
}
start_slurm

# --- an experiment ----------------------------------------------------------------------------------------------------
export XDG_DATA_HOME="$work/home"
place="$work/it's a \"place\" \$HOME"
mkdir -p "$place"
cd "$place"
cat >small.json <<'END'
{ "schema": 1, "name": "Small",
  "data": { "dataset": { "name": "glyphDigits", "samples": 400 },
            "partition": { "scheme": "iid", "clients": 4 }, "test": { "share": 0.25 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 20, "localEpochs": 1 },
  "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 3, "seeds": [1, 2, 3, 4, 5, 6] }
END
rounds() { "$cli" export small.json --what rounds --out - "$@"; }
ended() { # not where `status` has no answer
    local said
    said="$("$cli" status "$1" --json)" && [[ $said != *'"live":true'* ]]
}
runs() { "$cli" status "$1" --json | grep -q '"state":"running"'; }

# --- an array of twelve, three at a time ------------------------------------------------------------------------------
said="$("$cli" submit small.json --at-once 3 --db all.sqlite --slurm "--comment 'two words'")"
expect "submit" "$said" "12 tasks with 12 runs"
expect "a task is not submitted twice" "$("$cli" submit small.json --db all.sqlite)" "Nothing else to submit"
until_done "the tasks have ended" ended small.tasks
expect "status" "$("$cli" status small.tasks)" "12 of 12 runs finished."
expect "merge" "$("$cli" merge small.tasks)" "Merged as runs 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12."
"$cli" run small.json --db whole.sqlite >/dev/null
diff <(rounds --db all.sqlite) <(rounds --db whole.sqlite) || fail "the cluster's numbers are others"
echo "ok: the numbers are those of one machine"
expect "nothing is missing" "$("$cli" submit small.json)" "All runs of these tasks are finished."

# --- cancelled while it runs, and resumed ----------------------------------------------------------------------------------
long=(--set /rounds=4000 --arm FedAvg --seed 1 --seed 2 --out long.tasks --db long.sqlite)
said="$("$cli" submit small.json "${long[@]}" --slurm "-c 2")"
expect "submit again" "$said" "2 tasks with 2 runs"
signal() { pkill "-$1" -f '/long[.]tasks/task_[12][.]sqlite'; }
# However slow this machine is, the run has not ended when it is cancelled: it stands still meanwhile.
held() { [[ -s long.tasks/task_1.sqlite && -s long.tasks/task_1.log ]] && signal STOP; }
until_done "its run has begun" held
until_done "a task runs" runs long.tasks
expect "merge leaves what runs" "$("$cli" merge long.tasks)" "Left for later: "
expect "cancel" "$("$cli" cancel long.tasks)" "Cancelled "
signal CONT || true
until_done "the tasks are cancelled" ended long.tasks
expect "status" "$("$cli" status long.tasks)" "incomplete, cancelled"
said="$("$cli" submit small.json "${long[@]}" --ranks 2 --slurm "-c 2 --time=10")"
expect "submit what is missing" "$said" "Submitted job "
until_done "the tasks have ended" ended long.tasks
expect "status" "$("$cli" status long.tasks)" "2 of 2 runs finished."
"$cli" merge long.tasks >/dev/null
expect "no run began anew" "$("$cli" list --db long.tasks/task_1.sqlite --json | wc -l)" 1

# --- what Slurm refuses -----------------------------------------------------------------------------------------------
if said="$("$cli" submit small.json --out none.tasks --slurm --partition=nowhere 2>&1)"; then
    fail "a partition that is not there was accepted"
fi
expect "a refusal has Slurm's words" "$said" "sbatch: refuses the job: invalid partition specified: nowhere"
echo "all passed"
