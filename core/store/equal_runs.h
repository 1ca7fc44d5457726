#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace coterie {

class Database;

/// Finds runs of a store that others repeat. Their number may be large on both sides, so the store
/// is listed once.
class EqualRuns
{
public:
    /// Among the finished and failed runs before the run `end` that are not discarded.
    /// Without events only numbers count, not what was noted beside them.
    enum class Events
    {
        Compared,
        LeftOut
    };
    EqualRuns(Database& database, std::int64_t end, Events events = Events::Compared);

    /// The oldest one that has the run's experiment, arm, seed, sweep, environment and numbers; its
    /// host and times may differ. Each is found once.
    [[nodiscard]] std::optional<std::int64_t> take(std::int64_t run);
    /// Those that have all that but, after take() found none, other numbers.
    [[nodiscard]] std::vector<std::int64_t> untaken(std::int64_t run);
    /// How many times the numbers of two runs were compared.
    [[nodiscard]] std::size_t comparisons() const { return m_comparisons; }

private:
    Database& m_database;
    Events m_events;
    std::unordered_map<std::string, std::vector<std::int64_t>> m_runs; ///< by all but numbers
    std::size_t m_comparisons = 0;
};

/// Gives a run that has no names of clients those of another one. Whether it got any.
bool takeClientNames(Database& database, std::int64_t from, std::int64_t to);

} // namespace coterie
