#include "ui/frame/small_widgets.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScreen>
#include <QTextLayout>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// Handles some of a widget's events in its place.
class EventHandler final : public QObject
{
public:
    EventHandler(QWidget& widget, std::function<bool(QEvent&)> handles)
        : QObject(&widget)
        , m_handles(std::move(handles))
    {
        widget.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        return m_handles(*event) || QObject::eventFilter(watched, event);
    }

private:
    std::function<bool(QEvent&)> m_handles;
};

} // namespace

void makeWheelQuiet(QWidget& widget)
{
    widget.setFocusPolicy(Qt::StrongFocus); // not by the wheel
    new EventHandler(widget, [&widget](QEvent& event) {
        if (event.type() != QEvent::Wheel || widget.hasFocus())
            return false;
        event.ignore();
        return true;
    });
}

void keepToContents(QComboBox& box)
{
    constexpr int kFewestLetters = 12;
    box.setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box.setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    box.setMinimumWidth(kFewestLetters * box.fontMetrics().averageCharWidth());
}

void leaveUndoToTheWindow(QWidget& field)
{
    new EventHandler(field, [](QEvent& event) {
        if (event.type() != QEvent::ShortcutOverride)
            return false;
        const auto& key = static_cast<QKeyEvent&>(event);
        if (!key.matches(QKeySequence::Undo) && !key.matches(QKeySequence::Redo))
            return false;
        event.ignore();
        return true;
    });
}

void clickWithEnter(QWidget& window)
{
    new EventHandler(window, [&window](QEvent& event) {
        if (event.type() != QEvent::KeyPress)
            return false;
        const auto& key = static_cast<QKeyEvent&>(event);
        const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
        auto* button = qobject_cast<QAbstractButton*>(window.focusWidget());
        const bool isPlain = (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (!isEnter || !isPlain || key.isAutoRepeat() || !button || !button->isEnabled())
            return false;
        button->click(); // now: an animated click comes later, and can meet another state
        return true;
    });
}

void takeDrops(QWidget& widget, bool forWindow, std::function<void(const QString&)> take)
{
    widget.setAcceptDrops(true);
    new EventHandler(widget, [forWindow, take = std::move(take)](QEvent& event) {
        if (event.type() != QEvent::DragEnter && event.type() != QEvent::Drop)
            return false;
        auto& drop = static_cast<QDropEvent&>(event);
        const QList<QUrl> urls = drop.mimeData()->urls();
        const auto url = std::ranges::find_if(urls, [&](const QUrl& each) {
            const auto endsIn = [name = each.fileName()](const QString& ending) {
                return name.endsWith(ending, Qt::CaseInsensitive);
            };
            return each.isLocalFile()
                   && (endsIn(QStringLiteral(".json")) || endsIn(QStringLiteral(".sqlite")))
                          == forWindow;
        });
        if (url == urls.end())
            return false;
        drop.acceptProposedAction();
        if (event.type() == QEvent::Drop)
            take(url->toLocalFile());
        return true;
    });
}

namespace {

constexpr int kIconSize = 18;
constexpr int kIconGap = 8;

} // namespace

AccentButton::AccentButton(const QString& text, QWidget* parent)
    : QPushButton(text, parent)
{
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

QSize AccentButton::sizeHint() const
{
    const QSize words = fontMetrics().size(Qt::TextShowMnemonic, text());
    const int sign = icon().isNull() ? 0 : kIconSize + kIconGap;
    return {words.width() + sign + 34, words.height() + 18};
}

void AccentButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette::ColorGroup group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    QColor fill = palette().color(group, QPalette::Highlight);
    if (isDown())
        fill = fill.darker(118);
    else if (isEnabled() && underMouse())
        fill = fill.lighter(112);
    const QRectF shape = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(shape, 6, 6);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::HighlightedText), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(shape.adjusted(2.5, 2.5, -2.5, -2.5), 4, 4);
    }

    const int wordsWidth = fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    const int sign = icon().isNull() ? 0 : kIconSize + kIconGap;
    int x = (width() - wordsWidth - sign) / 2;
    if (sign > 0) {
        const QRect place(x, (height() - kIconSize) / 2, kIconSize, kIconSize);
        icon().paint(
            &painter, place, Qt::AlignCenter, isEnabled() ? QIcon::Selected : QIcon::Disabled);
        x += sign;
    }
    painter.setPen(palette().color(group, QPalette::HighlightedText));
    painter.drawText(
        QRect(x, 0, wordsWidth + 2, height()), Qt::AlignVCenter | Qt::TextShowMnemonic, text());
}

Card::Card(QWidget* parent)
    : QFrame(parent)
{
    setFrameShape(QFrame::NoFrame);
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
}

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {80, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::setTexts(const QString& text, const QString& shorter)
{
    m_shorter = shorter;
    setText(text);
    setToolTip(text);
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elideMode = mode;
    update();
}

void ElidedLabel::setMostLines(int lines)
{
    m_mostLines = lines;
    setMaximumHeight(lines * fontMetrics().lineSpacing());
}

void ElidedLabel::keepRoomFor(const QString& text)
{
    m_widest = text;
    setMinimumWidth(fontMetrics().horizontalAdvance(text) + 2);
}

void ElidedLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    if (m_mostLines > 0)
        setMostLines(m_mostLines);
    if (!m_widest.isEmpty())
        keepRoomFor(m_widest);
}

namespace {

/// The text in as many lines as fit into the room, what is left over elided in the last.
QString linesIn(const QString& text, const QFont& font, const QSize& room)
{
    const QFontMetrics metrics(font);
    const int most = std::max(1, room.height() / metrics.lineSpacing());
    QStringList lines;
    QString broken = text;
    broken.replace(u'\n', QChar::LineSeparator); // where the layout begins a new line
    QTextLayout layout(broken, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(room.width());
        if (lines.size() + 1 == most) {
            lines << metrics.elidedText(
                text.mid(line.textStart()).replace(u'\n', u' '), Qt::ElideRight, room.width());
            break;
        }
        lines << text.mid(line.textStart(), line.textLength()).remove(u'\n');
    }
    layout.endLayout();
    return lines.join(u'\n');
}

} // namespace

QString ElidedLabel::shownText() const
{
    if (wordWrap())
        return linesIn(text(), font(), contentsRect().size());
    const int room = contentsRect().width();
    const bool fits = fontMetrics().horizontalAdvance(text()) <= room;
    return fontMetrics().elidedText(
        fits || m_shorter.isEmpty() ? text() : m_shorter, m_elideMode, room);
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(alignment()), shownText());
}

QLabel* textLabel(QWidget* parent, QPalette::ColorRole role)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setForegroundRole(role);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

namespace {

template <typename Layout>
Layout* layoutIn(QWidget* widget, int spacing, const QMargins& margins)
{
    auto* layout = new Layout(widget);
    layout->setContentsMargins(margins);
    if (spacing >= 0)
        layout->setSpacing(spacing);
    return layout;
}

} // namespace

QVBoxLayout* columnIn(QWidget* widget, int spacing, const QMargins& margins)
{
    return layoutIn<QVBoxLayout>(widget, spacing, margins);
}

QHBoxLayout* rowIn(QWidget* widget, int spacing, const QMargins& margins)
{
    return layoutIn<QHBoxLayout>(widget, spacing, margins);
}

QWidget* labelled(const QString& text, QWidget* field, QPalette::ColorRole role)
{
    auto* pair = new QWidget(field->parentWidget());
    auto* label = new QLabel(text, pair);
    label->setBuddy(field);
    label->setForegroundRole(role);
    auto* layout = rowIn(pair);
    layout->addWidget(label);
    layout->addWidget(field);
    return pair;
}

QFont headingFont(QFont font, double size)
{
    font.setPointSizeF(font.pointSizeF() * size);
    font.setWeight(QFont::DemiBold);
    return font;
}

QSize onScreen(const QWidget& dialog, const QSize& wanted)
{
    constexpr QSize kFrame(20, 60);
    return wanted.boundedTo(dialog.screen()->availableSize() - kFrame);
}

} // namespace coterie::ui
