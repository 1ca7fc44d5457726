#!/usr/bin/env bash
# Installs what is missing, builds into build/ and opens the window.
#   app/run.sh                    opens the window; without a display runs the quickstart on the command line
#   app/run.sh FILE               opens the experiment in the window; without a display runs it
#   app/run.sh --fetch NAME       downloads a data set, with or without a display
#   app/run.sh COMMAND …          runs coterie-cli COMMAND …, with or without a display
set -euo pipefail
# shellcheck source=app/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

# A first word that is not a file is a command of coterie-cli, which suggests the nearest one for a misspelt word.
is_for_command_line() {
    case "$1" in
    -h | --help | --version) return 0 ;;
    -*) return 1 ;;
    esac
    [[ ! -f $1 ]]
}

has_display() { [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; }

# Sets `program`: what to start.
choose_program() {
    local window="$coterie_root/build/app/coterie" cli="$coterie_root/build/app/coterie-cli"
    if (($# > 0)) && [[ ! -e $1 && ($1 == */* || $1 == *.json) ]]; then
        fail "There is no file $1."
    elif (($# > 0)) && is_for_command_line "$1"; then
        program=("$cli" "$@")
    elif has_display || [[ ${1:-} == --fetch* ]]; then
        program=("$window" "$@")
    elif (($# > 0)); then
        say "There is no display: running $1 on the command line."
        program=("$cli" run "$@")
    else
        say "There is no display: running the quickstart on the command line."
        program=("$cli" run "$coterie_root/experiments/quickstart.json")
    fi
}

# Set explicitly, so that a build folder does not keep the value of an earlier call.
options=(-DCMAKE_BUILD_TYPE=Release "-DCOTERIE_WERROR=${COTERIE_WERROR:-OFF}")

choose_program "$@"
install_packages
targets="$(basename "${program[0]}")"
((torch_has_card)) && targets+=" coterie-cli" # checks the card
build_into build "$targets" "${options[@]}"
check_card build
exec "${program[@]}"
