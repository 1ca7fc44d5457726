#include "core/summary/run_history.h"

#include "core/base/try.h"

#include <algorithm>
#include <ranges>

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

const RoundFacts* RunHistory::lastTested() const
{
    const auto found = std::ranges::find_if(rounds | std::views::reverse, &RoundFacts::isTested);
    return found == rounds.rend() ? nullptr : &*found;
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

} // namespace coterie
