# shellcheck shell=bash
# What app/run.sh, tests/run.sh and .ci/run share: installing what is missing and building. To be sourced.

coterie_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf 'coterie: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# True where a folder's disk has less than the given MiB left.
disk_has_less_than() {
    local free
    free="$(df -Pm "$2" 2>/dev/null | awk 'NR == 2 {print $4}')"
    [[ -n $free ]] && ((free < $1))
}

# The packages of app/packages.txt that this machine needs.
needed_packages() {
    local wayland=0
    [[ -n ${WAYLAND_DISPLAY:-} && -z ${DISPLAY:-} ]] && wayland=1
    awk -v wayland="$wayland" '{ sub(/#.*/, "") }
        /^\[/ { skipped = ($1 == "[wayland]" && !wayland); next }
        NF && !skipped { print $1 }' "$coterie_root/app/packages.txt"
}

# Those of them that are not installed.
missing_packages() {
    local wanted installed
    wanted="$(needed_packages)"
    # dpkg-query fails when one of the packages is unknown to it; what it says of the others still counts.
    # shellcheck disable=SC2086 # one word per package
    installed="$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null \
        | sed -n 's/^installed //p' || true)"
    comm -23 <(sort -u <<<"$wanted") <(sort -u <<<"$installed")
}

# Runs a command with the rights to install.
as_root() {
    if ((EUID == 0)); then
        "$@"
    else
        sudo "$@"
    fi
}

may_become_root() {
    ((EUID == 0)) && return 0
    command -v sudo >/dev/null || return 1
    # Without a terminal nobody can type a password.
    sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]
}

# One sentence for a failed apt-get, from what it wrote.
explain_apt() {
    local log="$1"
    if grep -qiE "no space left|enough free space" "$log"; then
        fail "The disk is full: the packages could not be installed. Free about 3 GB and run this again."
    elif grep -qiE "could not get lock|unable to acquire|unable to lock" "$log"; then
        fail "Another program is installing packages just now. Wait for it and run this again."
    elif grep -qiE "not in the sudoers|incorrect password|password is required|permission denied|are you root" "$log"; then
        fail "Installing packages was refused: run this as root or as a user who may use sudo."
    elif grep -qiE "resolving|could not resolve|could not connect|cannot initiate|unreachable|timed out|failed to fetch|unable to fetch|connection (failed|refused)" "$log"; then
        fail "The package server cannot be reached: check the network (or the proxy of apt) and run this again."
    elif grep -qiE "unable to locate package|has no installation candidate" "$log"; then
        fail "$(grep -iE -m 1 "unable to locate package|has no installation candidate" "$log" | sed 's/^E: //'): Coterie's packages are those of Debian 12."
    fi
    local folder
    for folder in "$(dirname "$log")" /var/cache /; do
        disk_has_less_than 20 "$folder" && fail "The disk is full: $folder has no room for the packages."
    done
    fail "apt-get failed: $(grep -m 1 '^E:' "$log" || tail -n 1 "$log")"
}

run_apt() {
    local log status=0
    log="$(mktemp)" || fail "The disk is full: no temporary file can be written."
    as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0 "$@" >"$log" 2>&1 || status=$?
    if ((status != 0)); then
        trap 'rm -f "$log"' EXIT
        explain_apt "$log"
    fi
    rm -f "$log"
}

# The engine's matrix products, and torch's, are 20 to 60 times faster with OpenBLAS than with the reference BLAS.
use_openblas() {
    local library target
    for library in /usr/lib/*/libblas.so.3; do
        [[ -e $library && $(readlink -f "$library") != *openblas* ]] || continue
        target="$(dirname "$library")/openblas-pthread/libblas.so.3"
        [[ -e $target ]] || continue
        say "choosing OpenBLAS as this system's BLAS"
        if ! may_become_root \
            || ! as_root update-alternatives --set "libblas.so.3-$(basename "$(dirname "$library")")" "$target" >/dev/null; then
            say "This system's BLAS is not OpenBLAS and could not be changed: training will be slow."
        fi
    done
}

# Installs what is missing; takes a moment when nothing is. COTERIE_SETUP=skip leaves the system as it is.
install_packages() {
    [[ ${COTERIE_SETUP:-} == skip ]] && return
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        fail "There is no apt-get here: install the packages named in app/packages.txt by other means and run this again with COTERIE_SETUP=skip."
    fi
    local -a missing
    mapfile -t missing < <(missing_packages)
    if ((${#missing[@]} > 0)); then
        may_become_root || fail "Packages are missing (${missing[*]}) and installing them needs root: run this as root or with sudo."
        say "installing ${missing[*]}"
        # A server that cannot be reached is only a warning to apt-get unless told otherwise.
        run_apt -o APT::Update::Error-Mode=any update
        run_apt install -y --no-install-recommends "${missing[@]}"
    fi
    use_openblas
}

# As many compilers as there are cores, but no more than memory allows: one that reads torch takes about 1.5 GB.
build_jobs() {
    local cores memory
    cores="$(nproc)"
    memory="$(awk '/^MemAvailable:/ {print int($2 / 1536 / 1024)}' /proc/meminfo)"
    ((memory < 1)) && memory=1
    echo "$((cores < memory ? cores : memory))"
}

# build_into FOLDER TARGETS [cmake options]: configures where needed, then builds. TARGETS is one word per target.
# Several units are compiled as one unless COTERIE_UNITY=OFF says otherwise.
build_into() {
    local folder="$coterie_root/$1" targets="$2"
    shift 2
    set -- -DCOTERIE_UNITY="${COTERIE_UNITY:-ON}" "$@"
    local stamp="$folder/.configured-with"
    mkdir -p "$folder" 2>/dev/null || fail "The folder $folder cannot be written."
    # CMake itself notices changed lists of sources; here only a new folder or new options count.
    if [[ ! -e $folder/build.ninja || $(cat "$stamp" 2>/dev/null) != "$*" ]]; then
        say "configuring $folder"
        local log="$folder/configure.log"
        if ! cmake -S "$coterie_root" -B "$folder" -G Ninja "$@" >"$log" 2>&1; then
            disk_has_less_than 50 "$folder" && fail "The disk is full: $folder could not be configured."
            cat "$log" >&2
            fail "CMake could not configure $folder (above: what it said)."
        fi
        printf '%s' "$*" >"$stamp"
    fi
    say "building into $folder"
    # shellcheck disable=SC2086 # one word per target
    if ! cmake --build "$folder" --parallel "$(build_jobs)" --target $targets >&2; then
        disk_has_less_than 50 "$folder" && fail "The disk is full: $folder could not be built."
        fail "The build failed (above: the compiler's message)."
    fi
}
