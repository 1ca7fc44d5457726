#include "core/spec/descriptor.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace coterie {

namespace {

std::vector<double> numbersIn(std::string_view text)
{
    std::vector<double> numbers;
    const char* place = text.data();
    const char* const end = text.data() + text.size();
    while (place != end) {
        if (*place == ' ' || *place == ',') {
            ++place;
            continue;
        }
        double number = 0;
        const auto [next, status] = std::from_chars(place, end, number);
        assert(status == std::errc{} && "the default of a list is written as numbers and commas");
        if (status != std::errc{})
            break;
        numbers.push_back(number);
        place = next;
    }
    return numbers;
}

/// A bound of 2^63 stands for the largest number of 64 bits, which no double can say.
std::string limitText(double limit, ParameterType type)
{
    if (type != ParameterType::Integer || std::abs(limit) > 0x1p63)
        return shortestText(limit);
    if (limit == 0x1p63)
        return std::to_string(std::numeric_limits<std::int64_t>::max());
    return std::to_string(static_cast<std::int64_t>(limit));
}

std::string range(const ParameterDescriptor& parameter)
{
    const bool low = parameter.minimum > -kNoLimit;
    const bool high = parameter.maximum < kNoLimit;
    const std::string minimum = limitText(parameter.minimum, parameter.type);
    const std::string maximum = limitText(parameter.maximum, parameter.type);
    if (low && high) {
        if (!parameter.minimumExcluded && !parameter.maximumExcluded)
            return "from " + minimum + " to " + maximum;
        std::string text = parameter.minimumExcluded ? "more than " : "at least ";
        text += minimum;
        text += parameter.maximumExcluded ? " and less than " : " and at most ";
        return text + maximum;
    }
    if (low)
        return (parameter.minimumExcluded ? "more than " : "at least ") + minimum;
    if (high)
        return (parameter.maximumExcluded ? "less than " : "at most ") + maximum;
    return {};
}

/// "a whole number from 1 to 10", "a list of numbers, each at least 0"
std::string ranged(std::string kind, std::string_view each, const std::string& limits)
{
    if (limits.empty())
        return kind;
    if (each.empty() && limits.starts_with("from"))
        return kind + " " + limits;
    return kind + ", " + std::string(each) + limits;
}

} // namespace

ParameterValue ParameterDescriptor::defaultValue(bool codeProfile) const
{
    const bool ownNumber = codeProfile && !std::isnan(profileCodeNumber);
    const double number = ownNumber ? profileCodeNumber : defaultNumber;
    const std::string_view word =
        codeProfile && !profileCodeWord.empty() ? profileCodeWord : defaultWord;
    switch (type) {
    case ParameterType::Real:
        return number;
    case ParameterType::Integer:
        return static_cast<std::int64_t>(std::llround(number));
    case ParameterType::Boolean:
        return number != 0;
    case ParameterType::Word:
    case ParameterType::Text:
        return std::string(word);
    case ParameterType::RealList:
        return numbersIn(word);
    }
    return number;
}

std::string ParameterDescriptor::allowed() const
{
    const std::string limits = range(*this);
    switch (type) {
    case ParameterType::Real:
        return limits.empty() ? "a number" : limits;
    case ParameterType::Integer:
        return ranged("a whole number", {}, limits);
    case ParameterType::Boolean:
        return "true or false";
    case ParameterType::Word: {
        std::string list;
        for (const std::string_view word : words)
            list += (list.empty() ? "" : ", ") + std::string(word);
        return "one of: " + list;
    }
    case ParameterType::Text:
        return "text";
    case ParameterType::RealList:
        return ranged("a list of numbers", "each ", limits);
    }
    return {};
}

const NamedPart* findPart(std::span<const NamedPart> parts, std::string_view name)
{
    const auto part = std::ranges::find(parts, name, &NamedPart::name);
    return part == parts.end() ? nullptr : &*part;
}

const ParameterDescriptor* findParameter(std::span<const ParameterDescriptor> parameters,
                                         std::string_view name)
{
    const auto parameter = std::ranges::find(parameters, name, &ParameterDescriptor::name);
    return parameter == parameters.end() ? nullptr : &*parameter;
}

} // namespace coterie
