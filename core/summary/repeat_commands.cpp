#include "core/summary/repeat_commands.h"

#include "core/base/json_node.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/external_command.h"
#include "core/experiment/sweep_text.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// A word of a command as a shell takes it.
std::string shellWord(const std::string& word)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-+./:,=@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
        return word;
    std::string quoted = "'";
    for (const char letter : word)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + '\'';
}

using Seeds = std::set<std::uint64_t>;
using Changes = std::vector<std::string>; // "/arms/0/algorithm/alpha=5"

/// What one `run` computes.
struct RunCommand
{
    Changes changes;
    std::vector<std::string> arms;
    Seeds seeds;
    bool startsCommand = false; ///< of the user's
};

bool startsCommand(const RunRow& run, const Registry& registry)
{
    const Result<RunPlan, Problems> plan = parsePlan(run.planJson, registry);
    return plan && runsForeignCode(*plan);
}

/// Of each arm its sweep points, and what makes the experiment have only that one.
std::map<std::string, std::map<std::string, Changes>> sweepPoints(const Experiment* experiment,
                                                                  const Registry& registry)
{
    std::map<std::string, std::map<std::string, Changes>> points;
    if (!experiment)
        return points;
    Experiment once = *experiment;
    once.seeds.resize(1, 1);
    for (const RunPlan& plan : expand(once, registry)) {
        Changes& changes = points[plan.armName][sweepText(plan.sweep)];
        for (const SweepPoint& point : plan.sweep)
            changes.push_back(point.pointer + '=' + toText(point.value));
    }
    return points;
}

std::vector<RunCommand>
runCommands(const Experiment* experiment, std::span<const RunRow> runs, const Registry& registry)
{
    const auto points = sweepPoints(experiment, registry);
    std::vector<std::string> arms;
    std::set<std::string> withCommand;
    std::map<std::string, std::map<std::uint64_t, std::set<std::string>>> sweeps;
    for (const RunRow& run : runs) {
        if (startsCommand(run, registry))
            withCommand.insert(run.arm);
        if (!sweeps.contains(run.arm))
            arms.push_back(run.arm);
        sweeps[run.arm][run.seed].insert(run.sweep);
    }
    std::vector<RunCommand> commands;
    for (const std::string& arm : arms) {
        const auto ofArm = points.find(arm);
        std::map<Changes, Seeds> wanted;
        for (const auto& [seed, ofSeed] : sweeps[arm]) {
            if (ofArm == points.end() || ofSeed.size() >= ofArm->second.size()) {
                wanted[{}].insert(seed);
                continue;
            }
            for (const std::string& sweep : ofSeed)
                if (const auto point = ofArm->second.find(sweep); point != ofArm->second.end())
                    wanted[point->second].insert(seed);
        }
        for (const auto& [changes, seeds] : wanted) {
            const auto same = std::ranges::find_if(commands, [&](const RunCommand& command) {
                return command.changes == changes && command.seeds == seeds;
            });
            RunCommand& command = same != commands.end()
                                      ? *same
                                      : commands.emplace_back(RunCommand{
                                          .changes = changes, .arms = {}, .seeds = seeds});
            command.arms.push_back(arm);
            command.startsCommand |= withCommand.contains(arm);
        }
    }
    return commands;
}

std::string lineOf(const RunCommand& command, const Experiment* experiment)
{
    std::string line = "coterie-cli run experiment.json";
    for (const std::string& change : command.changes)
        line += " --set " + shellWord(change);
    if (!experiment || command.arms.size() < experiment->arms.size())
        for (const std::string& arm : command.arms)
            line += " --arm " + shellWord(arm);
    if (!experiment || command.seeds != Seeds(experiment->seeds.begin(), experiment->seeds.end()))
        for (const std::uint64_t seed : command.seeds)
            line += " --seed " + std::to_string(seed);
    return line + (command.startsCommand ? " --allow-external" : "") + " --data DATA\n";
}

/// A run that was changed by hand is, to the bit, the fork of one that was not.
std::string forkLines(const RunRow& run, const Registry& registry)
{
    std::map<int, Changes> forks; // by the last round that both have
    for (const RecordedChange& changed : run.changes)
        forks[changed.round - 1].push_back(changed.change.place + '='
                                           + shortestText(changed.change.value));
    if (run.branch)
        forks.try_emplace(run.branch->round);
    if (forks.empty())
        return {};
    std::string lines = "# RUN: the number that the command above printed for " + run.arm
                        + (run.sweep.empty() ? "" : ", " + run.sweep) + ", seed "
                        + std::to_string(run.seed)
                        + (forks.size() > 1 ? ", then to its newest fork\n" : "\n");
    for (const auto& [round, changes] : forks) {
        lines += "coterie-cli fork RUN --round " + std::to_string(round);
        for (const std::string& change : changes)
            lines += " --set " + shellWord(change);
        // A finished run no longer knows its folder.
        lines += startsCommand(run, registry) ? " --allow-external --command-folder ." : "";
        lines += " --data DATA\n";
    }
    return lines;
}

} // namespace

std::string
repeatCommands(const Experiment* experiment, std::span<const RunRow> runs, const Registry& registry)
{
    std::string text;
    for (const RunCommand& command : runCommands(experiment, runs, registry))
        text += lineOf(command, experiment);
    for (const RunRow& run : runs)
        text += forkLines(run, registry);
    return text;
}

} // namespace coterie
