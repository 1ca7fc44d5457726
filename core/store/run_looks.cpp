#include "core/store/run_looks.h"

#include "core/store/run_store.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using OfExperiment = std::pair<std::size_t, std::size_t>; ///< an experiment, and a look in it

/// The looks that its arms have alone become those that they have beside the experiments before.
void addExperiment(std::size_t experiment,
                   const std::set<std::size_t>& own,
                   std::set<std::size_t>& colours,
                   std::map<OfExperiment, std::size_t>& given)
{
    const std::set<std::size_t> before = colours;
    std::vector<std::size_t> others;
    for (const std::size_t look : own) {
        if (before.contains(look % kLineColours)) {
            others.push_back(look);
            continue;
        }
        given[{experiment, look}] = look;
        colours.insert(look % kLineColours);
    }
    for (const std::size_t look : others) {
        std::size_t free = 0;
        while (colours.contains(free))
            ++free;
        given[{experiment, look}] = free < kLineColours ? free : look;
        colours.insert(free % kLineColours);
    }
}

} // namespace

std::string designKey(const RunRow& run)
{
    const std::string design = run.experimentHash + '\n' + recordText(run.changes);
    return run.store.empty() ? design : run.store + '\n' + design;
}

RunLooks looksTogether(std::span<const LookedAt> runs)
{
    std::map<std::string, std::size_t> places; // by designKey()
    std::vector<std::size_t> experiments;      // of each run
    std::vector<std::set<std::size_t>> own;    // looks of each experiment
    for (const LookedAt& run : runs) {
        const auto [place, isNew] = places.try_emplace(run.design, own.size());
        if (isNew)
            own.emplace_back();
        own[place->second].insert(run.alone.look);
        experiments.push_back(place->second);
    }
    std::set<std::size_t> colours;
    std::map<OfExperiment, std::size_t> given;
    for (std::size_t experiment = 0; experiment < own.size(); ++experiment)
        addExperiment(experiment, own[experiment], colours, given);

    using Point = std::pair<std::size_t, std::size_t>;            // an experiment and a sweep point
    std::map<std::size_t, std::map<Point, std::size_t>> variants; // by look
    std::map<std::size_t, std::set<std::size_t>> taken;
    RunLooks looks;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::size_t look = given.at({experiments[i], runs[i].alone.look});
        const std::size_t place = runs[i].alone.variant;
        const auto [variant, isNew] = variants[look].try_emplace({experiments[i], place}, place);
        if (isNew)
            while (!taken[look].insert(variant->second).second)
                ++variant->second;
        looks[runs[i].run] = {.look = look, .variant = variant->second};
    }
    return looks;
}

RunLooks looksTogether(std::span<const RunRow* const> runs)
{
    std::vector<LookedAt> shown;
    for (const RunRow* run : runs)
        shown.push_back({.run = run->id,
                         .design = designKey(*run),
                         .alone = {.look = run->look, .variant = run->sweepPlace}});
    return looksTogether(shown);
}

void setLooks(std::span<RunRow> runs, const RunLooks& looks)
{
    for (RunRow& run : runs)
        if (const auto found = looks.find(run.id); found != looks.end()) {
            run.look = found->second.look;
            run.sweepPlace = found->second.variant;
        }
}

} // namespace coterie
