#!/bin/bash
# Builds one fuzzer per reader under the address and undefined-behaviour sanitizers and runs them.
#   tests/fuzz/run.sh [SECONDS] [READER...]     60 seconds each and all readers, unless said; 0: no limit
#   RUNS=10000000 tests/fuzz/run.sh 0 …         each ends after so many executions
#   LONGEST=500 tests/fuzz/run.sh …             no input is longer than 500 bytes; 20,000, unless said: short ones are quicker
#   JOBS=1 tests/fuzz/run.sh …                  one at a time; two, unless said
#   FRESH=1 tests/fuzz/run.sh …                 compiles everything again: changed headers are not noticed
#   FUZZ_BUILD=FOLDER tests/fuzz/run.sh …       builds there instead of in build-fuzz
# Prints a line for each reader: its name, executions, seconds, and what was found.
# Needs clang with its runtime (Debian: clang, libclang-rt-14-dev), zlib, libpng and libjpeg-turbo. Finds go to build-fuzz/finds;
# new inputs to build-fuzz/corpus (the committed ones in tests/fuzz/corpus are only read).
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift || true
jobs=${JOBS:-2}
compiler=$(command -v "${CXX:-clang++-14}" || command -v clang++)
out=${FUZZ_BUILD:-build-fuzz}
mkdir -p "$out/objects" "$out/finds"
flags=(-std=c++20 -O1 -g -I. -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)

# What the targets of each file need. The libraries are named last.
base=(core/base/*.cpp core/experiment/parameters.cpp)
reader_targets=("${base[@]}" core/data/dataset.cpp core/data/detect_{data,federation,pictures,text}.cpp core/data/formats/*.cpp
                core/data/sets/heart_disease.cpp core/data/sets/{published_files,sets}.cpp
                core/collaboration/external_answer.cpp tests/fuzz/no_published_sets.cpp)
layer_targets=("${base[@]}" core/experiment/{json_reader,part_json,layers_json,layers_text}.cpp
               core/nn/{layer_figures,layer_list,layer_words,network}.cpp)
picture_targets=(app/decoder/{png,jpeg}_picture.cpp core/data/formats/orientation.cpp)
reader_libraries=(-lz)
layer_libraries=()
picture_libraries=(-lpng -ljpeg)

# The file that lists a reader: "reader", "layer" or "picture".
kind_of() {
    local kind
    for kind in reader layer picture; do
        if grep -q "ReaderTarget{\.name = \"$1\"" "tests/fuzz/${kind}_targets.cpp"; then
            echo "$kind"
            return
        fi
    done
    echo "tests/fuzz lists no reader \"$1\"." >&2
    return 1
}

readers=("$@")
if [ ${#readers[@]} -eq 0 ]; then
    mapfile -t readers < <(sed -n 's/.*ReaderTarget{\.name = "\([a-z]*\)".*/\1/p' tests/fuzz/*_targets.cpp)
fi
for reader in "${readers[@]}"; do
    kind=$(kind_of "$reader")
    declare -n sources=${kind}_targets libraries=${kind}_libraries
    objects=()
    for source in "${sources[@]}" "tests/fuzz/${kind}_targets.cpp"; do
        objects+=("$out/objects/$(basename "$source" .cpp).o")
    done
    printf '%s\n' "${sources[@]}" "tests/fuzz/${kind}_targets.cpp" | xargs -P "$jobs" -I{} sh -c \
        'o="$1/objects/$(basename {} .cpp).o"; [ "$o" -nt {} ] && [ -z "$FRESH" ] || { shift; "$@" -c {} -o "$o"; }' \
        build "$out" "$compiler" "${flags[@]}"
    "$compiler" "${flags[@]}" -fsanitize=fuzzer "-DCOTERIE_READER=\"$reader\"" "-DCOTERIE_TARGETS=${kind}Targets" \
        tests/fuzz/fuzz_reader.cpp "${objects[@]}" "${libraries[@]}" -o "$out/fuzz_$reader"
done

fuzz() {
    mkdir -p "$out/corpus/$1"
    local seeds=("tests/fuzz/corpus/$1")
    [ "$1" = detect ] && seeds=(tests/fuzz/corpus/*) # it looks at files of every format
    local words=()
    [ -e "tests/fuzz/dictionaries/$1" ] && words=("-dict=tests/fuzz/dictionaries/$1")
    local found=nothing status=0 begin=$SECONDS
    "$out/fuzz_$1" -runs="${RUNS:--1}" -max_total_time="$seconds" -max_len="${LONGEST:-20000}" -timeout=10 -rss_limit_mb=1024 \
        -malloc_limit_mb=256 -print_final_stats=1 "${words[@]}" -artifact_prefix="$out/finds/$1-" "$out/corpus/$1" \
        "${seeds[@]}" >"$out/$1.log" 2>&1 || status=1
    [ $status -eq 0 ] || found="FOUND something, see $out/$1.log"
    printf '%-12s %11s executions %6d s  %s\n' "$1" \
        "$(awk '/number_of_executed_units/ { count = $2 } END { print count + 0 }' "$out/$1.log")" $((SECONDS - begin)) "$found"
    return $status
}
status=0
running=0
for reader in "${readers[@]}"; do
    if [ "$running" -ge "$jobs" ]; then
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
