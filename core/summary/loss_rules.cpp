#include "core/summary/loss_rules.h"

#include "core/summary/finding_words.h"
#include "core/summary/svg_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace coterie {

namespace {

/// "2.31", "3.4e+23"
std::string lossText(double loss)
{
    constexpr int kDigits = 3;
    if (!std::isfinite(loss))
        return std::isnan(loss) ? "no number" : "infinite";
    return shortText(loss, kDigits);
}

/// A mean loss far above that of untrained models, of tests or else of training, after which errors
/// are no better; where there are no errors, at the end.
std::optional<Finding> exploded(const FindingContext& context)
{
    constexpr double kFar = 10;
    constexpr double kAbsurd = 1000; // at the end, whatever the errors are
    constexpr double kPoints = 10;   // of error that training must have gained
    const std::vector<RoundFacts>& rounds = context.run.rounds;
    if (rounds.empty() || rounds.front().round != 0)
        return std::nullopt;
    const RoundFacts* tested = context.run.lastTested();
    const std::optional<double> error = tested ? tested->meanError() : std::nullopt;
    const std::optional<double> errorBefore = rounds.front().meanError();
    const bool hasErrors = error && errorBefore;
    const bool hasLearned = hasErrors && *error <= *errorBefore - kPoints;
    struct Losses
    {
        std::string_view name;
        std::optional<double> (RoundFacts::*mean)() const;
    };
    constexpr std::array<Losses, 2> kLosses{Losses{"test", &RoundFacts::meanTestLoss},
                                            Losses{"training", &RoundFacts::meanTrainLoss}};
    std::optional<double> first = rounds.front().meanTestLoss(); // else the first of training
    const bool isUntrained = first.has_value();
    for (const Losses& losses : kLosses) {
        const RoundFacts* worst = nullptr;
        double highest = 0;
        double last = 0;
        if (!isUntrained)
            first.reset(); // of these losses
        for (const RoundFacts& round : rounds) {
            const std::optional<double> loss = (round.*losses.mean)();
            if (!loss)
                continue;
            if (!first)
                first = loss;
            last = *loss;
            // What is no number is the worst.
            if (!worst || (!std::isnan(highest) && !(*loss <= highest))) {
                worst = &round;
                highest = *loss;
            }
        }
        if (!worst || !std::isfinite(*first) || !(*first > 0))
            continue;
        const auto isBelow = [&first](double loss, double times) { return loss <= times * *first; };
        if (isBelow(last, kAbsurd) && (hasLearned || isBelow(hasErrors ? highest : last, kFar)))
            continue;
        std::string sentence =
            "Training diverged: the mean " + std::string(losses.name) + " loss was "
            + lossText(highest) + " in round " + std::to_string(worst->round) + ", "
            + (!isUntrained                          ? "at first "
               : losses.mean == kLosses.front().mean ? "of the untrained models "
                                                     : "the untrained models' test loss ")
            + lossText(*first);
        if (hasErrors)
            sentence += "; the mean test error ends at " + decimals(*error, 1) + " %, before "
                        + "training it was " + decimals(*errorBefore, 1) + " %";
        return Finding{.rule = {},
                       .sentence = sentence + '.',
                       .evidence = {.where = Evidence::Where::Losses, .round = worst->round}};
    }
    return std::nullopt;
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

} // namespace

std::optional<Finding> lossNotFinite(const FindingContext& context)
{
    for (const RoundFacts& round : context.run.rounds)
        for (const Event& event : round.events)
            if (std::holds_alternative<LossNotFinite>(event.what)) {
                std::vector<int> clients;
                if (event.client)
                    clients.push_back(*event.client);
                return Finding{
                    .rule = {},
                    .sentence =
                        "Training broke in round " + std::to_string(round.round) + ": a loss "
                        + (event.client ? "of " + clientsText(clients, context.run.facts) + ' '
                                        : "")
                        + "is infinite or no number.",
                    .evidence = {.where = Evidence::Where::Losses,
                                 .round = round.round,
                                 .clients = clients}};
            }
    return std::nullopt;
}

std::optional<Finding> diverged(const FindingContext& context)
{
    if (lossNotFinite(context))
        return std::nullopt;
    if (std::optional<Finding> found = exploded(context))
        return found;
    constexpr std::size_t kFew = 3; // tested rounds that say nothing yet
    const std::vector<RoundFacts>& rounds = context.run.rounds;
    const std::optional<double> before =
        rounds.empty() || rounds.front().round != 0 ? std::nullopt : rounds.front().meanError();
    if (!before || !(*before > 0))
        return std::nullopt;
    std::size_t tested = 0;
    std::optional<double> best;
    for (const RoundFacts& round : std::span(rounds).subspan(1))
        if (const std::optional<double> error = round.meanError()) {
            ++tested;
            best = std::min(*error, best.value_or(*error));
        }
    if (tested < kFew || *best < *before)
        return std::nullopt;
    return Finding{.rule = {},
                   .sentence = "It learned nothing: the mean test error never fell below that of "
                               "the untrained models, "
                               + decimals(*before, 1) + " %.",
                   .evidence = {.where = Evidence::Where::Errors, .round = rounds.back().round}};
}

std::optional<Finding> overfits(const FindingContext& context)
{
    const RoundFacts* last = context.run.lastTested();
    if (!last || exploded(context))
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

} // namespace coterie
