#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace coterie {

/// The numbers of runs and experiments of the store in place k are their own ones plus k times
/// this. One's own store has place 0, so its numbers are as they are.
inline constexpr std::int64_t kNumbersPerStore = 1'000'000'000'000;

[[nodiscard]] constexpr std::int64_t storePlaceOf(std::int64_t number)
{
    return number / kNumbersPerStore;
}
/// As its own store has it.
[[nodiscard]] constexpr std::int64_t numberInItsStore(std::int64_t number)
{
    return number % kNumbersPerStore;
}
/// Whether the run or the experiment is in a store beside one's own, which is only read.
[[nodiscard]] constexpr bool isOfOtherStore(std::int64_t number)
{
    return storePlaceOf(number) > 0;
}

/// A store that is read beside one's own.
struct OtherStore
{
    std::int64_t place = 0; ///< from 1 on; a place is not given to a second store
    std::filesystem::path file;
    std::string name; ///< what its runs are marked with; no other store has it

    bool operator==(const OtherStore&) const = default;
};

/// The file of one's own run store and those of the others whose runs are shown beside its own.
/// Copies share the list of the others: whoever has one sees a store that is opened or closed
/// later. Several threads may use the copies.
class StoreFiles
{
public:
    StoreFiles();
    /// One's own store alone. Not explicit: it stands for the file wherever runs are read.
    template <typename File>
    requires(std::is_convertible_v<File, std::filesystem::path>) StoreFiles(File&& own)
        : StoreFiles()
    {
        m_own = std::forward<File>(own);
    }

    [[nodiscard]] const std::filesystem::path& own() const { return m_own; }
    /// In the order in which they were opened.
    [[nodiscard]] std::vector<OtherStore> others() const;
    /// Whether it is one's own store, perhaps under another name.
    [[nodiscard]] bool isOwn(const std::filesystem::path& file) const;
    [[nodiscard]] std::optional<OtherStore> find(const std::filesystem::path& file) const;

    OtherStore add(const std::filesystem::path& file);
    void remove(std::int64_t place);

    /// The name of the store beside one's own that has the run; empty: one's own.
    [[nodiscard]] std::string nameOf(std::int64_t run) const;
    /// "3", or of another store "3 (cluster)".
    [[nodiscard]] std::string numberText(std::int64_t run) const;

private:
    struct Others;

    std::filesystem::path m_own;
    std::shared_ptr<Others> m_others;
};

/// "3", or of the store of this name "3 (cluster)".
[[nodiscard]] std::string runNumberText(std::int64_t run, const std::string& store);

} // namespace coterie
