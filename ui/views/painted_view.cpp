#include "ui/views/painted_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr double kLeastRing = 8; // pixels: a cell may be smaller than one

bool isChoice(const QKeyEvent& event)
{
    if (event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier))
        return false;
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter
           || event.key() == Qt::Key_Space;
}

bool isSideways(KeyStep step)
{
    return step == KeyStep::Left || step == KeyStep::Right;
}

} // namespace

PaintedView::PaintedView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
}

bool PaintedView::isOwnKey(const QKeyEvent& event) const
{
    if (const KeyStep step = keyStep(event); step != KeyStep::None)
        return canWalk(step) && (m_walks || !isSideways(step));
    return m_walks && isChoice(event) && placeArea().isValid();
}

bool PaintedView::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride: // some of these keys are the window's, but not now
        if (!isOwnKey(*static_cast<QKeyEvent*>(event)))
            break;
        event->accept();
        return true;
    case QEvent::MouseButtonPress:
        m_walks = false;
        update();
        break;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
        return true;
    }
    default:
        break;
    }
    return QWidget::event(event);
}

void PaintedView::keyPressEvent(QKeyEvent* event)
{
    if (!isOwnKey(*event))
        return QWidget::keyPressEvent(event);
    if (const KeyStep step = keyStep(*event); step != KeyStep::None) {
        m_walks = true;
        walk(step);
        tellPlace();
    } else {
        choosePlace(event->key() == Qt::Key_Space ? Pick::Toggle : Pick::Only);
    }
    update();
}

void PaintedView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    const Qt::FocusReason reason = event->reason();
    if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason
        || reason == Qt::ShortcutFocusReason) {
        m_walks = true;
        if (!placeArea().isValid() && canWalk(KeyStep::First))
            walk(KeyStep::First);
        setAccessibleDescription(placeText());
    }
    update();
}

void PaintedView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        m_walks = false;
    update();
}

/// As pointing there would; who cannot see it hears it.
void PaintedView::tellPlace()
{
    const QString text = placeText();
    setAccessibleDescription(text);
    if (!isVisible())
        return;
    // The same words at another place are a new tip only by the area they hold for.
    const QPoint at = placeArea().bottomRight().toPoint();
    QToolTip::showText(mapToGlobal(at), text, this, QRect(at, QSize(1, 1)));
}

void PaintedView::paintRing(QPainter& painter) const
{
    if (!isRingShown())
        return;
    const QColor colour = palette().color(QPalette::Highlight);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    const QRectF place = placeArea();
    if (!place.isValid())
        return;
    const double wider = std::max(2.0, (kLeastRing - place.width()) / 2);
    const double higher = std::max(2.0, (kLeastRing - place.height()) / 2);
    const QRectF ring = place.adjusted(-wider, -higher, wider, higher);
    // A rim of the ground's colour: what lies below may have the ring's own.
    for (const QPen& pen : {QPen(palette().color(QPalette::Base), 5), QPen(colour, 2)}) {
        painter.setPen(pen);
        painter.drawRoundedRect(ring, 3, 3);
    }
}

} // namespace coterie::ui
