#include "core/store/run_looks.h"

#include "core/store/run_store.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// What one experiment shows: its looks with the sweep points of each.
using OwnLooks = std::map<ArmLook, ArmLook>; ///< as it looks alone, and beside the others

/// The experiments so far: of each colour how many have it, and in which variants.
struct Shown
{
    std::map<std::size_t, std::size_t> experiments; ///< by colour
    std::map<std::size_t, std::set<std::size_t>> variants;
};

/// The look of an arm with so many lines. Where the experiments before have its colour, it has it
/// too, in another shape; where these would be too many lines, a colour that no arm has.
std::size_t lookBeside(std::size_t look,
                       std::size_t lines,
                       const Shown& shown,
                       const std::set<std::size_t>& wanted)
{
    constexpr std::size_t kLinesOfAColour = 4; // there are four dashes and four shapes
    const std::size_t colour = look % kLineColours;
    const auto others = shown.experiments.find(colour);
    if (others == shown.experiments.end())
        return look;
    if (shown.variants.at(colour).size() + lines > kLinesOfAColour)
        for (std::size_t free = 0; free < kLineColours; ++free)
            if (!shown.experiments.contains(free) && !wanted.contains(free))
                return free;
    return look + others->second * kLineColours;
}

void addBeside(OwnLooks& own, Shown& shown)
{
    std::map<std::size_t, std::size_t> lines; // by look
    std::set<std::size_t> wanted;             // colours
    for (const auto& [alone, beside] : own) {
        ++lines[alone.look];
        wanted.insert(alone.look % kLineColours);
    }
    std::map<std::size_t, std::size_t> looks; // beside the others, by that alone
    std::set<std::size_t> colours;
    for (const auto& [look, count] : lines) {
        looks[look] = lookBeside(look, count, shown, wanted);
        colours.insert(looks[look] % kLineColours);
        wanted.insert(looks[look] % kLineColours);
    }
    for (auto& [alone, beside] : own) {
        beside = {.look = looks.at(alone.look), .variant = alone.variant};
        std::set<std::size_t>& taken = shown.variants[beside.look % kLineColours];
        while (beside.look != alone.look && taken.contains(beside.variant))
            ++beside.variant;
        taken.insert(beside.variant);
    }
    for (const std::size_t colour : colours)
        ++shown.experiments[colour];
}

} // namespace

std::string designKey(const RunRow& run)
{
    const std::string design = run.experimentDesign + '\n' + recordText(run.changes);
    return run.store.empty() ? design : run.store + '\n' + design;
}

RunLooks looksTogether(std::span<const LookedAt> runs)
{
    std::map<std::string, std::size_t> places; // by designKey()
    std::vector<std::size_t> experiments;      // of each run
    std::vector<OwnLooks> own;                 // of each experiment
    for (const LookedAt& run : runs) {
        const auto [place, isNew] = places.try_emplace(run.design, own.size());
        if (isNew)
            own.emplace_back();
        own[place->second].try_emplace(run.alone);
        experiments.push_back(place->second);
    }
    Shown shown;
    for (OwnLooks& experiment : own)
        addBeside(experiment, shown);
    RunLooks looks;
    for (std::size_t i = 0; i < runs.size(); ++i)
        looks[runs[i].run] = own[experiments[i]].at(runs[i].alone);
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
