#include "ui/compare/run_actions.h"

#include "core/store/bundle.h"
#include "core/store/exports.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_table_model.h"
#include "ui/compare/run_tree.h"
#include "ui/frame/action_registry.h"
#include "ui/runs/store_editor.h"
#include "ui/views/picture_export.h"
#include "ui/views/plain_table.h"
#include "ui/words.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>

#include <algorithm>

namespace coterie::ui {

RunEdits::RunEdits(StoreEditor& editor, RunTableModel& model, RunChoice& choice, QObject* parent)
    : QObject(parent)
    , m_editor(editor)
    , m_model(model)
    , m_choice(choice)
{
    connect(&model, &RunTableModel::noteTyped, this, &RunEdits::takeNote);
    connect(&model, &RunTableModel::tagsTyped, this, &RunEdits::takeTags);
}

void RunEdits::takeNote(std::int64_t run, const QString& note)
{
    const RunRow* row = m_model.find(run);
    const QString before = row ? toQString(row->note) : QString();
    m_editor.setNote(run,
                     note,
                     whenDone({.what = tr("The note of run %1 was changed").arg(run),
                               .undo = [this, run, before](StoreEditor::Outcome undone) {
                                   m_editor.setNote(run, before, std::move(undone));
                               }}));
}

void RunEdits::takeTags(std::int64_t run, const QStringList& tags)
{
    QStringList before;
    if (const RunRow* row = m_model.find(run))
        for (const std::string& tag : row->tags)
            before << toQString(tag);
    m_editor.setTags(run,
                     tags,
                     whenDone({.what = tr("The tags of run %1 were changed").arg(run),
                               .undo = [this, run, before](StoreEditor::Outcome undone) {
                                   m_editor.setTags(run, before, std::move(undone));
                               }}));
}

void RunEdits::pinChosen()
{
    const std::vector<std::int64_t> runs = m_choice.list();
    if (runs.empty())
        return;
    // Pins all, or unpins all if all are pinned.
    std::vector<std::int64_t> others;
    for (const std::int64_t id : runs)
        if (const RunRow* row = m_model.find(id); row && !row->pinned)
            others.push_back(id);
    const bool pins = !others.empty();
    const std::vector<std::int64_t> changed = pins ? others : runs;
    const auto count = static_cast<qsizetype>(changed.size());
    m_editor.pin(
        changed,
        pins,
        whenDone(
            {.what = pins ? counted(count, tr("1 run was pinned"), tr("%1 runs were pinned"))
                          : counted(count, tr("1 run was unpinned"), tr("%1 runs were unpinned")),
             .undo = [this, changed, pins](StoreEditor::Outcome undone) {
                 m_editor.pin(changed, !pins, std::move(undone));
             }}));
}

void RunEdits::discardChosen()
{
    const std::vector<std::int64_t> runs = m_choice.list();
    if (runs.empty())
        return;
    QString what = counted(
        static_cast<qsizetype>(runs.size()), tr("1 run was deleted"), tr("%1 runs were deleted"));
    // As stored: a program that crashed leaves its run as running.
    const bool isUnfinished = std::ranges::any_of(runs, [this](std::int64_t id) {
        const RunRow* row = m_model.find(id);
        return row && row->status < RunStatus::Finished;
    });
    if (isUnfinished)
        what += tr("; running and queued runs are not stopped");
    m_editor.discard(runs,
                     whenDone({.what = what, .undo = [this, runs](StoreEditor::Outcome undone) {
                                   m_editor.restore(runs, std::move(undone));
                               }}));
}

StoreEditor::Outcome RunEdits::whenDone(UndoStep step)
{
    return [this, step = std::move(step)](bool done) {
        if (!done)
            return;
        emit told(step.what, true);
        m_undo.push_back(step);
        emit undoChanged();
    };
}

void RunEdits::undo()
{
    if (m_undo.empty())
        return;
    const UndoStep step = std::move(m_undo.back());
    m_undo.pop_back(); // now, so that pressing twice undoes two steps
    emit undoChanged();
    step.undo([this, step](bool undone) {
        if (undone)
            emit told(tr("Undone: %1").arg(step.what), !m_undo.empty());
        else
            m_undo.push_back(step);
        emit undoChanged();
    });
}

RunExports::RunExports(const Source& source, ActionRegistry& actions, QWidget* page)
    : QObject(page)
    , m_source(source)
    , m_actions(actions)
    , m_page(page)
{
    const auto when = [&](ActionId id, auto slot) {
        connect(actions.action(id), &QAction::triggered, this, slot);
    };
    when(ActionId::ExportBundle, &RunExports::askForFolder);
    when(ActionId::ExportRunTable, &RunExports::askForTable);
    when(ActionId::CopyRuns, &RunExports::copyLines);
}

void RunExports::fillMenu(QMenu& menu)
{
    menu.addSection(tr("Listed runs as one table"));
    menu.addAction(m_actions.action(ActionId::ExportRunTable));
    menu.addSection(tr("Selected runs as one CSV file"));
    for (const ExportKind& kind : exportKinds()) {
        QString meaning = toQString(kind.meaning);
        while (meaning.endsWith(QStringLiteral("…")) || meaning.endsWith(QLatin1Char(' ')))
            meaning.chop(1);
        const QString name = toQString(kind.name); // also the suggested file name
        QAction* action = menu.addAction(tr("%1.csv: %2…").arg(name, meaning));
        action->setEnabled(!m_source.choice.runs().empty());
        connect(action, &QAction::triggered, this, [this, name] { askForKind(name); });
        connect(&m_source.choice, &RunChoice::changed, action, [this, action] {
            action->setEnabled(!m_source.choice.runs().empty());
        });
    }
    menu.addSection(tr("Selected runs with their experiments and all CSV files"));
    menu.addAction(m_actions.action(ActionId::ExportBundle));
}

void RunExports::askForKind(const QString& kind)
{
    askForFile(*m_page,
               tr("Export selected runs"),
               QStringLiteral("CSV (*.csv)"),
               kind,
               [this, kind](const QString& file) { exportTo(kind, file); });
}

void RunExports::askForTable()
{
    askForFile(*m_page,
               tr("Export the table"),
               tableFilters(),
               QStringLiteral("runs"),
               [this](const QString& file) { exportTableTo(file); });
}

void RunExports::askForFolder()
{
    auto* dialog = new QFileDialog(m_page, tr("Choose an empty folder for the bundle"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &RunExports::exportBundleTo);
    dialog->open();
}

void RunExports::exportTo(const QString& kind, const QString& file)
{
    m_source.editor.read(
        [runs = m_source.choice.list(), kind = kind.toStdString(), path = toPath(file)](
            RunStore& store) { return exportCsvFile(store, kind, runs, path); },
        tr("%1 was written").arg(file));
}

void RunExports::exportBundleTo(const QString& folder)
{
    m_source.editor.read([runs = m_source.choice.list(), path = toPath(folder)](
                             RunStore& store) { return exportBundle(store, runs, path); },
                         tr("The bundle was written to %1").arg(folder));
}

void RunExports::exportTableTo(const QString& file)
{
    // On the editor's thread, because a disk can be slow, and in order with other exports.
    m_source.editor.read(
        [table = m_source.table.shownTable(), file](RunStore&) -> Result<void> {
            if (const QString trouble = saveTable(file, table); !trouble.isEmpty())
                return fail({}, trouble.toStdString());
            return {};
        },
        tr("%1 was written").arg(file));
}

void RunExports::copyLines() const
{
    const PlainTable lines = m_source.table.chosenTable();
    if (!lines.rows.empty()) // the filter can hide all selected runs
        QApplication::clipboard()->setText(tabbedText(lines));
}

} // namespace coterie::ui
