#include "ui/compare/run_exports.h"

#include "core/store/bundle.h"
#include "core/store/exports.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_tree.h"
#include "ui/frame/action_registry.h"
#include "ui/runs/store_editor.h"
#include "ui/views/save_dialog.h"
#include "ui/views/table_export.h"
#include "ui/words.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>

namespace coterie::ui {

namespace {

std::vector<std::int64_t> runsOf(const RunChoice& choice)
{
    // Ascending: arms in the order of their experiment, however the table is sorted.
    return {choice.runs().begin(), choice.runs().end()};
}

} // namespace

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
    menu.addSection(tr("All listed runs, as one table in a file"));
    menu.addAction(m_actions.action(ActionId::ExportRunTable));
    menu.addSection(tr("The chosen runs, together in one CSV file"));
    for (const ExportKind& kind : exportKinds()) {
        QString meaning = toQString(kind.meaning);
        while (meaning.endsWith(QStringLiteral("…")) || meaning.endsWith(QLatin1Char(' ')))
            meaning.chop(1);
        const QString name = toQString(kind.name); // as the file is proposed to be called
        QAction* action = menu.addAction(tr("%1.csv: %2…").arg(name, meaning));
        action->setEnabled(!m_source.choice.runs().empty());
        connect(action, &QAction::triggered, this, [this, name] { askForKind(name); });
        connect(&m_source.choice, &RunChoice::changed, action, [this, action] {
            action->setEnabled(!m_source.choice.runs().empty());
        });
    }
    menu.addSection(
        tr("The chosen runs with their experiments, all of these CSV files in a folder"));
    menu.addAction(m_actions.action(ActionId::ExportBundle));
}

void RunExports::askForKind(const QString& kind)
{
    QFileDialog* dialog =
        saveDialog(m_page, tr("Export the chosen runs"), QStringLiteral("CSV (*.csv)"), kind);
    connect(dialog, &QFileDialog::fileSelected, this, [this, kind](const QString& file) {
        exportTo(kind, file);
    });
    dialog->open();
}

void RunExports::askForTable()
{
    QFileDialog* dialog =
        saveDialog(m_page, tr("Export the table"), tableFilters(), QStringLiteral("runs"));
    connect(dialog, &QFileDialog::fileSelected, this, &RunExports::exportTableTo);
    dialog->open();
}

void RunExports::askForFolder()
{
    auto* dialog = new QFileDialog(m_page, tr("An empty folder for the bundle"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &RunExports::exportBundleTo);
    dialog->open();
}

void RunExports::exportTo(const QString& kind, const QString& file)
{
    m_source.editor.read(
        [runs = runsOf(m_source.choice), kind = kind.toStdString(), path = toPath(file)](
            RunStore& store) { return exportCsvFile(store, kind, runs, path); },
        tr("%1 was written").arg(file));
}

void RunExports::exportBundleTo(const QString& folder)
{
    m_source.editor.read([runs = runsOf(m_source.choice), path = toPath(folder)](
                             RunStore& store) { return exportBundle(store, runs, path); },
                         tr("The bundle was written to %1").arg(folder));
}

void RunExports::exportTableTo(const QString& file)
{
    // The editor's thread, for a disk may be slow, and in line with what else is exported.
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
    if (!lines.rows.empty()) // the chosen runs may all be filtered away
        QApplication::clipboard()->setText(tabbedText(lines));
}

} // namespace coterie::ui
