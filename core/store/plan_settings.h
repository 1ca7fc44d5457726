#pragma once

#include "core/store/run_store.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace coterie {

/// The settings of a plan: pointer ("/algorithm/alpha") and value as text, without those that only
/// name a run (arm, seed, sweep …). A list is one value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
planSettings(std::string_view planJson);

/// The same of a run, with the values that a setting was changed to by hand: "5 → 40".
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settingsOf(const RunRow& run);

/// Between the values that a setting had while a run went on: "5 → 40".
inline constexpr std::string_view kThen = " → ";

inline constexpr std::string_view kPartitionSeedPlace = "/partitionSeed";

/// The settings of many runs. Each text is stored once, so that comparing ten thousand runs is
/// fast. Where a setting was changed by hand, its value is all of them, with kThen between.
class RunSettings
{
public:
    RunSettings() = default;
    explicit RunSettings(std::span<const RunRow> runs);

    /// The settings of all runs, in order of first use.
    [[nodiscard]] const std::vector<std::string>& pointers() const { return m_pointers; }
    /// Null if the run does not have the setting or is unknown. What a plan leaves out because it
    /// is the default is there as well.
    [[nodiscard]] const std::string* value(std::int64_t run, std::size_t setting) const;
    /// The settings with different values in those of these runs that have them. A parameter of
    /// only one method is no difference; steps in place of epochs are. Those that tell most come
    /// first: of the method, then of sampling, local training, model and data; then those that only
    /// go with others. Long lists come last, and not at all if they only go with others. Of all
    /// runs it is known from the start.
    [[nodiscard]] std::vector<std::size_t> differing(std::span<const std::int64_t> runs) const;
    /// In which settings the run differs from others of the same experiment, arm and sweep point:
    /// other designs of that name, or runs that were changed by hand. Usually none. What the fewest
    /// of them share comes first.
    [[nodiscard]] std::span<const std::size_t> distinctions(std::int64_t run) const;
    /// Those of the method first, what mostly is the run's seed last, whatever the runs have.
    void putInOrder(std::vector<std::size_t>& settings) const;
    /// Whether it only repeats what the seeds of these runs tell, as the seed of a partition does
    /// that each run draws by its own seed.
    [[nodiscard]] bool followsSeed(std::span<const std::int64_t> runs, std::size_t setting) const;
    /// Whether it has other planned rounds than some of these.
    [[nodiscard]] bool differsInRounds(std::int64_t run) const
    {
        return m_otherRounds.contains(run);
    }
    /// Whether its experiment gives one seed of the partition to all of its runs, which the seed of
    /// one of them may equal.
    [[nodiscard]] bool hasFixedPartition(std::int64_t run) const
    {
        return m_fixedPartitions.contains(run);
    }
    /// Whether anything tells it from others of these names.
    [[nodiscard]] bool isToldApart(std::int64_t run) const
    {
        return differsInRounds(run) || !distinctions(run).empty();
    }
    /// Whether all distinctions and their values are the same.
    [[nodiscard]] bool hasDistinctionsOf(const RunSettings& other) const;
    /// The index of the setting at this pointer.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view pointer) const;
    /// "alpha"; "algorithm/alpha" if another setting ends in the same word.
    [[nodiscard]] const std::string& title(std::size_t setting) const { return m_titles[setting]; }

private:
    static constexpr int kAbsent = -1;

    [[nodiscard]] const std::vector<int>* valuesOf(std::int64_t run) const;
    [[nodiscard]] int textOf(const std::vector<int>& values, std::size_t setting) const
    {
        return setting < values.size() ? values[setting] : kAbsent;
    }
    [[nodiscard]] bool isLongList(std::span<const std::vector<int>* const> runs,
                                  std::size_t setting) const;
    void sortByInformation(std::span<const std::vector<int>* const> runs,
                           std::vector<std::size_t>& settings) const;
    [[nodiscard]] static bool isKnown(const std::vector<int>& values);
    void giveDefault(std::size_t setting, int text);
    void makeTitles();
    void makeDistinctions(std::span<const RunRow* const> runs);
    [[nodiscard]] std::vector<std::pair<std::int64_t, std::vector<std::size_t>>>
    rarestFirst(std::span<const std::int64_t> runs, const std::vector<std::size_t>& settings) const;
    void findFixedPartitions(std::span<const RunRow* const> runs);

    std::vector<std::string> m_pointers;
    std::vector<std::string> m_titles;
    std::vector<bool> m_countsWhereAbsent; ///< of each setting: to lack it is a difference
    std::vector<std::string> m_texts;
    std::vector<std::int64_t> m_runs;       ///< ascending
    std::vector<std::string> m_seeds;       ///< of each run
    std::vector<std::vector<int>> m_values; ///< of each run: a text's number for each setting
    std::optional<std::vector<std::size_t>> m_differing; ///< of all runs, once they are read
    std::unordered_map<std::int64_t, std::vector<std::size_t>> m_distinctions; ///< where any
    std::unordered_set<std::int64_t> m_otherRounds;
    std::unordered_set<std::int64_t> m_fixedPartitions; ///< of those that this tells apart
};

} // namespace coterie
