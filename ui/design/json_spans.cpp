#include "ui/design/json_spans.h"

#include "core/spec/json_parse.h"
#include "core/spec/json_pointer.h"
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

} // namespace coterie::ui
