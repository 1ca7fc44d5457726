#include "app/cli/output.h"

#include "core/base/printable.h"
#include "core/report/client_names.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace coterie::cli {

namespace {

std::atomic<int> g_outputError = 0; // errno of the first write that failed

std::string formatted(const char* format, double value, int precision)
{
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, precision, value);
    return buffer.data();
}

} // namespace

void printRaw(std::string_view text)
{
    if (g_outputError != 0)
        return;
    errno = 0;
    const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!whole || std::fflush(stdout) != 0)
        g_outputError = errno == 0 ? EIO : errno;
}

void print(std::string_view text)
{
    printRaw(printable(text, LineEnds::Keep));
}

ExitCode printed(std::string_view text)
{
    print(text);
    return kDone;
}

void complain(std::string_view sentence)
{
    const std::string line = "coterie-cli: " + printable(sentence, LineEnds::Escape) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

bool outputClosed()
{
    return g_outputError == EPIPE;
}

std::string outputProblem()
{
    if (g_outputError == 0 || outputClosed())
        return {};
    return std::string("cannot write the output: ") + std::strerror(g_outputError);
}

void surviveFailedWrites()
{
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    // A standard stream that is closed (>&-) leads nowhere; otherwise the next file that is opened
    // would be taken for it.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) == -1)
            ::open("/dev/null", O_RDWR); // takes the lowest free number, the stream's
}

void printJsonLine(const JsonNode& object)
{
    print(writeCompact(object) + '\n');
}

std::string durationText(double seconds)
{
    const auto whole = static_cast<std::int64_t>(std::ceil(std::max(seconds, 0.0)));
    const auto twoDigits = [](std::int64_t number) {
        return std::string(number < 10 ? "0" : "").append(std::to_string(number));
    };
    if (whole < 60)
        return std::to_string(whole) + " s";
    if (whole < 3600)
        return std::to_string(whole / 60) + " min " + twoDigits(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + twoDigits(whole % 3600 / 60) + " min";
}

std::string numberText(double value, int decimals)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "-∞";
    constexpr double kLargest = 1e5;
    const double smallest = 0.5 * std::pow(10.0, -decimals);
    const bool usual = value == 0 || (std::abs(value) < kLargest && std::abs(value) >= smallest);
    return usual ? formatted("%.*f", value, decimals) : formatted("%.*g", value, 4);
}

std::string clientList(const std::vector<int>& clients)
{
    return joined(clients, " ", [](int client) { return std::to_string(client); });
}

std::string namedClients(const FederationFacts& facts, const std::vector<int>& clients)
{
    return facts.clientNames.empty()
               ? clientList(clients)
               : joined(clients, ", ", [&](int client) { return numberedClient(facts, client); });
}

std::string countText(std::int64_t count)
{
    std::string digits = std::to_string(count);
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t place = digits.size(); place > first + 3;) {
        place -= 3;
        digits.insert(place, 1, ',');
    }
    return digits;
}

} // namespace coterie::cli
