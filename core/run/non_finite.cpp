#include "core/run/non_finite.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

constexpr const char* kKind = "nonFinite";

/// "The test loss of client 3 is infinite in round 5"; empty if it is finite.
std::string complaint(std::string_view loss, double value, std::string_view whose, int round)
{
    if (std::isfinite(value))
        return {};
    return "The " + std::string(loss) + std::string(whose) + " is "
           + (std::isnan(value) ? "not a number" : "infinite") + " in round "
           + std::to_string(round);
}

std::string complaint(std::string_view loss,
                      const std::optional<Score>& score,
                      std::string_view whose,
                      int round)
{
    return score && score->samples > 0 ? complaint(loss, score->loss, whose, round) : std::string();
}

void add(std::vector<Event>& events, std::optional<int> client, std::string sentence)
{
    if (!sentence.empty())
        events.push_back({.severity = Severity::Failure,
                          .kind = kKind,
                          .client = client,
                          .sentence = std::move(sentence) + '.'});
}

} // namespace

std::vector<Event> nonFiniteLosses(const RoundReport& report)
{
    std::vector<Event> events;
    for (const ClientReport& client : report.clients) {
        const std::string whose = " of client " + std::to_string(client.client);
        std::string sentence;
        const auto look = [&](std::string_view loss, const auto& value) {
            if (sentence.empty())
                sentence = complaint(loss, value, whose, report.round);
        };
        if (client.trainLoss)
            look("training loss", *client.trainLoss);
        look("test loss", client.personalTest);
        look("global model's test loss", client.globalTest);
        look("validation loss", client.personalValidation);
        look("global model's validation loss", client.globalValidation);
        add(events, client.client, std::move(sentence));
    }
    add(events,
        std::nullopt,
        complaint(
            "global model's loss on the official test set", report.officialTest, "", report.round));
    add(events,
        std::nullopt,
        complaint("training loss of the pooled data", report.pooledTrain, "", report.round));
    return events;
}

bool isNonFinite(const Event& event)
{
    return event.kind == kKind;
}

std::string nonFiniteReason(const std::vector<Event>& events)
{
    const auto first = std::find_if(events.begin(), events.end(), isNonFinite);
    if (first == events.end())
        return {};
    std::string reason = first->sentence;
    const std::ptrdiff_t more = std::count_if(events.begin(), events.end(), isNonFinite) - 1;
    if (more > 0) {
        reason.pop_back();
        reason += ", and " + std::to_string(more)
                  + (more == 1 ? " more is not finite." : " more are not finite.");
    }
    return reason;
}

} // namespace coterie
