#include "ui/design/json_change.h"

#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/try.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

JsonChange appended(const JsonNode& root, const std::string& list, JsonNode item)
{
    if (itemsAt(root, list).empty())
        return {.pointer = list, .value = JsonNode::list({std::move(item)})};
    return {.pointer = list + "/-", .value = std::move(item)};
}

std::string itemPointer(const std::string& list, std::size_t index)
{
    return list + '/' + std::to_string(index);
}

std::vector<JsonChange>
swapped(const JsonNode& root, const std::string& list, std::size_t one, std::size_t other)
{
    const std::span<const JsonNode> items = itemsAt(root, list);
    if (std::max(one, other) >= items.size() || one == other)
        return {};
    return {{.pointer = itemPointer(list, one), .value = items[other]},
            {.pointer = itemPointer(list, other), .value = items[one]}};
}

void setMember(JsonNode& object, std::string_view key, JsonNode value)
{
    if (JsonNode* own = object.find(key))
        *own = std::move(value);
    else
        object.add(key, std::move(value));
}

const JsonNode* childAt(const JsonNode& node, const std::string& step)
{
    if (node.kind == JsonNode::Kind::Object)
        return node.find(step);
    const auto index =
        node.kind == JsonNode::Kind::List ? indexOfStep(step) : std::optional<std::size_t>();
    return index && *index < node.items.size() ? &node.items[*index] : nullptr;
}

const JsonNode* valueAt(const JsonNode& root, std::string_view pointer)
{
    const auto steps = pointerSteps(pointer);
    if (!steps)
        return nullptr;
    const JsonNode* node = &root;
    for (auto step = steps->begin(); node && step != steps->end(); ++step)
        node = childAt(*node, *step);
    return node;
}

std::string textAt(const JsonNode& root, std::string_view pointer)
{
    const JsonNode* text = valueAt(root, pointer);
    return text && text->kind == JsonNode::Kind::Text ? text->text : std::string();
}

std::span<const JsonNode> itemsAt(const JsonNode& root, std::string_view pointer)
{
    const JsonNode* list = valueAt(root, pointer);
    return list && list->kind == JsonNode::Kind::List ? std::span(list->items)
                                                      : std::span<const JsonNode>();
}

bool sameJson(const JsonNode& one, const JsonNode& other)
{
    return writeCompact(one) == writeCompact(other);
}

namespace {

Unexpected<Error> misfit(const std::string& pointer)
{
    return fail(pointer, "must be a place inside an object or a list", ErrorKind::NotAllowed);
}

std::size_t lineStart(const std::string& json, std::size_t place)
{
    return place == 0 ? 0 : json.rfind('\n', place - 1) + 1; // npos + 1 is 0
}

std::size_t columnOf(const std::string& json, std::size_t place)
{
    return place - lineStart(json, place);
}

/// How many blanks the line around this place begins with.
std::size_t indentAt(const std::string& json, std::size_t place)
{
    const std::size_t line = lineStart(json, place);
    return std::min(json.find_first_not_of(' ', line), json.size()) - line;
}

/// One text with one JSON document, on its way through the changes.
class Splicer
{
public:
    explicit Splicer(std::string json)
        : m_json(std::move(json))
    {}

    [[nodiscard]] Result<void> apply(const JsonChange& change)
    {
        COTERIE_TRY(const auto parsed, parseJson(m_json));
        const auto steps = pointerSteps(change.pointer);
        if (!steps)
            return misfit(change.pointer);
        const JsonNode* parent = nullptr;
        const JsonNode* node = &parsed.root;
        std::size_t depth = 0;
        for (; depth < steps->size(); ++depth) {
            const JsonNode* next = childAt(*node, (*steps)[depth]);
            if (!next)
                break;
            parent = std::exchange(node, next);
        }
        if (depth == steps->size()) {
            if (!change.value && !parent)
                return misfit(change.pointer);
            change.value ? replace(*node, *change.value) : remove(*parent, *node);
            return {};
        }
        if (!fits(*node, (*steps)[depth]))
            return misfit(change.pointer);
        if (!change.value)
            return {};
        JsonNode value = *change.value;
        for (std::size_t inner = steps->size() - 1; inner > depth; --inner)
            value = jsonObject({{(*steps)[inner], value}});
        insert(*node, (*steps)[depth], value);
        return {};
    }

    [[nodiscard]] const std::string& json() const { return m_json; }

private:
    /// Whether something may be added under this step.
    static bool fits(const JsonNode& node, const std::string& step)
    {
        if (node.kind == JsonNode::Kind::List)
            return step == "-" || indexOfStep(step) == node.items.size();
        return node.kind == JsonNode::Kind::Object;
    }

    void replace(const JsonNode& node, const JsonNode& value)
    {
        if (!sameJson(node, value))
            put(node.span, written(value, node.span.begin));
    }

    void remove(const JsonNode& parent, const JsonNode& node)
    {
        const auto index = std::size_t(&node - parent.items.data());
        if (parent.items.size() == 1)
            put({parent.span.begin + 1, parent.span.end - 1}, {});
        else if (index + 1 < parent.items.size())
            put({node.keyBegin, parent.items[index + 1].keyBegin}, {});
        else
            put({parent.items[index - 1].span.end, node.span.end}, {});
    }

    void insert(const JsonNode& parent, const std::string& step, const JsonNode& value)
    {
        const bool isObject = parent.kind == JsonNode::Kind::Object;
        if (parent.items.empty()) {
            const JsonNode whole = isObject ? jsonObject({{step, value}}) : JsonNode::list({value});
            return put(parent.span, written(whole, parent.span.begin));
        }
        const JsonNode& last = parent.items.back();
        const std::size_t end = last.span.end;
        const std::string key = isObject ? inQuotes(step) + ": " : "";
        const std::size_t indent = indentAt(m_json, last.keyBegin);
        const bool ownLines = std::string_view(m_json)
                                  .substr(parent.span.begin, last.keyBegin - parent.span.begin)
                                  .find('\n')
                              != std::string_view::npos;
        if (ownLines && columnOf(m_json, last.keyBegin) == indent)
            return put({end, end},
                       ",\n" + std::string(indent, ' ') + key
                           + writePrettyInside(value, indent, indent + key.size()));
        put({end, end},
            ", " + key
                + writePrettyInside(
                    value, indentAt(m_json, end), columnOf(m_json, end) + 2 + key.size()));
    }

    [[nodiscard]] std::string written(const JsonNode& value, std::size_t place) const
    {
        return writePrettyInside(value, indentAt(m_json, place), columnOf(m_json, place));
    }

    void put(const TextSpan& span, const std::string& text)
    {
        m_json.replace(span.begin, span.end - span.begin, text);
    }

    std::string m_json;
};

const QString kTwoEnds = QStringLiteral("\r\n");

/// Where a place of the plain text lies in the original.
qsizetype originalPlace(const QString& original, qsizetype plain)
{
    qsizetype place = 0;
    for (qsizetype passed = 0; passed < plain; ++passed)
        place += QStringView(original).mid(place).startsWith(kTwoEnds) ? 2 : 1;
    return place;
}

} // namespace

Result<QString> spliceJson(const QString& json, std::span<const JsonChange> changes)
{
    Splicer splicer(json.toStdString());
    for (const JsonChange& change : changes)
        COTERIE_CHECK(splicer.apply(change));
    return QString::fromStdString(splicer.json());
}

TextSplice TextSplice::between(const QString& before, const QString& after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    const auto same = std::mismatch(before.begin(), before.begin() + shorter, after.begin());
    const qsizetype head = same.first - before.begin();
    qsizetype tail = 0;
    while (tail < shorter - head
           && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {.position = head,
            .removed = before.mid(head, before.size() - head - tail),
            .inserted = after.mid(head, after.size() - head - tail)};
}

QString TextSplice::applied(const QString& before) const
{
    QString after = before;
    return after.replace(position, removed.size(), inserted);
}

QString TextSplice::reverted(const QString& after) const
{
    QString before = after;
    return before.replace(position, inserted.size(), removed);
}

QString withPlainLineEnds(const QString& text)
{
    QString plain = text;
    return plain.replace(kTwoEnds, QStringLiteral("\n"));
}

QString typedInto(const QString& original, const QString& typed)
{
    if (!original.contains(kTwoEnds))
        return typed;
    const TextSplice splice = TextSplice::between(withPlainLineEnds(original), typed);
    const qsizetype start = originalPlace(original, splice.position);
    const qsizetype end = originalPlace(original, splice.position + splice.removed.size());
    QString inserted = splice.inserted;
    inserted.replace(u'\n', kTwoEnds);
    return original.left(start) + inserted + original.mid(end);
}

} // namespace coterie::ui
