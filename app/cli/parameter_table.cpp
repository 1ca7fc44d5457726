#include "app/cli/parameter_table.h"

#include "app/cli/table_printer.h"

namespace coterie::cli {

namespace {

std::string typeText(ParameterType type)
{
    switch (type) {
    case ParameterType::Real:
        return "number";
    case ParameterType::Integer:
        return "whole number";
    case ParameterType::Boolean:
        return "truth value";
    case ParameterType::Word:
        return "word";
    case ParameterType::Text:
        return "text";
    case ParameterType::RealList:
        return "numbers";
    }
    return {};
}

/// The range alone: what allowed() says besides the type.
std::string rangeText(const ParameterDescriptor& parameter)
{
    std::string text = parameter.allowed();
    for (const std::string_view type : {"a whole number", "a list of numbers", "a number", "text"})
        if (text.starts_with(type))
            text.erase(0, type.size());
    text.erase(0, text.find_first_not_of(", "));
    return text;
}

std::string defaultText(const ParameterDescriptor& parameter)
{
    if (parameter.required)
        return "(must be given)";
    std::string text = toText(parameter.defaultValue());
    if (const std::string code = toText(parameter.defaultValue(true)); code != text)
        text += " (profile code: " + code + ")";
    return text;
}

} // namespace

std::string parameterTable(std::span<const ParameterDescriptor> parameters, std::size_t indent)
{
    Table table({{.title = "parameter"},
                 {.title = "type"},
                 {.title = "range", .wraps = true},
                 {.title = "default"},
                 {.title = "unit"},
                 {.title = "symbol"},
                 {.title = "equation"},
                 {.title = "live"},
                 {.title = "meaning", .wraps = true}});
    for (const ParameterDescriptor& parameter : parameters)
        table.add({std::string(parameter.name),
                   typeText(parameter.type),
                   rangeText(parameter),
                   defaultText(parameter),
                   std::string(parameter.unit),
                   std::string(parameter.symbol),
                   std::string(parameter.equation),
                   parameter.live ? "yes" : "",
                   std::string(parameter.meaning)});
    table.dropEmptyColumns();
    constexpr std::size_t kLineWidth = 120;
    return table.text(indent, kLineWidth);
}

} // namespace coterie::cli
