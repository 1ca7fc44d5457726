#include "core/run/command_folder.h"

#include "core/base/try.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

namespace coterie {

namespace {

/// As the algorithm that starts commands keeps it: bytes, whole in the first piece behind the
/// header.
constexpr std::string_view kFolderPart = "algorithm/scriptFolder";
constexpr int kFolderPiece = 1;

} // namespace

Result<std::filesystem::path> commandFolderOf(RunStore& store, std::int64_t run)
{
    COTERIE_TRY(const CheckpointDelta state, store.stateUpTo(run, std::numeric_limits<int>::max()));
    const auto folder = std::ranges::find_if(state.changed, [](const StateChunk& chunk) {
        return chunk.part == kFolderPart && chunk.client < 0 && chunk.index == kFolderPiece;
    });
    if (folder == state.changed.end())
        return std::filesystem::path();
    const SharedBytes here = folder->bytes.here();
    const auto bytes = here.view();
    return std::filesystem::path(
        std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

} // namespace coterie
