#!/bin/bash
# Builds one fuzzer per reader under the address and undefined-behaviour sanitizers and runs them, two at a time.
#   tests/fuzz/run.sh [SECONDS] [READER...]     60 seconds each and all readers, unless said
#   FRESH=1 tests/fuzz/run.sh …                 compiles everything again: changed headers are not noticed
# Needs clang with its runtime (Debian: clang, libclang-rt-14-dev), zlib. Finds go to build-fuzz/finds; new inputs to
# build-fuzz/corpus (the committed ones in tests/fuzz/corpus are only read).
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift || true
compiler=$(command -v "${CXX:-clang++-14}" || command -v clang++)
out=build-fuzz
mkdir -p "$out/objects" "$out/finds"
flags=(-std=c++20 -O1 -g -I. -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
sources=(core/data/dataset.cpp core/data/detect_{data,federation,text}.cpp core/data/formats/*.cpp core/data/sets/heart_disease.cpp
         core/data/sets/{published_files,sets}.cpp core/base/*.cpp core/experiment/parameters.cpp
         core/collaboration/external_answer.cpp
         tests/fuzz/no_published_sets.cpp tests/fuzz/reader_targets.cpp)
printf '%s\n' "${sources[@]}" | xargs -P 2 -I{} sh -c \
    'o="$1/objects/$(basename {} .cpp).o"; [ "$o" -nt {} ] && [ -z "$FRESH" ] || { shift; "$@" -c {} -o "$o"; }' \
    build "$out" "$compiler" "${flags[@]}"
objects=()
for source in "${sources[@]}"; do objects+=("$out/objects/$(basename "$source" .cpp).o"); done

readers=("$@")
if [ ${#readers[@]} -eq 0 ]; then
    mapfile -t readers < <(sed -n 's/.*ReaderTarget{\.name = "\([a-z]*\)".*/\1/p' tests/fuzz/reader_targets.cpp)
fi
for reader in "${readers[@]}"; do
    "$compiler" "${flags[@]}" -fsanitize=fuzzer "-DCOTERIE_READER=\"$reader\"" tests/fuzz/fuzz_reader.cpp "${objects[@]}" \
        -lz -o "$out/fuzz_$reader"
done

fuzz() {
    mkdir -p "$out/corpus/$1"
    local seeds=("tests/fuzz/corpus/$1")
    [ "$1" = detect ] && seeds=(tests/fuzz/corpus/*) # it looks at files of every format
    if "$out/fuzz_$1" -max_total_time="$seconds" -max_len=20000 -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=256 \
        -print_final_stats=1 -artifact_prefix="$out/finds/$1-" "$out/corpus/$1" "${seeds[@]}" \
        >"$out/$1.log" 2>&1; then
        echo "$1: $(awk '/number_of_executed_units/ { print $2 " executions" }' "$out/$1.log"), nothing found"
    else
        echo "$1: FOUND something, see $out/$1.log"
        return 1
    fi
}
status=0
running=0
for reader in "${readers[@]}"; do
    if [ "$running" -ge 2 ]; then
        wait -n || status=1
        running=$((running - 1))
    fi
    fuzz "$reader" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n || status=1
    running=$((running - 1))
done
exit $status
