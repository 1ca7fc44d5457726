#include "core/store/old_events.h"

#include "core/store/database.h"
#include "core/store/row_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// The number behind `before`; moves past both.
std::optional<double> numberBehind(std::string_view before, std::string_view& text)
{
    double value = 0;
    if (!text.starts_with(before))
        return std::nullopt;
    text.remove_prefix(before.size());
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// "The learning rate was set to 0.05 by hand." or
/// "Changed by hand: Evaluate every, from 1 to 5 rounds."
std::optional<SettingChanged> changeIn(std::string_view sentence)
{
    using Setting = std::pair<std::string_view, std::string_view>;
    static constexpr std::array kSettings{Setting{"η", "/local/optimizer/learningRate"},
                                          Setting{"μ", "/local/objective/mu"},
                                          Setting{"α", "/algorithm/alpha"},
                                          Setting{"λ", "/algorithm/lambda"},
                                          Setting{"λ₁", "/algorithm/lambda1"},
                                          Setting{"λ₂", "/algorithm/lambda2"},
                                          Setting{"ρ", "/algorithm/rho"},
                                          Setting{"ounds", "/rounds"},
                                          Setting{"very", "/evaluateEvery"}};
    if (const auto rate = numberBehind("The learning rate was set to ", sentence))
        return SettingChanged{
            .place = std::string(kSettings.front().second), .from = {}, .to = *rate};
    const std::size_t end = sentence.rfind(", from ");
    if (!sentence.starts_with("Changed by hand: ") || end == std::string_view::npos)
        return std::nullopt;
    const std::string_view name = sentence.substr(0, end);
    const auto* setting = std::ranges::find_if(
        kSettings, [&](const Setting& each) { return name.ends_with(each.first); });
    sentence.remove_prefix(end);
    const std::optional<double> from = numberBehind(", from ", sentence);
    const std::optional<double> to = numberBehind(" to ", sentence);
    if (setting == kSettings.end() || !from || !to)
        return std::nullopt;
    return SettingChanged{.place = std::string(setting->second), .from = from, .to = *to};
}

/// "The global model's test loss of client 3 is infinite in round 5."
LossNotFinite lossIn(std::string_view sentence)
{
    using Loss = std::pair<std::string_view, std::string_view>;
    static constexpr std::array kLosses{
        Loss{"The training loss of the pooled data ", "pooledTrainLoss"},
        Loss{"The training loss ", "trainLoss"},
        Loss{"The test loss ", "personalTestLoss"},
        Loss{"The validation loss ", "personalValidationLoss"},
        Loss{"The global model's test loss ", "globalTestLoss"},
        Loss{"The global model's validation loss ", "globalValidationLoss"},
        Loss{"The global model's loss on the official test set ", "officialTestLoss"}};
    for (const auto& [words, name] : kLosses)
        if (sentence.starts_with(words))
            return {.loss = std::string(name)};
    return {};
}

/// "Client 1 joins the group of client 0; benefits: …."
ClientJoined arrivalIn(std::string_view sentence)
{
    constexpr std::string_view kJoins = " joins the group of client ";
    const std::size_t place = sentence.find(kJoins);
    if (place == std::string_view::npos)
        return {};
    sentence.remove_prefix(place);
    const std::optional<double> group = numberBehind(kJoins, sentence);
    return {.groupOf = group ? std::optional(static_cast<int>(*group)) : std::nullopt};
}

} // namespace

void giveEventsTheirValues(Database& database)
{
    using Row = std::tuple<std::optional<std::string>, std::int64_t, int, int>;
    std::vector<Row> rows;
    {
        auto query = database.statement("SELECT kind, sentence, run, round, position FROM event"
                                        " WHERE kind IN ('liveChange', 'nonFinite', 'arrival')");
        while (query.next()) {
            const std::string kind = query.text(0);
            const std::string sentence = query.text(1);
            EventValue what = Note{};
            if (kind == "nonFinite")
                what = lossIn(sentence);
            else if (kind == "arrival")
                what = arrivalIn(sentence);
            else if (const std::optional<SettingChanged> change = changeIn(sentence))
                what = *change;
            rows.emplace_back(eventJson(what), query.integer(2), query.whole(3), query.whole(4));
        }
    }
    auto update = database.statement(
        "UPDATE event SET value = ? WHERE run = ? AND round = ? AND position = ?");
    for (const Row& row : rows)
        update.bind(row).run();
}

} // namespace coterie
