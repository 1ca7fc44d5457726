#include "ui/tour/tour.h"

#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kTourGap = 10;    ///< pixels between callout, target and the window's edge
constexpr int kTourCorner = 6;  ///< radius
constexpr double kTourEdge = 2; ///< width of the outline

/// A frame around the target that the mouse goes through.
class Outline final : public QWidget
{
public:
    explicit Outline(QWidget* window)
        : QWidget(window)
    {
        setObjectName(QStringLiteral("tourOutline"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::Highlight), kTourEdge));
        painter.drawRoundedRect(
            QRectF(rect()).adjusted(kTourEdge / 2, kTourEdge / 2, -kTourEdge / 2, -kTourEdge / 2),
            kTourCorner,
            kTourCorner);
    }
};

/// The part of a widget that its window shows, in the window's coordinates; empty if there is none.
/// Not visibleRegion(), which leaves out what the callout covers.
QRect shownPart(const QWidget* widget, const QWidget& window)
{
    if (!widget || !widget->isVisible() || widget->window() != &window)
        return {};
    QRect part(widget->mapTo(&window, QPoint()), widget->size());
    for (const QWidget* above = widget->parentWidget(); above; above = above->parentWidget()) {
        part &= QRect(above->mapTo(&window, QPoint()), above->size());
        if (above == &window)
            break;
    }
    return part.width() > 1 && part.height() > 1 ? part : QRect();
}

QRect movedInto(const QSize& size, const QPoint& at, const QRect& room)
{
    const int left =
        std::clamp(at.x(), room.left(), std::max(room.left(), room.right() + 1 - size.width()));
    const int top =
        std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() + 1 - size.height()));
    return {QPoint(left, top), size};
}

} // namespace

QRect calloutPlace(const QSize& callout, const QRect& target, const QRect& room)
{
    const QRect inner = room.adjusted(kTourGap, kTourGap, -kTourGap, -kTourGap);
    if (target.isEmpty())
        return movedInto(callout, inner.bottomRight(), inner);
    const QPoint middle = target.center() - QPoint(callout.width() / 2, callout.height() / 2);
    const std::array places{QPoint(target.right() + kTourGap, middle.y()),
                            QPoint(target.left() - kTourGap - callout.width(), middle.y()),
                            QPoint(middle.x(), target.bottom() + kTourGap),
                            QPoint(middle.x(), target.top() - kTourGap - callout.height())};
    for (const QPoint& at : places)
        if (const QRect place = movedInto(callout, at, inner); !place.intersects(target))
            return place;
    const QPoint corner =
        target.bottomRight() - QPoint(callout.width() + kTourGap, callout.height() + kTourGap);
    return movedInto(callout, corner, inner);
}

Tour::Tour(std::vector<TourStep> steps, QWidget& window, std::function<QWidget*()> home)
    : QFrame(&window)
    , m_steps(std::move(steps))
    , m_window(window)
    , m_home(std::move(home))
    , m_outline(new Outline(&window))
{
    setObjectName(QStringLiteral("tour"));
    setFocusPolicy(Qt::NoFocus);
    m_title = named(textLabel(this, QPalette::WindowText), "tourTitle");
    m_title->setFont(headingFont(m_title->font(), 1.15));
    m_text = named(textLabel(this, QPalette::WindowText), "tourText");
    m_state = named(textLabel(this), "tourState");
    m_count = named(new QLabel(this), "tourCount");
    m_count->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_title, m_text, m_state})
        label->setTextInteractionFlags(Qt::NoTextInteraction); // a click is for what lies beside it
    auto* close = named(new QToolButton(this), "tourClose", tr("Close the tour"));
    close->setIcon(icon(QStringLiteral("close")));
    close->setToolTip(tr("Close the tour (Esc)"));
    close->setAutoRaise(true);
    m_act = named(new QPushButton(this), "tourAct");
    m_show = named(new QPushButton(tr("Show it"), this), "tourShow");
    m_show->setToolTip(tr("Bring the outlined part back on screen"));
    m_back = named(new QPushButton(tr("Back"), this), "tourBack");
    m_back->setToolTip(tr("Go to the step before"));
    m_next = named(new QPushButton(this), "tourNext");
    m_next->setToolTip(tr("Go to the next step"));

    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(close, 0, Qt::AlignTop);
    auto* offers = new QHBoxLayout;
    offers->addWidget(m_act);
    offers->addWidget(m_show);
    offers->addStretch(1);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_count, 1);
    foot->addWidget(m_back);
    foot->addWidget(m_next);
    auto* column = columnIn(this, 8, {14, 10, 12, 12});
    column->addLayout(head);
    column->addWidget(m_text);
    column->addWidget(m_state);
    column->addLayout(offers);
    column->addLayout(foot);
    setTabOrder(m_act, m_show);
    setTabOrder(m_show, m_back);
    setTabOrder(m_back, m_next);
    setTabOrder(m_next, close);
    connect(close, &QToolButton::clicked, this, &Tour::leave);
    connect(m_act, &QPushButton::clicked, this, &Tour::act);
    connect(m_show, &QPushButton::clicked, this, [this] {
        m_steps[m_step].show();
        refresh();
    });
    connect(m_back, &QPushButton::clicked, this, [this] { go(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        m_step + 1 < m_steps.size() ? go(m_step + 1) : leave();
    });
    hide();
    m_outline->hide();
    m_window.installEventFilter(this);
}

void Tour::begin(Focus focus)
{
    m_focusBefore = m_window.focusWidget();
    show();
    go(0);
    if (focus == Focus::Take)
        m_next->setFocus();
}

void Tour::go(std::size_t step)
{
    m_step = step;
    const TourStep& now = m_steps[step];
    const bool isLast = step + 1 == m_steps.size();
    m_title->setText(now.title);
    m_text->setText(now.text);
    m_count->setText(m_steps.size() > 1 ? tr("%1 of %2").arg(step + 1).arg(m_steps.size())
                                        : QString());
    m_back->setVisible(m_steps.size() > 1);
    if (step == 0 && m_back->hasFocus())
        m_next->setFocus();
    m_back->setEnabled(step > 0);
    m_next->setText(!now.next.isEmpty() ? now.next : isLast ? tr("Done") : tr("Next"));
    m_act->setText(now.button);
    if (m_act->hasFocus() && now.button.isEmpty())
        m_next->setFocus();
    m_act->setVisible(!now.button.isEmpty());
    setAccessibleName(
        m_steps.size() > 1
            ? tr("Tour, step %1 of %2: %3").arg(step + 1).arg(m_steps.size()).arg(now.title)
            : now.title);
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    if (now.show)
        now.show();
    if (hadFocus && !isAncestorOf(QApplication::focusWidget())) // a page takes it when it is shown
        m_next->setFocus();
    place();
    QAccessibleEvent told(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void Tour::refresh()
{
    placeSoon();
}

void Tour::act()
{
    const TourStep& now = m_steps[m_step];
    if (!now.buttonNow || !now.buttonNow().isEmpty()) // it may not have been placed since
        now.act();
    refresh();
}

void Tour::showButton()
{
    const TourStep& now = m_steps[m_step];
    if (!now.buttonNow)
        return m_act->setEnabled(true);
    const QString text = now.buttonNow();
    if (!text.isEmpty())
        m_act->setText(text);
    if (text.isEmpty() && m_act->hasFocus())
        m_next->setFocus();
    m_act->setEnabled(!text.isEmpty());
}

void Tour::leave()
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    hide();
    m_outline->deleteLater();
    m_window.removeEventFilter(this);
    follow(nullptr);
    if (hadFocus) {
        const bool isThere = m_focusBefore && m_focusBefore->isVisible();
        (isThere ? m_focusBefore.data() : m_home())->setFocus();
    }
    deleteLater();
}

/// Watches the target and all around it, because a widget is not told when its dock moves.
void Tour::follow(QWidget* target)
{
    std::vector<QPointer<QWidget>> wanted;
    for (QWidget* widget = target; widget && widget != &m_window; widget = widget->parentWidget())
        wanted.emplace_back(widget);
    if (wanted == m_followed)
        return;
    for (const QPointer<QWidget>& widget : m_followed)
        if (widget)
            widget->removeEventFilter(this);
    for (const QPointer<QWidget>& widget : wanted)
        widget->installEventFilter(this);
    m_followed = std::move(wanted);
}

bool Tour::eventFilter(QObject*, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::ParentChange:
    case QEvent::ZOrderChange:
    case QEvent::ChildAdded: // lies on top
        placeSoon();
        break;
    default:
        break;
    }
    return false;
}

void Tour::placeSoon()
{
    if (std::exchange(m_placing, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_placing = false;
            if (isVisible())
                place();
        },
        Qt::QueuedConnection);
}

void Tour::place()
{
    const TourStep& now = m_steps[m_step];
    QWidget* target = now.target ? now.target() : nullptr;
    follow(target);
    const QRect part = shownPart(target, m_window);
    showState(now.target && part.isEmpty());
    showButton();
    const QRect room = m_window.rect();
    const int letters = m_steps.size() > 1 ? 52 : 40; // an offer hides less
    const int widest = room.width() - 2 * kTourGap;
    int wide = std::min(
        std::max(letters * fontMetrics().averageCharWidth(), layout()->totalMinimumSize().width()),
        widest);
    if (layout()->totalHeightForWidth(wide) > room.height() - 2 * kTourGap)
        wide = widest; // a large font in a small window
    const QSize size(wide, layout()->totalHeightForWidth(wide));
    setGeometry(calloutPlace(size, part, room));
    m_outlined = part;
    if (m_outline) {
        m_outline->setVisible(!part.isEmpty());
        m_outline->setGeometry(part);
        m_outline->raise();
    }
    raise();
}

void Tour::showState(bool isMissing)
{
    const TourStep& now = m_steps[m_step];
    const bool canShow = now.show && (!now.canShow || now.canShow());
    QStringList sentences;
    if (now.state)
        sentences << now.state();
    if (isMissing && canShow)
        sentences << tr("The part that this step is about is not on screen.");
    sentences.removeAll(QString());
    const QString text = sentences.join(u' ');
    if (m_state->text() != text && m_next->isVisible() && !text.isEmpty()) {
        QAccessibleEvent told(m_state, QAccessible::NameChanged);
        m_state->setText(text);
        QAccessible::updateAccessibility(&told);
    }
    m_state->setText(text);
    m_state->setVisible(!text.isEmpty());
    m_show->setVisible(isMissing && canShow);
    setAccessibleDescription(text.isEmpty() ? now.text : now.text + u' ' + text);
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return leave();
    QFrame::keyPressEvent(event);
}

void Tour::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_next)
        placeSoon();
}

void Tour::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Highlight), kTourEdge));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(kTourEdge / 2, kTourEdge / 2, -kTourEdge / 2, -kTourEdge / 2),
        kTourCorner,
        kTourCorner);
}

} // namespace coterie::ui
