#!/usr/bin/env bash
# Kills ranks and resumes. An experiment with every algorithm and sampler is run on 1, 2 or 4 ranks, a random one of them gets
# SIGKILL after a random number of events, and the runs are resumed on another number of ranks, which are killed in turn. In the
# end every export has the bytes of a run that nobody disturbed.
#   tests/ranks/kills.sh [PROGRAM [KILLS [SEED]]]     PROGRAM is coterie-cli (default: build/app/coterie-cli)
# 20 kills, as in continuous integration, take half a minute on two cores. Exit code 77: the program was built without ranks.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cli="$(realpath "${1:-$here/../../build/app/coterie-cli}")"
kills="${2:-20}"
RANDOM="${3:-1}"
kills_of_a_store=20
counts=(1 2 4 2 4)

work="$(mktemp -d)"
pid=
finish() {
    local status=$?
    [[ -z $pid ]] || kill -KILL "$pid" 2>/dev/null || true
    ((status == 0 || status == 77)) || tail -n 5 "$work/said" "$work/complaints" 2>/dev/null || true
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
export XDG_DATA_HOME="$work/home" TMPDIR="$work" # where ranks that are killed leave the folder that they meet in
mkfifo "$work/pipe"
exported() { "$cli" export --all --what bundle --db "$1" --out "$2" >/dev/null; }

if ! "$cli" run "$here/every_method.json" --arm fedavg --ranks 2 --db "$work/try.sqlite" >"$work/said" 2>"$work/complaints"; then
    grep -q "built without Gloo" "$work/complaints" || fail "two ranks cannot run it"
    echo "skipped: $(<"$work/complaints")"
    exit 77
fi
"$cli" run "$here/every_method.json" --db "$work/straight.sqlite" >"$work/said"
exported "$work/straight.sqlite" "$work/straight"

begin() { # begin STORE RANKS
    "$cli" run "$here/every_method.json" --resume --ranks "$2" --threads 1 --json --db "$1" \
        >"$work/pipe" 2>"$work/complaints" &
    pid=$!
    exec 3<"$work/pipe"
    : >"$work/said"
}
# Reads what the process still says, and waits for it; bash would tell about each that was killed.
end() {
    cat <&3 >>"$work/said"
    exec 3<&-
    status=0
    wait "$pid" || status=$?
    pid=
} 2>/dev/null
# met RANKS: until the other ranks are there, or rank 0 has ended.
met() {
    others=()
    while [[ -r /proc/$pid/task/$pid/children ]]; do
        { read -r -a others <"/proc/$pid/task/$pid/children" || true; } 2>/dev/null
        ((${#others[@]} < $1 - 1)) || return 0
        sleep 0.01
    done
}
another_count() {
    local last="$ranks"
    while ((ranks == last)); do
        ranks="${counts[RANDOM % ${#counts[@]}]}"
    done
}

killed=0
store_number=0
ranks=1
while ((killed < kills)); do
    store="$work/killed_$((++store_number)).sqlite"
    its_kills=0
    while ((killed < kills && its_kills < kills_of_a_store)); do
        another_count
        begin "$store" "$ranks"
        # Before its first word, which is while the ranks meet, or after some events, and then in the middle of something.
        events=$((RANDOM % 8))
        while ((events > 0)) && IFS= read -r line <&3; do
            echo "$line" >>"$work/said"
            ((--events)) || true
        done
        met "$ranks"
        victim=$((RANDOM % ranks))
        sleep "$(printf '0.%03d' $((RANDOM % 40)))"
        target="$pid"
        if ((victim > 0 && ${#others[@]} >= victim)); then
            target="${others[victim - 1]}"
        fi
        kill -KILL "$target" 2>/dev/null || true
        end
        if ((status == 0)); then # it had finished
            break
        fi
        if ((victim == 0)); then
            ((status == 137)) || fail "rank 0 of $ranks was killed and ended with status $status"
        else
            grep -q "[Rr]ank $victim .*ended" "$work/said" "$work/complaints" ||
                fail "rank $victim of $ranks was killed, and no sentence names it (status $status)"
        fi
        for other in "${others[@]}"; do # none of them outlives rank 0
            for ((tries = 0; tries < 1000; ++tries)); do
                [[ -e /proc/$other ]] || break
                [[ $(cut -d ' ' -f 3 "/proc/$other/stat" 2>/dev/null) != Z ]] || break
                sleep 0.01
            done
            ((tries < 1000)) || fail "a rank outlives rank 0"
        done
        ((++killed, ++its_kills))
        echo "kill $killed: rank $victim of $ranks, $(wc -l <"$work/said") events"
    done
    ((its_kills > 0)) || fail "the runs are over before a rank can be killed: make them longer"
    another_count
    begin "$store" "$ranks"
    end
    ((status == 0)) || fail "the runs cannot be resumed on $ranks ranks (status $status)"
    rm -rf "$work/killed"
    exported "$store" "$work/killed"
    diff -r "$work/straight" "$work/killed" >"$work/said" || fail "after $its_kills kills the exports of store $store_number differ"
    echo "ok: after $its_kills kills, finished on $ranks ranks, the exports have the bytes of an undisturbed run"
done
echo "all passed: $killed kills"
