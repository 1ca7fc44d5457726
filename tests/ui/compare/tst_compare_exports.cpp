#include "core/store/bundle.h"
#include "core/store/exports.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/real_runs.h"
#include "ui/compare/run_actions.h"
#include "ui/compare/run_table_model.h"
#include "ui/frame/small_widgets.h"

#include <QAction>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace tst_compare_exports {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// What leaves the Compare page: files, tables as they stand, lines for the clipboard.
class CompareExportsTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void exportsWriteTheChosenRuns();
    void modelsOfFinishedRunsAreSaved();
    void theTableIsExportedAsItStands();
    void aCollapsedGroupIsExportedAsItsLine();
    void copiedLinesAreThoseChosen();
    void theMenuSaysWhichFilesOfWhichRunsComeOut();
    void aDroppedBundleIsImportedAndUndone();
    void importedRunsAreScrolledTo();
    void anImportThatTheFilterHidesIsTold();
    void aDamagedBundleChangesNothing();

private:
    /// A bundle of all runs of the store.
    [[nodiscard]] QString bundle() const
    {
        static int number = 0;
        const QString folder = m_folder.filePath(QStringLiteral("bundle%1").arg(++number));
        const std::vector<std::int64_t> all{1, 2, 3, 4, 5, 6};
        return exportBundle(*store(), all, folder.toStdString()) ? folder : QString();
    }
    [[nodiscard]] std::filesystem::path emptyStore() const
    {
        static int number = 0;
        return m_folder.filePath(QStringLiteral("empty%1.sqlite").arg(++number)).toStdString();
    }
};

namespace {

void drop(QWidget& widget, const QString& file)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &event);
}

} // namespace

void CompareExportsTest::aDroppedBundleIsImportedAndUndone()
{
    const QString folder = bundle();
    QVERIFY(!folder.isEmpty());
    Page page(emptyStore());
    const auto* table = page.table()->model();
    const auto message = [&] {
        return page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->text();
    };
    drop(*page.page, folder);
    QTRY_COMPARE(table->rowCount(), 6);
    QTRY_COMPARE(message(), QStringLiteral("6 runs were imported"));
    QTRY_COMPARE(page.page->chosenRuns().size(), std::size_t(6)); // what came is what is looked at
    page.table()->clearSelection();
    QVERIFY(page.page->chosenRuns().empty());
    drop(*page.page, folder); // the same again
    QTRY_COMPARE(
        message(),
        QStringLiteral("Nothing was imported: 6 runs are stored already, with the same numbers"));
    QTRY_COMPARE(page.page->chosenRuns().size(), std::size_t(6));
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_COMPARE(table->rowCount(), 0);
    QCOMPARE(message(), QStringLiteral("Undone: 6 runs were imported"));
}

/// Into a store of other runs, of which the low table shows only some.
void CompareExportsTest::importedRunsAreScrolledTo()
{
    const QString folder = bundle();
    QVERIFY(!folder.isEmpty());
    const std::vector<std::int64_t> gone{1, 3};
    QVERIFY(store()->discardRuns(gone));
    Page page(m_file);
    QTreeView& table = *page.table();
    QTRY_COMPARE(table.model()->rowCount(), 4);
    table.sortByColumn(RunTableModel::Number, Qt::AscendingOrder);
    table.setFixedHeight(table.header()->height()
                         + 2 * table.visualRect(table.model()->index(0, 0)).height());
    QTRY_VERIFY(table.verticalScrollBar()->maximum() > 0);
    table.scrollToTop();
    drop(*page.page, folder);
    QTRY_COMPARE(table.model()->rowCount(), 6);
    QTRY_COMPARE(page.page->chosenRuns().size(), std::size_t(2));
    QTRY_VERIFY(table.viewport()->rect().contains(table.visualRect(table.currentIndex())));
    QVERIFY(page.page->chosenRuns().front()
            == table.currentIndex().data(RunTableModel::RunRole).toLongLong());
}

void CompareExportsTest::anImportThatTheFilterHidesIsTold()
{
    const QString folder = bundle();
    QVERIFY(!folder.isEmpty());
    Page page(emptyStore());
    auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    filter->setText(QStringLiteral("arm:nobody"));
    QTest::keyClick(filter, Qt::Key_Return); // at once
    drop(*page.page, folder);
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_COMPARE(message->text(),
                 QStringLiteral("6 runs were imported. The list leaves these runs out; clear its "
                                "filter, or list all runs."));
    QCOMPARE(page.table()->model()->rowCount(), 0);
}

void CompareExportsTest::aDamagedBundleChangesNothing()
{
    const QString folder = bundle();
    QFile rounds(folder + QStringLiteral("/rounds.csv"));
    QVERIFY(rounds.open(QIODevice::Append));
    rounds.write("x\n");
    rounds.close();
    Page page(emptyStore());
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    drop(*page.page, folder);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY2(failed.first().first().toString().contains(QStringLiteral("rounds.csv")),
             qPrintable(failed.first().first().toString()));
    QVERIFY(!page.actions.action(ActionId::UndoRunEdit)->isEnabled());
    QCOMPARE(page.table()->model()->rowCount(), 0);
}

void CompareExportsTest::theMenuSaysWhichFilesOfWhichRunsComeOut()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const QMenu* menu = nullptr;
    for (const QMenu* each : page.page->findChildren<QMenu*>())
        if (each->actions().contains(page.actions.action(ActionId::ExportBundle)))
            menu = each;
    QVERIFY(menu);
    QString section;
    qsizetype files = 0;
    for (const QAction* action : menu->actions()) {
        if (action->isSeparator()) {
            section = action->text();
            continue;
        }
        const bool ofAll = action == page.actions.action(ActionId::ExportRunTable);
        QVERIFY2(section.contains(ofAll ? QStringLiteral("Listed runs")
                                        : QStringLiteral("Selected runs")),
                 qPrintable(action->text()));
        if (action->menu()) // so that the menu fits a low window
            for (const QAction* file : action->menu()->actions())
                files += file->text().contains(QStringLiteral(".csv: one row per ")) ? 1 : 0;
    }
    QCOMPARE(files, std::ssize(exportKinds()));
    QVERIFY(menu->actions().size() <= 8);
}

void CompareExportsTest::exportsWriteTheChosenRuns()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QSignalSpy said(&page.page->editor(), &StoreEditor::said);
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    const QString csv = m_folder.filePath(QStringLiteral("rounds.csv"));
    page.page->exports().exportTo(QStringLiteral("rounds"), csv);
    QTRY_COMPARE(said.count(), 1);
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().count('\n') > 18);
    const QString bundle = m_folder.filePath(QStringLiteral("bundle"));
    page.page->exports().exportBundleTo(bundle);
    QTRY_COMPARE(said.count(), 2);
    QVERIFY(QFile::exists(bundle + QStringLiteral("/manifest.json")));
    page.page->exports().exportBundleTo(bundle); // not empty any more
    QTRY_COMPARE(failed.count(), 1);
    const QString events = m_folder.filePath(QStringLiteral("events"));
    page.page->exports().exportEventsTo(events);
    QTRY_COMPARE(said.count(), 3);
    QVERIFY(said.last().first().toString().contains(events));
    const QDir folder(events);
    QCOMPARE(folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), qsizetype{6});
    for (const QString& run : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        QVERIFY(
            QFileInfo(events + u'/' + run + QStringLiteral("/events.out.tfevents.0.coterie")).size()
            > 100);
    page.page->exports().exportEventsTo(events); // not empty any more
    QTRY_COMPARE(failed.count(), 2);
    QVERIFY2(failed.last().first().toString().contains(QStringLiteral("is not empty")),
             qPrintable(failed.last().first().toString()));
    // The ending of a report's name is its form, however it is written.
    for (const auto& [name, begin] :
         {std::pair("report.PDF", "%PDF-"), std::pair("report.html", "<!doctype html>")}) {
        const int before = int(said.count());
        const QString report = m_folder.filePath(QLatin1String(name));
        page.page->exports().exportReportTo(report, ReportStyle::Appendix);
        QTRY_VERIFY(said.count() > before || failed.count() > 2);
        QCOMPARE(failed.count(), 2);
        QFile written(report);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY2(written.readAll().startsWith(begin), name);
    }
}

void CompareExportsTest::modelsOfFinishedRunsAreSaved()
{
    const std::filesystem::path file = emptyStore();
    const auto trained = [&file](const char* keepModels) {
        return real_runs::trained(file,
                                  QStringLiteral(R"({ "schema": 1, "name": "Small %1", "data": {
                "dataset": { "name": "glyphDigits", "samples": 120, "seed": 1 },
                "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.2 } },
              "model": { "name": "mlr" }, "keepModels": "%1",
              "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
              "seeds": [1, 2], "rounds": 1 })")
                                      .arg(QLatin1String(keepModels))
                                      .toStdString());
    };
    const std::vector<std::int64_t> kept = trained("last");
    QCOMPARE(int(trained("none").size()), 2);
    Page page(file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 4);
    QSignalSpy said(&page.page->editor(), &StoreEditor::said);
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    const QAction* save = page.actions.action(ActionId::ExportModels);
    QVERIFY(!save->isEnabled());
    page.table()->selectionModel()->select(page.table()->model()->index(3, 0), // the oldest
                                           QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTRY_VERIFY(save->isEnabled());
    const QString one = m_folder.filePath(QStringLiteral("models"));
    page.page->exports().exportModelsTo(one); // as `coterie-cli export RUN --what models`
    QTRY_COMPARE(said.count(), 1);
    QVERIFY(QFile::exists(one + QStringLiteral("/global.safetensors")));
    QVERIFY(QFile::exists(one + QStringLiteral("/model.py")));

    page.table()->selectAll(); // what keeps none is named, and the others are written
    const QString all = m_folder.filePath(QStringLiteral("allModels"));
    page.page->exports().exportModelsTo(all);
    QTRY_COMPARE(failed.count(), 1);
    const QString sentence = failed.last().first().toString();
    QVERIFY2(sentence.contains(QStringLiteral("models of 2 runs were written"))
                 && sentence.contains(QStringLiteral("run 3: its experiment keeps no models")),
             qPrintable(sentence));
    for (const std::int64_t run : kept)
        QVERIFY(QFile::exists(QStringLiteral("%1/run_%2/models.csv").arg(all).arg(run)));
    QVERIFY(!QFile::exists(all + QStringLiteral("/run_3")));

    QVERIFY((*RunStore::open(file))->setStatus(4, RunStatus::Stopped, "").has_value());
    QItemSelectionModel& selection = *page.table()->selectionModel();
    selection.clearSelection();
    for (const int row : {0, 3}) // the newest, which has not finished, and the oldest
        selection.select(page.table()->model()->index(row, 0),
                         QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTRY_COMPARE(page.page->chosenRuns().size(), std::size_t{2});
    page.page->exports().exportModelsTo(m_folder.filePath(QStringLiteral("finishedModels")));
    QTRY_COMPARE(said.count(), 2);
    const QString told = said.last().first().toString();
    QVERIFY2(told.endsWith(QStringLiteral(". 1 selected run has none, as it has not finished")),
             qPrintable(told));
}

void CompareExportsTest::theTableIsExportedAsItStands()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))
        ->setText(QStringLiteral("arm:fed"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3);
    const auto shownError = [&](int row) {
        return page.table()->model()->index(row, RunTableModel::LastError).data().toString();
    };
    QTRY_COMPARE(shownError(2), QStringLiteral("9.00"));
    page.table()->sortByColumn(RunTableModel::LastError, Qt::AscendingOrder);
    QHeaderView& header = *page.table()->header();
    header.moveSection(header.visualIndex(RunTableModel::LastError), 1);
    for (int column = RunTableModel::State; column < page.table()->model()->columnCount(); ++column)
        if (column != RunTableModel::LastError)
            page.table()->hideColumn(column);
    const auto exported = [&](const char* name) {
        const QString path = m_folder.filePath(QLatin1String(name));
        QSignalSpy said(&page.page->editor(), &StoreEditor::said);
        page.page->exports().exportTableTo(path);
        QFile file(path);
        return said.wait(kTryMilliseconds) && file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll())
                   : QString();
    };
    // Nothing has to be chosen; the "Setting" that no run has is not shown.
    QVERIFY(page.page->chosenRuns().empty());
    QVERIFY(page.actions.action(ActionId::ExportRunTable)->isEnabled());
    const QStringList lines = exported("shown.csv").split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5); // a head, three runs, nothing behind the last end of a line
    QCOMPARE(lines[0], QStringLiteral("Run,Last error %,Experiment,Arm,Seed"));
    for (int seed = 1; seed <= 3; ++seed) {
        const QStringList cells = lines[seed].split(QLatin1Char(','));
        QCOMPARE(cells.size(), 5);
        QCOMPARE(cells[0], QString::number(3 + seed)); // from the best to the worst
        QVERIFY(std::abs(cells[1].toDouble() - (8 + seed)) < 1e-9);
        QCOMPARE(cells.mid(2).join(QLatin1Char(',')),
                 QStringLiteral("Alone or together?,FedAvg,%1").arg(seed));
    }
    QVERIFY(exported("shown.tex")
                .contains(QStringLiteral("\n4 & 9 & Alone or together? & FedAvg & 1 \\\\\n")));
    QVERIFY(exported("shown.md")
                .startsWith(QStringLiteral("| Run | Last error % | Experiment | Arm | Seed |\n| "
                                           "---: | ---: | --- | --- | ---: |\n| 4 | 9 |")));
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    page.page->exports().exportTableTo(m_folder.filePath(QStringLiteral("none/shown.csv")));
    QVERIFY(failed.wait(kTryMilliseconds));
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("none/shown.csv")));
}

void CompareExportsTest::aCollapsedGroupIsExportedAsItsLine()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->setGrouping(RunTableModel::Grouping::Arm);
    QCOMPARE(page.table()->model()->rowCount(), 2);
    page.table()->sortByColumn(RunTableModel::Arm, Qt::DescendingOrder); // Independent, FedAvg
    page.table()->collapse(page.table()->model()->index(0, 0));
    page.table()->selectAll();
    for (int column = RunTableModel::Experiment; column < page.table()->model()->columnCount();
         ++column)
        if (column != RunTableModel::Arm)
            page.table()->hideColumn(column);
    page.page->exports().copyLines();
    QCOMPARE(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), 6);
    page.table()->clearSelection();
    const QString path = m_folder.filePath(QStringLiteral("grouped.csv"));
    QSignalSpy said(&page.page->editor(), &StoreEditor::said);
    page.page->exports().exportTableTo(path);
    QVERIFY(said.wait(kTryMilliseconds));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.startsWith("Run,Arm\n3 runs,Independent\n3 runs,FedAvg\n"), text.constData());
    QCOMPARE(text.count('\n'), 6); // and FedAvg's three runs
}

void CompareExportsTest::copiedLinesAreThoseChosen()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const QModelIndex note = page.table()->model()->index(5, RunTableModel::Note);
    QVERIFY(page.table()->model()->setData(note, QStringLiteral("tab\there")));
    QTRY_COMPARE(note.data().toString(), QStringLiteral("tab\there"));
    for (int column = 0; column < page.table()->model()->columnCount(); ++column)
        page.table()->setColumnHidden(column,
                                      column != RunTableModel::Number
                                          && column != RunTableModel::Arm
                                          && column != RunTableModel::Note);
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    QVERIFY(!page.actions.action(ActionId::CopyRuns)->isEnabled()); // nothing is chosen
    for (const int row : {5, 1})
        page.table()->selectionModel()->select(page.table()->model()->index(row, 0),
                                               QItemSelectionModel::Select
                                                   | QItemSelectionModel::Rows);
    page.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    page.table()->setFocus();
    QTest::keyClick(page.table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("Run\tArm\tNote\n5\tFedAvg\t\n1\tIndependent\ttab here\n"));
    // What is chosen but not listed leaves the clipboard as it is.
    page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))
        ->setText(QStringLiteral("no such run"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    page.page->exports().copyLines();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Run\tArm")));
}

COTERIE_WIDGET_SECTION(CompareExportsTest)

} // namespace tst_compare_exports

#include "tst_compare_exports.moc"
