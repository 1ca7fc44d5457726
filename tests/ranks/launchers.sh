#!/usr/bin/env bash
# Three ranks started by real launchers: each computes every method, and its exports have the bytes of one process.
#   tests/ranks/launchers.sh [PROGRAM [LAUNCHER…]]     PROGRAM is coterie-cli (default: build/app/coterie-cli)
# The launchers: mpirun (Debian: openmpi-bin), srun (slurm-wlm, on a cluster of one node that is started here), torchrun
# (python3-torch), and a loop that sets torchrun's variables by hand. Exit code 77: one of those asked for is not installed.
# shellcheck disable=SC2317 # functions are called by the names of launchers
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cli="$(realpath "${1:-$here/../../build/app/coterie-cli}")"
launchers=("${@:2}")
((${#launchers[@]} > 0)) || launchers=(loop mpirun srun torchrun)
# shellcheck source=tests/cluster/one_node.sh
source "$here/../cluster/one_node.sh"

work="$(mktemp -d)"
finish() {
    local status=$?
    stop_slurm
    ((status == 0 || status == 77)) || tail -n 30 "$work"/*.log "$work"/slurm/*.log 2>/dev/null || true
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
export XDG_DATA_HOME="$work/home"
unset RANK WORLD_SIZE MASTER_ADDR MASTER_PORT
exported() { "$cli" export --all --what bundle --db "$1" --out "$2" >/dev/null; }

# What each launcher starts three times.
run_a_rank=("$cli" run "$here/every_method.json" --ranks env --threads 1 --db)

by_loop() {
    local rank process processes=()
    export WORLD_SIZE=3 MASTER_ADDR=127.0.0.1 MASTER_PORT=$((20000 + $$ % 12000))
    for rank in 2 1 0; do
        RANK=$rank "${run_a_rank[@]}" "$1" &
        processes+=($!)
    done
    for process in "${processes[@]}"; do
        wait "$process" || return
    done
}

by_mpirun() {
    local options=(-n 3 --oversubscribe)
    ((EUID > 0)) || options+=(--allow-run-as-root)
    mpirun "${options[@]}" "${run_a_rank[@]}" "$1"
}

by_srun() {
    [[ -n ${SLURM_CONF:-} && -d $work/slurm ]] || start_slurm
    srun --ntasks 3 "${run_a_rank[@]}" "$1"
}

by_torchrun() {
    # With its output in files too: PyTorch 1.13 cannot read its own default, 0, under Python 3.11.
    "$python" -m torch.distributed.run --nproc_per_node 3 --no_python --log_dir "$work/output" --redirects 1 --tee 1 \
        "${run_a_rank[@]}" "$1"
}

# A Python whose PyTorch has torchrun, Debian's before the user's; empty: none.
python_with_torch() {
    local each
    for each in /usr/bin/python3 python3; do
        "$each" -c 'import torch.distributed.run' 2>/dev/null && echo "$each" && return
    done
}

# missing LAUNCHER: what has to be installed for it; empty: nothing.
missing() {
    case "$1" in
    loop) ;;
    mpirun) command -v mpirun >/dev/null || echo "mpirun (Debian: openmpi-bin)" ;;
    srun) [[ -z $(missing_of_slurm) ]] || echo "$(missing_of_slurm) (Debian: slurm-wlm)" ;;
    torchrun) [[ -n $python ]] || echo "torchrun (Debian: python3-torch)" ;;
    *) fail "there is no launcher \"$1\"" ;;
    esac
}
python="$(python_with_torch || true)"

# Prints whether and why the program has no ranks.
if ! "$cli" run "$here/every_method.json" --arm fedavg --ranks 2 --db "$work/try.sqlite" >"$work/try.log" 2>&1; then
    grep -q "built without Gloo" "$work/try.log" || fail "two ranks cannot run it"
    echo "skipped: $(<"$work/try.log")"
    exit 77
fi
"$cli" run "$here/every_method.json" --db "$work/straight.sqlite" >/dev/null
exported "$work/straight.sqlite" "$work/straight"
skipped=0
for launcher in "${launchers[@]}"; do
    lacks="$(missing "$launcher")"
    if [[ -n $lacks ]]; then
        echo "skipped: there is no $lacks"
        skipped=77
        continue
    fi
    "by_$launcher" "$work/$launcher.sqlite" >"$work/$launcher.log" 2>&1 || fail "$launcher ended with status $?"
    told="$(grep -c 'Database: ' "$work/$launcher.log" || true)"
    [[ $told == 1 ]] || fail "$launcher: rank 0 alone must tell where the runs are (told $told times)"
    exported "$work/$launcher.sqlite" "$work/$launcher"
    diff -r "$work/straight" "$work/$launcher" >"$work/difference.log" || fail "$launcher: other bytes than one process"
    echo "ok: $launcher starts three ranks, and they compute the bytes of one process"
done
exit "$skipped"
