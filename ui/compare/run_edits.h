#pragma once

#include "ui/runs/store_editor.h"

#include <functional>
#include <vector>

namespace coterie::ui {

class RunChoice;
class RunTableModel;

/// What the user does to stored runs: pins, deletions, notes and tags, each with its undoing. The
/// store decides; a change counts once it has been made there.
class RunEdits final : public QObject
{
    Q_OBJECT

public:
    RunEdits(StoreEditor& editor, RunTableModel& model, RunChoice& choice, QObject* parent);

    void pinChosen();
    void discardChosen();
    /// The last change that has not been undone yet.
    void undo();
    [[nodiscard]] bool canUndo() const { return !m_undo.empty(); }

signals:
    /// Something was done or undone; `withUndo` says whether there is something to undo now.
    void told(const QString& sentence, bool withUndo);
    /// There is one more or one fewer to undo.
    void undoChanged();

private:
    struct UndoStep
    {
        QString what; ///< "3 runs deleted"
        std::function<void(StoreEditor::Outcome)> undo;
    };

    void takeNote(std::int64_t run, const QString& note);
    void takeTags(std::int64_t run, const QStringList& tags);
    [[nodiscard]] std::vector<std::int64_t> chosenRuns() const;
    /// For a change that the store is asked for: once it has been made, it is told and can be
    /// undone.
    [[nodiscard]] StoreEditor::Outcome whenDone(UndoStep step);

    StoreEditor& m_editor;
    RunTableModel& m_model;
    RunChoice& m_choice;
    std::vector<UndoStep> m_undo;
};

} // namespace coterie::ui
