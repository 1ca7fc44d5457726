#include "core/base/json_node.h"

#include "core/base/indices.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <system_error>

namespace coterie {

namespace {

constexpr std::size_t kLineLength = 100;
constexpr double kLargestExact = 9007199254740992.0; // 2^53: above it doubles skip whole numbers

void writeOnOneLine(const JsonNode& node, bool spaced, std::string& out)
{
    const bool isObject = node.kind == JsonNode::Kind::Object;
    const std::string_view padding = spaced && isObject && !node.items.empty() ? " " : "";
    switch (node.kind) {
    case JsonNode::Kind::Null:
        out += "null";
        break;
    case JsonNode::Kind::Boolean:
        out += node.boolean ? "true" : "false";
        break;
    case JsonNode::Kind::Number:
        out += node.text;
        break;
    case JsonNode::Kind::Text:
        out += inQuotes(node.text);
        break;
    case JsonNode::Kind::List:
    case JsonNode::Kind::Object:
        (out += isObject ? '{' : '[') += padding;
        for (std::size_t index = 0; index < node.items.size(); ++index) {
            if (index > 0)
                out += spaced ? ", " : ",";
            if (isObject)
                out += inQuotes(node.names[index]) + (spaced ? ": " : ":");
            writeOnOneLine(node.items[index], spaced, out);
        }
        (out += padding) += isObject ? '}' : ']';
        break;
    }
}

/// `before` is the length of the line so far: indentation and key.
void writeIndented(const JsonNode& node, std::size_t indent, std::size_t before, std::string& out)
{
    const bool nested = node.kind == JsonNode::Kind::List || node.kind == JsonNode::Kind::Object;
    const std::size_t start = out.size();
    writeOnOneLine(node, true, out);
    // The document itself always takes several lines.
    const bool fits = before + (out.size() - start) < kLineLength;
    if (!nested || node.items.empty() || (fits && before > 0))
        return;
    out.resize(start);
    const bool isObject = node.kind == JsonNode::Kind::Object;
    const std::string inner(indent + 2, ' ');
    out += isObject ? "{" : "[";
    for (std::size_t index = 0; index < node.items.size(); ++index) {
        out += index > 0 ? ",\n" : "\n";
        out += inner;
        std::size_t used = inner.size();
        if (isObject) {
            const std::string key = inQuotes(node.names[index]) + ": ";
            out += key;
            used += key.size();
        }
        writeIndented(node.items[index], indent + 2, used, out);
    }
    out += '\n';
    out.append(indent, ' ');
    out += isObject ? '}' : ']';
}

} // namespace

JsonNode JsonNode::fromReal(double value)
{
    const bool isWhole = std::abs(value) <= kLargestExact && std::trunc(value) == value;
    const double number = value + 0.0; // -0.0 becomes 0
    return {.kind = Kind::Number,
            .number = number,
            .whole = isWhole ? static_cast<std::int64_t>(value) : 0,
            .isWhole = isWhole,
            .text = shortestText(number)};
}

JsonNode JsonNode::fromWhole(std::int64_t value)
{
    return {.kind = Kind::Number,
            .number = static_cast<double>(value),
            .whole = value,
            .isWhole = true,
            .text = std::to_string(value)};
}

JsonNode& JsonNode::add(std::string_view name, JsonNode value)
{
    assert(kind == Kind::Object && find(name) == nullptr);
    names.emplace_back(name);
    items.push_back(std::move(value));
    return items.back();
}

const JsonNode* JsonNode::find(std::string_view name) const
{
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

JsonNode* JsonNode::find(std::string_view name)
{
    return const_cast<JsonNode*>(std::as_const(*this).find(name));
}

void JsonNode::remove(std::string_view name)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return;
    items.erase(items.begin() + (found - names.begin()));
    names.erase(found);
}

void JsonNode::sortKeys()
{
    for (JsonNode& item : items)
        item.sortKeys();
    if (kind != Kind::Object)
        return;
    std::vector<std::size_t> places = indices(items.size());
    std::ranges::sort(
        places, {}, [this](std::size_t place) { return std::string_view(names[place]); });
    std::vector<JsonNode> sortedItems;
    std::vector<std::string> sortedNames;
    for (const std::size_t place : places) {
        sortedItems.push_back(std::move(items[place]));
        sortedNames.push_back(std::move(names[place]));
    }
    items = std::move(sortedItems);
    names = std::move(sortedNames);
}

std::string writeCompact(const JsonNode& node)
{
    std::string text;
    writeOnOneLine(node, false, text);
    return text;
}

std::string writePretty(const JsonNode& node)
{
    return writePrettyInside(node, 0, 0) + '\n';
}

std::string writePrettyInside(const JsonNode& node, std::size_t indent, std::size_t before)
{
    std::string text;
    writeIndented(node, indent, before, text);
    return text;
}

std::string inQuotes(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "\"";
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            out += '\\';
            out += letter;
        } else if (letter == '\n') {
            out += "\\n";
        } else if (letter == '\t') {
            out += "\\t";
        } else if (code < 0x20 || code == 0x7f) {
            out += "\\u00";
            out += kHex[code >> 4];
            out += kHex[code & 15];
        } else {
            out += letter;
        }
    }
    return out + '"';
}

std::optional<std::vector<std::string>> pointerSteps(std::string_view pointer)
{
    std::vector<std::string> steps;
    if (pointer.empty())
        return steps;
    if (pointer.front() != '/')
        return std::nullopt;
    for (std::size_t place = 0; place < pointer.size(); ++place) {
        const char letter = pointer[place];
        if (letter == '/') {
            steps.emplace_back();
        } else if (letter == '~') {
            ++place;
            if (place == pointer.size() || (pointer[place] != '0' && pointer[place] != '1'))
                return std::nullopt;
            steps.back() += pointer[place] == '0' ? '~' : '/';
        } else {
            steps.back() += letter;
        }
    }
    return steps;
}

std::string pointerStep(std::string_view key)
{
    std::string step = "/";
    for (const char letter : key) {
        if (letter == '~')
            step += "~0";
        else if (letter == '/')
            step += "~1";
        else
            step += letter;
    }
    return step;
}

std::optional<std::size_t> indexOfStep(std::string_view step)
{
    if (step.empty() || (step.size() > 1 && step.front() == '0'))
        return std::nullopt;
    std::size_t index = 0;
    const auto [end, status] = std::from_chars(step.data(), step.data() + step.size(), index);
    if (status != std::errc{} || end != step.data() + step.size())
        return std::nullopt;
    return index;
}

std::string shortestText(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    // 1e-05 and 100000 are easier to read than what to_chars alone would write.
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

} // namespace coterie
