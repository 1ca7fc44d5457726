#include "core/data/detect_federation.h"

#include "core/data/formats/inflate_source.h"

#include <algorithm>
#include <array>
#include <vector>

namespace coterie {

namespace {

namespace fs = std::filesystem;

using Endings = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kLeafEndings{".json", ".json.gz"};
constexpr std::array<std::string_view, 4> kClientEndings{".csv", ".csv.gz", ".CSV", ".npz"};

bool endsIn(std::string_view name, Endings endings)
{
    return std::ranges::any_of(endings,
                               [&](std::string_view ending) { return name.ends_with(ending); });
}

/// The first file of these endings in a folder, in the order of names; empty if there is none.
fs::path firstFile(const fs::path& folder, Endings endings)
{
    fs::path first;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        if (!name.starts_with('.') && at->is_regular_file(ignored) && endsIn(name, endings)
            && (first.empty() || at->path() < first))
            first = at->path();
    }
    return first;
}

std::vector<std::uint8_t> beginningOf(const fs::path& file)
{
    constexpr std::size_t kEnough = 4096;
    std::vector<std::uint8_t> bytes(kEnough);
    const Result<ByteSourcePointer> source = openUnpacked(file);
    const Result<std::size_t> count = source ? (*source)->read(bytes) : Result<std::size_t>(0);
    bytes.resize(count ? *count : 0);
    return bytes;
}

DetectedData leafData(const fs::path& path)
{
    return {.dataset = partAt("leaf", path),
            .meaning = "A federation in LEAF's files (JSON): every user is a client."};
}

DetectedData clientFiles(const fs::path& folder)
{
    return {.dataset = partAt("clientFiles", folder),
            .meaning = "A folder with a file for each client."};
}

} // namespace

bool isNamedAsFederation(std::string_view name)
{
    return endsIn(name, kLeafEndings) || endsIn(name, kClientEndings);
}

std::optional<DetectedData> federationIn(const fs::path& folder)
{
    for (const fs::path& place : {folder / "all_data",
                                  folder / "train",
                                  folder / "data" / "train",
                                  folder / "data" / "all_data",
                                  folder}) {
        const fs::path json = firstFile(place, kLeafEndings);
        if (!json.empty() && leafFile(json, beginningOf(json)))
            return leafData(folder);
    }
    for (const fs::path& place : {folder / "train", folder})
        if (!firstFile(place, kClientEndings).empty())
            return clientFiles(folder);
    return std::nullopt;
}

std::optional<DetectedData> federationIn(const fs::path& archive, const FileTree& tree)
{
    const auto holds = [&tree](const std::string& folder, Endings endings) {
        const Result<std::vector<std::string>> names = tree.files(folder);
        return names && std::ranges::any_of(*names, [&](const std::string& name) {
                   return endsIn(name, endings);
               });
    };
    for (const char* folder : {"all_data", "train", "data/train", "data/all_data", ""})
        if (holds(folder, kLeafEndings))
            return leafData(archive);
    for (const char* folder : {"train", ""})
        if (holds(folder, kClientEndings))
            return clientFiles(archive);
    return std::nullopt;
}

std::optional<DetectedData> leafFile(const fs::path& file, std::span<const std::uint8_t> begin)
{
    const std::string_view text(reinterpret_cast<const char*>(begin.data()), begin.size());
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || text[first] != '{'
        || (text.find("\"users\"") == text.npos && text.find("\"user_data\"") == text.npos))
        return std::nullopt;
    return leafData(file);
}

std::optional<DetectedData> clientArchive(const fs::path& file, const std::set<std::string>& arrays)
{
    const fs::path folder = file.parent_path();
    if (arrays != std::set<std::string>{"data"}
        || (folder.filename() != "train" && folder.filename() != "test"))
        return std::nullopt;
    return clientFiles(folder.parent_path());
}

} // namespace coterie
