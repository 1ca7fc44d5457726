#pragma once

#include "ui/runs/store_editor.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QMenu;
class QWidget;

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

class ActionRegistry;
class RunChoice;
class RunTree;
class StoreEditor;

/// What of the stored runs is written into files or copied: the table as it stands on screen, and
/// all that the store holds of the chosen runs. The editor tells what came of it.
class RunExports final : public QObject
{
    Q_OBJECT

public:
    struct Source
    {
        RunTree& table;
        RunChoice& choice;
        StoreEditor& editor;
    };

    /// `page` is the parent of the dialogs.
    RunExports(const Source& source, ActionRegistry& actions, QWidget* page);

    /// The "Export" menu.
    void fillMenu(QMenu& menu);
    /// The chosen runs as one table of this export kind, or as a bundle.
    void exportTo(const QString& kind, const QString& file);
    void exportBundleTo(const QString& folder);
    /// The table as it stands; the file's ending says the form: .tex, .md or, for anything else,
    /// CSV.
    void exportTableTo(const QString& file);
    /// The chosen lines, heads above, tabs between the cells.
    void copyLines() const;

private:
    void askForKind(const QString& kind);
    void askForTable();
    void askForFolder();

    Source m_source;
    ActionRegistry& m_actions;
    QWidget* m_page;
};

} // namespace coterie::ui
