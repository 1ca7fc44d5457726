#include "core/data/formats/file_tree.h"

#include "core/base/try.h"
#include "core/data/formats/archive_reader.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

namespace fs = std::filesystem;

/// What a file or folder of an archive takes beside its name and content.
constexpr std::uint64_t kBytesOfEntry = 256;

bool isHidden(const std::string& name)
{
    return name.starts_with('.') || name == "__MACOSX";
}

/// Whether a name, or a folder in it, is hidden.
bool isHiddenBelow(const std::string& name)
{
    const fs::path path(name);
    return std::ranges::any_of(path, [](const fs::path& part) { return isHidden(part.string()); });
}

/// All bytes of a member beside the `before` ones that are there.
Result<std::vector<std::uint8_t>> contentOf(ByteSource& member, std::uint64_t before)
{
    std::array<std::uint8_t, 65536> piece; // NOLINT: filled before it is looked at
    std::vector<std::uint8_t> bytes;
    for (std::size_t count = piece.size(); count == piece.size();) {
        COTERIE_TRY(count, member.read(piece));
        COTERIE_CHECK(checkMemory(member.name(), before + bytes.size() + count));
        makeRoom(bytes, count, member.largestContent());
        bytes.insert(bytes.end(), piece.data(), piece.data() + count);
    }
    return bytes;
}

const std::string& nameOf(const std::string& folder)
{
    return folder;
}

const std::string& nameOf(const std::pair<const std::string, std::shared_ptr<ByteStore>>& file)
{
    return file.first;
}

/// The names of those that are in a folder itself.
template <typename Sorted>
std::vector<std::string> namesIn(const Sorted& all, const std::string& folder)
{
    const std::string before = folder.empty() ? folder : folder + '/';
    std::vector<std::string> names;
    for (auto at = all.lower_bound(before); at != all.end(); ++at) {
        const std::string& name = nameOf(*at);
        if (!name.starts_with(before))
            break;
        if (name.find('/', before.size()) == name.npos)
            names.push_back(name.substr(before.size()));
    }
    return names;
}

/// The names in a folder on disk that are wanted, in their order.
template <typename Wanted>
Result<std::vector<std::string>> listed(const fs::path& folder, const Wanted& isWanted)
{
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error))
        if (std::string name = at->path().filename().string();
            !isHidden(name) && isWanted(*at, name))
            names.push_back(std::move(name));
    if (error)
        return fail(folder.string(), "cannot be listed: " + error.message());
    std::ranges::sort(names);
    return names;
}

} // namespace

Result<FileTree> FileTree::open(const fs::path& path, const IsWanted& isWanted)
{
    FileTree tree(path, isWanted);
    COTERIE_CHECK(tree.readAll(true));
    return tree;
}

Result<FileTree> FileTree::list(const fs::path& path, const IsWanted& isWanted)
{
    FileTree tree(path, isWanted);
    COTERIE_CHECK(tree.readAll(false));
    return tree;
}

Result<void> FileTree::readAll(bool contents)
{
    std::error_code ignored;
    m_isArchive = isNamedAsArchive(m_path) && fs::is_regular_file(m_path, ignored);
    if (!m_isArchive)
        return {};
    std::uint64_t total = 0;
    COTERIE_CHECK(
        readArchive(m_path, [&](const std::string& name, ByteSource& content) -> Result<bool> {
            if (isHiddenBelow(name))
                return true;
            // The innermost first: where one is there, so are those around it.
            for (std::size_t at = name.rfind('/');
                 at != name.npos && m_folders.insert(name.substr(0, at)).second;
                 at = name.rfind('/', at - 1)) {
                total += at + kBytesOfEntry;
                COTERIE_CHECK(checkMemory(m_path.string(), total)); // names can be many and long
            }
            if (!m_isWanted(fs::path(name).filename().string()))
                return true;
            total += 2 * name.size() + m_path.native().size() + kBytesOfEntry;
            COTERIE_CHECK(checkMemory(m_path.string(), total));
            if (m_files.contains(name))
                return fail(m_path.string(), filled("has two members \"{}\"", name));
            std::vector<std::uint8_t> bytes;
            if (contents) {
                COTERIE_TRY(bytes, contentOf(content, total));
            }
            total += bytes.size();
            m_files.emplace(name, storeOf((m_path / name).string(), std::move(bytes)));
            return true;
        }));
    m_held = std::make_unique<MemoryHeld>(total);
    enterSingleFolder();
    return {};
}

void FileTree::enterSingleFolder()
{
    static constexpr std::array<std::string_view, 4> kMeant{"train", "test", "data", "all_data"};
    std::set<std::string> top;
    for (const auto& [name, store] : m_files)
        top.insert(name.substr(0, name.find('/')));
    if (top.size() != 1 || !m_folders.contains(*top.begin())
        || std::ranges::find(kMeant, *top.begin()) != kMeant.end())
        return;
    const std::size_t length = top.begin()->size() + 1;
    std::map<std::string, std::shared_ptr<ByteStore>> files;
    for (auto& [name, store] : m_files)
        files.emplace(name.substr(length), std::move(store));
    std::set<std::string> folders;
    for (const std::string& name : m_folders)
        if (name.starts_with(*top.begin() + '/'))
            folders.insert(name.substr(length));
    m_files = std::move(files);
    m_folders = std::move(folders);
    m_path /= *top.begin();
}

bool FileTree::hasFolder(const std::string& folder) const
{
    if (m_isArchive)
        return folder.empty() || m_folders.contains(folder);
    std::error_code ignored;
    return fs::is_directory(path(folder), ignored);
}

Result<std::vector<std::string>> FileTree::folders(const std::string& folder) const
{
    if (m_isArchive)
        return namesIn(m_folders, folder);
    return listed(path(folder), [](const fs::directory_entry& entry, const std::string&) {
        std::error_code ignored;
        return entry.is_directory(ignored);
    });
}

Result<std::vector<std::string>> FileTree::files(const std::string& folder) const
{
    if (m_isArchive)
        return namesIn(m_files, folder);
    return listed(path(folder), [this](const fs::directory_entry& entry, const std::string& name) {
        std::error_code ignored;
        return m_isWanted(name) && entry.is_regular_file(ignored);
    });
}

fs::path FileTree::path(const std::string& below) const
{
    return below.empty() ? m_path : m_path / below;
}

std::shared_ptr<ByteStore> FileTree::unpacked(const std::string& below) const
{
    const auto found = m_files.find(below);
    return found == m_files.end() ? nullptr : found->second;
}

Result<std::shared_ptr<ByteStore>> FileTree::file(const std::string& below) const
{
    if (!m_isArchive)
        return openStore(path(below));
    if (std::shared_ptr<ByteStore> store = unpacked(below))
        return store;
    return fail(path(below).string(), "there is no such file");
}

} // namespace coterie
