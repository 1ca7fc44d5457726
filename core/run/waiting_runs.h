#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace coterie {

/// A run that waits for its turn in a queue.
struct WaitingRun
{
    std::int64_t id = 0;
    std::string experiment;
    std::string arm;
    std::uint64_t seed = 0;
    std::string sweep; ///< "alpha = 10", empty without a sweep
    int rounds = 0;
    int roundsDone = 0; ///< stored; it goes on after them
};

/// The list of waiting runs, in the order in which they will begin, has changed.
struct QueueChanged
{
    std::shared_ptr<const std::vector<WaitingRun>> waiting;
    std::size_t edits = 0; ///< how many calls of drop() and arrange() it includes
};

/// Brings those of `first` to the front, in its order; the others follow in theirs.
template <typename Runs>
void arrangeRuns(Runs& runs, const std::vector<std::int64_t>& first)
{
    std::map<std::int64_t, std::size_t> places;
    for (const std::int64_t id : first)
        places.emplace(id, places.size());
    std::ranges::stable_sort(runs, {}, [&](const auto& run) {
        const auto place = places.find(run.id);
        return place == places.end() ? first.size() : place->second;
    });
}

} // namespace coterie
