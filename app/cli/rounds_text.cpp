#include "app/cli/rounds_text.h"

#include "app/cli/output.h"

#include <cmath>
#include <cstdint>

namespace coterie::cli {

std::string roundsUntil(const std::string& metric, Better better, double target)
{
    return "Rounds until " + metric + (better == Better::Lower ? " is at most " : " is at least ")
           + shortestText(target);
}

std::string roundsText(double rounds)
{
    return numberText(rounds, rounds == std::floor(rounds) ? 0 : 1);
}

std::string medianText(const ReachedRounds& rounds, std::size_t measured)
{
    if (measured == 0)
        return "not measured";
    return rounds.median ? roundsText(*rounds.median) : "not reached";
}

std::string reachedText(const ReachedRounds& rounds, std::size_t measured)
{
    return measured == 0 ? "" : std::to_string(rounds.reached) + " of " + std::to_string(measured);
}

std::string speedUpText(const std::optional<double>& speedUp)
{
    constexpr int kDecimals = 2;
    return speedUp ? numberText(*speedUp, kDecimals) + "×" : "";
}

JsonNode reachedJson(const ReachedRounds& rounds, const std::optional<double>& speedUp)
{
    JsonNode node = JsonNode::object();
    if (rounds.median)
        node.add("medianRounds", jsonNumber(*rounds.median));
    node.add("reached", JsonNode::fromWhole(static_cast<std::int64_t>(rounds.reached)));
    if (speedUp)
        node.add("speedUp", jsonNumber(*speedUp));
    return node;
}

} // namespace coterie::cli
