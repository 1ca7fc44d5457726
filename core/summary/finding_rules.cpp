#include "core/report/client_names.h"
#include "core/summary/finding_words.h"
#include "core/summary/findings.h"
#include "core/summary/loss_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace coterie {

namespace {

/// "1 errs", "3 err", "none errs".
std::string errText(std::size_t clients)
{
    return clients == 0 ? "none errs" : std::to_string(clients) + (clients == 1 ? " errs" : " err");
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
    const std::size_t all = mine->errors.size();
    std::size_t tested = 0;
    std::vector<double> differences(all, 0);
    for (std::size_t i = 0; i < all; ++i) {
        if (!mine->errors[i] || !alone->errors[i])
            continue;
        ++tested;
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
    if (tested == 0)
        return std::nullopt;
    const std::string beside = " (run " + context.alone->row.numberText() + ")";
    std::string sentence;
    if (gained.empty() && lost.empty())
        sentence = std::string(tested < all ? "Every tested client" : "Every client")
                   + " errs exactly as much as alone" + beside + ".";
    else {
        sentence = (gained.empty() ? "None" : std::to_string(gained.size())) + " of "
                   + testedText(tested, all) + (gained.size() > 1 ? " err" : " errs")
                   + " less than alone" + beside + ", " + errText(lost.size()) + " more";
        if (!gained.empty())
            sentence += "; client " + numberedClient(context.run.facts, most) + " gains most, "
                        + pointsText(differences[std::size_t(most)]);
        if (!lost.empty())
            sentence += std::string(gained.empty() ? "; " : ", ") + "client "
                        + numberedClient(context.run.facts, least) + " loses most, "
                        + pointsText(differences[std::size_t(least)]);
        sentence += '.';
    }
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Clients,
                                .round = mine->round,
                                .clients = lost.empty() ? gained : lost}};
}

/// How the groups of a run stand to the true ones.
struct Truth
{
    const RoundFacts* last = nullptr;  ///< the last round whose groups can be compared with them
    const RoundFacts* since = nullptr; ///< from here to `last` they are the true ones
    double index = 0;                  ///< in `last`
};

/// Nothing without true groups, as where each client is one of its own, or where groups overlap.
std::optional<Truth> truthOf(const RunHistory& run)
{
    const std::vector<int>& trueGroup = run.facts.trueGroup;
    std::set<int> among(trueGroup.begin(), trueGroup.end());
    among.erase(among.begin(), among.lower_bound(0)); // below zero: none
    if (among.size() < 2 || among.size() == trueGroup.size())
        return std::nullopt;
    constexpr double kSame = 1 - 1e-12;
    Truth truth;
    for (const RoundFacts* round : run.groupedRounds()) {
        if (round->hasOverlappingGroups())
            return std::nullopt;
        const std::optional<double> agreement = round->agreement(trueGroup);
        if (!agreement)
            continue;
        truth.last = round;
        truth.index = *agreement;
        if (truth.index < kSame)
            truth.since = nullptr;
        else if (!truth.since)
            truth.since = round;
    }
    return truth.last ? std::optional(truth) : std::nullopt;
}

std::optional<Finding> groupsSettle(const FindingContext& context)
{
    const std::vector<const RoundFacts*> grouped = context.run.groupedRounds();
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
    // After groups that became the true ones it would be wrong to say that they never settled.
    const std::optional<Truth> truth = truthOf(context.run);
    const bool endsTrue = truth && truth->since;
    if (changes == 0)
        sentence = "The groups never changed: " + groups + " from round "
                   + std::to_string(since.round) + " on.";
    else if (4 * kept >= grouped.size() && kept >= kFew)
        sentence = "The groups settled in round " + std::to_string(since.round) + ": " + groups
                   + ", the same in the " + std::to_string(kept) + " rounds from then on.";
    else if (grouped.size() < 2 * kFew - 1)
        return std::nullopt; // they changed, but not long enough ago to tell whether they stay
    else if (changes >= 2 && !endsTrue && (4 * changes >= grouped.size() || kept < kFew))
        sentence = "The groups never settled: they changed in " + std::to_string(changes) + " of "
                   + std::to_string(grouped.size() - 1) + " rounds, last in round "
                   + std::to_string(since.round) + ".";
    else
        sentence =
            "The groups changed "
            + (changes == 1 ? std::string("once, ") : std::to_string(changes) + " times, last ")
            + "in round " + std::to_string(since.round) + ": " + groups + " since.";
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Groups, .round = since.round}};
}

std::optional<Finding> groupsAndTruth(const FindingContext& context)
{
    const std::optional<Truth> truth = truthOf(context.run);
    if (!truth)
        return std::nullopt;
    const auto& [last, since, index] = *truth;
    std::string sentence;
    if (!since)
        sentence = "The groups are not the true ones: in round " + std::to_string(last->round)
                   + " the adjusted Rand index is " + decimals(index, 2)
                   + " (1: the same, 0: as by chance).";
    else if (since == context.run.groupedRounds().front())
        sentence = "The groups are the true ones from round " + std::to_string(since->round)
                   + ", the first with groups, on.";
    else if (since == last)
        sentence = "The groups are the true ones in round " + std::to_string(since->round)
                   + ", the last with groups.";
    else
        sentence = "The groups are the true ones from round " + std::to_string(since->round)
                   + " to the end.";
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Groups,
                                .round = since ? since->round : last->round}};
}

/// Whether another client takes something from client j.
std::vector<bool> takenFrom(const Collaboration& weights)
{
    std::vector<bool> isTaken(weights.columns());
    std::vector<int> seen(weights.addedRows()); // clients with this row so far
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        // Two clients with the same row take from each other what each takes from itself.
        if (const std::uint32_t row = weights.rowOf(i);
            !weights.matrix() && row != Collaboration::kOwnModel && ++seen[row] > 2)
            continue;
        weights.eachShare(i, [&](std::size_t j, double weight) {
            if (j != i && weight > 0)
                isTaken[j] = true;
        });
    }
    return isTaken;
}

std::optional<Finding> outsiders(const FindingContext& context)
{
    const std::optional<Collaboration>& weights = context.run.lastCollaboration;
    if (!weights || weights->rows() != weights->columns() || weights->rows() < 3)
        return std::nullopt;
    const auto round = std::ranges::find(
        context.run.rounds, context.run.lastCollaborationRound, &RoundFacts::round);
    const bool allTookPart = round == context.run.rounds.end() || round->participants.empty();
    const std::vector<bool> isTaken = takenFrom(*weights);
    std::vector<int> outside;
    std::size_t looked = 0;
    for (std::size_t j = 0; j < std::min(weights->columns(), context.run.population()); ++j) {
        if (!allTookPart && !round->tookPart(j))
            continue;
        ++looked;
        if (!isTaken[j])
            outside.push_back(int(j));
    }
    if (outside.empty() || outside.size() + 1 >= looked)
        return std::nullopt; // everybody alone is no finding about one client
    return Finding{.rule = {},
                   .sentence = "No other client takes anything from "
                               + clientsText(outside, context.run.facts) + " in the last round ("
                               + std::to_string(context.run.lastCollaborationRound) + ").",
                   .evidence = {.where = Evidence::Where::Matrix,
                                .round = context.run.lastCollaborationRound,
                                .clients = outside}};
}

std::optional<Finding> leftBehind(const FindingContext& context)
{
    const RoundFacts* last = context.run.lastTested();
    const std::optional<double> mean = last ? last->meanError() : std::nullopt;
    if (!mean)
        return std::nullopt;
    double squares = 0;
    std::size_t tested = 0;
    std::size_t worst = 0;
    for (std::size_t i = 0; i < last->errors.size(); ++i) {
        if (!last->errors[i])
            continue;
        squares += (*last->errors[i] - *mean) * (*last->errors[i] - *mean);
        if (tested == 0 || *last->errors[i] > *last->errors[worst])
            worst = i;
        ++tested;
    }
    if (tested < 3)
        return std::nullopt;
    const double deviation = std::sqrt(squares / double(tested));
    constexpr double kFar = 2;     // deviations
    constexpr double kPoints = 10; // and points
    const double behind = *last->errors[worst] - *mean;
    if (behind < kPoints || behind < kFar * deviation)
        return std::nullopt;
    const std::span samples =
        std::span(context.run.facts.trainSamples).first(context.run.population());
    std::string sentence =
        "Client " + numberedClient(context.run.facts, int(worst)) + " is left behind: it errs "
        + decimals(*last->errors[worst], 1) + " %, the mean "
        + (tested < last->errors.size() ? "of " + testedText(tested, last->errors.size()) + ' '
                                        : std::string())
        + "is " + decimals(*mean, 1) + " %";
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
    std::vector<bool> tookPart(context.run.population(), false);
    int last = 0;
    for (const RoundFacts& round : context.run.rounds) {
        last = std::max(last, round.round);
        for (std::size_t i = 0; round.round > 0 && i < tookPart.size(); ++i)
            if (!tookPart[i] && round.tookPart(i))
                tookPart[i] = true;
    }
    std::vector<int> never;
    for (std::size_t i = 0; i < tookPart.size(); ++i)
        if (!tookPart[i])
            never.push_back(int(i));
    if (last == 0 || never.empty() || never.size() == tookPart.size())
        return std::nullopt;
    return Finding{
        .rule = {},
        .sentence = capitalised(clientsText(never, context.run.facts)) + " never took part in "
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

std::string armText(const ArmSummary& arm)
{
    return arm.arm + (arm.sweep.empty() ? "" : " (" + arm.sweep + ")");
}

/// Whether two arms can be told apart by their seeds: this run's and the best other one, which is
/// chosen from all of them, so that chance had as many tries (Bonferroni).
std::optional<Finding> seedsAndChance(const FindingContext& context)
{
    constexpr std::string_view kMetric = "meanTestError";
    const auto mine = std::ranges::find_if(context.arms, [&](const ArmSummary& arm) {
        return std::ranges::find(arm.runs, context.run.row.id) != arm.runs.end();
    });
    if (mine == context.arms.end() || !mine->find(kMetric))
        return std::nullopt;
    const ArmSummary* rival = nullptr;
    std::size_t rivals = 0;
    for (const ArmSummary& arm : context.arms) {
        if (arm.arm == mine->arm || !arm.find(kMetric)
            || !(arm.sweep.empty() || arm.sweep == mine->sweep))
            continue;
        ++rivals;
        if (!rival || arm.find(kMetric)->mean < rival->find(kMetric)->mean)
            rival = &arm;
    }
    if (!rival)
        return std::nullopt;
    const PairedComparison paired = comparePaired(*mine, *rival, kMetric);
    if (paired.seeds == 0 || !paired.difference)
        return std::nullopt;
    constexpr double kLevel = 0.05;
    const double difference = paired.difference->mean;
    const std::string seeds = countText(paired.seeds, "seed", "seeds");
    const std::string ofArms = rivals == 1 ? "" : " for " + std::to_string(rivals) + " arms";
    std::size_t needed = 1; // seeds
    while (smallestWilcoxonP(needed) * double(rivals) >= kLevel)
        ++needed;
    std::string sentence;
    if (difference == 0 && paired.difference->deviation == 0)
        sentence = "The mean test error of " + armText(*mine) + " is exactly that of "
                   + armText(*rival) + " in " + seeds + ".";
    else {
        sentence = "Over " + seeds + " the mean test error of " + armText(*mine) + " is "
                   + pointsText(difference) + (difference < 0 ? " below" : " above") + " that of "
                   + armText(*rival);
        const double p = std::min(1.0, paired.wilcoxon.p.value_or(1) * double(rivals));
        const std::string shown = p < 0.001 ? "p < 0.001" : "p = " + decimals(p, p < 0.1 ? 3 : 2);
        if (paired.seeds < needed)
            sentence += "; to tell this from chance, at least " + std::to_string(needed)
                        + " seeds are needed"
                        + (rivals == 1 ? std::string()
                                       : ", because the best of " + std::to_string(rivals)
                                             + " other arms was picked")
                        + ".";
        else if (p < kLevel)
            sentence += ", more than chance would give (" + shown + ofArms + ").";
        else
            sentence += ", no more than chance can give"
                        + (paired.wilcoxon.p ? " (" + shown + ofArms + ")" : std::string()) + ".";
    }
    return Finding{
        .rule = {},
        .sentence = std::move(sentence),
        .evidence = {.where = Evidence::Where::Tests, .round = context.run.row.roundsDone}};
}

constexpr std::array kRules{FindingRule{"lossNotFinite", &lossNotFinite},
                            FindingRule{"diverged", &diverged},
                            FindingRule{"againstAlone", &againstAlone},
                            FindingRule{"groupsAndTruth", &groupsAndTruth},
                            FindingRule{"groupsSettle", &groupsSettle},
                            FindingRule{"seedsAndChance", &seedsAndChance},
                            FindingRule{"overfits", &overfits},
                            FindingRule{"outsiders", &outsiders},
                            FindingRule{"leftBehind", &leftBehind},
                            FindingRule{"neverDrawn", &neverDrawn},
                            FindingRule{"stillImproves", &stillImproves}};

} // namespace

std::span<const FindingRule> findingRules()
{
    return kRules;
}

} // namespace coterie
