#include "ui/frame/quiet_wheel.h"

#include <QEvent>
#include <QWidget>

namespace coterie::ui {

namespace {

class WheelFilter final : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() != QEvent::Wheel || !widget || widget->hasFocus())
            return QObject::eventFilter(watched, event);
        event->ignore();
        return true;
    }
};

} // namespace

void makeWheelQuiet(QWidget& widget)
{
    widget.setFocusPolicy(Qt::StrongFocus); // the wheel alone gives no focus
    widget.installEventFilter(new WheelFilter(&widget));
}

} // namespace coterie::ui
