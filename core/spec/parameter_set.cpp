#include "core/spec/parameter_set.h"

#include <algorithm>
#include <array>
#include <cassert>
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

template <typename T>
const T& only(const ParameterSet& set, std::string_view name)
{
    const Parameter* parameter = set.find(name);
    assert(parameter != nullptr && "the parameter is declared and its part was completed");
    assert(parameter->values.size() == 1 && "a sweep is expanded before it is used");
    const T* value = std::get_if<T>(&parameter->values.front());
    assert(value != nullptr && "the value has its declared type");
    return *value;
}

} // namespace

std::string shortestText(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    // A learning rate of 1e-05 and a count of 100000 are both read most easily so; to_chars alone
    // would write 1e+05, the shorter of the two.
    const double size = std::abs(value);
    const bool plain = value == 0 || (size >= 1e-4 && size < 1e15);
    std::array<char, 64> buffer{};
    const auto [end, status] =
        std::to_chars(buffer.data(),
                      buffer.data() + buffer.size(),
                      value,
                      plain ? std::chars_format::fixed : std::chars_format::scientific);
    assert(status == std::errc{});
    static_cast<void>(status);
    return {buffer.data(), end};
}

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
    return listText(std::get<std::vector<double>>(value));
}

void ParameterSet::set(std::string_view name, ParameterValue value)
{
    std::vector<ParameterValue> values;
    values.push_back(std::move(value));
    put({.name = std::string(name), .values = std::move(values), .swept = false});
}

void ParameterSet::sweep(std::string_view name, std::vector<ParameterValue> values)
{
    assert(!values.empty());
    put({.name = std::string(name), .values = std::move(values), .swept = true});
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

double ParameterSet::real(std::string_view name) const
{
    return only<double>(*this, name);
}

std::int64_t ParameterSet::integer(std::string_view name) const
{
    return only<std::int64_t>(*this, name);
}

bool ParameterSet::boolean(std::string_view name) const
{
    return only<bool>(*this, name);
}

const std::string& ParameterSet::word(std::string_view name) const
{
    return only<std::string>(*this, name);
}

const std::vector<double>& ParameterSet::realList(std::string_view name) const
{
    return only<std::vector<double>>(*this, name);
}

} // namespace coterie
