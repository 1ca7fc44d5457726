#include "core/summary/findings.h"

#include "core/base/try.h"
#include "core/metrics/metric_values.h"
#include "core/store/plan_settings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>
#include <utility>

namespace coterie {

namespace {

std::string decimals(double value, int places)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", places, value);
    return text.data();
}

/// "12.3 points", always positive.
std::string pointsText(double difference)
{
    return decimals(std::abs(difference), 1) + " points";
}

std::string countText(std::size_t count, std::string_view one, std::string_view many)
{
    return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

/// "client 3", "clients 1 and 4", "clients 1, 4, 7 and 12 others".
std::string clientsText(const std::vector<int>& clients)
{
    constexpr std::size_t kMost = 6;
    std::string text = clients.size() == 1 ? "client " : "clients ";
    const std::size_t named = clients.size() > kMost ? kMost - 1 : clients.size();
    for (std::size_t i = 0; i < named; ++i)
        text += (i == 0                                               ? ""
                 : i + 1 == clients.size() && named == clients.size() ? " and "
                                                                      : ", ")
                + std::to_string(clients[i]);
    if (named < clients.size())
        text += " and " + std::to_string(clients.size() - named) + " others";
    return text;
}

std::string capitalised(std::string text)
{
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

/// The rounds with groups; several sets of them need no order.
std::vector<const RoundFacts*> groupedRounds(const RunHistory& run)
{
    std::vector<const RoundFacts*> grouped;
    for (const RoundFacts& round : run.rounds)
        if (round.round > 0 && !round.groups.empty())
            grouped.push_back(&round);
    return grouped;
}

std::optional<Finding> lossNotFinite(const FindingContext& context)
{
    for (const RoundFacts& round : context.run.rounds)
        for (const Event& event : round.events)
            if (std::holds_alternative<LossNotFinite>(event.what)) {
                std::vector<int> clients;
                if (event.client)
                    clients.push_back(*event.client);
                return Finding{.rule = {},
                               .sentence =
                                   "Training broke in round " + std::to_string(round.round)
                                   + ": a loss "
                                   + (event.client ? "of " + clientsText(clients) + ' ' : "")
                                   + "is infinite or no number.",
                               .evidence = {.where = Evidence::Where::Losses,
                                            .round = round.round,
                                            .clients = clients}};
            }
    return std::nullopt;
}

std::optional<Finding> againstAlone(const FindingContext& context)
{
    const RoundFacts* mine = context.run.lastTested();
    const RoundFacts* alone = context.alone ? context.alone->lastTested() : nullptr;
    if (!mine || !alone || mine->round != alone->round
        || mine->errors.size() != alone->errors.size())
        return std::nullopt;
    std::vector<int> gained;
    std::vector<int> lost;
    int most = -1;
    int least = -1;
    std::vector<double> differences(mine->errors.size(), 0);
    for (std::size_t i = 0; i < mine->errors.size(); ++i) {
        if (!mine->errors[i] || !alone->errors[i])
            return std::nullopt;
        differences[i] = *mine->errors[i] - *alone->errors[i];
        const int client = static_cast<int>(i);
        if (differences[i] < 0)
            gained.push_back(client);
        if (differences[i] > 0)
            lost.push_back(client);
        if (most < 0 || differences[i] < differences[std::size_t(most)])
            most = client;
        if (least < 0 || differences[i] > differences[std::size_t(least)])
            least = client;
    }
    const std::string beside = " (run " + std::to_string(context.alone->row.id) + ")";
    const std::size_t all = differences.size();
    std::string sentence;
    if (gained.empty() && lost.empty())
        sentence = "Every client errs exactly as much as alone" + beside + ".";
    else {
        sentence = std::to_string(gained.size()) + " of " + std::to_string(all)
                   + " clients err less than alone" + beside + " and " + std::to_string(lost.size())
                   + " more";
        if (!gained.empty())
            sentence += "; client " + std::to_string(most) + " gains most, "
                        + pointsText(differences[std::size_t(most)]);
        if (!lost.empty())
            sentence += std::string(gained.empty() ? "; " : ", ") + "client "
                        + std::to_string(least) + " loses most, "
                        + pointsText(differences[std::size_t(least)]);
        sentence += '.';
    }
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Clients,
                                .round = mine->round,
                                .clients = lost.empty() ? gained : lost}};
}

std::optional<Finding> overfits(const FindingContext& context)
{
    const RoundFacts* last = context.run.lastTested();
    if (!last)
        return std::nullopt;
    const RoundFacts* best = nullptr;
    for (const RoundFacts& round : context.run.rounds) {
        const std::optional<double> loss = round.meanTestLoss();
        if (loss && std::isfinite(*loss) && (!best || *loss < *best->meanTestLoss()))
            best = &round;
    }
    constexpr double kRise = 1.2;
    constexpr int kRounds = 3; // at least so many after the best
    if (!best || best->round == 0 || last->round - best->round < kRounds
        || !(*last->meanTestLoss() > kRise * *best->meanTestLoss()))
        return std::nullopt;
    const std::optional<double> trainThen = best->meanTrainLoss();
    const std::optional<double> trainNow = last->meanTrainLoss();
    const bool stillLearns = trainThen && trainNow && *trainNow < *trainThen;
    const double percent = 100 * (*last->meanTestLoss() / *best->meanTestLoss() - 1);
    std::string sentence = "The mean test loss was lowest in round " + std::to_string(best->round)
                           + " (" + decimals(*best->meanTestLoss(), 3) + ") and ends "
                           + decimals(percent, 0) + " % higher";
    sentence += stillLearns ? ", while the training loss went on falling: the models memorise "
                              "their own samples."
                            : ", and the training loss does not fall any more: training diverges.";
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Losses, .round = best->round}};
}

std::optional<Finding> groupsSettle(const FindingContext& context)
{
    const std::vector<const RoundFacts*> grouped = groupedRounds(context.run);
    constexpr std::size_t kFew = 4; // rounds that say nothing yet
    if (grouped.size() < kFew)
        return std::nullopt;
    std::size_t changes = 0;
    std::size_t settled = 0; // the first of the rounds with the last groups
    for (std::size_t i = 1; i < grouped.size(); ++i)
        if (grouped[i]->groups != grouped[i - 1]->groups) {
            ++changes;
            settled = i;
        }
    const RoundFacts& last = *grouped.back();
    const RoundFacts& since = *grouped[settled];
    const std::string groups = last.groups.size() == 1
                                   ? "all clients are one group"
                                   : countText(last.groups.size(), "group", "groups");
    std::string sentence;
    const std::size_t kept = grouped.size() - settled;
    if (changes == 0)
        sentence = "The groups never changed: " + groups + " from round "
                   + std::to_string(since.round) + " on.";
    else if (4 * kept >= grouped.size() && kept >= kFew)
        sentence = "The groups settled in round " + std::to_string(since.round) + ": " + groups
                   + ", the same in the " + std::to_string(kept) + " rounds from then on.";
    else
        sentence = "The groups never settled: they changed in " + std::to_string(changes) + " of "
                   + std::to_string(grouped.size() - 1) + " rounds, last in round "
                   + std::to_string(since.round) + ".";
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Groups, .round = since.round}};
}

std::optional<Finding> groupsAndTruth(const FindingContext& context)
{
    const std::vector<int>& truth = context.run.facts.trueGroup;
    const std::vector<const RoundFacts*> grouped = groupedRounds(context.run);
    if (truth.empty() || grouped.empty() || std::set(truth.begin(), truth.end()).size() < 2)
        return std::nullopt;
    const auto index = [&](const RoundFacts& round) {
        std::vector<int> found(truth.size(), -1);
        for (std::size_t group = 0; group < round.groups.size(); ++group)
            for (const int client : round.groups[group])
                if (std::size_t(client) < found.size())
                    found[std::size_t(client)] = int(group);
        // A client in no group is alone.
        int next = int(round.groups.size());
        for (int& group : found)
            if (group < 0)
                group = next++;
        return adjustedRandIndex(found, truth);
    };
    constexpr double kSame = 1 - 1e-12;
    const RoundFacts* since = nullptr;
    for (const RoundFacts* round : grouped)
        if (index(*round) < kSame)
            since = nullptr;
        else if (!since)
            since = round;
    std::string sentence;
    if (since)
        sentence = "The groups are the true ones from round " + std::to_string(since->round)
                   + (since == grouped.front() ? ", the first with groups, on." : " to the end.");
    else
        sentence = "The groups are not the true ones: in round "
                   + std::to_string(grouped.back()->round) + " the adjusted Rand index is "
                   + decimals(index(*grouped.back()), 2) + " (1: the same, 0: as by chance).";
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Groups,
                                .round = since ? since->round : grouped.back()->round}};
}

std::optional<Finding> outsiders(const FindingContext& context)
{
    const std::optional<Matrix>& weights = context.run.lastCollaboration;
    if (!weights || weights->rows != weights->columns || weights->rows < 3)
        return std::nullopt;
    std::vector<int> outside;
    for (std::size_t j = 0; j < weights->columns; ++j) {
        bool isTaken = false;
        for (std::size_t i = 0; i < weights->rows; ++i)
            isTaken = isTaken || (i != j && weights->at(i, j) > 0);
        if (!isTaken)
            outside.push_back(int(j));
    }
    if (outside.empty() || outside.size() + 1 >= weights->rows)
        return std::nullopt; // everybody alone is no finding about one client
    const std::string round = std::to_string(context.run.lastCollaborationRound);
    return Finding{.rule = {},
                   .sentence = "Nobody takes anything from " + clientsText(outside) + " in round "
                               + round + ", the last.",
                   .evidence = {.where = Evidence::Where::Matrix,
                                .round = context.run.lastCollaborationRound,
                                .clients = outside}};
}

std::optional<Finding> leftBehind(const FindingContext& context)
{
    const RoundFacts* last = context.run.lastTested();
    const std::optional<double> mean = last ? last->meanError() : std::nullopt;
    if (!mean || last->errors.size() < 3)
        return std::nullopt;
    double squares = 0;
    std::size_t worst = 0;
    for (std::size_t i = 0; i < last->errors.size(); ++i) {
        if (!last->errors[i])
            return std::nullopt;
        squares += (*last->errors[i] - *mean) * (*last->errors[i] - *mean);
        if (*last->errors[i] > *last->errors[worst])
            worst = i;
    }
    const double deviation = std::sqrt(squares / double(last->errors.size()));
    constexpr double kFar = 2;     // deviations
    constexpr double kPoints = 10; // and points
    const double behind = *last->errors[worst] - *mean;
    if (behind < kPoints || behind < kFar * deviation)
        return std::nullopt;
    const std::vector<std::int64_t>& samples = context.run.facts.trainSamples;
    std::string sentence = "Client " + std::to_string(worst) + " is left behind: it errs "
                           + decimals(*last->errors[worst], 1) + " %, the mean is "
                           + decimals(*mean, 1) + " %";
    if (worst < samples.size() && std::ranges::count(samples, std::ranges::min(samples)) == 1
        && samples[worst] == std::ranges::min(samples))
        sentence += "; it has the fewest training samples, " + std::to_string(samples[worst]);
    return Finding{.rule = {},
                   .sentence = sentence + '.',
                   .evidence = {.where = Evidence::Where::Clients,
                                .round = last->round,
                                .clients = {int(worst)}}};
}

std::optional<Finding> neverDrawn(const FindingContext& context)
{
    std::vector<bool> tookPart(context.run.clients(), false);
    int last = 0;
    for (const RoundFacts& round : context.run.rounds) {
        last = std::max(last, round.round);
        for (const int client : round.participants)
            if (std::size_t(client) < tookPart.size())
                tookPart[std::size_t(client)] = true;
    }
    std::vector<int> never;
    for (std::size_t i = 0; i < tookPart.size(); ++i)
        if (!tookPart[i])
            never.push_back(int(i));
    if (last == 0 || never.empty() || never.size() == tookPart.size())
        return std::nullopt;
    return Finding{
        .rule = {},
        .sentence = capitalised(clientsText(never)) + " never took part in "
                    + countText(std::size_t(last), "round", "rounds") + ".",
        .evidence = {.where = Evidence::Where::Clients, .round = last, .clients = never}};
}

std::optional<Finding> stillImproves(const FindingContext& context)
{
    const RoundFacts* last = context.run.lastTested();
    const std::optional<double> now = last ? last->meanError() : std::nullopt;
    if (!now || last->round < 10)
        return std::nullopt;
    // The last tenth of the rounds: its best against the best before it.
    const int from = last->round - std::max(1, last->round / 10);
    std::optional<double> before;
    std::optional<double> late;
    for (const RoundFacts& round : context.run.rounds) {
        const std::optional<double> error = round.meanError();
        std::optional<double>& best = round.round <= from ? before : late;
        if (error && (!best || *error < *best))
            best = error;
    }
    constexpr double kPoint = 1;
    if (!before || !late || *before - *late < kPoint)
        return std::nullopt;
    return Finding{.rule = {},
                   .sentence = "It was still learning when it ended: the mean test error fell by "
                               + pointsText(*before - *late) + " after round "
                               + std::to_string(from)
                               + ". More rounds may change the order of arms.",
                   .evidence = {.where = Evidence::Where::Errors, .round = from}};
}

/// Whether two arms can be told apart by their seeds: this run's and the best other one.
std::optional<Finding> seedsAndChance(const FindingContext& context)
{
    constexpr std::string_view kMetric = "meanTestError";
    const auto mine = std::ranges::find_if(context.arms, [&](const ArmSummary& arm) {
        return arm.armIndex == context.run.row.armIndex && arm.sweep == context.run.row.sweep;
    });
    if (mine == context.arms.end() || !mine->find(kMetric))
        return std::nullopt;
    const ArmSummary* rival = nullptr;
    for (const ArmSummary& arm : context.arms)
        if (&arm != &*mine && arm.find(kMetric)
            && (!rival || arm.find(kMetric)->mean < rival->find(kMetric)->mean))
            rival = &arm;
    if (!rival)
        return std::nullopt;
    const PairedComparison paired = comparePaired(*mine, *rival, kMetric);
    if (paired.seeds == 0 || !paired.difference)
        return std::nullopt;
    constexpr double kLevel = 0.05;
    const std::string other = rival->arm + (rival->sweep.empty() ? "" : " (" + rival->sweep + ")");
    const double difference = paired.difference->mean;
    const std::string seeds = countText(paired.seeds, "seed", "seeds");
    std::string sentence;
    if (difference == 0 && paired.difference->deviation == 0)
        sentence = "Its mean test error is exactly that of " + other + " in " + seeds + ".";
    else {
        sentence = "Over " + seeds + " its mean test error is " + pointsText(difference)
                   + (difference < 0 ? " below" : " above") + " that of " + other;
        const bool canTell = smallestWilcoxonP(paired.seeds) < kLevel;
        if (!canTell)
            sentence += "; so few seeds cannot tell that from chance, it takes 6.";
        else if (paired.wilcoxon.p && *paired.wilcoxon.p < kLevel)
            sentence +=
                ", more than chance would give (p = " + decimals(*paired.wilcoxon.p, 3) + ").";
        else
            sentence += ", no more than chance can give"
                        + (paired.wilcoxon.p ? " (p = " + decimals(*paired.wilcoxon.p, 2) + ")"
                                             : std::string())
                        + ".";
    }
    return Finding{
        .rule = {},
        .sentence = std::move(sentence),
        .evidence = {.where = Evidence::Where::Tests, .round = context.run.row.roundsDone}};
}

constexpr std::array kRules{FindingRule{"lossNotFinite", &lossNotFinite},
                            FindingRule{"againstAlone", &againstAlone},
                            FindingRule{"groupsAndTruth", &groupsAndTruth},
                            FindingRule{"groupsSettle", &groupsSettle},
                            FindingRule{"seedsAndChance", &seedsAndChance},
                            FindingRule{"overfits", &overfits},
                            FindingRule{"outsiders", &outsiders},
                            FindingRule{"leftBehind", &leftBehind},
                            FindingRule{"neverDrawn", &neverDrawn},
                            FindingRule{"stillImproves", &stillImproves}};

using Settings = std::vector<std::pair<std::string, std::string>>;

/// The settings of the federation: data, clients and what they are tested on.
Settings federationOf(const Settings& plan)
{
    Settings federation;
    std::ranges::copy_if(plan, std::back_inserter(federation), [](const auto& setting) {
        return setting.first.starts_with("/data/") || setting.first == kPartitionSeedPlace;
    });
    return federation;
}

/// Whether each client trained by itself, in the same federation and from the same seed.
bool isAloneBeside(const RunRow& each, const RunRow& row, const Settings& settings)
{
    if (each.id == row.id || each.seed != row.seed || each.status != RunStatus::Finished
        || each.isMixed || each.branch)
        return false;
    const Settings plan = planSettings(each.planJson);
    const Settings::value_type alone{"/algorithm/name", "independent"};
    return std::ranges::find(plan, alone) != plan.end()
           && federationOf(plan) == federationOf(settings);
}

} // namespace

std::span<const FindingRule> findingRules()
{
    return kRules;
}

std::vector<Finding> findingsOf(const FindingContext& context)
{
    std::vector<Finding> findings;
    for (const FindingRule& rule : kRules) {
        if (findings.size() == kMostFindings)
            break;
        if (std::optional<Finding> found = rule.find(context)) {
            found->rule = rule.name;
            findings.push_back(std::move(*found));
        }
    }
    return findings;
}

Result<std::vector<Finding>> findingsOf(RunStore& store, const RunRow& row)
{
    COTERIE_TRY(std::vector<RunRow> runs, store.runs());
    std::erase_if(runs, [&](const RunRow& each) { return each.experiment != row.experiment; });
    COTERIE_TRY(const std::vector<ArmSummary> arms, summarise(store, runs));
    COTERIE_TRY(const RunHistory history, readHistory(store, row));
    const Settings settings = planSettings(row.planJson);
    std::optional<RunHistory> alone;
    for (const RunRow& each : runs)
        if (isAloneBeside(each, row, settings)) {
            COTERIE_TRY(alone, readHistory(store, each));
            break;
        }
    return findingsOf({.run = history, .alone = alone ? &*alone : nullptr, .arms = arms});
}

} // namespace coterie
