#include "core/summary/run_history.h"

#include "core/base/try.h"
#include "core/metrics/metric_values.h"
#include "core/store/plan_settings.h"
#include "core/store/statistics.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

std::optional<double> meanOf(const std::vector<std::optional<double>>& values)
{
    double sum = 0;
    std::size_t count = 0;
    for (const std::optional<double>& value : values)
        if (value) {
            sum += *value;
            ++count;
        }
    return count == 0 ? std::nullopt : std::optional(sum / double(count));
}

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kExcludeLastPlace = "/excludeLastClient";

/// Whether the setting must be the same in two runs whose clients are compared.
bool isOfClients(std::string_view place)
{
    constexpr std::array<std::string_view, 4> kSections{
        "/data/", "/clients/", "/model/", "/local/"};
    return place == kPartitionSeedPlace || place == kExcludeLastPlace
           || std::ranges::any_of(
               kSections, [&](std::string_view section) { return place.starts_with(section); });
}

Settings settingsOfClients(const Settings& plan)
{
    Settings settings;
    std::ranges::copy_if(plan, std::back_inserter(settings), isOfClients, [](const auto& setting) {
        return std::string_view(setting.first);
    });
    return settings;
}

bool trainsAlone(const Settings& plan)
{
    const Settings::value_type alone{"/algorithm/name", "independent"};
    return std::ranges::find(plan, alone) != plan.end();
}

} // namespace

bool RoundFacts::isTested() const
{
    return std::ranges::any_of(testLosses, [](const auto& loss) { return loss.has_value(); });
}

std::optional<double> RoundFacts::meanError() const
{
    return meanOf(errors);
}

std::optional<double> RoundFacts::meanTestLoss() const
{
    return meanOf(testLosses);
}

std::optional<double> RoundFacts::meanTrainLoss() const
{
    return meanOf(trainLosses);
}

bool RoundFacts::trainedTheSame(const RoundFacts& other) const
{
    const auto isThere = [](const std::optional<double>& loss) { return loss.has_value(); };
    return participants == other.participants
           && std::ranges::equal(trainLosses, other.trainLosses, {}, isThere, isThere);
}

bool RoundFacts::tookPart(std::size_t client) const
{
    return participants.empty()
               ? client < trainLosses.size() && trainLosses[client].has_value()
               : std::ranges::find(participants, int(client)) != participants.end();
}

bool RoundFacts::hasOverlappingGroups() const
{
    std::set<int> seen;
    for (const std::vector<int>& group : groups)
        for (const int client : group)
            if (!seen.insert(client).second)
                return true;
    return false;
}

std::optional<double> RoundFacts::agreement(std::span<const int> trueGroup) const
{
    if (hasOverlappingGroups())
        return std::nullopt;
    std::vector<int> found;
    std::vector<int> truth;
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const int client : groups[group])
            if (std::size_t(client) < trueGroup.size() && trueGroup[std::size_t(client)] >= 0) {
                found.push_back(int(group));
                truth.push_back(trueGroup[std::size_t(client)]);
            }
    return found.empty() ? std::nullopt : std::optional(adjustedRandIndex(found, truth));
}

const RoundFacts* RunHistory::lastTested() const
{
    const auto found = std::ranges::find_if(rounds | std::views::reverse, &RoundFacts::isTested);
    return found == rounds.rend() ? nullptr : &*found;
}

std::vector<const RoundFacts*> RunHistory::groupedRounds() const
{
    std::vector<const RoundFacts*> grouped;
    for (const RoundFacts& round : rounds)
        if (round.round > 0 && !round.groups.empty())
            grouped.push_back(&round);
    return grouped;
}

RoundFacts roundFacts(const RoundReport& report, std::size_t clients)
{
    RoundFacts facts;
    facts.round = report.round;
    facts.errors.resize(clients);
    facts.testLosses.resize(clients);
    facts.trainLosses.resize(clients);
    facts.participants = report.participants;
    facts.events = report.events;
    if (report.grouping)
        facts.groups = report.grouping->groups;
    for (const ClientReport& client : report.clients) {
        const auto index = static_cast<std::size_t>(client.client);
        if (index >= clients)
            continue;
        facts.trainLosses[index] = client.trainLoss;
        const std::optional<Score>& test =
            client.personalTest ? client.personalTest : client.globalTest;
        if (!test)
            continue;
        facts.testLosses[index] = test->loss;
        if (test->accuracy)
            facts.errors[index] = 100 * (1 - *test->accuracy);
    }
    return facts;
}

Result<RunHistory> readHistory(RunStore& store, const RunRow& row)
{
    constexpr int kAtATime = 64; // rounds
    RunHistory history;
    history.row = row;
    const Settings::value_type excludes{kExcludeLastPlace, "true"};
    const Settings plan = planSettings(row.planJson);
    history.excludesLast = std::ranges::find(plan, excludes) != plan.end();
    COTERIE_TRY(history.facts, store.facts(row.id));
    for (int first = 0; row.hasRounds && first <= row.roundsDone; first += kAtATime) {
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(row.id, first, first + kAtATime - 1, false));
        for (const RoundReport& report : reports)
            history.rounds.push_back(roundFacts(report, history.clients()));
    }
    if (!history.rounds.empty()) {
        const int last = history.rounds.back().round;
        COTERIE_TRY(std::vector<RoundReport> newest, store.reports(row.id, last, last));
        if (!newest.empty() && newest.front().collaboration) {
            history.lastCollaboration = std::move(newest.front().collaboration);
            history.lastCollaborationRound = last;
        }
    }
    return history;
}

Result<std::vector<RunRow>> runsOfExperiment(RunStore& store, const RunRow& row)
{
    COTERIE_TRY(std::vector<RunRow> runs, store.runs());
    std::erase_if(runs, [&](const RunRow& each) {
        return each.store != row.store || each.experimentName != row.experimentName
               || each.experimentDesign != row.experimentDesign;
    });
    return runs;
}

const RunRow* runAloneBeside(std::span<const RunRow> runs, const RunRow& row)
{
    const Settings plan = planSettings(row.planJson);
    const auto isChanged = [](const RecordedChange& changed) {
        return isOfClients(changed.change.place);
    };
    if (trainsAlone(plan) || std::ranges::any_of(row.changes, isChanged))
        return nullptr;
    const Settings settings = settingsOfClients(plan);
    const RunRow* chosen = nullptr;
    for (const RunRow& each : runs) {
        if (each.id == row.id || each.store != row.store || each.seed != row.seed
            || each.status != RunStatus::Finished || each.isMixed || each.branch
            || (chosen && !countsBefore(each, *chosen)))
            continue;
        const Settings other = planSettings(each.planJson);
        if (trainsAlone(other) && settingsOfClients(other) == settings)
            chosen = &each;
    }
    return chosen;
}

} // namespace coterie
