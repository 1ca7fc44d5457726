#include "ui/design/json_editor.h"

#include "ui/design/json_highlighter.h"
#include "ui/design/json_places.h"
#include "ui/design/text_splice.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/undo_keys.h"

#include <QEvent>
#include <QFontDatabase>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QTextOption>

#include <algorithm>

namespace coterie::ui {

JsonEditor::JsonEditor(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_highlighter(new JsonHighlighter(document()))
{
    setObjectName(QStringLiteral("jsonEditor"));
    setAccessibleName(tr("Experiment as JSON"));
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(WidgetWidth); // descriptions are long lines
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTabStopDistance(2 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    setFrameShape(NoFrame);
    setUndoRedoEnabled(false);
    leaveUndoToTheWindow(*this);
    document()->setDocumentMargin(12);
    m_highlighter->setColours(palette());
}

void JsonEditor::follow(const QString& text)
{
    const TextSplice splice = TextSplice::between(this->text(), withPlainLineEnds(text));
    if (splice.isNothing())
        return;
    const QSignalBlocker silence(this);
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(splice.position));
    cursor.setPosition(static_cast<int>(splice.position + splice.removed.size()),
                       QTextCursor::KeepAnchor);
    cursor.insertText(splice.inserted);
}

QString JsonEditor::text() const
{
    QString raw = document()->toRawText();
    return raw.replace(QChar::ParagraphSeparator, u'\n');
}

void JsonEditor::showPlace(const QString& pointer)
{
    const auto range = placeOf(text(), pointer);
    if (!range)
        return;
    QTextCursor cursor = textCursor();
    cursor.setPosition(static_cast<int>(range->start));
    // A whole object would select half the file: its first line says enough.
    constexpr qsizetype kLongest = 60;
    cursor.setPosition(static_cast<int>(range->start + std::min(range->length, kLongest)),
                       QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    centerCursor();
    setFocus();
}

std::vector<std::optional<int>> JsonEditor::markProblems(const QStringList& pointers)
{
    constexpr qsizetype kMostMarked = 50;
    const QString json = text();
    m_marks.clear();
    std::vector<std::optional<int>> lines;
    for (const std::optional<TextRange>& place : placesOf(json, pointers)) {
        lines.emplace_back();
        if (!place)
            continue;
        QTextCursor mark(document());
        mark.setPosition(static_cast<int>(place->start));
        lines.back() = mark.blockNumber() + 1;
        if (m_marks.size() == kMostMarked || place->length == 0)
            continue;
        // Of a whole object its first line.
        const QTextBlock block = mark.block();
        const qsizetype lineEnd = block.position() + block.length() - 1;
        const qsizetype end = std::min(place->start + place->length, lineEnd);
        mark.setPosition(static_cast<int>(end), QTextCursor::KeepAnchor);
        m_marks << mark;
    }
    showMarks();
    return lines;
}

void JsonEditor::showMarks()
{
    QList<QTextEdit::ExtraSelection> underlined;
    for (const QTextCursor& mark : m_marks) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(problemColour(palette()));
        QColor ground = problemColour(palette());
        ground.setAlpha(30); // a wave alone is thin
        format.setBackground(ground);
        underlined.push_back({mark, format});
    }
    setExtraSelections(underlined);
}

void JsonEditor::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->setColours(palette());
        showMarks();
    }
}

} // namespace coterie::ui
