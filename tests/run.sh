#!/usr/bin/env bash
# Installs what is missing, builds into build/ and runs the unit tests offscreen.
#   tests/run.sh [--science] [ctest arguments]     --science also tests claims over many seeds (up to 40 minutes)
set -euo pipefail
# shellcheck source=app/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

labels='^unit$'
if [[ ${1:-} == --science ]]; then
    labels='^(unit|science)$'
    shift
fi
# Set explicitly, so that a build folder does not keep the value of an earlier call.
options=(-DCMAKE_BUILD_TYPE=Release "-DCOTERIE_WERROR=${COTERIE_WERROR:-OFF}")

install_packages
build_into build all "${options[@]}"
say "running the tests"
export QT_QPA_PLATFORM=offscreen
# More tests than the usual two processors, because some wait.
exec ctest --test-dir "$coterie_root/build" -L "$labels" --no-tests=error --no-label-summary --output-on-failure -j3 "$@"
