#include "ui/frame/notice_bar.h"

#include "ui/frame/icons.h"
#include "ui/frame/scroll_room.h"
#include "ui/frame/small_widgets.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <array>

namespace coterie::ui {

NoticeBar::NoticeBar(QWidget* parent, Kind kind, const QString& textName)
    : QWidget(parent)
    , m_sign(new QLabel(this))
    , m_text(new QLabel(this))
    , m_choices(new QHBoxLayout)
    , m_click(new QTimer(this))
{
    m_click->setSingleShot(true);
    connect(m_click, &QTimer::timeout, this, &NoticeBar::giveBackOnceReleased);
    m_text->setObjectName(textName);
    m_text->setTextFormat(Qt::PlainText); // it names files
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton(this);
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this message"));
    close->setToolTip(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, [this] {
        m_closed = m_text->text();
        hide();
    });
    m_choices->setSpacing(8);
    auto* layout = rowIn(this, 10, {16, 6, 10, 6});
    layout->addWidget(m_sign);
    m_sign->setVisible(kind == Kind::Warning);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_choices);
    layout->addWidget(close);
    setBackgroundRole(QPalette::ToolTipBase);
    setAutoFillBackground(true);
    showSign();
    hide();
}

void NoticeBar::say(const QString& sentence, const std::vector<Choice>& choices, Stay stay)
{
    disconnect(m_undone);
    m_click->stop();
    m_stay = stay;
    qApp->removeEventFilter(this);
    if (stay == Stay::UntilNextAction && !sentence.isEmpty())
        qApp->installEventFilter(this);
    m_text->setText(sentence);
    while (QLayoutItem* old = m_choices->takeAt(0)) {
        old->widget()->deleteLater(); // its click may have led here
        delete old;
    }
    for (const Choice& choice : choices) {
        auto* button = new QPushButton(choice.text, this);
        button->setToolTip(choice.tip);
        connect(button, &QPushButton::clicked, this, [this, act = choice.act] {
            hide();
            act();
        });
        if (choice.action) {
            button->setEnabled(choice.action->isEnabled());
            connect(choice.action, &QAction::enabledChanged, button, &QWidget::setEnabled);
        }
        m_choices->addWidget(button);
    }
    setVisible(!sentence.isEmpty());
    place();
}

void NoticeBar::offer(const QString& sentence, const std::vector<Choice>& choices)
{
    if (sentence == m_closed)
        hide(); // it may say something else by now
    else
        say(sentence, choices);
}

void NoticeBar::withdraw()
{
    m_closed.clear();
    hide();
}

void NoticeBar::withdrawIf(bool hasNoReason)
{
    if (hasNoReason)
        withdraw();
    else
        hide();
}

void NoticeBar::add(const QString& sentence)
{
    if (isHidden())
        return;
    m_text->setText(inOneText(m_text->text(), sentence));
    place();
}

void NoticeBar::sayUndoable(const QString& sentence, QUndoStack& stack)
{
    say(sentence,
        {{.text = tr("Undo"), .tip = tr("Undo this change"), .act = [&stack] { stack.undo(); }}});
    const QUndoCommand* step = stack.command(stack.index() - 1);
    m_undone = connect(&stack, &QUndoStack::indexChanged, this, [this, &stack, step](int index) {
        if (stack.command(index - 1) != step)
            hide();
    });
}

void NoticeBar::floatOver(QWidget& area)
{
    setArea(area, false);
}

void NoticeBar::floatBelow(QWidget& area)
{
    setArea(area, true);
}

void NoticeBar::setArea(QWidget& area, bool givesWay)
{
    if (m_area == &area)
        return;
    if (m_area) {
        m_area->removeEventFilter(this);
        m_click->stop();
        giveBack();
    }
    m_area = &area;
    m_areaGivesWay = givesWay;
    area.installEventFilter(this);
    setAttribute(Qt::WA_NoMousePropagation); // what lies below is not clicked
    place();
}

/// What the area lost because of this bar.
void NoticeBar::giveBack()
{
    if (m_areaGivesWay)
        m_area->layout()->setContentsMargins({});
    else
        ScrollRoom::takeBack(*m_area, *this);
}

/// What is dragged stays under the pointer, too.
void NoticeBar::giveBackOnceReleased()
{
    if (QApplication::mouseButtons() == Qt::NoButton)
        giveBack();
    else
        m_click->start();
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_area && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        place();
    if (m_stay == Stay::UntilNextAction && !isHidden() && isNextAction(watched, *event)) {
        if (m_areaGivesWay && event->type() == QEvent::MouseButtonPress)
            m_click->start(QApplication::doubleClickInterval());
        hide();
    }
    return QWidget::eventFilter(watched, event);
}

/// Not Tab, which leads to the bar's buttons, and not what happens in the bar.
bool NoticeBar::isNextAction(const QObject* watched, const QEvent& event) const
{
    if (event.type() != QEvent::MouseButtonPress && event.type() != QEvent::KeyPress)
        return false;
    const auto* widget = qobject_cast<const QWidget*>(watched);
    if (!widget || widget->window() != window() || widget == this || isAncestorOf(widget))
        return false;
    if (event.type() == QEvent::MouseButtonPress)
        return true;
    constexpr std::array kGoThere{Qt::Key_Tab,
                                  Qt::Key_Backtab,
                                  Qt::Key_Shift,
                                  Qt::Key_Control,
                                  Qt::Key_Alt,
                                  Qt::Key_AltGr,
                                  Qt::Key_Meta};
    const int key = static_cast<const QKeyEvent&>(event).key();
    return std::ranges::find(kGoThere, key) == kGoThere.end();
}

void NoticeBar::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (!isHidden()) // only its page is
        return;
    qApp->removeEventFilter(this);
    if (m_area && !m_click->isActive())
        giveBack();
}

void NoticeBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    place();
}

/// As high as its text needs, up from the lower end of the area.
void NoticeBar::place()
{
    if (!m_area || !parentWidget())
        return;
    constexpr int kAir = 8;
    const QRect over(m_area->mapTo(parentWidget(), QPoint()), m_area->size());
    const int width = std::max(1, over.width() - 2 * kAir);
    const int wanted =
        layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height();
    setGeometry(over.left() + kAir, over.bottom() + 1 - kAir - wanted, width, wanted);
    raise();
    if (!m_areaGivesWay)
        return ScrollRoom::giveBelow(*m_area, *this);
    const bool isKept = !isHidden() || m_click->isActive();
    m_area->layout()->setContentsMargins(0, 0, 0, isKept ? wanted + 2 * kAir : 0);
    m_area->layout()->activate();
}

void NoticeBar::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    if (!m_area)
        return;
    QPainter painter(this); // an edge, because it lies over something
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void NoticeBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showSign();
}

void NoticeBar::showSign()
{
    m_sign->setPixmap(icon(QStringLiteral("warning")).pixmap(QSize(20, 20), devicePixelRatioF()));
}

} // namespace coterie::ui
