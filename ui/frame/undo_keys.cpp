#include "ui/frame/undo_keys.h"

#include <QKeyEvent>
#include <QWidget>

namespace coterie::ui {

namespace {

class UndoKeyFilter final : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride)
            return QObject::eventFilter(watched, event);
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo))
            return QObject::eventFilter(watched, event);
        event->ignore();
        return true;
    }
};

} // namespace

void leaveUndoToTheWindow(QWidget& field)
{
    field.installEventFilter(new UndoKeyFilter(&field));
}

} // namespace coterie::ui
