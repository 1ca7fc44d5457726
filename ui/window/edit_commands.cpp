#include "ui/window/edit_commands.h"

#include "ui/frame/action_registry.h"

#include <QAction>
#include <QUndoStack>

namespace coterie::ui {

namespace {

void name(QAction& action, const QString& plain, const QString& with, const QString& step)
{
    QString label = step;
    if (!label.isEmpty())
        label[0] = label[0].toLower();
    action.setText(label.isEmpty() ? plain : with.arg(label));
}

} // namespace

void connectEditActions(ActionRegistry& actions, QUndoStack& stack, const QAction& shown)
{
    QAction* undo = actions.action(ActionId::Undo);
    QAction* redo = actions.action(ActionId::Redo);
    const auto enable = [undo, redo, &stack, &shown] {
        undo->setEnabled(shown.isChecked() && stack.canUndo());
        redo->setEnabled(shown.isChecked() && stack.canRedo());
    };
    enable();
    QObject::connect(undo, &QAction::triggered, &stack, &QUndoStack::undo);
    QObject::connect(redo, &QAction::triggered, &stack, &QUndoStack::redo);
    QObject::connect(&stack, &QUndoStack::canUndoChanged, undo, enable);
    QObject::connect(&stack, &QUndoStack::canRedoChanged, redo, enable);
    QObject::connect(&shown, &QAction::toggled, &stack, enable);
    QObject::connect(&stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& step) {
        name(*undo, ActionRegistry::tr("&Undo"), ActionRegistry::tr("&Undo: %1"), step);
    });
    QObject::connect(&stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& step) {
        name(*redo, ActionRegistry::tr("&Redo"), ActionRegistry::tr("&Redo: %1"), step);
    });
}

} // namespace coterie::ui
