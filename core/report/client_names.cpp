#include "core/report/client_names.h"

#include "core/base/printable.h"
#include "core/report/run_record.h"

#include <vector>

namespace coterie {

namespace {

constexpr std::string_view kCut = "…";

/// The text without what is between its first `front` and its last `back` bytes, as far as its
/// characters stay whole.
std::string withoutMiddle(std::string_view text, std::size_t front, std::size_t back)
{
    const auto isInside = [text](std::size_t place) {
        return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xc0U) == 0x80U;
    };
    while (front > 0 && isInside(front))
        --front;
    std::size_t end = text.size() - back;
    while (isInside(end))
        ++end;
    return std::string(text.substr(0, front)).append(kCut).append(text.substr(end));
}

} // namespace

std::string keptClientName(std::string_view name)
{
    std::string shown = printable(name, LineEnds::Escape);
    if (shown.size() <= kLongestClientName)
        return shown;
    const std::size_t kept = kLongestClientName - kCut.size();
    return withoutMiddle(shown, kept - kept / 2, kept / 2);
}

std::string cutInTheMiddle(std::string_view text, std::size_t most)
{
    std::vector<std::size_t> starts; // of characters
    for (std::size_t place = 0; place < text.size();) {
        starts.push_back(place);
        place += nextCharacter(text.substr(place)).second;
    }
    if (starts.size() <= most)
        return std::string(text);
    const std::size_t back = (most - 1) / 2;
    const std::size_t front = most - 1 - back;
    return std::string(text.substr(0, starts[front]))
        .append(kCut)
        .append(text.substr(starts[starts.size() - back]));
}

std::string_view clientNameOf(std::span<const std::string> names, int client)
{
    const auto place = static_cast<std::size_t>(client); // a negative one is past any end
    return place < names.size() ? std::string_view(names[place]) : std::string_view();
}

std::string_view clientNameOf(const FederationFacts& facts, int client)
{
    return clientNameOf(facts.clientNames, client);
}

std::string numberedClient(std::span<const std::string> names, int client)
{
    std::string text = std::to_string(client);
    if (const std::string_view name = clientNameOf(names, client); !name.empty())
        text += " (" + cutInTheMiddle(name, kShownClientName) + ')';
    return text;
}

std::string numberedClient(const FederationFacts& facts, int client)
{
    return numberedClient(facts.clientNames, client);
}

} // namespace coterie
