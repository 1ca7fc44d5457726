#include "core/experiment/json_reader.h"

#include "core/base/json_node.h"

#include <algorithm>
#include <cmath>

namespace coterie {

namespace {

/// The value as the user wrote it, shortened.
std::string described(const JsonNode& node)
{
    constexpr std::size_t kLongest = 60;
    switch (node.kind) {
    case JsonNode::Kind::Null:
        return "null";
    case JsonNode::Kind::Boolean:
        return node.boolean ? "true" : "false";
    case JsonNode::Kind::Number:
        return node.text.size() > kLongest ? node.text.substr(0, kLongest) + "…" : node.text;
    case JsonNode::Kind::List:
        return node.items.empty() ? "an empty list" : "a list";
    case JsonNode::Kind::Object:
        return "an object";
    case JsonNode::Kind::Text:
        break;
    }
    if (node.text.size() <= kLongest)
        return inQuotes(node.text);
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(node.text[end]) & 0xC0) == 0x80)
        --end; // not inside a character
    return inQuotes(std::string_view(node.text).substr(0, end)) + "…";
}

} // namespace

void ProblemLog::add(std::size_t order, Error error)
{
    if (full())
        ++m_dropped;
    else
        m_found.emplace_back(order, std::move(error));
}

Problems ProblemLog::inOrder() const
{
    std::vector<std::pair<std::size_t, Error>> sorted = m_found;
    std::ranges::stable_sort(sorted, {}, &std::pair<std::size_t, Error>::first);
    Problems problems;
    for (auto& [order, error] : sorted)
        problems.push_back(std::move(error));
    if (m_dropped > 0)
        problems.push_back({.kind = ErrorKind::TooMuch,
                            .message = "and " + std::to_string(m_dropped) + " further problems"});
    return problems;
}

JsonCursor::JsonCursor(const JsonNode& node, std::string pointer, ProblemLog& problems)
    : m_node(&node)
    , m_order(node.order)
    , m_span(node.span)
    , m_pointer(std::move(pointer))
    , m_problems(&problems)
{}

void JsonCursor::log(Error error) const
{
    if (m_span.end > m_span.begin)
        error.span = m_span;
    m_problems->add(m_order, std::move(error));
}

void JsonCursor::refuse(std::string allowed, ErrorKind kind) const
{
    log({.kind = kind,
         .place = m_pointer,
         .found = described(*m_node),
         .allowed = std::move(allowed)});
}

void JsonCursor::refuseUnknown(std::string_view allowed,
                               std::span<const std::string_view> words) const
{
    log({.kind = ErrorKind::UnknownName,
         .place = m_pointer,
         .found = described(*m_node),
         .allowed = std::string(allowed),
         .nearest = nearestWord(m_node->text, words)});
}

void JsonCursor::refuseMissing(std::string_view key, std::string allowed) const
{
    log({.kind = ErrorKind::Missing,
         .place = m_pointer + pointerStep(key),
         .allowed = std::move(allowed)});
}

void JsonCursor::refuseAs(ErrorKind kind, std::string message) const
{
    log({.kind = kind, .place = m_pointer, .message = std::move(message)});
}

bool JsonCursor::expectObject(std::span<const std::string_view> keys) const
{
    if (!isObject()) {
        refuse("an object", ErrorKind::WrongType);
        return false;
    }
    for (const auto& [key, member] : members()) {
        if (std::ranges::find(keys, key) != keys.end())
            continue;
        if (m_problems->full()) // only counted from here on
            member.log({});
        else
            member.log({.kind = ErrorKind::UnknownKey,
                        .place = member.m_pointer,
                        .allowed = oneOf(keys),
                        .nearest = nearestWord(key, keys)});
    }
    return true;
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const
{
    const JsonNode* member = m_node->find(key);
    if (member == nullptr)
        return std::nullopt;
    return JsonCursor(*member, m_pointer + pointerStep(key), *m_problems);
}

JsonCursor JsonCursor::findOr(std::string_view key, const JsonNode& absent) const
{
    if (const std::optional<JsonCursor> member = find(key))
        return *member;
    JsonCursor place(absent, m_pointer + pointerStep(key), *m_problems);
    place.m_order = m_order;
    place.m_span = m_span;
    return place;
}

std::vector<std::pair<std::string_view, JsonCursor>> JsonCursor::members() const
{
    std::vector<std::pair<std::string_view, JsonCursor>> found;
    for (std::size_t index = 0; index < m_node->names.size(); ++index) {
        const std::string& key = m_node->names[index];
        found.emplace_back(
            key, JsonCursor(m_node->items[index], m_pointer + pointerStep(key), *m_problems));
    }
    return found;
}

std::optional<JsonCursor> JsonCursor::need(std::string_view key, std::string allowed) const
{
    std::optional<JsonCursor> member = find(key);
    if (!member)
        refuseMissing(key, std::move(allowed));
    return member;
}

std::vector<JsonCursor> JsonCursor::items(std::string_view allowed,
                                          std::string_view atLeastOne) const
{
    std::vector<JsonCursor> found;
    if (m_node->kind != JsonNode::Kind::List)
        refuse(std::string(allowed), ErrorKind::WrongType);
    else if (m_node->items.empty() && !atLeastOne.empty())
        refuse(std::string(atLeastOne));
    else
        for (std::size_t index = 0; index < m_node->items.size(); ++index)
            found.emplace_back(
                m_node->items[index], m_pointer + "/" + std::to_string(index), *m_problems);
    return found;
}

std::optional<ParameterValue> JsonCursor::value(const ParameterDescriptor& wanted) const
{
    const auto held = [&](JsonNode::Kind kind, auto value) -> std::optional<ParameterValue> {
        if (m_node->kind == kind)
            return value;
        refuse(wanted.allowed(), ErrorKind::WrongType);
        return std::nullopt;
    };
    switch (wanted.type) {
    case ParameterType::Real:
        return number(wanted);
    case ParameterType::Integer:
        return integer(wanted);
    case ParameterType::Boolean:
        return held(JsonNode::Kind::Boolean, m_node->boolean);
    case ParameterType::Word:
        return word(wanted.words);
    case ParameterType::Text:
        return held(JsonNode::Kind::Text, m_node->text);
    case ParameterType::RealList:
        return realList(wanted);
    case ParameterType::TextList:
        return textList(wanted);
    }
    return std::nullopt;
}

std::optional<std::string> JsonCursor::name() const
{
    const auto isControl = [](char letter) {
        const auto code = static_cast<unsigned char>(letter);
        return code < 0x20 || code == 0x7f;
    };
    if (m_node->kind == JsonNode::Kind::Text
        && m_node->text.find_first_not_of(' ') != std::string::npos
        && std::ranges::none_of(m_node->text, isControl))
        return m_node->text;
    refuse("a name on one line");
    return std::nullopt;
}

std::optional<std::string> JsonCursor::word(std::span<const std::string_view> words) const
{
    const bool isText = m_node->kind == JsonNode::Kind::Text;
    if (isText && std::ranges::find(words, m_node->text) != words.end())
        return m_node->text;
    log({.kind = ErrorKind::UnknownName,
         .place = m_pointer,
         .found = described(*m_node),
         .allowed = oneOf(words),
         .nearest = isText ? nearestWord(m_node->text, words) : std::string{}});
    return std::nullopt;
}

std::optional<double> JsonCursor::number(const ParameterDescriptor& wanted) const
{
    if (m_node->kind != JsonNode::Kind::Number) {
        refuse(wanted.allowed(true), ErrorKind::WrongType);
        return std::nullopt;
    }
    if (!std::isfinite(m_node->number)) {
        refuse("a finite number");
        return std::nullopt;
    }
    if (!wanted.range.contains(m_node->number)) {
        refuse(wanted.allowed());
        return std::nullopt;
    }
    return m_node->number + 0.0; // -0.0 becomes 0
}

std::optional<ParameterValue> JsonCursor::integer(const ParameterDescriptor& wanted) const
{
    const bool isNumber = m_node->kind == JsonNode::Kind::Number;
    if (isNumber && m_node->isWhole && wanted.range.contains(m_node->number))
        return ParameterValue(m_node->whole);
    if (m_node->kind == JsonNode::Kind::Text
        && std::ranges::find(wanted.words, m_node->text) != wanted.words.end())
        return ParameterValue(m_node->text);
    const bool huge = isNumber && !m_node->isWhole && std::abs(m_node->number) >= 0x1p53;
    refuse(huge && wanted.range.maximum == kNoLimit ? "a whole number that fits in 64 bits"
                                                    : wanted.allowed(),
           isNumber ? ErrorKind::NotAllowed : ErrorKind::WrongType);
    return std::nullopt;
}

std::optional<ParameterValue> JsonCursor::realList(const ParameterDescriptor& wanted) const
{
    if (m_node->kind != JsonNode::Kind::List) {
        refuse(wanted.allowed(), ErrorKind::WrongType);
        return std::nullopt;
    }
    ParameterDescriptor each = wanted;
    each.type = ParameterType::Real;
    std::vector<double> numbers;
    for (const JsonCursor& item : items({})) {
        if (const std::optional<double> number = item.number(each))
            numbers.push_back(*number);
    }
    if (numbers.size() < m_node->items.size())
        return std::nullopt;
    return ParameterValue(std::move(numbers));
}

std::optional<ParameterValue> JsonCursor::textList(const ParameterDescriptor& wanted) const
{
    if (m_node->kind != JsonNode::Kind::List) {
        refuse(wanted.allowed(), ErrorKind::WrongType);
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const JsonCursor& item : items({})) {
        const std::string& text = item.m_node->text;
        if (!wanted.words.empty()) {
            if (!item.word(wanted.words))
                continue;
            if (std::ranges::find(texts, text) != texts.end()) {
                item.refuse("different from the other words", ErrorKind::Duplicate);
                continue;
            }
        } else if (item.m_node->kind != JsonNode::Kind::Text) {
            item.refuse("text", ErrorKind::WrongType);
            continue;
        }
        texts.push_back(text);
    }
    if (texts.size() < m_node->items.size())
        return std::nullopt;
    return ParameterValue(std::move(texts));
}

} // namespace coterie
