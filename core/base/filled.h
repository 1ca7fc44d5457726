#pragma once

#include <array>
#include <string>
#include <string_view>
#include <type_traits>

namespace coterie {

/// A text with a {} for each of the values; another number of them does not compile.
template <typename... Values>
struct Blanks
{
    std::string_view text;

    consteval Blanks(const char* words)
        : text(words)
    {
        std::size_t blanks = 0;
        for (std::size_t at = text.find("{}"); at != text.npos; at = text.find("{}", at + 2))
            ++blanks;
        if (blanks != sizeof...(Values))
            throw "one {} for each value";
    }
};

/// "client {} has {} samples" with the values in their places: std::format, which GCC 12 lacks.
template <typename... Values>
[[nodiscard]] std::string filled(Blanks<std::type_identity_t<Values>...> blanks,
                                 const Values&... values)
{
    const auto textOf = []<typename Value>(const Value& value) {
        if constexpr (std::is_integral_v<Value>)
            return std::to_string(value);
        else
            return std::string(value);
    };
    std::string result;
    std::string_view rest = blanks.text;
    for (const std::string& value : std::array<std::string, sizeof...(Values)>{textOf(values)...}) {
        const std::size_t blank = rest.find("{}");
        result.append(rest.substr(0, blank)).append(value);
        rest.remove_prefix(blank + 2);
    }
    return result.append(rest);
}

} // namespace coterie
