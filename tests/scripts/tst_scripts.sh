#!/usr/bin/env bash
# Runs app/run.sh and tests/run.sh in a copy of the tree where apt-get, CMake and the programs are stand-ins that record
# how they were called. So the decisions of the scripts are tested, and nothing is installed or built.
# The stand-ins expand their variables when they run.
# shellcheck disable=SC2016
set -euo pipefail

source_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
passed=0

# stand_in NAME: a command in the stand-ins' folder; its body comes on standard input.
stand_in() {
    { printf '#!%s\n' "$(type -P bash)" && cat; } >"$work/bin/$1"
    chmod 755 "$work/bin/$1"
}

fresh_tree() {
    rm -rf "${work:?}/tree" "${work:?}/bin" "${work:?}/calls"
    mkdir -p "$work/tree/app" "$work/tree/tests" "$work/tree/experiments" "$work/tree/build/app" "$work/bin"
    cp "$source_root/app/run.sh" "$source_root/app/setup.sh" "$source_root/app/torch.sh" "$work/tree/app/"
    cp "$source_root/tests/run.sh" "$work/tree/tests/"
    printf '# a list\n[engine]\nfirst\nsecond # why\nlibtorch-dev\n\n[window]\nthird\n\n[wayland]\nfourth\n\n[checks]\nfifth\n' >"$work/tree/app/packages.txt"
    printf '{}\n' >"$work/tree/experiments/quickstart.json"
    : >"$work/calls"

    # Only these tools: not the sudo, apt-get or display of the machine that runs this test.
    local tool
    for tool in awk basename bash cat comm cut df dirname env grep head mkdir mktemp nproc readlink rm sed sha256sum sort tail true; do
        ln -s "$(type -P "$tool")" "$work/bin/$tool"
    done
    stand_in dpkg-query <<<'printf "installed %s\n" ${INSTALLED:-}; exit 1'
    stand_in apt-get <<<'echo "apt-get $*" >>"$CALLS"; printf "%s\n" "${APT_SAYS:-}"; exit "${APT_STATUS:-0}"'
    stand_in sudo <<<'[[ $1 == -n ]] && shift; exec "$@"'
    stand_in update-alternatives <<<'exit 0'
    stand_in cmake <<<'echo "cmake $*" >>"$CALLS"; echo "${CMAKE_SAYS:-}"
        [[ $1 != -S ]] || : >"$4/build.ninja"; exit "${CMAKE_STATUS:-0}"'
    stand_in ctest <<<'echo "ctest $*" >>"$CALLS"; echo "100% tests passed"'
    for tool in coterie coterie-cli; do
        stand_in "$tool" <<<'echo "$(basename "$0"):" "$@"'
        mv "$work/bin/$tool" "$work/tree/build/app/"
    done
    chmod -R a+rwX "$work"
}

# run_script SCRIPT [arguments], with the variables in the array `with`: sets `output`, `errors` and `status`.
run_script() {
    status=0
    (cd "$work/tree" && "${as_user[@]}" env -i PATH="$work/bin" CALLS="$work/calls" TMPDIR="$work" \
        INSTALLED="first second libtorch-dev third" "${with[@]}" bash "$@" >"$work/output" 2>"$work/errors" </dev/null) || status=$?
    output="$(cat "$work/output")"
    errors="$(cat "$work/errors")"
}

expect() {
    local what="$1" found="$2" wanted="$3"
    # The last test is a pattern on purpose.
    # shellcheck disable=SC2053
    if [[ $found != $wanted ]]; then
        printf 'FAIL: %s\n  found:  %s\n  wanted: %s\n  errors: %s\n' "$what" "$found" "$wanted" "$(cat "$work/errors")"
        exit 1
    fi
    passed=$((passed + 1))
}

# The script must fail, and the last line must say why.
expect_failure() {
    local what="$1" wanted="$2"
    expect "$what: fails" "$((status != 0))" 1
    expect "$what: says why" "$(tail -n 1 <<<"$errors")" "coterie: $wanted"
}

# Run as an ordinary user, because root may do everything.
as_user=()
((EUID != 0)) || as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
chmod 755 "$work"
screen="DISPLAY=:7"
no_screen="NOTHING=set"

# --- installing -------------------------------------------------------------------------------------------------------
fresh_tree
with=("INSTALLED=second libtorch-dev")
run_script app/run.sh --version
expect "missing packages: succeeds" "$status" 0
expect "missing packages: only these are installed" "$(grep '^apt-get' "$work/calls")" \
    "apt-get * update"$'\n'"apt-get * install -y --no-install-recommends first third"

fresh_tree
with=("$no_screen")
run_script app/run.sh --version
with=("WAYLAND_DISPLAY=wayland-0" "DISPLAY=:7")
run_script app/run.sh --version
expect "nothing missing: apt-get is left alone" "$(grep -c '^apt-get' "$work/calls" || true)" 0

with=("WAYLAND_DISPLAY=wayland-0")
run_script app/run.sh --version
expect "Wayland alone needs one more" "$(grep -c 'install .* fourth$' "$work/calls")" 1

fresh_tree
with=("$no_screen")
rm "$work/bin/apt-get"
run_script app/run.sh
expect_failure "no apt" "apt-get is not available: *"
with=("COTERIE_SETUP=skip")
run_script app/run.sh --version
expect "no apt, set up by other means" "$output" "coterie-cli: --version"

fresh_tree
rm "$work/bin/sudo"
with=("INSTALLED=first libtorch-dev")
run_script app/run.sh
expect_failure "no rights" "Packages are missing (second third) and installing them needs root: *"

fails_with() {
    fresh_tree
    with=("INSTALLED=first libtorch-dev" "APT_STATUS=100" "APT_SAYS=$2")
    run_script tests/run.sh
    expect_failure "$1" "$3"
}
fails_with "no network" "E: Failed to fetch http://deb.debian.org/x  Temporary failure resolving 'deb.debian.org'" \
    "The package server cannot be reached: *"
fails_with "disk full, before" "E: You don't have enough free space in /var/cache/apt/archives/." "The disk is full: *"
fails_with "disk full, during" "dpkg: error: cannot copy: failed to write (No space left on device)" "The disk is full: *"
fails_with "busy" "E: Could not get lock /var/lib/dpkg/lock-frontend." "Another program is installing packages. *"
fails_with "refused" "sudo: 1 incorrect password attempt" "No permission to install packages: *"
fails_with "another distribution" "E: Unable to locate package libtorch-dev" \
    "Unable to locate package libtorch-dev: Coterie's packages are those of Debian 12."
fails_with "anything else" "E: Something new" "apt-get failed: E: Something new"

# --- building ---------------------------------------------------------------------------------------------------------
fresh_tree
with=("$no_screen")
run_script app/run.sh --version
run_script app/run.sh --version
expect "configured once" "$(grep -c '^cmake -S' "$work/calls")" 1
expect "built each time, only what is started" "$(grep -c -- '--target coterie-cli$' "$work/calls")" 2
with=("COTERIE_WERROR=ON")
run_script app/run.sh --version
expect "new options configure again" "$(grep -c '^cmake -S .*-DCOTERIE_WERROR=ON' "$work/calls")" 1
with=("$no_screen")
run_script tests/run.sh
expect "warnings are errors only while asked for" "$(grep '^cmake -S' "$work/calls" | tail -n 1)" \
    "cmake *-DCOTERIE_WERROR=OFF*"

fresh_tree
with=("CMAKE_STATUS=1" "CMAKE_SAYS=Could not find Qt6")
run_script app/run.sh --version
expect_failure "CMake fails" "CMake could not configure *"
expect "CMake fails: its message is shown" "$errors" "*Could not find Qt6*"

# --- a machine with a card --------------------------------------------------------------------------------------------
# torch_in FOLDER [cuda]: what the scripts look for in a LibTorch.
torch_in() {
    mkdir -p "$work/$1/share/cmake/Torch" "$work/$1/lib"
    : >"$work/$1/share/cmake/Torch/TorchConfig.cmake"
    [[ -z ${2:-} ]] || : >"$work/$1/lib/libtorch_cuda.so"
    chmod -R a+rX "$work/$1"
}
machine_with_card() {
    fresh_tree
    rm -rf "${work:?}/wheel" "${work:?}/own" "${work:?}/named" "${work:?}/home"
    with=("$no_screen" "HOME=$work/home" "CUDA_HOME=$work/nowhere")
    stand_in nvidia-smi <<<'echo "GPU 0: NVIDIA Some Card (UUID: GPU-1)"'
    stand_in nvcc <<<'exit 0'
    chmod -R a+rX "$work/bin"
}
finds() {
    local what="$1" folder="$2"
    run_script app/run.sh list
    expect "$what: starts" "$output" "coterie-cli: list"
    expect "$what: configures with it" "$(grep '^cmake -S' "$work/calls" | tail -n 1)" \
        "cmake *-DTorch_DIR=$folder/share/cmake/Torch -DCMAKE_CUDA_COMPILER=$work/bin/nvcc *"
    expect "$what: says so" "$errors" "*training can use the NVIDIA Some Card, with the LibTorch in $folder*"
}
does_without() {
    local what="$1" why="$2"
    run_script app/run.sh list
    expect "$what: starts" "$output" "coterie-cli: list"
    expect "$what: says why" "$errors" "*$why*"
    expect "$what: uses Debian's" "$(grep -c 'Torch_DIR' "$work/calls" || true)" 0
}

fresh_tree
torch_in named cuda
with=("$no_screen")
does_without "no card" ""
expect "no card: nothing is said of one" "$(grep -c -i 'card' <<<"$errors" || true)" 0

machine_with_card
does_without "a card and no LibTorch" "The NVIDIA Some Card is not used: no LibTorch with CUDA was found. *"
torch_in wheel
stand_in python3 <<<'echo "$WHEEL"'
chmod -R a+rX "$work/bin"
with+=("WHEEL=$work/wheel")
does_without "a package without CUDA" "The NVIDIA Some Card is not used: no LibTorch with CUDA was found. *"
torch_in wheel cuda
finds "a package" "$work/wheel"
expect "a package: the card is checked" "$(cat "$work/tree/build/selfcheck.log")" "coterie-cli: selfcheck --device cuda"
expect "a package: coterie-cli is built for it" "$(grep -c -- '--target coterie-cli coterie-cli$' "$work/calls")" 1
: >"$work/tree/build/selfcheck.log"
run_script app/run.sh list
expect "the card is checked once" "$(cat "$work/tree/build/selfcheck.log")" ""
mv "$work/bin/nvcc" "$work/nvcc"
: >"$work/calls"
does_without "no nvcc" "The NVIDIA Some Card is not used: building with the LibTorch in $work/wheel needs CUDA's compiler nvcc. *"
mv "$work/nvcc" "$work/bin/nvcc"
expect "another LibTorch: the cache of the old one is gone" "$([[ -e $work/tree/build/CMakeCache.txt ]] && echo there)" ""

machine_with_card
torch_in home/.local/share/coterie/libtorch cuda
with+=("INSTALLED=first second third")
finds "a folder of one's own" "$work/home/.local/share/coterie/libtorch"
expect "a LibTorch of one's own: Debian's is not installed" "$(grep -c '^apt-get' "$work/calls" || true)" 0
torch_in named cuda
with+=("COTERIE_TORCH=$work/named")
finds "the variable comes first" "$work/named"
with+=("COTERIE_TORCH=$work/home")
run_script app/run.sh list
expect_failure "a variable that is wrong" "COTERIE_TORCH=$work/home is no LibTorch: *"
torch_in named2
with+=("COTERIE_TORCH=$work/named2")
run_script app/run.sh list
expect "a variable without CUDA" "$errors" "*The NVIDIA Some Card is not used: the LibTorch in COTERIE_TORCH has no CUDA.*"

machine_with_card
torch_in home/.local/share/coterie/libtorch cuda
stand_in coterie-cli <<<'[[ $1 == selfcheck ]] && echo "gradients: wrong." && exit 1; echo "coterie-cli: $*"'
mv "$work/bin/coterie-cli" "$work/tree/build/app/"
run_script app/run.sh list
expect "a card that computes wrongly is told" "$errors" "*The card failed the check: gradients: wrong. *"
expect "… and the program starts" "$output" "coterie-cli: list"
stand_in coterie-cli <<<'[[ $1 == selfcheck ]] && echo "checked again" && exit 1; echo "coterie-cli: $*"'
mv "$work/bin/coterie-cli" "$work/tree/build/app/"
run_script app/run.sh list
expect "it is told again, not checked again" "$errors" "*The card failed the check: gradients: wrong. *"
printf '2.11.0' >"$work/home/.local/share/coterie/libtorch/build-version"
run_script app/run.sh list
expect "a new LibTorch is checked" "$errors" "*The card failed the check: checked again *"
expect "a new LibTorch is configured anew" "$(grep -c '^cmake -S' "$work/calls")" 2

# --- what is started --------------------------------------------------------------------------------------------------
starts() {
    local what="$1" wanted="$2"
    shift 2
    run_script app/run.sh "$@"
    expect "$what" "$output" "$wanted"
}
fresh_tree
with=("$no_screen")
starts "no display" "coterie-cli: run $work/tree/experiments/quickstart.json"
starts "no display, a file" "coterie-cli: run app/run.sh" app/run.sh
starts "no display, a download" "coterie: --fetch mnist" --fetch mnist
starts "no display, a command" "coterie-cli: list --db x y" list --db "x y"
with=("$screen")
starts "a display" "coterie:"
starts "a display, a file" "coterie: app/run.sh" app/run.sh
starts "a display, an option" "coterie: --db x" --db x
for word in run selfcheck help version lsit -h --version --help; do
    starts "a display, $word" "coterie-cli: $word" "$word"
done
with=("WAYLAND_DISPLAY=wayland-0")
starts "Wayland" "coterie:"
run_script app/run.sh experiments/quikstart.json
expect_failure "a misspelt file" "There is no file experiments/quikstart.json."

# --- the tests --------------------------------------------------------------------------------------------------------
fresh_tree
with=("$no_screen")
run_script tests/run.sh -R hcct
expect "unit tests" "$(grep '^ctest' "$work/calls")" "ctest * -L ^unit\$ * -j3 -R hcct"
run_script tests/run.sh --science
expect "science too" "$(grep '^ctest' "$work/calls" | tail -n 1)" "ctest * -L ^(unit|science)\$ *"
expect "closes with the count" "$output" "100% tests passed"

echo "$passed checks passed"
