#include "ui/design/prose_editor.h"

#include "ui/frame/undo_keys.h"
#include "ui/words.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kFewestLines = 3;
constexpr int kMostLines = 14; // longer texts are scrolled

/// As high as its lines, so that none is cut in half and a usual text is seen whole. The margin is
/// around what is seen: that of a document would show the top of the next line.
class WholeLines final : public QPlainTextEdit
{
public:
    explicit WholeLines(QWidget* parent)
        : QPlainTextEdit(parent)
    {
        const int margin = static_cast<int>(document()->documentMargin());
        document()->setDocumentMargin(0);
        setViewportMargins(margin, margin, margin, margin);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // lines are wrapped
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
        m_line = document()->documentLayout()->blockBoundingRect(document()->firstBlock()).height();
        m_around = 2 * margin + 2 * frameWidth();
        connect(document()->documentLayout(),
                &QAbstractTextDocumentLayout::documentSizeChanged,
                this,
                [this] { fit(); });
        fit();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QPlainTextEdit::resizeEvent(event);
        fit(); // lines are broken elsewhere
    }

private:
    /// Breaking a paragraph into lines says that the document has another size, which leads back
    /// here.
    void fit()
    {
        if (m_isFitting)
            return;
        const QScopedValueRollback fitting(m_isFitting, true);
        int lines = 0;
        for (QTextBlock block = document()->firstBlock(); block.isValid() && lines <= kMostLines;
             block = block.next()) {
            document()->documentLayout()->blockBoundingRect(block); // which breaks it into lines
            lines += block.layout()->lineCount();
        }
        const int shown = std::clamp(lines, kFewestLines, kMostLines);
        // The text is taken to fit only where a pixel is left over.
        const int spare = lines <= kMostLines ? 1 : 0;
        setFixedHeight(static_cast<int>(std::ceil(shown * m_line)) + spare + m_around);
    }

    double m_line = 0;
    int m_around = 0;
    bool m_isFitting = false;
};

} // namespace

ProseEditor::ProseEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_text(new WholeLines(this))
{
    m_text->setAccessibleName(labelOf(*row.descriptor));
    m_text->setTabChangesFocus(true);
    m_text->setUndoRedoEnabled(false);
    leaveUndoToTheWindow(*m_text);
    m_text->installEventFilter(this);
    setFocusProxy(m_text);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        const QString text = m_text->toPlainText();
        emit edited(text.isEmpty() ? std::nullopt
                                   : std::optional(JsonNode::fromText(text.toStdString())),
                    std::exchange(m_continues, true));
    });
    show(row);
}

void ProseEditor::show(const FormRow& row)
{
    m_text->setToolTip(tooltipOf(row));
    const QString text = row.value ? textOf(*row.value) : QString();
    if (m_text->toPlainText() == text)
        return;
    const QSignalBlocker silence(m_text);
    m_text->setPlainText(text);
}

bool ProseEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut)
        m_continues = false;
    return FieldEditor::eventFilter(watched, event);
}

} // namespace coterie::ui
