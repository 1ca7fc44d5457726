#!/usr/bin/env bash
# Builds the engine's digest of small trees, with the project's own CMake file, and changes them in every way that must or
# must not show.
set -euo pipefail

source_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

fresh_tree() {
    mkdir -p "$1/core/base"
    printf 'int one() { return 1; }\n' >"$1/core/base/one.cpp"
    printf 'int one();\n' >"$1/core/base/one.h"
    printf 'a note\n' >"$1/core/base/notes.txt"
    # A target that needs no compiler; the variable is CMake's.
    # shellcheck disable=SC2016
    printf '%s\n' 'add_custom_target(all_of_it ALL)' 'coterie_engine_digest(all_of_it ${CMAKE_CURRENT_SOURCE_DIR})' \
        >"$1/core/CMakeLists.txt"
    {
        printf 'cmake_minimum_required(VERSION 3.20)\nproject(small LANGUAGES NONE)\n'
        printf 'include(%s/cmake/engine_digest.cmake)\nadd_subdirectory(core)\n' "$source_root"
    } >"$1/CMakeLists.txt"
}

configure() { # TREE OPTION...
    cmake -S "$1" -B "$1/build" "${@:2}" >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
}

# digest TREE: builds what changed.
digest() {
    # No compiler is looked for, so its name is given.
    [[ -e $1/build/CMakeCache.txt ]] || configure "$1" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER_ID=GNU \
        -DCMAKE_CXX_COMPILER_VERSION=12.2.0 -DCMAKE_CXX_FLAGS_RELEASE=-O3 || return 1
    cmake --build "$1/build" >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
    sed -n 's/^#define COTERIE_ENGINE "\([0-9a-f]\{8\}\)"$/\1/p' "$1/build/core/engine_digest.h"
}

fail() {
    echo "FAIL: $1: $2" >&2
    exit 1
}
same() { # WHAT FOUND WANTED
    [[ $2 == "$3" ]] || fail "$1" "the digest is '$2' instead of '$3'"
}
# other WHAT TREE: builds it; the digest, in `now`, has changed.
other() {
    local before="$now"
    now="$(digest "$2")"
    [[ $now != "$before" ]] || fail "$1" "the digest is still '$now'"
}

tree="$work/a tree"
fresh_tree "$tree"
first="$(digest "$tree")"
[[ ${#first} == 8 ]] || fail "at first" "no digest was written"
by_hand="$(cd "$tree/core" && { printf '%s\n' CMakeLists.txt base/one.cpp base/one.h | xargs sha256sum
    echo 'GNU 12.2.0 -O3'; } | sha256sum | head -c 8)"
same "by hand" "$by_hand" "$first"

fresh_tree "$work/elsewhere"
same "in another folder" "$(digest "$work/elsewhere")" "$first"
printf 'another note\n' >"$tree/core/base/notes.txt"
same "after a change of what is not compiled" "$(digest "$tree")" "$first"

now="$first"
printf 'int one() { return 2; }\n' >"$tree/core/base/one.cpp"
other "after a change of a source" "$tree"
printf 'int one(); // a word\n' >"$tree/core/base/one.h"
other "after a change of a header" "$tree"
mv "$tree/core/base/one.h" "$tree/core/base/two.h" # keeps its time
other "after a header was renamed" "$tree"
rm "$tree/core/base/two.h"
other "after a header was removed" "$tree"
printf 'int two();\n' >"$tree/core/base/three.h"
other "after a header was added" "$tree"

rm "$tree/core/base/three.h"
printf 'int one() { return 1; }\n' >"$tree/core/base/one.cpp"
printf 'int one();\n' >"$tree/core/base/one.h"
same "after all was put back" "$(digest "$tree")" "$first"

now="$first"
configure "$tree" -DCMAKE_CXX_FLAGS=-ffast-math
other "with a flag for all types of build" "$tree"
configure "$tree" -DCMAKE_CXX_FLAGS_RELEASE=-O2
other "with another flag for this type of build" "$tree"
configure "$tree" -DCMAKE_CXX_COMPILER_VERSION=13.1.0
other "with another version of the compiler" "$tree"
configure "$tree" -DCMAKE_CXX_COMPILER_ID=Clang
other "with another compiler" "$tree"
configure "$tree" -DCMAKE_CXX_FLAGS_DEBUG=-O0
same "with flags of another type of build" "$(digest "$tree")" "$now"
