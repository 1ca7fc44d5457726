# shellcheck shell=bash
# Shared by app/run.sh, tests/run.sh and .ci/run: installs packages and builds. Source it.

coterie_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# shellcheck source=app/torch.sh
source "$coterie_root/app/torch.sh"

say() { printf 'coterie: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# disk_has_less_than MIB FOLDER
disk_has_less_than() {
    local free
    free="$(df -Pm "$2" 2>/dev/null | awk 'NR == 2 {print $4}')"
    [[ -n $free ]] && ((free < $1))
}

# The packages of app/packages.txt that this machine needs; with "checks" also those of that section.
needed_packages() {
    local wayland=0
    [[ -n ${WAYLAND_DISPLAY:-} && -z ${DISPLAY:-} ]] && wayland=1
    awk -v wayland="$wayland" -v checks="${1:-}" -v torch="$torch_folder" '{ sub(/#.*/, "") }
        /^\[/ { skipped = ($1 == "[wayland]" && !wayland) || ($1 == "[checks]" && !checks); next }
        NF && !skipped && !(torch && $1 == "libtorch-dev") { print $1 }' "$coterie_root/app/packages.txt"
}

# Those of them that are not installed.
missing_packages() {
    local wanted installed
    wanted="$(needed_packages "$@")"
    # dpkg-query fails when it does not know one of the packages; its output for the others is still right.
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
        fail "Another program is installing packages. Wait until it has finished and run this again."
    elif grep -qiE "not in the sudoers|incorrect password|password is required|permission denied|are you root" "$log"; then
        fail "No permission to install packages: run this as root or as a user who may use sudo."
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
    log="$(mktemp)" || fail "The disk is full: cannot write a temporary file."
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
        say "selecting OpenBLAS as the BLAS of this system"
        if ! may_become_root \
            || ! as_root update-alternatives --set "libblas.so.3-$(basename "$(dirname "$library")")" "$target" >/dev/null; then
            say "This system's BLAS is not OpenBLAS and could not be changed. Training will be slow."
        fi
    done
}

# install_packages [checks]: chooses a LibTorch and installs what is missing. COTERIE_SETUP=skip leaves the system as it is.
install_packages() {
    choose_torch
    [[ ${COTERIE_SETUP:-} == skip ]] && return
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        fail "apt-get is not available: install the packages listed in app/packages.txt yourself and run this again with COTERIE_SETUP=skip."
    fi
    local -a missing
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} > 0)); then
        may_become_root || fail "Packages are missing (${missing[*]}) and installing them needs root: run this as root or with sudo."
        say "installing ${missing[*]}"
        # By default apt-get only warns about a server that it cannot reach.
        run_apt -o APT::Update::Error-Mode=any update
        run_apt install -y --no-install-recommends "${missing[@]}"
    fi
    use_openblas
}

# One compiler per core, if memory allows: a compiler that reads torch takes about 1.5 GB.
build_jobs() {
    local cores memory
    cores="$(nproc)"
    memory="$(awk '/^MemAvailable:/ {print int($2 / 1536 / 1024)}' /proc/meminfo)"
    ((memory < 1)) && memory=1
    echo "$((cores < memory ? cores : memory))"
}

# build_into FOLDER TARGETS [cmake options]: configures where needed, then builds. TARGETS is one word per target.
# Several source files are compiled as one unless COTERIE_UNITY=OFF is set.
build_into() {
    local folder="$coterie_root/$1" targets="$2"
    shift 2
    local -a torch
    mapfile -t torch < <(torch_options)
    set -- -DCOTERIE_UNITY="${COTERIE_UNITY:-ON}" "${torch[@]}" "$@"
    local stamp="$folder/.configured-with" wanted="$*"
    [[ -z $torch_folder ]] || wanted+=" $(torch_version)"
    mkdir -p "$folder" 2>/dev/null || fail "Cannot write to the folder $folder."
    # CMake notices new source files itself; configure again only for a new folder or new options.
    if [[ ! -e $folder/build.ninja || $(cat "$stamp" 2>/dev/null) != "$wanted" ]]; then
        say "configuring $folder"
        local log="$folder/configure.log"
        rm -f "$folder/CMakeCache.txt" # it may name another LibTorch
        if ! cmake -S "$coterie_root" -B "$folder" -G Ninja "$@" >"$log" 2>&1; then
            disk_has_less_than 50 "$folder" && fail "The disk is full: $folder could not be configured."
            cat "$log" >&2
            fail "CMake could not configure $folder. See its message above."
        fi
        printf '%s' "$wanted" >"$stamp"
    fi
    say "building into $folder"
    # shellcheck disable=SC2086 # one word per target
    if ! cmake --build "$folder" --parallel "$(build_jobs)" --target $targets >&2; then
        disk_has_less_than 50 "$folder" && fail "The disk is full: $folder could not be built."
        fail "The build failed. See the compiler's message above."
    fi
}
