#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/laid_out.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/filter_edit.h"
#include "ui/compare/folder_tree.h"
#include "ui/compare/run_actions.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_compare_list {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The list of runs while it is filtered and edited: its columns, and what it says.
class CompareListTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void settingsKeepTheirPlaceWhileOneFilters();
    void whatAnotherProcessComputesIsRead();
    void afterAnUndoTheMessageUndoesNothingElse();
    void aMessageLeavesTheAxesFreeAndGoesWithTheNextAction();
    void anEmptyListSaysWhyAndEndsIt();
    void anEmptyFolderSaysSo();
    void numbersThatArriveLaterListOtherRuns();

private:
    /// What a message and its buttons are in.
    [[nodiscard]] static QWidget* messageOf(const Page& page)
    {
        return page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->parentWidget();
    }
    [[nodiscard]] static QString textOf(const Page& page)
    {
        return page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->text();
    }
    /// Pins this run, which is in a line of the table.
    void pin(const Page& page, std::int64_t run) const
    {
        QAbstractItemModel& lines = *page.table()->model();
        for (int row = 0; row < lines.rowCount(); ++row)
            if (lines.index(row, 0).data(RunTableModel::RunRole).toLongLong() == run)
                page.table()->setCurrentIndex(lines.index(row, 0));
        const QSignalSpy told(page.page->findChild<RunEdits*>(), &RunEdits::told);
        page.actions.action(ActionId::PinRuns)->trigger();
        QTRY_COMPARE(told.count(), 1);
        QVERIFY(store()->run(run)->pinned);
    }
};

void CompareListTest::settingsKeepTheirPlaceWhileOneFilters()
{
    changeByHand(1);
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const QHeaderView& header = *page.table()->header();
    const auto place = [&](const char* title) {
        for (int column = 0; column < header.count(); ++column)
            if (header.model()->headerData(column, Qt::Horizontal).toString()
                == QLatin1String(title))
                return header.visualIndex(column);
        return -1;
    };
    const auto created = [&] { return header.visualIndex(RunTableModel::Created); };
    QTRY_VERIFY(place("Batch size") >= 0 && place("Learning rate") >= 0);
    QVERIFY(place("Batch size") < created());
    const int width = header.sectionSize(header.logicalIndex(place("Batch size")));
    auto* filter = page.page->findChild<FilterEdit*>();
    filter->enter(QStringLiteral("batch>=32"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3);
    QTRY_COMPARE(place("Learning rate"), -1); // these runs have the same
    QVERIFY(place("Batch size") < created());
    QVERIFY(header.sectionSize(header.logicalIndex(place("Batch size"))) <= width);
    filter->enter({});
    QTRY_VERIFY(place("Learning rate") >= 0);
    QVERIFY(place("Learning rate") < created());
    QVERIFY(place("Batch size") < created());
    QCOMPARE(header.sectionSize(header.logicalIndex(place("Batch size"))), width);
}

/// Nothing in the window tells when the command line has computed a run.
void CompareListTest::whatAnotherProcessComputesIsRead()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const auto state = [&] {
        const QAbstractItemModel& lines = *page.table()->model();
        return lines.index(4, RunTableModel::State).data().toString(); // the newest run is first
    };
    QTRY_COMPARE(state(), QStringLiteral("finished"));
    for (const RunStatus status : {RunStatus::Stopped, RunStatus::Finished}) {
        QVERIFY(store()->setStatus(2, status, {}).has_value());
        QTRY_COMPARE(state(),
                     status == RunStatus::Stopped ? QStringLiteral("stopped")
                                                  : QStringLiteral("finished"));
    }
    // What is being typed meanwhile stays.
    page.table()->edit(page.table()->model()->index(4, RunTableModel::Tags));
    auto* editor = page.table()->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("baseline"));
    QVERIFY(store()->setStatus(2, RunStatus::Stopped, {}).has_value());
    QTRY_COMPARE(state(), QStringLiteral("stopped"));
    QCOMPARE(editor->text(), QStringLiteral("baseline"));
    QTest::keyClick(editor, Qt::Key_Escape);
}

void CompareListTest::afterAnUndoTheMessageUndoesNothingElse()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    pin(page, 1);
    pin(page, 2);
    QTRY_COMPARE(messageOf(page)->findChildren<QPushButton*>().size(), 1);
    QAction* undo = page.actions.action(ActionId::UndoRunEdit);
    undo->trigger();
    QTRY_COMPARE(textOf(page), QStringLiteral("Undone: 1 run was pinned"));
    QTRY_VERIFY(messageOf(page)->findChildren<QPushButton*>().isEmpty());
    QVERIFY(store()->run(1)->pinned && !store()->run(2)->pinned);
    QVERIFY(undo->isEnabled()); // the menu still goes further back
}

void CompareListTest::aMessageLeavesTheAxesFreeAndGoesWithTheNextAction()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    pin(page, 1);
    QWidget* message = messageOf(page);
    QTRY_VERIFY(message->isVisible());
    const auto placeOf = [&](const QWidget& widget) {
        return QRect(widget.mapTo(page.page.get(), QPoint()), widget.size());
    };
    layOut();
    QVERIFY(!placeOf(page.page->panes()).intersects(placeOf(*message)));
    page.page->resize(900, 600);
    layOut();
    QVERIFY(!placeOf(page.page->panes()).intersects(placeOf(*message)));
    QVERIFY(!placeOf(*page.table()).intersects(placeOf(*message))); // nor do rows lie below it
    QVERIFY(placeOf(*message).top() > placeOf(*page.table()).bottom());
    QVERIFY(message->isVisible());
    QTest::mouseClick(page.table()->viewport(), Qt::LeftButton);
    QVERIFY(!message->isVisible());
}

void CompareListTest::anEmptyListSaysWhyAndEndsIt()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const auto* why = page.page->findChild<QLabel*>(QStringLiteral("nothingListed"));
    QVERIFY(why && !why->isVisible());
    auto* filter = page.page->findChild<FilterEdit*>();
    filter->setText(QStringLiteral("zzz qqq"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    QTRY_VERIFY(why->isVisible());
    QCOMPARE(why->text(), QStringLiteral("No run fits the filter “zzz qqq”."));
    const QWidget& list = *page.table()->viewport();
    layOut();
    const QRect place(why->mapToGlobal(QPoint()), why->size());
    QVERIFY(QRect(list.mapToGlobal(QPoint()), list.size()).contains(place));
    auto* clear = page.page->findChild<QPushButton*>(QStringLiteral("listAll"));
    QCOMPARE(clear->text(), QStringLiteral("Clear the filter"));
    QTest::mouseClick(clear, Qt::LeftButton);
    QCOMPARE(filter->text(), QString());
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QVERIFY(!why->isVisible());
}

/// The numbers come after the list, and a filter can be by them.
void CompareListTest::numbersThatArriveLaterListOtherRuns()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->findChild<FilterEdit*>()->setText(QStringLiteral("error<25"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3); // of FedAvg
    page.table()->setCurrentIndex(page.table()->model()->index(0, 0));
    QCOMPARE(page.page->chosenRuns(), std::vector<std::int64_t>{6});
    const auto* count = page.page->findChild<QLabel*>(QStringLiteral("runCount"));
    QTRY_COMPARE(count->text(), QStringLiteral("3 of 6 runs, 1 selected"));
    QVERIFY(count->minimumWidth()
            > count->fontMetrics().horizontalAdvance(QStringLiteral("3 of 6 runs")));
    const QAction* watch = page.actions.action(ActionId::OpenStoredRun);
    QVERIFY(watch->isEnabled());
    for (const auto& [run, error] :
         {std::pair(1, 0.05), std::pair(2, 0.05), std::pair(6, 0.6)}) { // in a third round
        RoundReport report;
        report.round = 3;
        for (int client = 0; client < 4; ++client) {
            ClientReport of;
            of.client = client;
            of.personalTest = Score{.loss = 1, .accuracy = 1 - error, .samples = 80};
            report.clients.push_back(of);
        }
        QVERIFY(store()
                    ->commit(run,
                             coterie::test::measured({std::make_shared<RoundReport>(report)},
                                                     made_up::facts(4)),
                             nullptr)
                    .has_value());
    }
    page.reader.readRuns();
    QTRY_COMPARE(count->text(), QStringLiteral("4 of 6 runs, 1 selected (1 not listed)"));
    QCOMPARE(page.table()->model()->rowCount(), 4);
    QVERIFY(page.page->chosenRuns().empty());
    QVERIFY(!watch->isEnabled());
}

void CompareListTest::anEmptyFolderSaysSo()
{
    std::vector<RunFolder> all;
    for (std::int64_t run = 1; run <= 6; ++run)
        all.push_back({.run = run, .folder = "paper"});
    QVERIFY(store()->moveRuns(all).has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.actions.action(ActionId::ShowFolders)->setChecked(true);
    page.page->findChild<FolderTree*>()->choose("paper");
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    auto* filter = page.page->findChild<FilterEdit*>();
    filter->enter(QStringLiteral("zzz"));
    const auto* why = page.page->findChild<QLabel*>(QStringLiteral("nothingListed"));
    QTRY_COMPARE(why->text(), QStringLiteral("No run of this folder fits the filter “zzz”."));
    filter->enter({});
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->findChild<FolderTree*>()->choose(""); // those in none
    QTRY_COMPARE(why->text(), QStringLiteral("No run is in this folder."));
    page.page->findChild<QPushButton*>(QStringLiteral("listAll"))->click();
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
}

COTERIE_WIDGET_SECTION(CompareListTest)

} // namespace tst_compare_list

#include "tst_compare_list.moc"
