#include "core/store/store_files.h"

#include <algorithm>
#include <mutex>
#include <system_error>

namespace coterie {

namespace {

/// Also where one is a link to the other.
bool areOneFile(const std::filesystem::path& one, const std::filesystem::path& other)
{
    std::error_code problem; // of a file that is not there
    return std::filesystem::equivalent(one, other, problem) && !problem;
}

} // namespace

struct StoreFiles::Others
{
    std::mutex mutex;
    std::vector<OtherStore> stores;
    std::int64_t newest = 0; ///< place

    /// The file's name; where another store has that, with its folder's, and then with a number.
    [[nodiscard]] std::string nameFor(const std::filesystem::path& file) const
    {
        const auto isTaken = [&](const std::string& name) {
            return std::ranges::find(stores, name, &OtherStore::name) != stores.end();
        };
        const std::string stem = file.stem().string();
        if (!isTaken(stem))
            return stem;
        std::error_code ignored;
        const std::filesystem::path folder =
            std::filesystem::absolute(file, ignored).parent_path().filename();
        const std::string inFolder = (folder / stem).string();
        std::string name = inFolder;
        for (int number = 2; isTaken(name); ++number)
            name = inFolder + " " + std::to_string(number);
        return name;
    }
};

StoreFiles::StoreFiles()
    : m_others(std::make_shared<Others>())
{}

std::vector<OtherStore> StoreFiles::others() const
{
    const std::lock_guard lock(m_others->mutex);
    return m_others->stores;
}

bool StoreFiles::isOwn(const std::filesystem::path& file) const
{
    return m_own == file || areOneFile(m_own, file);
}

std::optional<OtherStore> StoreFiles::find(const std::filesystem::path& file) const
{
    for (OtherStore& store : others())
        if (store.file == file || areOneFile(store.file, file))
            return std::move(store);
    return std::nullopt;
}

OtherStore StoreFiles::add(const std::filesystem::path& file)
{
    const std::lock_guard lock(m_others->mutex);
    return m_others->stores.emplace_back(
        OtherStore{.place = ++m_others->newest, .file = file, .name = m_others->nameFor(file)});
}

void StoreFiles::remove(std::int64_t place)
{
    const std::lock_guard lock(m_others->mutex);
    std::erase_if(m_others->stores,
                  [place](const OtherStore& store) { return store.place == place; });
}

std::string StoreFiles::nameOf(std::int64_t run) const
{
    const std::vector<OtherStore> stores = others();
    const auto store = std::ranges::find(stores, storePlaceOf(run), &OtherStore::place);
    return store == stores.end() ? std::string() : store->name;
}

std::string StoreFiles::numberText(std::int64_t run) const
{
    return runNumberText(run, nameOf(run));
}

std::string runNumberText(std::int64_t run, const std::string& store)
{
    const std::string number = std::to_string(numberInItsStore(run));
    return store.empty() ? number : number + " (" + store + ")";
}

} // namespace coterie
