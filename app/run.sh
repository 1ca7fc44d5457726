#!/usr/bin/env bash
# Installs what is missing, builds into build/ and opens the window.
#   app/run.sh                    the window; without a display the quickstart on the command line
#   app/run.sh FILE               the window with that experiment; without a display runs it
#   app/run.sh COMMAND …          coterie-cli COMMAND …, display or not
set -euo pipefail
# shellcheck source=app/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

is_command() {
    case "$1" in
    run | validate | list | show | resume | export | report | describe | models | datasets | bench | selfcheck | --version | --help)
        return 0
        ;;
    esac
    return 1
}

has_display() { [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; }

# Sets `program`: the command line that the arguments ask for.
choose_program() {
    local window="$coterie_root/build/app/coterie" cli="$coterie_root/build/app/coterie-cli"
    if (($# > 0)) && is_command "$1"; then
        program=("$cli" "$@")
    elif (($# > 0)) && [[ $1 != -* && ! -f $1 ]]; then
        fail "\"$1\" is neither a file nor a command of coterie-cli (see: bash app/run.sh --help)."
    elif has_display; then
        program=("$window" "$@")
    elif (($# > 0)); then
        say "There is no display: running $1 on the command line."
        program=("$cli" run "$@")
    else
        say "There is no display: running the quickstart on the command line."
        program=("$cli" run "$coterie_root/experiments/quickstart.json")
    fi
}

options=(-DCMAKE_BUILD_TYPE=Release)
[[ -n ${COTERIE_WERROR:-} ]] && options+=("-DCOTERIE_WERROR=$COTERIE_WERROR")

choose_program "$@"
install_packages
build_into build "$(basename "${program[0]}")" "${options[@]}"
exec "${program[@]}"
