#include "ui/compare/filter_edit.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QStringListModel>
#include <QTextCharFormat>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace coterie::ui {

FilterEdit::FilterEdit(std::function<FilterCompletion(const QString&, int)> complete,
                       QWidget* parent)
    : QLineEdit(parent)
    , m_complete(std::move(complete))
    , m_completer(new QCompleter(this))
    , m_offered(new QStringListModel(this))
    , m_pause(new QTimer(this))
    , m_moved(new QTimer(this))
    , m_note(named(new QLabel(this, Qt::ToolTip), "filterProblem"))
{
    constexpr int kPause = 120; // ms
    constexpr int kMoved = 200; // ms
    setPlaceholderText(tr("Filter: hcct error<20 alpha>=10"));
    setToolTip(tr("List only the runs for which every part holds:\n"
                  "hcct – any column, or a setting that differs, has the word\n"
                  "\"two words\" – one of them has the text\n"
                  "arm:hcct – this column or setting has the text\n"
                  "error<20, seed=3, alpha>=10 – a number compares so\n"
                  "A setting is named by its last word or by more of its path, as in "
                  "partition/alpha. ↓ lists all names, and the values after a name."));
    setClearButtonEnabled(true);
    fitWidth();
    addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);

    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 5, 8, 5);
    m_note->setFrameShape(QFrame::Box);
    m_note->setBackgroundRole(QPalette::ToolTipBase);
    m_note->setForegroundRole(QPalette::ToolTipText);
    m_note->setAttribute(Qt::WA_ShowWithoutActivating);
    m_note->setFocusPolicy(Qt::NoFocus);

    m_completer->setModel(m_offered);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setWidget(this); // not setCompleter(), which replaces the whole text
    QAbstractItemView* popup = m_completer->popup();
    popup->setObjectName(QStringLiteral("filterCompletions"));
    popup->setAccessibleName(tr("Names and values"));
    popup->setItemDelegate(new NoteDelegate(popup));
    popup->setFont(font());
    popup->installEventFilter(this);
    connect(
        m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterEdit::take);

    m_pause->setSingleShot(true);
    m_pause->setInterval(kPause);
    connect(m_pause, &QTimer::timeout, this, [this] { emit filterTyped(text(), false); });
    m_moved->setSingleShot(true);
    m_moved->setInterval(kMoved);
    connect(m_moved, &QTimer::timeout, this, &FilterEdit::showNote);
    connect(this, &QLineEdit::textChanged, this, [this] {
        m_isEdited = true;
        m_note->hide();
        m_pause->start();
    });
    connect(this, &QLineEdit::textEdited, this, [this] { offerCompletions(2); });
    // Elsewhere another word is meant. After an edit the completions are of the new place.
    connect(this, &QLineEdit::cursorPositionChanged, this, [this](int, int place) {
        if (place != m_place)
            m_completer->popup()->hide();
    });
    connect(this, &QLineEdit::returnPressed, this, [this] {
        m_pause->stop();
        emit filterTyped(text(), true);
    });
}

/// A query can be read as a whole, whatever the font.
void FilterEdit::fitWidth()
{
    constexpr int kLetters = 24;
    constexpr int kIcons = 56; // at both ends
    constexpr int kMost = 340;
    const int least = kLetters * fontMetrics().horizontalAdvance(u'0') + kIcons;
    setMinimumWidth(least);
    setMaximumWidth(std::max(kMost, least));
}

void FilterEdit::enter(const QString& query)
{
    setText(query);
    m_pause->stop();
    emit filterTyped(query, true);
}

void FilterEdit::offerCompletions(int leastLetters)
{
    const FilterCompletion found = m_complete(text(), cursorPosition());
    const bool isName = found.begin == 0 || text()[found.begin - 1].isSpace();
    QAbstractItemView* popup = m_completer->popup();
    if (found.texts.isEmpty() || (isName && cursorPosition() - found.begin < leastLetters)) {
        popup->hide();
        return;
    }
    m_begin = found.begin;
    m_end = found.end;
    m_place = cursorPosition();
    m_offered->setStringList(found.texts);
    m_note->hide();
    const int wide = popup->sizeHintForColumn(0) + 40;
    QRect place(0, 0, std::max(wide, 160), height());
    place.moveLeft(std::clamp(cursorRect().left() - 20, 0, std::max(0, width() - place.width())));
    m_completer->complete(place);
    popup->setCurrentIndex({}); // Enter takes one only after it was chosen
}

void FilterEdit::take(const QString& completion)
{
    QString changed = text();
    changed.replace(m_begin, m_end - m_begin, completion);
    setText(changed);
    setCursorPosition(m_begin + int(completion.size()));
    setFocus();
}

void FilterEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && event->modifiers() == Qt::NoModifier)
        return offerCompletions(0);
    const QAbstractItemView* popup = m_completer->popup();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && popup->isVisible() && popup->currentIndex().isValid())
        return event->ignore(); // the completer, which asks here first, takes what is chosen
    QLineEdit::keyPressEvent(event);
}

void FilterEdit::showProblem(const std::optional<FilterProblem>& problem)
{
    // An event of an input method would end the composing of a letter.
    if (problem == m_problem && !(m_isEdited && problem))
        return;
    m_isEdited = false;
    m_problem = problem;
    setAccessibleDescription(problem ? problem->sentence : QString());
    underline();
    showNote();
}

/// Only an input method can give a part of a QLineEdit's text a format.
void FilterEdit::underline()
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (m_problem && m_problem->length > 0) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(problemColour(palette()));
        attributes.append(QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat,
                                                       m_problem->begin - cursorPosition(),
                                                       m_problem->length,
                                                       format));
    }
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
}

void FilterEdit::showNote()
{
    if (!m_problem || m_isEdited || !hasFocus() || m_completer->popup()->isVisible()) {
        m_note->hide();
        return;
    }
    m_note->setPalette(QToolTip::palette());
    m_note->setFont(font());
    m_note->setText(m_problem->sentence);
    // In one line if the window is as wide, so that it covers no more than the table's header.
    constexpr int kAround = 32;
    const int wanted = m_note->fontMetrics().horizontalAdvance(m_problem->sentence) + kAround;
    const int most = std::max(width(), window()->width() - kAround);
    m_note->setFixedWidth(std::clamp(wanted, width(), most));
    m_note->adjustSize();
    // It begins where the field does, unless it would go beyond the window.
    const QPoint place = mapToGlobal(QPoint(0, height() + 2));
    const int left = window()->mapToGlobal(QPoint(0, 0)).x();
    const int room = window()->width() - m_note->width();
    m_note->move(std::max(left, std::min(place.x(), left + room)), place.y());
    m_note->show();
}

void FilterEdit::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    showNote();
}

void FilterEdit::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    m_note->hide();
}

void FilterEdit::showEvent(QShowEvent* event)
{
    QLineEdit::showEvent(event);
    window()->installEventFilter(this);
}

/// The note does not go where the window goes: it is away until the window has its place.
bool FilterEdit::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window() && (event->type() == QEvent::Move || event->type() == QEvent::Resize)) {
        m_note->hide();
        m_moved->start();
    }
    // The note waits until the completions are gone.
    if (watched == m_completer->popup() && event->type() == QEvent::Hide)
        QMetaObject::invokeMethod(this, &FilterEdit::showNote, Qt::QueuedConnection);
    return QLineEdit::eventFilter(watched, event);
}

void FilterEdit::hideEvent(QHideEvent* event)
{
    QLineEdit::hideEvent(event);
    m_note->hide();
}

void FilterEdit::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitWidth();
    if (event->type() == QEvent::PaletteChange && m_problem)
        underline();
}

} // namespace coterie::ui
