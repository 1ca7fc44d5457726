#include "core/summary/findings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace coterie {

namespace {

std::string decimals(double value, int places)
{
    std::array<char, 512> text{}; // the largest number has 309 digits
    const auto end = std::to_chars(
        text.data(), text.data() + text.size(), value, std::chars_format::fixed, places);
    return {text.data(), end.ptr};
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

/// "4 clients", "3 tested clients" if there are others.
std::string testedText(std::size_t tested, std::size_t all)
{
    return std::to_string(tested) + (tested < all ? " tested clients" : " clients");
}

std::string capitalised(std::string text)
{
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
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
    const std::string beside = " (run " + std::to_string(context.alone->row.id) + ")";
    std::string sentence;
    if (gained.empty() && lost.empty())
        sentence = std::string(tested < all ? "Every tested client" : "Every client")
                   + " errs exactly as much as alone" + beside + ".";
    else {
        sentence = std::to_string(gained.size()) + " of " + testedText(tested, all)
                   + " err less than alone" + beside + " and " + std::to_string(lost.size())
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

/// What the training loss did between two rounds; nothing unless the same clients trained in both.
std::string trainingText(const RoundFacts& then, const RoundFacts& now)
{
    const std::optional<double> before = then.meanTrainLoss();
    const std::optional<double> after = now.meanTrainLoss();
    if (!before || !after || !then.trainedTheSame(now))
        return {};
    if (*after < *before)
        return ", while the training loss went on falling: the models memorise their own samples";
    return *after > *before ? ", and the training loss rose too: training diverges" : "";
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
        || !(*best->meanTestLoss() > 0) || !std::isfinite(*last->meanTestLoss())
        || !(*last->meanTestLoss() > kRise * *best->meanTestLoss()))
        return std::nullopt;
    const double percent = 100 * (*last->meanTestLoss() / *best->meanTestLoss() - 1);
    std::string sentence = "The mean test loss was lowest in round " + std::to_string(best->round)
                           + " (" + decimals(*best->meanTestLoss(), 3) + ") and ends "
                           + decimals(percent, 0) + " % higher" + trainingText(*best, *last) + '.';
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Losses, .round = best->round}};
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
    if (changes == 0)
        sentence = "The groups never changed: " + groups + " from round "
                   + std::to_string(since.round) + " on.";
    else if (4 * kept >= grouped.size() && kept >= kFew)
        sentence = "The groups settled in round " + std::to_string(since.round) + ": " + groups
                   + ", the same in the " + std::to_string(kept) + " rounds from then on.";
    else if (4 * changes >= grouped.size() || (kept < kFew && changes >= 2))
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
    const std::vector<int>& truth = context.run.facts.trueGroup;
    const std::vector<const RoundFacts*> grouped = context.run.groupedRounds();
    std::set<int> among(truth.begin(), truth.end());
    among.erase(among.begin(), among.lower_bound(0)); // below zero: none
    if (among.size() < 2)
        return std::nullopt;
    constexpr double kSame = 1 - 1e-12;
    const RoundFacts* since = nullptr;
    const RoundFacts* last = nullptr;
    double index = 0;
    for (const RoundFacts* round : grouped) {
        if (round->hasOverlappingGroups())
            return std::nullopt;
        const std::optional<double> agreement = round->agreement(truth);
        if (!agreement)
            continue;
        last = round;
        index = *agreement;
        if (index < kSame)
            since = nullptr;
        else if (!since)
            since = round;
    }
    if (!last)
        return std::nullopt;
    std::string sentence;
    if (since)
        sentence = "The groups are the true ones from round " + std::to_string(since->round)
                   + (since == grouped.front() ? ", the first with groups, on." : " to the end.");
    else
        sentence = "The groups are not the true ones: in round " + std::to_string(last->round)
                   + " the adjusted Rand index is " + decimals(index, 2)
                   + " (1: the same, 0: as by chance).";
    return Finding{.rule = {},
                   .sentence = std::move(sentence),
                   .evidence = {.where = Evidence::Where::Groups,
                                .round = since ? since->round : last->round}};
}

std::optional<Finding> outsiders(const FindingContext& context)
{
    const std::optional<Matrix>& weights = context.run.lastCollaboration;
    if (!weights || weights->rows != weights->columns || weights->rows < 3)
        return std::nullopt;
    const auto round = std::ranges::find(
        context.run.rounds, context.run.lastCollaborationRound, &RoundFacts::round);
    const bool allTookPart = round == context.run.rounds.end() || round->participants.empty();
    std::vector<int> outside;
    std::size_t looked = 0;
    for (std::size_t j = 0; j < std::min(weights->columns, context.run.population()); ++j) {
        if (!allTookPart && !round->tookPart(j))
            continue;
        ++looked;
        bool isTaken = false;
        for (std::size_t i = 0; i < weights->rows; ++i)
            isTaken = isTaken || (i != j && weights->at(i, j) > 0);
        if (!isTaken)
            outside.push_back(int(j));
    }
    if (outside.empty() || outside.size() + 1 >= looked)
        return std::nullopt; // everybody alone is no finding about one client
    return Finding{.rule = {},
                   .sentence = "Nobody takes anything from " + clientsText(outside) + " in round "
                               + std::to_string(context.run.lastCollaborationRound) + ", the last.",
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
        "Client " + std::to_string(worst) + " is left behind: it errs "
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
            sentence += "; so few seeds cannot tell that from chance, it takes "
                        + std::to_string(needed) + ofArms + ".";
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
