#include "ui/compare/run_actions.h"

#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/try.h"
#include "core/run/export_models.h"
#include "core/run/open_bundle.h"
#include "core/store/bundle.h"
#include "core/store/exports.h"
#include "core/summary/tensorboard.h"
#include "ui/compare/report_pdf.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_table_model.h"
#include "ui/folder_dialog.h"
#include "ui/frame/action_registry.h"
#include "ui/remembered_folder.h"
#include "ui/views/picture_export.h"
#include "ui/views/plain_table.h"
#include "ui/words.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <memory>
#include <ostream>
#include <span>
#include <string>

namespace coterie::ui {

namespace {

/// "run_3", or of another store "run_3_cluster".
std::string modelsFolder(const RunRow& run)
{
    std::string name = "run_" + std::to_string(numberInItsStore(run.id));
    if (!run.store.empty())
        name += "_" + run.store;
    std::ranges::replace(name, '/', '_'); // a store may have the name of its folder too
    return name;
}

} // namespace

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
    const auto set = [run](const std::string& text) -> StoreEditor::Change {
        return [run, text](RunStore& store) { return store.setNote(run, text); };
    };
    const RunRow* row = m_model.find(run);
    edit(tr("The note of run %1 was changed").arg(run),
         set(note.toStdString()),
         set(row ? row->note : std::string()));
}

void RunEdits::takeTags(std::int64_t run, const QStringList& tags)
{
    std::vector<std::string> wanted;
    for (const QString& tag : tags)
        wanted.push_back(tag.toStdString());
    const auto made = std::make_shared<std::vector<TagChange>>();
    edit(
        tr("The tags of run %1 were changed").arg(run),
        [run, wanted, made](RunStore& store) -> Result<void> {
            COTERIE_TRY(const RunRow row, store.run(run));
            std::vector<std::string> added;
            std::vector<std::string> removed;
            for (const std::string& tag : wanted) // a stranger's tag may stay
                if (std::ranges::find(row.tags, tag) == row.tags.end())
                    added.push_back(tag);
            for (const std::string& tag : row.tags)
                if (std::ranges::find(wanted, tag) == wanted.end())
                    removed.push_back(tag);
            COTERIE_TRY(*made, store.changeTags(std::span(&run, 1), added, removed));
            return {};
        },
        [made](RunStore& store) { return store.undoTags(*made); });
}

void RunEdits::pinChosen()
{
    const std::vector<std::int64_t> runs = m_choice.listed();
    if (runs.empty())
        return;
    // Pins all, or unpins all if all are pinned.
    std::vector<std::int64_t> others;
    for (const std::int64_t id : runs)
        if (const RunRow* row = m_model.find(id); row && !row->pinned)
            others.push_back(id);
    const bool pins = !others.empty();
    const std::vector<std::int64_t> changed = pins ? others : runs;
    const auto count = std::ssize(changed);
    const auto pin = [changed](bool pinned) -> StoreEditor::Change {
        return [changed, pinned](RunStore& store) -> Result<void> {
            for (const std::int64_t id : changed)
                COTERIE_CHECK(store.setPinned(id, pinned));
            return {};
        };
    };
    edit(m_choice.withHidden(
             pins ? counted(count, tr("1 run was pinned"), tr("%1 runs were pinned"))
                  : counted(count, tr("1 run was unpinned"), tr("%1 runs were unpinned"))),
         pin(pins),
         pin(!pins));
}

void RunEdits::discardChosen()
{
    const std::vector<std::int64_t> runs = m_choice.listed();
    if (runs.empty())
        return;
    QString what = counted(std::ssize(runs), tr("1 run was deleted"), tr("%1 runs were deleted"));
    // As stored: a program that crashed leaves its run as running.
    const bool isUnfinished = std::ranges::any_of(runs, [this](std::int64_t id) {
        const RunRow* row = m_model.find(id);
        return row && row->status < RunStatus::Finished;
    });
    if (isUnfinished)
        what += tr("; running and queued runs are not stopped");
    edit(
        m_choice.withHidden(what),
        [runs](RunStore& store) { return store.discardRuns(runs); },
        [runs](RunStore& store) { return store.restoreRuns(runs); });
}

void RunEdits::importBundle(const QString& file)
{
    const auto imported = std::make_shared<ImportedRuns>();
    m_redo.clear();
    emit undoChanged();
    m_editor.change(
        [path = toPath(file), imported](RunStore& store) -> Result<void> {
            COTERIE_TRY(const BundleFiles bundle, openBundle(path));
            COTERIE_TRY(*imported, store.importBundle(bundle, registry()));
            return {};
        },
        [this, imported](bool done) {
            if (!done)
                return;
            const auto added = std::ssize(imported->added);
            const auto known = std::ssize(imported->known);
            const std::vector<std::int64_t>& ids = added > 0 ? imported->added : imported->known;
            emit this->imported({ids.begin(), ids.end()});
            const QString already = counted(known,
                                            tr("1 run is stored already, with the same numbers"),
                                            tr("%1 runs are stored already, with the same "
                                               "numbers"));
            if (added == 0)
                return emit told(tr("Nothing was imported: %1").arg(already), false);
            QString what = counted(added, tr("1 run was imported"), tr("%1 runs were imported"));
            if (known > 0)
                what += QStringLiteral("; ") + already;
            remember({.what = what,
                      .change = [runs = imported->added](
                                    RunStore& store) { return store.restoreRuns(runs); },
                      .undo = [runs = imported->added](
                                  RunStore& store) { return store.discardRuns(runs); }});
        });
}

void RunEdits::remember(Step step)
{
    emit told(step.what, true);
    step.number = ++m_steps;
    m_undo.push_back(std::move(step));
    m_redo.clear();
    emit undoChanged();
}

void RunEdits::edit(const QString& what,
                    StoreEditor::Change change,
                    StoreEditor::Change undo,
                    const std::function<void()>& then,
                    Remark remark)
{
    const Step step{.what = what,
                    .change = std::move(change),
                    .undo = std::move(undo),
                    .then = then,
                    .remark = std::move(remark)};
    m_redo.clear();
    emit undoChanged();
    m_editor.change(step.change, [this, step](bool done) {
        if (!done)
            return;
        if (step.then)
            step.then();
        remember(step);
    });
}

void RunEdits::undo()
{
    move(m_undo, m_redo, &Step::undo, tr("Undone: %1"));
}

void RunEdits::redo()
{
    move(m_redo, m_undo, &Step::change, tr("Redone: %1"));
}

void RunEdits::move(Steps& from, Steps& to, StoreEditor::Change Step::*make, const QString& done)
{
    if (from.empty())
        return;
    const Step step = std::move(from.back());
    from.pop_back(); // now, so that pressing twice moves two steps
    to.push_back(step);
    emit undoChanged();
    const bool isUndo = make == &Step::undo;
    m_editor.change(step.*make, [this, &from, &to, step, isUndo, done](bool isMade) {
        if (!isMade) {
            const bool isThere =
                std::erase_if(to, [&](const Step& each) { return each.number == step.number; }) > 0;
            const auto isBefore = [isUndo](const Step& one, const Step& other) {
                return isUndo ? one.number < other.number : one.number > other.number;
            };
            if (isThere && !step.failed) // what fails twice must not be in the way of the others
                from.insert(std::ranges::upper_bound(from, step, isBefore), step)->failed = true;
            return emit undoChanged();
        }
        if (!isUndo && step.then)
            step.then();
        const QString remark = isUndo && step.remark ? step.remark() : QString();
        const QString sentence = done.arg(step.what);
        emit told(remark.isEmpty() ? sentence : inOneText(sentence, remark),
                  !m_undo.empty() && m_undo.back().number == step.number); // what Undo would undo
        for (Step& each : to)
            if (each.number == step.number)
                each.failed = false;
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
    when(ActionId::ExportBundle, [this] {
        askForFolder(tr("Choose an empty folder for the bundle"),
                     FolderFor::Bundles,
                     &RunExports::exportBundleTo);
    });
    when(ActionId::ExportTensorBoard, [this] {
        askForFolder(tr("Choose an empty folder for the event files"),
                     FolderFor::Events,
                     &RunExports::exportEventsTo);
    });
    when(ActionId::ExportModels, [this] {
        askForFolder(tr("Choose an empty folder for the models"),
                     FolderFor::Models,
                     &RunExports::exportModelsTo);
    });
    when(ActionId::ExportRunTable, [this] {
        askForFile(*m_page,
                   tr("Export the table"),
                   tableFilters(),
                   QStringLiteral("runs"),
                   [this](const QString& file) { exportTableTo(file); });
    });
    when(ActionId::CopyRuns, &RunExports::copyLines);
    for (const auto& [id, style] : {std::pair(ActionId::ExportReport, ReportStyle::Appendix),
                                    std::pair(ActionId::ExportTalk, ReportStyle::Talk)})
        when(id, [this, style = style] {
            askForFile(*m_page,
                       tr("Write a report"),
                       tr("Web pages (*.html);;PDF (*.pdf)"),
                       QStringLiteral("report"),
                       [this, style](const QString& file) { exportReportTo(file, style); });
        });
}

void RunExports::fillMenu(QMenu& menu)
{
    menu.addSection(tr("Listed runs"));
    menu.addAction(m_actions.action(ActionId::ExportRunTable));
    menu.addSection(tr("Selected runs"));
    QMenu& numbers = *menu.addMenu(tr("Numbers as a &CSV file"));
    for (const ExportKind& kind : exportKinds()) {
        QString meaning = fromCore(kind.meaning);
        while (meaning.endsWith(QStringLiteral("…")) || meaning.endsWith(QLatin1Char(' ')))
            meaning.chop(1);
        const QString name = toQString(kind.name); // also the suggested file name
        connect(numbers.addAction(tr("%1.csv: %2…").arg(name, meaning)),
                &QAction::triggered,
                this,
                [this, name] {
                    askForFile(*m_page,
                               tr("Export selected runs"),
                               QStringLiteral("CSV (*.csv)"),
                               name,
                               [this, name](const QString& file) { exportTo(name, file); });
                });
    }
    const auto enable = [this, entry = numbers.menuAction()] {
        entry->setEnabled(!m_source.choice.listed().empty());
    };
    connect(&menu, &QMenu::aboutToShow, &numbers, enable);
    QMenu& reports = *menu.addMenu(tr("Wr&itten reports"));
    for (const ActionId id : {ActionId::ExportReport, ActionId::ExportTalk})
        reports.addAction(m_actions.action(id));
    for (const ActionId id :
         {ActionId::ExportBundle, ActionId::ExportModels, ActionId::ExportTensorBoard})
        menu.addAction(m_actions.action(id));
}

void RunExports::askForFolder(const QString& title,
                              FolderFor use,
                              void (RunExports::*write)(const QString&))
{
    auto* dialog = new FolderDialog(m_page, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    rememberFolder(*dialog, use);
    connect(dialog, &QFileDialog::fileSelected, this, write);
    dialog->open();
}

void RunExports::askForBundle()
{
    auto* dialog =
        new QFileDialog(m_page, tr("Import a bundle"), {}, tr("Bundles (*.zip manifest.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    rememberFolder(*dialog, FolderFor::Bundles);
    connect(dialog, &QFileDialog::fileSelected, this, &RunExports::bundleChosen);
    dialog->open();
}

void RunExports::exportTo(const QString& kind, const QString& file)
{
    m_source.editor.read(
        [runs = m_source.choice.listed(), kind = kind.toStdString(), path = toPath(file)](
            RunStore& store) { return exportCsvFile(store, kind, runs, path); },
        m_source.choice.withHidden(tr("%1 was written").arg(file)),
        file);
}

void RunExports::exportBundleTo(const QString& folder)
{
    m_source.editor.read([runs = m_source.choice.listed(), path = toPath(folder)](
                             RunStore& store) { return exportBundle(store, runs, path); },
                         m_source.choice.withHidden(tr("The bundle was written to %1").arg(folder)),
                         folder);
}

void RunExports::exportEventsTo(const QString& folder)
{
    m_source.editor.read([runs = m_source.choice.listed(), path = toPath(folder)](
                             RunStore& store) { return exportTensorBoard(store, runs, path); },
                         m_source.choice.withHidden(
                             tr("The event files were written to %1. TensorBoard shows them with "
                                "tensorboard --logdir and this folder.")
                                 .arg(folder)),
                         folder);
}

void RunExports::exportModelsTo(const QString& folder)
{
    const auto unfinished = std::make_shared<qsizetype>(0);
    m_source.editor.read(
        [chosen = m_source.choice.listed(), path = toPath(folder), unfinished](
            RunStore& store) -> Result<void> {
            std::vector<RunRow> runs;
            for (const std::int64_t run : chosen) {
                COTERIE_TRY(RunRow row, store.run(run));
                if (row.status == RunStatus::Finished)
                    runs.push_back(std::move(row));
            }
            *unfinished = std::ssize(chosen) - std::ssize(runs);
            if (runs.size() == 1)
                return exportModels(store, runs.front().id, path);
            QStringList refusals; // they keep none of the others from being written
            for (const RunRow& run : runs)
                if (const Result<void> written =
                        exportModels(store, run.id, path / modelsFolder(run));
                    !written)
                    refusals << toQString(written.error().sentence());
            if (refusals.isEmpty())
                return {};
            const qsizetype saved = std::ssize(runs) - refusals.size();
            if (saved > 0)
                refusals.prepend(counted(saved,
                                         tr("The models of 1 run were written"),
                                         tr("The models of %1 runs were written")));
            return fail({}, refusals.join(QStringLiteral("; ")).toStdString());
        },
        [written = m_source.choice.withHidden(tr("The models were written to %1").arg(folder)),
         unfinished] {
            return *unfinished == 0
                       ? written
                       : tr("%1. %2").arg(written,
                                          counted(*unfinished,
                                                  tr("1 selected run has none, as it has not "
                                                     "finished"),
                                                  tr("%1 selected runs have none, as they have not "
                                                     "finished")));
        },
        folder);
}

void RunExports::exportReportTo(const QString& file, ReportStyle style)
{
    const bool asPdf =
        QFileInfo(file).suffix().compare(QLatin1String("pdf"), Qt::CaseInsensitive) == 0;
    m_source.editor.read(
        [runs = m_source.choice.listed(), path = toPath(file), style, asPdf](
            RunStore& store) -> Result<void> {
            std::vector<RunRow> rows;
            for (const std::int64_t run : runs) {
                COTERIE_TRY(RunRow row, store.run(run));
                rows.push_back(std::move(row));
            }
            COTERIE_TRY(const std::string page,
                        htmlReport(store, byDesign(rows), registry(), style));
            const QByteArray bytes =
                asPdf ? reportPdf(toQString(page)) : QByteArray::fromStdString(page);
            return writeFileAtomically(path, [&bytes](std::ostream& out) -> Result<void> {
                out.write(bytes.data(), bytes.size());
                return {};
            });
        },
        m_source.choice.withHidden(tr("The report was written to %1").arg(file)),
        file);
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
        tr("%1 was written").arg(file),
        file);
}

void RunExports::copyLines() const
{
    const PlainTable lines = m_source.table.shownTable(true);
    if (!lines.rows.empty()) // the filter can hide all selected runs
        QApplication::clipboard()->setText(tabbedText(lines));
}

} // namespace coterie::ui
