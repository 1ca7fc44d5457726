#include "ui/design/json_splice.h"

#include "core/spec/json_parse.h"
#include "core/spec/json_pointer.h"
#include "ui/design/json_spans.h"
#include "ui/words.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// The blanks that the line around this place begins with.
qsizetype indentAt(const QString& json, qsizetype place)
{
    const qsizetype line = place == 0 ? 0 : json.lastIndexOf(u'\n', place - 1) + 1;
    qsizetype end = line;
    while (end < json.size() && json[end] == u' ')
        ++end;
    return end - line;
}

qsizetype columnOf(const QString& json, qsizetype place)
{
    return place == 0 ? 0 : place - (json.lastIndexOf(u'\n', place - 1) + 1);
}

/// The value as it would be written behind `before` characters of a line with this indentation.
QString written(const JsonNode& value, qsizetype indent, qsizetype before)
{
    return toQString(writePrettyInside(
        value, static_cast<std::size_t>(indent), static_cast<std::size_t>(before)));
}

QString keyText(const std::string& key)
{
    return toQString(inQuotes(key)) + QStringLiteral(": ");
}

/// One text with one JSON document, on its way through the changes.
class Splicer
{
public:
    explicit Splicer(QString json)
        : m_json(std::move(json))
    {}

    [[nodiscard]] Result<void> apply(const JsonChange& change)
    {
        const auto steps = pointerSteps(change.pointer);
        if (!steps)
            return misfit(change);
        const JsonSpan root = spansOf(m_json);
        const JsonSpan* parent = nullptr;
        const JsonSpan* span = &root;
        std::size_t depth = 0;
        while (depth < steps->size()) {
            const JsonSpan* next = childAt(*span, (*steps)[depth]);
            if (!next)
                break;
            parent = span;
            span = next;
            ++depth;
        }
        if (depth == steps->size()) {
            if (!change.value && !parent)
                return misfit(change);
            change.value ? replace(*span, *change.value) : remove(*parent, *span);
            return {};
        }
        if (!fits(*span, (*steps)[depth]))
            return misfit(change);
        if (!change.value)
            return {};
        JsonNode value = *change.value;
        for (std::size_t inner = steps->size() - 1; inner > depth; --inner) {
            JsonNode around = JsonNode::object();
            around.add((*steps)[inner], std::move(value));
            value = std::move(around);
        }
        insert(*span, (*steps)[depth], value);
        return {};
    }

    [[nodiscard]] const QString& json() const { return m_json; }

private:
    static Unexpected<Error> misfit(const JsonChange& change)
    {
        return fail(change.pointer, "a place inside an object or a list needed");
    }

    /// Whether something may be added under this step.
    static bool fits(const JsonSpan& span, const std::string& step)
    {
        if (span.kind == JsonSpan::Kind::List)
            return step == "-" || indexOfStep(step) == span.children.size();
        return span.kind == JsonSpan::Kind::Object;
    }

    void replace(const JsonSpan& span, const JsonNode& value)
    {
        const QStringView old = QStringView(m_json).mid(span.start, span.end - span.start);
        const auto parsed = parseJson(old.toUtf8().toStdString());
        if (parsed && sameJson(parsed->root, value))
            return;
        put(span.start,
            span.end,
            written(value, indentAt(m_json, span.start), columnOf(m_json, span.start)));
    }

    void remove(const JsonSpan& parent, const JsonSpan& span)
    {
        const auto index = static_cast<std::size_t>(&span - parent.children.data());
        if (parent.children.size() == 1)
            put(parent.start + 1, parent.end - 1, {});
        else if (index + 1 < parent.children.size())
            put(span.keyStart, parent.children[index + 1].keyStart, {});
        else
            put(parent.children[index - 1].end, span.end, {});
    }

    void insert(const JsonSpan& parent, const std::string& step, const JsonNode& value)
    {
        const bool isObject = parent.kind == JsonSpan::Kind::Object;
        if (parent.children.empty()) {
            JsonNode whole = isObject ? JsonNode::object() : JsonNode::list({value});
            if (isObject)
                whole.add(step, value);
            put(parent.start,
                parent.end,
                written(whole, indentAt(m_json, parent.start), columnOf(m_json, parent.start)));
            return;
        }
        const JsonSpan& last = parent.children.back();
        const QString key = isObject ? keyText(step) : QString();
        const bool ownLines =
            QStringView(m_json).mid(parent.start, last.keyStart - parent.start).contains(u'\n');
        if (ownLines && firstOnItsLine(last.keyStart)) {
            const qsizetype indent = indentAt(m_json, last.keyStart);
            put(last.end,
                last.end,
                QStringLiteral(",\n") + QString(indent, u' ') + key
                    + written(value, indent, indent + key.size()));
        } else {
            const qsizetype before = columnOf(m_json, last.end) + 2 + key.size();
            put(last.end,
                last.end,
                QStringLiteral(", ") + key + written(value, indentAt(m_json, last.end), before));
        }
    }

    [[nodiscard]] bool firstOnItsLine(qsizetype place) const
    {
        return columnOf(m_json, place) == indentAt(m_json, place);
    }

    void put(qsizetype start, qsizetype end, const QString& text)
    {
        m_json.replace(start, end - start, text);
    }

    QString m_json;
};

} // namespace

Result<QString> spliceJson(const QString& json, std::span<const JsonChange> changes)
{
    if (const auto parsed = parseJson(json.toStdString()); !parsed)
        return Unexpected<Error>{parsed.error()};
    Splicer splicer(json);
    for (const JsonChange& change : changes)
        if (const auto done = splicer.apply(change); !done)
            return Unexpected<Error>{done.error()};
    return splicer.json();
}

} // namespace coterie::ui
