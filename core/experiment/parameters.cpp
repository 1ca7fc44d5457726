#include "core/experiment/parameters.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace coterie {

namespace {

std::string listText(const std::vector<double>& values)
{
    std::string text = "[";
    for (const double value : values) {
        if (text.size() > 1)
            text += ", ";
        text += shortestText(value);
    }
    return text + "]";
}

std::string listText(const std::vector<std::string>& items)
{
    std::string text = "[";
    for (const std::string& item : items)
        text += (text.size() > 1 ? ", " : "") + item;
    return text + "]";
}

std::vector<std::string> textsIn(std::string_view text)
{
    constexpr std::string_view kBetween = ", ";
    std::vector<std::string> texts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(kBetween), text.size());
        texts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + kBetween.size(), text.size()));
    }
    return texts;
}

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

std::string limitsText(const ParameterDescriptor& parameter)
{
    const NumberRange& range = parameter.range;
    const bool low = range.minimum > -kNoLimit;
    const bool high = range.maximum < kNoLimit;
    const std::string minimum = limitText(range.minimum, parameter.type);
    const std::string maximum = limitText(range.maximum, parameter.type);
    if (low && high && !range.minimumExcluded && !range.maximumExcluded)
        return "from " + minimum + " to " + maximum;
    std::string text;
    if (low)
        text = (range.minimumExcluded ? "more than " : "at least ") + minimum;
    if (low && high)
        text += " and ";
    if (high)
        text += (range.maximumExcluded ? "less than " : "at most ") + maximum;
    return text;
}

/// "a whole number from 1 to 10", "a list of numbers, each at least 0"
std::string
ranged(std::string_view kind, std::string_view each, const ParameterDescriptor& parameter)
{
    const std::string limits = limitsText(parameter);
    if (limits.empty())
        return std::string(kind);
    const bool isFromTo = limits.starts_with("from ");
    return std::string(kind) + (each.empty() && isFromTo ? " " : ", ") + std::string(each) + limits;
}

} // namespace

std::string toText(const ParameterValue& value)
{
    if (const auto* boolean = std::get_if<bool>(&value))
        return *boolean ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value))
        return shortestText(*real);
    if (const auto* word = std::get_if<std::string>(&value))
        return *word;
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
        return listText(*texts);
    return listText(std::get<std::vector<double>>(value));
}

void ParameterSet::remove(std::string_view name)
{
    std::erase_if(m_parameters, [name](const Parameter& known) { return known.name == name; });
}

void ParameterSet::put(Parameter parameter)
{
    const auto known = std::ranges::find(m_parameters, parameter.name, &Parameter::name);
    if (known != m_parameters.end())
        *known = std::move(parameter);
    else
        m_parameters.push_back(std::move(parameter));
}

const Parameter* ParameterSet::find(std::string_view name) const
{
    const auto known = std::ranges::find(m_parameters, name, &Parameter::name);
    return known == m_parameters.end() ? nullptr : &*known;
}

const ParameterValue& ParameterSet::value(std::string_view name) const
{
    const Parameter* parameter = find(name);
    assert(parameter != nullptr && "the parameter is declared and its part was completed");
    assert(parameter->values.size() == 1 && "a sweep is expanded before it is used");
    return parameter->values.front();
}

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
    case ParameterType::TextList:
        return textsIn(word);
    }
    return number;
}

std::string ParameterDescriptor::allowed(bool saysNumber) const
{
    switch (type) {
    case ParameterType::Real: {
        const std::string limits = limitsText(*this);
        return saysNumber || limits.empty() ? ranged("a number", {}, *this) : limits;
    }
    case ParameterType::Integer: {
        std::string text = ranged("a whole number", {}, *this);
        for (const std::string_view word : words)
            text += " or " + inQuotes(word);
        return text;
    }
    case ParameterType::Boolean:
        return "true or false";
    case ParameterType::Word:
        return oneOf(words);
    case ParameterType::Text:
        return "text";
    case ParameterType::RealList:
        return ranged("a list of numbers", "each ", *this);
    case ParameterType::TextList:
        return words.empty() ? "a list of texts" : "a list of words, each " + oneOf(words);
    }
    return {};
}

std::size_t wordPlace(const ParameterDescriptor& parameter, const ParameterValue& word)
{
    const auto place = std::ranges::find(parameter.words, std::get<std::string>(word));
    assert(place != parameter.words.end() && "a validated word is one of those allowed");
    return static_cast<std::size_t>(place - parameter.words.begin());
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
