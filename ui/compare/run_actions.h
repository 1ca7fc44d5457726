#pragma once

#include "core/summary/html_report.h"
#include "ui/remembered_folder.h"
#include "ui/runs/store_editor.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

class QMenu;
class QWidget;

namespace coterie::ui {

class ActionRegistry;
class RunChoice;
class RunTableModel;
class RunTree;

/// Changes of stored runs: pins, deletes, notes and tags, each with its undo and redo. A change
/// counts once the store has made it.
class RunEdits final : public QObject
{
    Q_OBJECT

public:
    RunEdits(StoreEditor& editor, RunTableModel& model, RunChoice& choice, QObject* parent);

    void pinChosen();
    void discardChosen();
    /// Adds the runs of a bundle: its folder, its manifest or a zip archive of it.
    void importBundle(const QString& file);
    /// Undoes the last change that has not been undone yet.
    void undo();
    [[nodiscard]] bool canUndo() const { return !m_undo.empty(); }
    /// What undo() takes back: "3 runs were deleted".
    [[nodiscard]] QString undoText() const { return canUndo() ? m_undo.back().what : QString(); }
    /// Makes the change again that was undone last, unless another one was made since.
    void redo();
    [[nodiscard]] bool canRedo() const { return !m_redo.empty(); }
    [[nodiscard]] QString redoText() const { return canRedo() ? m_redo.back().what : QString(); }
    /// What an undo left as it was, if anything: asked once it is done.
    using Remark = std::function<QString()>;
    /// Once the store has made the change, it is reported and can be undone, and `then` is called,
    /// also when it is made again.
    void edit(const QString& what,
              StoreEditor::Change change,
              StoreEditor::Change undo,
              const std::function<void()>& then = {},
              Remark remark = {});

signals:
    /// Something was done or undone; `withUndo` if undoing now undoes just that.
    void told(const QString& sentence, bool withUndo);
    /// These runs were imported, or are those that were stored already.
    void imported(const std::set<std::int64_t>& runs);
    void undoChanged();

private:
    struct Step
    {
        QString what; ///< "3 runs deleted"
        StoreEditor::Change change;
        StoreEditor::Change undo;
        std::function<void()> then = {};
        Remark remark = {};
        bool failed = false; ///< once; another program may have locked the store
        std::size_t number = 0;
    };
    using Steps = std::vector<Step>;

    void takeNote(std::int64_t run, const QString& note);
    void takeTags(std::int64_t run, const QStringList& tags);
    void remember(Step step);
    /// Moves the last step of one list into the other, and back where the store does not make this
    /// of it.
    void move(Steps& from, Steps& to, StoreEditor::Change Step::*make, const QString& done);

    StoreEditor& m_editor;
    RunTableModel& m_model;
    RunChoice& m_choice;
    Steps m_undo;
    Steps m_redo;
    std::size_t m_steps = 0; ///< so far
};

/// Exports and copies stored runs: the table as shown, and all stored numbers of the selected runs
/// that are listed. The editor reports the result.
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

    void fillMenu(QMenu& menu);
    /// For a bundle to import.
    void askForBundle();
    /// The selected runs as one table of this export kind, or as a bundle.
    void exportTo(const QString& kind, const QString& file);
    void exportBundleTo(const QString& folder);
    /// The metrics of the selected runs as event files of TensorBoard.
    void exportEventsTo(const QString& folder);
    /// The models of those selected runs that have finished; those of several in a folder for each.
    void exportModelsTo(const QString& folder);
    /// The selected runs as one HTML file, or as a PDF if the name ends so.
    void exportReportTo(const QString& file, ReportStyle style);
    /// The table as shown; the file's ending gives the format: .tex, .md, else CSV.
    void exportTableTo(const QString& file);
    /// The selected rows with a header, separated by tabs.
    void copyLines() const;

signals:
    void bundleChosen(const QString& file);

private:
    /// For an empty folder.
    void
    askForFolder(const QString& title, FolderFor use, void (RunExports::*write)(const QString&));

    Source m_source;
    ActionRegistry& m_actions;
    QWidget* m_page;
};

} // namespace coterie::ui
