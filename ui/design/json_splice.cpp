#include "ui/design/json_splice.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "ui/words.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

class Walker
{
public:
    explicit Walker(const QString& json)
        : m_json(json)
    {}

    JsonSpan value(std::size_t depth = 0)
    {
        skipSpace();
        JsonSpan span;
        span.start = span.keyStart = m_at;
        const bool tooDeep = depth > kDeepestNesting; // the parser refuses it too
        if (at(u'{') && !tooDeep)
            object(span, depth);
        else if (at(u'[') && !tooDeep)
            list(span, depth);
        else if (at(u'"'))
            static_cast<void>(string());
        else
            while (m_at < m_json.size() && !QStringView(u",]} \t\r\n").contains(m_json[m_at]))
                ++m_at;
        if (m_at == span.start)
            m_at = m_json.size(); // not JSON: give up here
        span.end = std::min(m_at, m_json.size());
        return span;
    }

private:
    void object(JsonSpan& span, std::size_t depth)
    {
        span.kind = JsonSpan::Kind::Object;
        ++m_at;
        while (more(u'}')) {
            const qsizetype keyStart = m_at;
            QString key = string();
            skipSpace();
            if (at(u':'))
                ++m_at;
            JsonSpan child = value(depth + 1);
            child.keyStart = keyStart;
            child.key = std::move(key);
            span.children.push_back(std::move(child));
        }
    }

    void list(JsonSpan& span, std::size_t depth)
    {
        span.kind = JsonSpan::Kind::List;
        ++m_at;
        while (more(u']'))
            span.children.push_back(value(depth + 1));
    }

    /// Steps over commas; false, and behind the bracket, at the end of an object or list.
    bool more(QChar end)
    {
        skipSpace();
        while (at(u',')) {
            ++m_at;
            skipSpace();
        }
        if (m_at < m_json.size() && !at(end))
            return true;
        ++m_at;
        return false;
    }

    QString string()
    {
        if (!at(u'"')) {
            m_at = m_json.size();
            return {};
        }
        const qsizetype start = m_at++;
        bool escaped = false;
        while (m_at < m_json.size() && !at(u'"')) {
            escaped |= at(u'\\');
            m_at += at(u'\\') ? 2 : 1;
        }
        ++m_at;
        const QStringView written = QStringView(m_json).mid(start, m_at - start);
        if (!escaped)
            return written.mid(1).chopped(written.size() > 1 ? 1 : 0).toString();
        const auto parsed = parseJson(written.toUtf8().toStdString());
        return parsed ? QString::fromStdString(parsed->root.text) : QString();
    }

    void skipSpace()
    {
        while (m_at < m_json.size() && m_json[m_at].isSpace())
            ++m_at;
    }

    [[nodiscard]] bool at(QChar letter) const
    {
        return m_at < m_json.size() && m_json[m_at] == letter;
    }

    const QString& m_json;
    qsizetype m_at = 0;
};

} // namespace

JsonSpan spansOf(const QString& json)
{
    return Walker(json).value();
}

const JsonSpan* childAt(const JsonSpan& span, const std::string& step)
{
    if (span.kind == JsonSpan::Kind::List) {
        const auto index = indexOfStep(step);
        return index && *index < span.children.size() ? &span.children[*index] : nullptr;
    }
    const auto child = std::ranges::find(span.children, toQString(step), &JsonSpan::key);
    return child == span.children.end() ? nullptr : &*child;
}

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

namespace {

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
