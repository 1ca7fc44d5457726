#pragma once

#include "core/store/run_store.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

/// What a plan sets, one entry a value: the pointer within the plan ("/algorithm/alpha") and the
/// value as text. What names a run rather than sets it (arm, seed, sweep …) is left out; a list is
/// one value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
planSettings(std::string_view planJson);

/// The settings of many runs, each text kept once, so that ten thousand runs are compared in a
/// moment.
class RunSettings
{
public:
    RunSettings() = default;
    explicit RunSettings(std::span<const RunRow> runs);

    /// All settings that any run has, in the order in which the plans first name them.
    [[nodiscard]] const std::vector<std::string>& pointers() const { return m_pointers; }
    /// A setting's value in a run; null where the run has no such setting or is not known.
    [[nodiscard]] const std::string* value(std::int64_t run, std::size_t setting) const;
    /// The settings in which not all of these runs agree that have them: what one method alone can
    /// be told is no difference between the methods.
    [[nodiscard]] std::vector<std::size_t> differing(std::span<const std::int64_t> runs) const;
    /// "alpha"; "algorithm/alpha" where another setting ends in the same word.
    [[nodiscard]] const std::string& title(std::size_t setting) const { return m_titles[setting]; }

private:
    static constexpr int kAbsent = -1;

    [[nodiscard]] const std::vector<int>* find(std::int64_t run) const;
    void makeTitles();

    std::vector<std::string> m_pointers;
    std::vector<std::string> m_titles;
    std::vector<std::string> m_texts;
    std::vector<std::int64_t> m_runs;      ///< ascending
    std::vector<std::vector<int>> m_values; ///< of each run: a text's number for each setting
};

} // namespace coterie
