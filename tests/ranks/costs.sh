#!/usr/bin/env bash
# What ranks cost, as a small table: time and memory of a round with 4 ranks beside one process with 2 workers, both on the same two
# cores, and the share of exchanging rows.
#   tests/ranks/costs.sh [PROGRAM [ROUNDS [TURNS [CLIENTS]]]]     PROGRAM is coterie-cli (default: build/app/coterie-cli)
# ROUNDS (6) are timed in each of TURNS (3), in which both take turns. CLIENTS (100000) is the size of the large federation,
# which also plays 10 and 40 rounds; with 100,000 clients that takes 0.7 GB in TMPDIR.
# The machine should have nothing else to do. Exit code 77: the program was built without ranks; 1: a cost is above its limit, which is
# 10 % more than one process, and 15 % of a round for the exchange.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cli="$(realpath "${1:-$here/../../build/app/coterie-cli}")"
rounds="${2:-6}"
turns="${3:-3}"
clients="${4:-100000}"
export LC_ALL=C

work="$(mktemp -d)"
pid=
failed=0 # a cost is above its limit
finish() {
    local status=$?
    [[ -z $pid ]] || kill -TERM "$pid" 2>/dev/null || true
    ((status == 0 || status == 77 || failed)) || tail -n 5 "$work/said" "$work/complaints" 2>/dev/null || true
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
export XDG_DATA_HOME="$work/home" TMPDIR="$work"
two_cores=()
if command -v taskset >/dev/null; then # the first two that this shell may use: from a list such as 0-3,8
    cores="$(awk '/^Cpus_allowed_list/ { n = split($2, parts, ",")
        for (i = 1; i <= n; ++i) {
            ends = split(parts[i], range, "-")
            for (core = range[1]; core <= range[ends] && count < 2; ++core) list = list (count++ ? "," : "") core
        }
        print list }' /proc/self/status)"
    two_cores=(taskset --cpu-list "$cores")
fi

# experiment FILE MODEL CLIENTS SAMPLES SAMPLER LOCAL
experiment() {
    cat >"$1" <<JSON
{ "schema": 1, "name": "Costs of ranks",
  "data": { "dataset": { "name": "glyphDigits", "samples": $4 },
            "partition": { "scheme": "iid", "clients": $3 }, "test": { "share": 0.2 } },
  "model": { "name": "$2" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, $6 },
  "rounds": $((rounds + 1)), "seeds": [1],
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" }, "sampler": $5 } ] }
JSON
}

# Adds up the largest memory of the process and of those that it has started, in MB, until it has ended.
watch_memory() {
    local each kib total
    declare -A peak=()
    while kill -0 "$1" 2>/dev/null; do
        for each in "$1" $(cat "/proc/$1/task/"*/children 2>/dev/null); do
            kib="$(awk '/^VmHWM/ { print $2 }' "/proc/$each/status" 2>/dev/null || true)"
            [[ -z $kib ]] || peak[$each]="$kib"
        done
        total=0
        for each in "${!peak[@]}"; do ((total += peak[$each])) || true; done
        printf '%s %s\n' "$((${peak[$1]:-0} / 1000))" "$((total / 1000))" >"$work/memory"
        sleep 0.1
    done
}

# compute FILE STORE RANKS THREADS
compute() {
    rm -f "$2"*
    ${two_cores[@]+"${two_cores[@]}"} "$cli" run "$1" --ranks "$3" --threads "$4" --db "$2" >"$work/said" 2>"$work/complaints" &
    pid=$!
    watch_memory "$pid"
    wait "$pid"
    pid=
}

# median STORE… PHASE: seconds of a round, without the first two, which warm up.
median() {
    local phase="${!#}" store
    for store in "${@:1:$#-1}"; do
        "$cli" export --all --what timings --db "$store" --out -
    done | awk -F , -v phase="$phase" '$(NF - 1) == phase && $(NF - 2) > 1 { print $NF }' | sort -g |
        awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

if ! "$cli" run "$here/every_method.json" --arm fedavg --ranks 2 --db "$work/try.sqlite" >"$work/said" 2>"$work/complaints"; then
    grep -q "built without Gloo" "$work/complaints" || exit 1
    echo "skipped: $(<"$work/complaints")"
    exit 77
fi

echo "| what | one process, 2 workers | 4 ranks | |"
echo "|---|--:|--:|--:|"
# row WHAT ONE FOUR UNIT
row() { printf '| %s | %.4g %s | %.4g %s | %s |\n' "$1" "$2" "$4" "$3" "$4" "$(awk "BEGIN { printf \"%+.1f %%\", 100 * ($3 / $2 - 1) }")"; }
# limit SHARE MOST WHAT
limit() {
    awk "BEGIN { exit !(($1) > ($2)) }" || return 0
    echo "above its limit: $3 is $(awk "BEGIN { printf \"%.1f\", 100 * ($1) }") %, at most $(awk "BEGIN { printf \"%g\", 100 * $2 }") %" >&2
    failed=1
}
both() { # both FILE NAME: a store for each turn
    for ((turn = 1; turn <= turns; ++turn)); do
        compute "$1" "$work/$2.one.$turn" 1 2
        read -r memory_one _ <"$work/memory"
        compute "$1" "$work/$2.four.$turn" 4 1
        read -r memory_of_a_rank memory_four <"$work/memory"
    done
}

# The longest local work of the documents' networks: 20 clients, 582,026 parameters each.
all='{ "name": "all" }'
experiment "$work/cnn.json" mnist_cnn_582k 20 5000 "$all" '"batch": 16, "localEpochs": 1'
both "$work/cnn.json" cnn
one="$(median "$work"/cnn.one.? round)" four="$(median "$work"/cnn.four.? round)"
row "mnist_cnn_582k, 20 clients: a round" "$one" "$four" s
limit "$four / $one - 1" 0.1 "a round's additional time"

# The rows are the same whatever the local work: what a round with next to none takes longer than in one process is the exchange.
experiment "$work/step.json" mnist_cnn_582k 20 5000 "$all" '"batch": 1, "localSteps": 1'
both "$work/step.json" step
one_step="$(median "$work"/step.one.? train)" four_step="$(median "$work"/step.four.? train)"
row "the same, one step of one sample: training" "$one_step" "$four_step" s
share="$(awk "BEGIN { share = ($four_step - $one_step) / $four; print (share > 0 ? share : 0) }")"
printf '| exchanging rows, of a round with 4 ranks | | %s %% | |\n' "$(awk "BEGIN { printf \"%.1f\", 100 * $share }")"
limit "$share" 0.15 "the exchange's share"

# written RANKS THREADS: what a round of the large federation takes in a long run, into $written. In a short one most is written after
# the last round.
written() {
    local begin short
    rounds=9 large
    begin="$EPOCHREALTIME"
    compute "$work/large.json" "$work/written.sqlite" "$1" "$2"
    short="$(awk "BEGIN { print $EPOCHREALTIME - $begin }")"
    rounds=39 large
    rm -f "$work/written.sqlite"*
    begin="$EPOCHREALTIME"
    compute "$work/large.json" "$work/written.sqlite" "$1" "$2"
    written="$(awk "BEGIN { print ($EPOCHREALTIME - $begin - $short) / 30 }")"
}
# The large federation.
large() {
    experiment "$work/large.json" "$model" "$clients" "$((2 * clients))" '{ "name": "random", "count": 100 }' '"batch": 10, "localEpochs": 1'
}
for model in mlr dnn_100; do
    large
    turns=1
    both "$work/large.json" "$model"
    row "$model, $clients clients, 100 a round: a round" "$(median "$work/$model.one.1" round)" "$(median "$work/$model.four.1" round)" s
    row "the same: its training" "$(median "$work/$model.one.1" train)" "$(median "$work/$model.four.1" train)" s
    row "the same: memory of all processes" "$memory_one" "$memory_four" MB
    printf '| the same: memory of rank 0 | | %s MB | |\n' "$memory_of_a_rank"
    written 1 2
    one="$written"
    written 4 1
    row "the same: a round of a long run, with what is written" "$one" "$written" s
done
exit "$failed"
