# shellcheck shell=bash
# Which LibTorch to build with. Sourced by app/setup.sh.
#   COTERIE_TORCH                      a LibTorch, whatever the machine has
#   else, where nvidia-smi sees a card, the first LibTorch with CUDA of
#     the pip package `torch` of the python3 that is active
#     ~/.local/share/coterie/libtorch
#   else Debian's, which computes on the processor

torch_folder="" # of the chosen LibTorch; empty: Debian's
torch_has_card=0
: "${coterie_root:?}" # of app/setup.sh

# The name of the first NVIDIA card; nothing where none is seen.
card_name() {
    command -v nvidia-smi >/dev/null || return 0
    nvidia-smi -L 2>/dev/null | sed -n 's/^GPU 0: \(.*\) (UUID.*/\1/p' || true
}

is_libtorch() { [[ -f $1/share/cmake/Torch/TorchConfig.cmake ]]; }
has_cuda() { compgen -G "$1/lib/libtorch_cuda*.so" >/dev/null; }

# What a new version of LibTorch in the same folder changes.
torch_version() {
    { cat "$torch_folder/build-version" "$torch_folder/version.py" 2>/dev/null || true; } | sha256sum | cut -c 1-12
}

# Where the active python3 has its package torch; found without importing it, which takes seconds.
pip_torch() {
    command -v python3 >/dev/null || return 0
    python3 -c 'import importlib.util as u
found = u.find_spec("torch")
print(found.submodule_search_locations[0] if found and found.submodule_search_locations else "")' 2>/dev/null || true
}

# LibTorch's CMake files stop without the CUDA compiler.
find_nvcc() {
    local found
    found="$(command -v nvcc || true)"
    [[ -n $found ]] || found="${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"
    [[ -x $found ]] && echo "$found"
    return 0
}

# Sets `torch_folder`, and says what it means for a card.
choose_torch() {
    torch_folder="" torch_has_card=0
    local card own
    card="$(card_name)"
    own="${XDG_DATA_HOME:-${HOME:-}/.local/share}/coterie/libtorch"
    if [[ -n ${COTERIE_TORCH:-} ]]; then
        is_libtorch "$COTERIE_TORCH" \
            || fail "COTERIE_TORCH=$COTERIE_TORCH is no LibTorch: it has no file share/cmake/Torch/TorchConfig.cmake."
        torch_folder="$(cd "$COTERIE_TORCH" && pwd)"
        if has_cuda "$torch_folder"; then
            [[ -n $(find_nvcc) ]] || fail "COTERIE_TORCH=$COTERIE_TORCH has CUDA, and building with it needs CUDA's compiler nvcc: install the CUDA toolkit or set CUDA_HOME."
        elif [[ -n $card ]]; then
            say "The $card is not used: the LibTorch in COTERIE_TORCH has no CUDA."
            return 0
        fi
    elif [[ -n $card ]]; then
        local folder
        for folder in "$(pip_torch)" "$own"; do
            if [[ -n $folder ]] && is_libtorch "$folder" && has_cuda "$folder"; then
                torch_folder="$folder"
                break
            fi
        done
        if [[ -z $torch_folder ]]; then
            say "The $card is not used: no LibTorch with CUDA was found. Install one with 'pip install torch' in an active environment, or unpack one into $own, and run this again (docs/gpu.md)."
            return 0
        fi
        if [[ -z $(find_nvcc) ]]; then
            say "The $card is not used: building with the LibTorch in $torch_folder needs CUDA's compiler nvcc. Install the CUDA toolkit, or set CUDA_HOME, and run this again (docs/gpu.md)."
            torch_folder=""
            return 0
        fi
    else
        return 0
    fi
    if [[ -n $card ]] && has_cuda "$torch_folder"; then
        torch_has_card=1
        say "training can use the $card, with the LibTorch in $torch_folder"
    fi
}

# The options of cmake for the chosen LibTorch, one option per line.
torch_options() {
    [[ -n $torch_folder ]] || return 0
    printf '%s\n' "-DTorch_DIR=$torch_folder/share/cmake/Torch"
    if has_cuda "$torch_folder"; then
        printf '%s\n' "-DCMAKE_CUDA_COMPILER=$(find_nvcc)"
    fi
}

# check_card FOLDER: once for each card and LibTorch, compares what the card computes with the processor.
check_card() {
    ((torch_has_card)) || return 0
    local folder="$coterie_root/$1" checked
    checked="$(card_name) $torch_folder $(torch_version)"
    if [[ $(head -n 1 "$folder/.card-checked" 2>/dev/null) != "$checked" ]]; then
        say "checking the card once (selfcheck; some minutes)"
        local result=right
        "$folder/app/coterie-cli" selfcheck --device cuda >"$folder/selfcheck.log" 2>&1 || result=wrong
        printf '%s\n%s\n' "$checked" "$result" >"$folder/.card-checked"
        [[ $result == wrong ]] || say "the card computes what the processor computes ($folder/selfcheck.log)"
    fi
    if [[ $(tail -n 1 "$folder/.card-checked") == wrong ]]; then
        say "The card failed the check: $(tail -n 1 "$folder/selfcheck.log") Train on the processor (\"device\": \"cpu\") until $folder/selfcheck.log is understood. To check again, delete $folder/.card-checked."
    fi
}
