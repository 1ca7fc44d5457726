#include "ui/design/json_highlighter.h"

#include "ui/frame/plot_theme.h"

#include <QPalette>

namespace coterie::ui {

void JsonHighlighter::setColours(const QPalette& palette)
{
    const bool dark = isDark(palette);
    m_key.setForeground(QColor::fromRgb(dark ? 0x7fb4f5 : 0x1f5fbf));
    m_string.setForeground(QColor::fromRgb(dark ? 0x8fce9b : 0x22703a));
    m_number.setForeground(QColor::fromRgb(dark ? 0xf0a868 : 0xa64b00));
    m_punctuation.setForeground(palette.color(QPalette::PlaceholderText));
    rehighlight();
}

void JsonHighlighter::highlightBlock(const QString& line)
{
    for (int at = 0; at < line.size();) {
        const QChar letter = line[at];
        int end = at + 1;
        if (letter == u'"') {
            while (end < line.size() && line[end] != u'"')
                end += line[end] == u'\\' ? 2 : 1;
            end = std::min(end + 1, static_cast<int>(line.size()));
            int next = end;
            while (next < line.size() && line[next].isSpace())
                ++next;
            const bool isKey = next < line.size() && line[next] == u':';
            setFormat(at, end - at, isKey ? m_key : m_string);
        } else if (letter.isLetterOrNumber() || letter == u'-') {
            while (end < line.size()
                   && (line[end].isLetterOrNumber() || QStringLiteral(".+-").contains(line[end])))
                ++end;
            setFormat(at, end - at, m_number);
        } else if (!letter.isSpace()) {
            setFormat(at, 1, m_punctuation);
        }
        at = end;
    }
}

} // namespace coterie::ui
