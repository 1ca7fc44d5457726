#include "core/summary/reported_experiment.h"

#include <algorithm>
#include <string_view>

namespace coterie {

namespace {

/// "optimizer learning rate" for "optimizer/learningRate".
std::string inWords(std::string_view tail)
{
    std::string words;
    for (const char letter : tail) {
        const bool isCapital = letter >= 'A' && letter <= 'Z';
        if (isCapital)
            words += ' ';
        words += isCapital ? static_cast<char>(letter - 'A' + 'a') : letter == '/' ? ' ' : letter;
    }
    return words;
}

/// "local epochs = 5, alpha = 0.5" for "localEpochs = 5, alpha = 0.5". Values stay, also those
/// with commas.
std::string sweepInWords(std::string_view sweep)
{
    constexpr std::string_view kIs = " = ";
    constexpr std::string_view kNext = ", ";
    std::string words;
    while (!sweep.empty()) {
        const std::size_t end = std::min(sweep.find(kNext), sweep.size());
        const std::string_view point = sweep.substr(0, end);
        const std::size_t is = point.find(kIs);
        words += words.empty() ? "" : kNext;
        words += is == std::string_view::npos
                     ? std::string(point)
                     : inWords(point.substr(0, is)).append(point.substr(is));
        sweep.remove_prefix(std::min(end + kNext.size(), sweep.size()));
    }
    return words;
}

} // namespace

std::string armWord(const std::string& arm, const std::string& sweep)
{
    return sweep.empty() ? arm : arm + " (" + sweepInWords(sweep) + ')';
}

std::string nameOf(const RunRow& row)
{
    const std::string usual = armWord(row.arm, row.sweep) + ", seed " + std::to_string(row.seed);
    return row.name.empty() ? usual : row.name + ": " + usual;
}

const std::vector<std::int64_t>& countedRuns(const ArmSummary& arm)
{
    return arm.runs.empty() ? arm.farthestUnfinished : arm.runs;
}

std::vector<const RunRow*> firstRuns(const ReportedExperiment& experiment)
{
    std::vector<const RunRow*> first;
    for (const ArmSummary& arm : experiment.arms) {
        const std::vector<std::int64_t>& counted = countedRuns(arm);
        const auto found = counted.empty()
                               ? experiment.runs.end()
                               : std::ranges::find(experiment.runs, counted.front(), &RunRow::id);
        if (found != experiment.runs.end() && found->hasRounds)
            first.push_back(&*found);
    }
    return first;
}

} // namespace coterie
