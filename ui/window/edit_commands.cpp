#include "ui/window/edit_commands.h"

#include "ui/frame/action_registry.h"
#include "ui/words.h"

#include <QAction>
#include <QUndoStack>

namespace coterie::ui {

namespace {

void name(QAction& action, const QString& plain, const QString& with, const QString& step)
{
    action.setText(step.isEmpty() ? plain : with.arg(withinSentence(step)));
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
