#pragma once

#include "core/store/run_store.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

/// The settings of a plan: pointer ("/algorithm/alpha") and value as text, without those that only
/// name a run (arm, seed, sweep …). A list is one value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
planSettings(std::string_view planJson);

/// The settings of many runs. Each text is stored once, so that comparing ten thousand runs is
/// fast.
class RunSettings
{
public:
    RunSettings() = default;
    explicit RunSettings(std::span<const RunRow> runs);

    /// The settings of all runs, in order of first use.
    [[nodiscard]] const std::vector<std::string>& pointers() const { return m_pointers; }
    /// Null if the run does not have the setting or is unknown.
    [[nodiscard]] const std::string* value(std::int64_t run, std::size_t setting) const;
    /// The settings with different values in those of these runs that have them. A parameter of
    /// only one method is no difference.
    [[nodiscard]] std::vector<std::size_t> differing(std::span<const std::int64_t> runs) const;
    /// "alpha"; "algorithm/alpha" if another setting ends in the same word.
    [[nodiscard]] const std::string& title(std::size_t setting) const { return m_titles[setting]; }

private:
    static constexpr int kAbsent = -1;

    [[nodiscard]] const std::vector<int>* find(std::int64_t run) const;
    void makeTitles();

    std::vector<std::string> m_pointers;
    std::vector<std::string> m_titles;
    std::vector<std::string> m_texts;
    std::vector<std::int64_t> m_runs;       ///< ascending
    std::vector<std::vector<int>> m_values; ///< of each run: a text's number for each setting
};

} // namespace coterie
