#!/usr/bin/env bash
# The memory of ranks that deal the clients' models among themselves, as a small table: the largest of one process, of the ranks that
# hold all models, and of those that deal them, each in MB, without what an empty program takes.
#   tests/ranks/dealt_memory.sh [PROGRAM [CLIENTS [MODEL [RANKS [ARMS]]]]]     PROGRAM is coterie-cli (default: build/app/coterie-cli)
# CLIENTS (2000) have a MODEL (dnn_100) each. ARMS are some of "independent fedavg fedper ditto", which is the default, and "pfedme apfl
# perfedavg scaffold groups hcct fedamp", which take long with many clients. Exit code 77: the program was built without ranks; 1: a rank of RANKS (4) that
# deals models takes more than a half of what one process does.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cli="$(realpath "${1:-$here/../../build/app/coterie-cli}")"
clients="${2:-2000}"
model="${3:-dnn_100}"
ranks="${4:-4}"
read -r -a arms <<<"${5:-independent fedavg fedper ditto}"

work="$(mktemp -d)"
pid=
finish() {
    local status=$?
    [[ -z $pid ]] || kill -TERM "$pid" 2>/dev/null || true
    ((status == 0 || status == 77)) || tail -n 5 "$work/said" "$work/complaints" 2>/dev/null || true
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
export XDG_DATA_HOME="$work/home" TMPDIR="$work"

# experiment CLIENTS
experiment() {
    local groups="" first
    for first in 0 1 2 3 4 5 6 7 8 9; do # the clients with this last digit
        groups+="$(seq -s ' ' "$first" 10 $(($1 - 1))) | "
    done
    cat >"$work/experiment.json" <<JSON
{ "schema": 1, "name": "Dealt",
  "data": { "dataset": { "name": "glyphDigits", "samples": $((4 * $1)) },
            "partition": { "scheme": "iid", "clients": $1 }, "test": { "share": 0.25 } },
  "model": { "name": "$model" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 10, "localEpochs": 1 },
  "rounds": 4, "seeds": [1], "checkpointSeconds": 0, "keepModels": "none",
  "arms": [ { "name": "independent", "algorithm": { "name": "independent" } },
            { "name": "fedavg", "algorithm": { "name": "fedavg" } },
            { "name": "fedper", "algorithm": { "name": "fedper" } },
            { "name": "ditto", "algorithm": { "name": "ditto" } },
            { "name": "pfedme", "algorithm": { "name": "pfedme", "localRounds": 2, "innerSteps": 2 } },
            { "name": "apfl", "algorithm": { "name": "apfl" } },
            { "name": "perfedavg", "algorithm": { "name": "perfedavg" } },
            { "name": "scaffold", "algorithm": { "name": "scaffold" } },
            { "name": "groups", "algorithm": { "name": "groups", "groups": "${groups% | }" } },
            { "name": "hcct", "algorithm": { "name": "hcct", "fixedGroups": 3 } },
            { "name": "fedamp", "algorithm": { "name": "fedamp" } } ] }
JSON
}

# compute ARM RANKS DEAL: the largest memory of rank 0 and of another one, in MB
compute() {
    rm -f "$work"/store*
    COTERIE_DEAL="$3" "$cli" run "$work/experiment.json" --arm "$1" --ranks "$2" --threads 1 --db "$work/store.sqlite" \
        >"$work/said" 2>"$work/complaints" &
    pid=$!
    local each kib
    first=0 other=0
    while kill -0 "$pid" 2>/dev/null; do
        for each in "$pid" $(cat "/proc/$pid/task/"*/children 2>/dev/null); do
            kib="$(awk '/^VmHWM/ { print $2 }' "/proc/$each/status" 2>/dev/null || true)"
            [[ -n $kib ]] || continue
            if [[ $each == "$pid" ]]; then
                ((kib <= first)) || first="$kib"
            else
                ((kib <= other)) || other="$kib"
            fi
        done
        sleep 0.05
    done
    wait "$pid"
    pid=
    first=$((first / 1000)) other=$((other / 1000))
}

if ! "$cli" run "$here/every_method.json" --arm fedavg --ranks 2 --db "$work/try.sqlite" >"$work/said" 2>"$work/complaints"; then
    grep -q "built without Gloo" "$work/complaints" || exit 1
    echo "skipped: $(<"$work/complaints")"
    exit 77
fi
experiment 4
compute independent 1 0
empty="$first"
experiment "$clients"
failed=0
echo "| $clients clients with \`$model\`, MB above the $empty MB of a small run | one process | $ranks ranks, whole: rank 0, others | \
$ranks ranks, dealt: rank 0, others |"
echo "|---|--:|--:|--:|"
for arm in "${arms[@]}"; do
    compute "$arm" 1 0
    one=$((first - empty))
    compute "$arm" "$ranks" 0
    whole="$((first - empty)), $((other - empty))"
    compute "$arm" "$ranks" 1
    echo "| $arm | $one | $whole | $((first - empty)), $((other - empty)) |"
    ((2 * (first - empty) <= one && 2 * (other - empty) <= one)) || failed=1
done
exit "$failed"
