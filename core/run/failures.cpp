#include "core/run/failures.h"

#include "core/base/child_process.h"

#include <array>
#include <c10/util/Exception.h>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

/// LibTorch's messages can fill pages. The first line says what happened. Of a long line, the first
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

/// LibTorch reports a lack of memory in words only.
bool speaksOfMemory(const std::string& text)
{
    return text.find("allocate memory") != std::string::npos
           || text.find("out of memory") != std::string::npos;
}

/// "34.4 GB at once" of "[enforce fail at alloc_cpu.cpp:75] err == 0. DefaultCPUAllocator: can't
/// allocate memory: you tried to allocate 34359738368 bytes. Error code 12"; other texts as they
/// are.
std::string memoryWords(const std::string& line)
{
    constexpr std::string_view kTried = "you tried to allocate ";
    const std::size_t place = line.find(kTried);
    if (place == std::string::npos)
        return line.starts_with("[enforce fail") ? "" : line;
    const char* first = line.data() + place + kTried.size();
    std::uint64_t bytes = 0;
    std::from_chars(first, line.data() + line.size(), bytes);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g GB at once", static_cast<double>(bytes) / 1e9);
    return text.data();
}

std::string sentenceFor(const std::string& doing, const std::string& message)
{
    const std::string line = firstWords(message);
    if (speaksOfMemory(message.substr(0, message.find('\n')))) {
        const std::string words = memoryWords(line);
        return doing + " needs more memory than is available"
               + (words.empty() ? std::string(".") : ": " + words);
    }
    return doing + " failed in LibTorch: " + line;
}

} // namespace

std::optional<std::string> failureOf(const std::string& doing, const std::function<void()>& work)
{
    try {
        work();
    } catch (const std::bad_alloc&) {
        return doing + " needs more memory than is available.";
    } catch (const c10::Error& error) {
        return sentenceFor(doing, error.what_without_backtrace());
    } catch (const CommandFailed& failed) {
        return doing + " failed: " + failed.what();
    } catch (const std::exception& exception) {
        return doing + " failed: " + firstWords(exception.what());
    }
    return std::nullopt;
}

std::string notBegunReason(const std::string& refusal)
{
    return "Stopped because it could not begin ("
           + refusal.substr(0, refusal.find_last_not_of('.') + 1) + "). You can resume it.";
}

namespace {

/// A loss of a report that is not finite.
struct Complaint
{
    std::optional<int> client;
    std::string loss;
    std::string sentence; ///< without the full stop
};

std::vector<Complaint> complaints(const RoundReport& report)
{
    std::vector<Complaint> found;
    const auto add = [&](std::string_view name,
                         std::string_view words,
                         std::optional<int> client,
                         std::optional<double> value) {
        if (!value || std::isfinite(*value)
            || (client && !found.empty() && found.back().client == client)) // one for each client
            return;
        found.push_back({.client = client,
                         .loss = std::string(name),
                         .sentence = "The " + std::string(words)
                                     + (client ? " of client " + std::to_string(*client) : "")
                                     + " is " + (std::isnan(*value) ? "not a number" : "infinite")
                                     + " in round " + std::to_string(report.round)});
    };
    const auto lossOf = [](const std::optional<Score>& score) {
        return score && score->samples > 0 ? std::optional(score->loss) : std::nullopt;
    };
    for (const ClientReport& client : report.clients) {
        const int id = client.client;
        add("trainLoss", "training loss", id, client.trainLoss);
        add("personalTestLoss", "test loss", id, lossOf(client.personalTest));
        add("globalTestLoss", "global model's test loss", id, lossOf(client.globalTest));
        add("personalValidationLoss", "validation loss", id, lossOf(client.personalValidation));
        add("globalValidationLoss",
            "global model's validation loss",
            id,
            lossOf(client.globalValidation));
    }
    add("officialTestLoss",
        "global model's loss on the official test set",
        {},
        lossOf(report.officialTest));
    add("pooledTrainLoss", "training loss of the pooled data", {}, lossOf(report.pooledTrain));
    return found;
}

} // namespace

std::vector<Event> nonFiniteLosses(const RoundReport& report)
{
    std::vector<Event> events;
    for (Complaint& complaint : complaints(report))
        events.push_back({.severity = Severity::Failure,
                          .what = LossNotFinite{std::move(complaint.loss)},
                          .client = complaint.client,
                          .sentence = complaint.sentence + '.'});
    return events;
}

bool isNonFinite(const Event& event)
{
    return std::holds_alternative<LossNotFinite>(event.what);
}

std::string nonFiniteReason(const RoundReport& report)
{
    const std::vector<Complaint> found = complaints(report);
    if (found.empty())
        return {};
    const std::size_t more = found.size() - 1;
    return found.front().sentence
           + (more == 0   ? "."
              : more == 1 ? ", and 1 more is not finite."
                          : ", and " + std::to_string(more) + " more are not finite.");
}

} // namespace coterie
