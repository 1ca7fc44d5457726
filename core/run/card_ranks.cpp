#include "core/run/card_ranks.h"

#include "core/base/filled.h"
#include "core/experiment/module_settings.h"
#include "core/run/plan_size.h"
#include "core/run/prepare_run.h"
#include "core/train/device.h"
#include "core/train/federation.h"
#include "core/train/rank_links.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace coterie {

namespace {

constexpr int kMany = std::numeric_limits<int>::max();

/// At most; absent where it follows from the data.
std::optional<int> trainedAtOnce(const RunPlan& plan)
{
    if (plan.algorithm.name == "centralised") // one model, of the data of all
        return 1;
    std::optional<int> most;
    const auto atMost = [&most](const ParameterSet& parameters, std::string_view name) {
        const Parameter* said = parameters.find(name);
        const auto* number = said ? std::get_if<std::int64_t>(&said->values.front()) : nullptr;
        if (number != nullptr && *number > 0) // 0: all
            most = static_cast<int>(std::min<std::int64_t>(most.value_or(kMany), *number));
    };
    atMost(plan.sampler.parameters, "count");
    atMost(plan.data.partition.parameters, "clients");
    return most;
}

} // namespace

CardRanks cardRanks(const RunPlan& plan, const std::string& device, int cards)
{
    if (cards < 2 || !(usesCard(device) || device == kStackedOnCpu))
        return {};
    if (!modulePath(plan.model).empty()) // one that computes by itself does so on the processor
        return {.sentence = filled("At most one of {} graphics cards is used, because the network "
                                   "is a PyTorch module.",
                                   cards)};
    if (!checkRanksAvailable())
        return {.sentence = filled("Only the first of {} graphics cards is used: the program was "
                                   "built without Gloo, which connects ranks.",
                                   cards)};
    const int count = std::min(cards, std::max(1, trainedAtOnce(plan).value_or(cards)));
    if (count == 1)
        return {.sentence = filled("Only the first of {} graphics cards is used, because one model "
                                   "trains in each round.",
                                   cards)};
    return {.count = count,
            .sentence =
                count < cards
                    ? filled("{} ranks compute this run, one on each of the first {} of {} "
                             "graphics cards, because no more clients train in a round.",
                             count,
                             count,
                             cards)
                    : filled("{} ranks compute this run, one on each graphics card.", count)};
}

CardRanks
ranksOfRun(const RunPlan& plan, const std::string& wantedDevice, int asked, int (*countCards)())
{
    if (asked > 0)
        return {.count = asked};
    const std::string& device = deviceFor(plan, wantedDevice);
    if (device == "cpu") // no driver is loaded for it
        return {};
    return cardRanks(plan, device, countCards ? countCards() : cardCount());
}

CardRanks ranksOfRuns(std::span<const RunPlan> plans,
                      const std::string& wantedDevice,
                      int asked,
                      int (*countCards)())
{
    CardRanks most{.count = std::max(1, asked)};
    for (const RunPlan& plan : plans) {
        CardRanks ranks = ranksOfRun(plan, wantedDevice, asked, countCards);
        if (most.sentence.empty() || ranks.count > most.count)
            most = std::move(ranks);
    }
    return most;
}

int mostRanksHere(int asked, int (*countCards)())
{
    if (asked > 0)
        return asked;
    return checkRanksAvailable() ? std::max(1, countCards ? countCards() : cardCount()) : 1;
}

} // namespace coterie
