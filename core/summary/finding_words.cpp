#include "core/summary/finding_words.h"

#include "core/report/client_names.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace coterie {

std::string decimals(double value, int places)
{
    std::array<char, 512> text{}; // the largest number has 309 digits
    const auto end = std::to_chars(
        text.data(), text.data() + text.size(), value, std::chars_format::fixed, places);
    return {text.data(), end.ptr};
}

std::string pointsText(double difference)
{
    return decimals(std::abs(difference), 1) + " points";
}

std::string countText(std::size_t count, std::string_view one, std::string_view many)
{
    return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

std::string clientsText(const std::vector<int>& clients, const FederationFacts& facts)
{
    constexpr std::size_t kMost = 6;
    std::string text = clients.size() == 1 ? "client " : "clients ";
    const std::size_t named = clients.size() > kMost ? kMost - 1 : clients.size();
    for (std::size_t i = 0; i < named; ++i)
        text += (i == 0                                               ? ""
                 : i + 1 == clients.size() && named == clients.size() ? " and "
                                                                      : ", ")
                + numberedClient(facts, clients[i]);
    if (named < clients.size())
        text += " and " + std::to_string(clients.size() - named) + " others";
    return text;
}

std::string testedText(std::size_t tested, std::size_t all)
{
    return std::to_string(tested) + (tested < all ? " tested clients" : " clients");
}

std::string capitalised(std::string text)
{
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace coterie
