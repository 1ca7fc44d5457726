#include "ui/design/json_places.h"

#include <QStringList>

namespace coterie::ui {

namespace {

/// Walks a JSON text without building anything, remembering where the looked-for value lies.
class Walker
{
public:
    Walker(const QString& json, const QStringList& path)
        : m_json(json)
        , m_path(path)
    {}

    [[nodiscard]] std::optional<TextRange> find()
    {
        value(0, true);
        return m_found;
    }

private:
    void value(qsizetype depth, bool onPath)
    {
        skipSpace();
        const qsizetype start = m_at;
        if (at(u'{'))
            object(depth, onPath);
        else if (at(u'['))
            array(depth, onPath);
        else if (at(u'"'))
            string();
        else
            while (m_at < m_json.size() && !QStringLiteral(",]} \t\r\n").contains(m_json[m_at]))
                ++m_at;
        if (m_at == start)
            m_at = m_json.size(); // not JSON: give up here
        // Children end before their parents, so the first on the path is the deepest.
        if (onPath && !m_found)
            m_found = TextRange{start, m_at - start};
    }

    void object(qsizetype depth, bool onPath)
    {
        ++m_at;
        while (more(u'}')) {
            const QString key = string();
            skipSpace();
            if (at(u':'))
                ++m_at;
            value(depth + 1, onPath && depth < m_path.size() && key == m_path[depth]);
        }
    }

    void array(qsizetype depth, bool onPath)
    {
        ++m_at;
        for (int index = 0; more(u']'); ++index)
            value(depth + 1,
                  onPath && depth < m_path.size() && QString::number(index) == m_path[depth]);
    }

    /// Steps over commas; false, and behind the bracket, at the end of an object or array.
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
        const qsizetype start = ++m_at;
        while (m_at < m_json.size() && !at(u'"'))
            m_at += at(u'\\') ? 2 : 1;
        const QString text = m_json.mid(start, m_at - start);
        ++m_at;
        return text;
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
    const QStringList& m_path;
    qsizetype m_at = 0;
    std::optional<TextRange> m_found;
};

} // namespace

std::optional<TextRange> placeOf(const QString& json, const QString& pointer)
{
    QStringList path = pointer.split(QLatin1Char('/'));
    path.removeFirst(); // what stands before the first slash
    for (QString& step : path)
        step.replace(QStringLiteral("~1"), QStringLiteral("/"))
            .replace(QStringLiteral("~0"), QStringLiteral("~"));
    auto range = Walker(json, path).find();
    if (range && range->start + range->length > json.size())
        range->length = json.size() - range->start;
    if (range && range->length <= 0)
        return std::nullopt;
    return range;
}

} // namespace coterie::ui
