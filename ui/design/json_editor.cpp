#include "ui/design/json_editor.h"

#include "ui/design/json_highlighter.h"
#include "ui/design/json_places.h"
#include "ui/design/text_splice.h"
#include "ui/frame/undo_keys.h"

#include <QEvent>
#include <QFontDatabase>
#include <QSignalBlocker>
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

void JsonEditor::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->setColours(palette());
}

} // namespace coterie::ui
