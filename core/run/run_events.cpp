#include "core/run/run_events.h"

#include <algorithm>
#include <c10/util/Exception.h>
#include <charconv>
#include <cmath>
#include <exception>
#include <new>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace coterie {

std::string recordText(std::span<const RecordedChange> changes)
{
    std::string text;
    for (const auto& [round, change] : changes)
        text +=
            std::to_string(round) + ' ' + change.place + ' ' + shortestText(change.value) + '\n';
    return text;
}

Result<std::vector<RecordedChange>> readRecord(std::string_view text)
{
    std::vector<RecordedChange> changes;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        RecordedChange read;
        std::string value;
        words >> read.round >> read.change.place >> value;
        const char* const end = value.data() + value.size();
        const auto [last, status] = std::from_chars(value.data(), end, read.change.value);
        if (!words || status != std::errc{} || last != end)
            return fail("checkpoint",
                        "The checkpoint's changes by hand hold \"" + line
                            + "\", which cannot be read.");
        changes.push_back(std::move(read));
    }
    return changes;
}

namespace {

/// LibTorch's messages go on for pages. The first line says what happened; of a long one the first
/// sentence, which ends where a capital letter begins the next.
std::string firstWords(const std::string& text)
{
    constexpr std::size_t kLong = 200;
    std::string line = text.substr(0, text.find('\n'));
    if (line.size() <= kLong)
        return line;
    for (std::size_t dot = line.find(". "); dot != std::string::npos;
         dot = line.find(". ", dot + 1))
        if (dot > 0 && line[dot - 1] != ' ' && dot + 2 < line.size() && line[dot + 2] >= 'A'
            && line[dot + 2] <= 'Z') {
            line.resize(dot + 1);
            break;
        }
    if (line.size() <= kLong)
        return line;
    std::size_t end = kLong;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80)
        --end; // not inside a character
    return line.substr(0, end) + "…";
}

/// LibTorch reports memory that the system refused in words only.
bool speaksOfMemory(const std::string& text)
{
    return text.find("allocate memory") != std::string::npos
           || text.find("out of memory") != std::string::npos;
}

std::string sentenceFor(const std::string& doing, const std::string& message)
{
    const std::string line = firstWords(message);
    if (speaksOfMemory(message.substr(0, message.find('\n'))))
        return doing + " needs more memory than there is: " + line;
    return doing + " was refused by LibTorch: " + line;
}

} // namespace

std::optional<std::string> failureOf(const std::string& doing, const std::function<void()>& work)
{
    try {
        work();
    } catch (const std::bad_alloc&) {
        return doing + " needs more memory than there is.";
    } catch (const c10::Error& error) {
        return sentenceFor(doing, error.what_without_backtrace());
    } catch (const std::exception& exception) {
        return doing + " failed: " + firstWords(exception.what());
    }
    return std::nullopt;
}

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
