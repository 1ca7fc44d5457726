#include "core/store/leases.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/looks.h"
#include "ui/compare/compare_panes.h"
#include "ui/views/parallel_view.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace tst_compare_page {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The Compare page: which runs are chosen, and what is done to them.
class ComparePageTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void panesFollowTheChosenRuns();
    void deletingCanBeUndone();
    void deletingARunThatMayGoOnSaysSo();
    void pinsNotesAndTagsAreStored();
    void aDoubleClickOnANoteEditsIt();
    void aChangeIsToldAndUndoneOnceTheStoreHasTakenIt();
    void aMessageMovesNothing();
    void anUnreadableStoreIsSaid();
    void runsWithoutARoundAreSaidToHaveNone();
    void runsStoppedBeforeTheirTurnAreNotWaitedFor();
    void theCurvesSayWhatTheyAre();
    void theListIsReadEverMoreSeldomWhileItStaysBehind();
    void panesAreReadAgainOnlyWhereTheirRunsChanged();
    void groupedRunsKeepTheOrderOfTheTable();
    void whenARunBeganStandsBeforeWhatIsWrittenByHand();
    void tablesAreCalledWhatTheirTabsAre();
    void numbersKeepToTheColumnsBesideThem();
    void tabGoesDownThePage();
    void theHeadFitsIntoASmallWindow();
    void aLineOfTheSettingsPaneFindsItsRun();
};

void ComparePageTest::panesFollowTheChosenRuns()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QVERIFY(page.page->panes().data().arms.empty());
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().arms.size(), std::size_t{2});
    page.page->panes().setMetric(QStringLiteral("meanTestLoss"));
    QTRY_COMPARE(page.page->panes().data().metric, std::string("meanTestLoss"));
    // What the filter hides stays chosen and compared, but nothing is done to it.
    auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    filter->setText(QStringLiteral("arm:fed"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3);
    QCOMPARE(page.page->chosenRuns().size(), std::size_t{3});
    QCOMPARE(page.page->panes().data().arms.size(), std::size_t{2});
    QVERIFY(page.page->findChild<QLabel*>(QStringLiteral("runCount"))
                ->text()
                .contains(QStringLiteral("3 not listed")));
    // A plain click takes the place of the whole selection.
    page.table()->selectionModel()->select(page.table()->model()->index(0, 0),
                                           QItemSelectionModel::ClearAndSelect
                                               | QItemSelectionModel::Rows);
    QVERIFY(!page.page->findChild<QLabel*>(QStringLiteral("runCount"))
                 ->text()
                 .contains(QStringLiteral("not listed")));
    const std::vector<std::int64_t> one = page.page->chosenRuns();
    QCOMPARE(one.size(), std::size_t{1});
    filter->clear();
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QCOMPARE(page.page->chosenRuns(), one);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->clearSelection();
    QTRY_VERIFY(page.page->panes().data().arms.empty());
}

void ComparePageTest::deletingCanBeUndone()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    page.actions.action(ActionId::DeleteRuns)->trigger();
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    QVERIFY(store()->runs()->empty());
    QVERIFY(page.page->chosenRuns().empty());
    QVERIFY(page.actions.action(ActionId::UndoRunEdit)->isEnabled());
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    const auto* button = message->parentWidget()->findChild<QPushButton*>();
    QVERIFY(button->isEnabled());
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QVERIFY(!button->isEnabled());
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QCOMPARE(store()->runs()->size(), std::size_t{6});
    QVERIFY(!page.actions.action(ActionId::UndoRunEdit)->isEnabled());
}

void ComparePageTest::deletingARunThatMayGoOnSaysSo()
{
    QVERIFY(store()->setStatus(2, RunStatus::Running, {}).has_value());
    auto leases = RunLeases::open(m_file);
    QVERIFY(leases.has_value());
    const auto lease = leases->take(2); // as whoever computes it has one
    QVERIFY(lease.has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    page.actions.action(ActionId::DeleteRuns)->trigger();
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY(message->text().contains(QStringLiteral("are not stopped")));
}

void ComparePageTest::pinsNotesAndTagsAreStored()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QAbstractItemModel& lines = *page.table()->model();
    page.table()->setCurrentIndex(lines.index(5, 0)); // run 1: the newest stands first
    page.actions.action(ActionId::PinRuns)->trigger();
    QTRY_VERIFY(store()->run(1)->pinned);
    QTRY_COMPARE(lines.index(0, 0).data().toString(), QStringLiteral("★ 1"));
    QVERIFY(lines.setData(lines.index(0, RunTableModel::Note), QStringLiteral("good start")));
    QTRY_COMPARE(store()->run(1)->note, std::string("good start"));
    QTRY_COMPARE(lines.index(0, RunTableModel::Note).data().toString(),
                 QStringLiteral("good start"));
    QVERIFY(lines.setData(lines.index(0, RunTableModel::Tags), QStringLiteral("b, a")));
    QTRY_VERIFY((store()->run(1)->tags == std::vector<std::string>{"a", "b"}));
    QTRY_COMPARE(lines.index(0, RunTableModel::Tags).data().toString(), QStringLiteral("a, b"));
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_COMPARE(message->text(), QStringLiteral("The tags of run 1 were changed"));
    for (int step = 0; step < 3; ++step)
        page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_VERIFY(!store()->run(1)->pinned && store()->run(1)->tags.empty()
                && store()->run(1)->note.empty());
}

void ComparePageTest::aDoubleClickOnANoteEditsIt()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const QSignalSpy opened(page.page.get(), &ComparePage::runsOpened);
    const auto doubleClick = [&](int column) {
        const QModelIndex cell = page.table()->model()->index(0, column);
        page.table()->scrollTo(cell);
        const QPoint place = page.table()->visualRect(cell).center();
        QWidget* area = page.table()->viewport();
        QTest::mouseClick(area, Qt::LeftButton, {}, place);
        QTest::mouseDClick(area, Qt::LeftButton, {}, place);
    };
    doubleClick(RunTableModel::Note);
    auto* editor = page.table()->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    QCOMPARE(opened.count(), 0);
    QTest::keyClick(editor, Qt::Key_Escape);
    doubleClick(RunTableModel::LastError);
    QCOMPARE(opened.count(), 1); // as before
}

void ComparePageTest::aChangeIsToldAndUndoneOnceTheStoreHasTakenIt()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    const QAction* undo = page.actions.action(ActionId::UndoRunEdit);
    page.actions.action(ActionId::PinRuns)->trigger();
    QVERIFY(message->text().isEmpty() && !undo->isEnabled()); // it has not happened yet
    QTRY_COMPARE(message->text(), QStringLiteral("6 runs were pinned"));
    QVERIFY(undo->isEnabled());
    // A run that is gone cannot be changed: all stays as it was, and there is nothing more to undo.
    QVERIFY(store()->deleteRun(3).has_value());
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    page.actions.action(ActionId::DeleteRuns)->trigger();
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!message->text().contains(QStringLiteral("deleted")));
    // An undo that fails can be tried again.
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QVERIFY(!undo->isEnabled());
    QTRY_COMPARE(failed.count(), 2);
    QVERIFY(undo->isEnabled());
    QVERIFY(!message->text().startsWith(QStringLiteral("Undone")));
    // What fails twice does not keep what was done before it from being undone.
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_COMPARE(failed.count(), 3);
    QVERIFY(!undo->isEnabled());
}

void ComparePageTest::aMessageMovesNothing()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const auto placeOf = [&](const QWidget& widget, const QRect& part) {
        return QRect(widget.mapTo(page.page.get(), part.topLeft()), part.size());
    };
    const auto place = [&] { // of all rows and of what is below them
        std::vector<QRect> places{placeOf(page.page->panes(), page.page->panes().rect())};
        for (int row = 0; row < 6; ++row)
            places.push_back(placeOf(
                *page.table()->viewport(),
                page.table()->visualRect(page.table()->model()->index(row, RunTableModel::Arm))));
        return places;
    };
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{6});
    QTRY_VERIFY(page.page->findChild<QLabel*>(QStringLiteral("runCount"))
                    ->text()
                    .contains(QStringLiteral("6 selected")));
    layOut();
    const std::vector<QRect> before = place();
    page.actions.action(ActionId::PinRuns)->trigger();
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY(message->isVisible());
    layOut();
    QCOMPARE(place(), before);
}

void ComparePageTest::anUnreadableStoreIsSaid()
{
    const QString path = m_folder.filePath(QStringLiteral("letter.sqlite"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(4096, 'x'));
    file.close();
    Page page(path.toStdString());
    auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY(message->text().contains(QStringLiteral("letter.sqlite")));
    QVERIFY(message->isVisible());
}

void ComparePageTest::runsWithoutARoundAreSaidToHaveNone()
{
    const auto runs = store();
    RunPlan plan;
    plan.armName = "Waiting";
    const auto waiting = runs->addRun(1, plan, writePlan(plan), {});
    QVERIFY(waiting.has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 7);
    const auto* nothing = page.page->findChild<QLabel*>(QStringLiteral("nothingToCompare"));
    QVERIFY(nothing->isVisible() && nothing->text().startsWith(QStringLiteral("Select runs")));
    page.table()->setCurrentIndex(page.table()->model()->index(0, 0)); // the newest
    QCOMPARE(page.page->chosenRuns(), std::vector{*waiting});
    QTRY_VERIFY(
        nothing->text().startsWith(QStringLiteral("The selected runs have no stored round")));
    QVERIFY(nothing->isVisible());
    page.table()->selectAll();
    QTRY_VERIFY(!nothing->isVisible());
    QCOMPARE(page.page->panes().data().arms.size(), std::size_t{3});
}

void ComparePageTest::runsStoppedBeforeTheirTurnAreNotWaitedFor()
{
    const auto runs = store();
    RunPlan plan;
    plan.armName = "Waiting";
    const auto stopped = runs->addRun(1, plan, writePlan(plan), {});
    const auto failed = runs->addRun(1, plan, writePlan(plan), {});
    const auto halted = runs->addRun(1, plan, writePlan(plan), {});
    QVERIFY(stopped && failed && halted);
    QVERIFY(runs->setStatus(*stopped, RunStatus::Stopped, "The queue was stopped before its turn.")
                .has_value());
    QVERIFY(runs->setStatus(*failed, RunStatus::Failed, "No data.").has_value());
    QVERIFY(runs->setStatus(*halted, RunStatus::Running, {}).has_value());
    QVERIFY(runs->setStatus(*halted, RunStatus::Stopped, "Before its first round.").has_value());
    QVERIFY(runs->setStatus(1, RunStatus::Stopped, "After round 2.").has_value());
    // This one waited to be resumed.
    QVERIFY(runs->setStatus(2, RunStatus::Stopped, "The queue was stopped before its turn.")
                .has_value());
    Page page(m_file);
    const QAbstractItemModel& lines = *page.table()->model();
    QTRY_COMPARE(lines.rowCount(), 9);
    const auto state = [&](int row) {
        return lines.index(row, RunTableModel::State).data().toString();
    };
    QCOMPARE(state(0), QStringLiteral("stopped"));
    QCOMPARE(state(1), QStringLiteral("failed"));
    QCOMPARE(state(2), QStringLiteral("not begun"));
    QCOMPARE(state(7), QStringLiteral("stopped"));
    QCOMPARE(state(8), QStringLiteral("stopped"));
    const auto* nothing = page.page->findChild<QLabel*>(QStringLiteral("nothingToCompare"));
    page.table()->setCurrentIndex(lines.index(2, 0));
    QTRY_VERIFY(nothing->text().contains(QStringLiteral("Press Resume")));
    QVERIFY(page.actions.action(ActionId::ResumeStoredRun)->isEnabled());
    page.table()->setCurrentIndex(lines.index(1, 0));
    QTRY_VERIFY(nothing->text().contains(QStringLiteral("ended before their first round")));
    QVERIFY(nothing->isVisible());
}

void ComparePageTest::theListIsReadEverMoreSeldomWhileItStaysBehind()
{
    QVERIFY(store()->setStatus(2, RunStatus::Running, {}).has_value());
    auto leases = RunLeases::open(m_file);
    QVERIFY(leases.has_value());
    const auto lease = leases->take(2);
    QVERIFY(lease.has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const auto* again = page.page->findChild<QTimer*>(QStringLiteral("readRunsAgain"));
    page.page->followRun(2);
    page.page->followPause(true);           // which the store never says
    QTRY_VERIFY(again->interval() >= 2000); // a second at first, then twice that
}

void ComparePageTest::panesAreReadAgainOnlyWhereTheirRunsChanged()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->setCurrentIndex(page.table()->model()->index(5, 0)); // run 1
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{1});
    const auto* metrics = page.page->findChild<QComboBox*>(QStringLiteral("compareMetric"));
    auto* panes = page.page->findChild<QTabWidget*>(QStringLiteral("comparePanes"));
    for (int pane = 0; pane < panes->count(); ++pane) { // where it decides nothing it says so
        panes->setCurrentIndex(pane);
        const bool counts = panes->tabText(pane) != QStringLiteral("Paper")
                            && panes->tabText(pane) != QStringLiteral("Best of")
                            && panes->tabText(pane) != QStringLiteral("Clients");
        QCOMPARE(!metrics->isHidden(), counts);
    }
    const QSignalSpy shown(metrics->model(), &QAbstractItemModel::rowsRemoved); // and filled again
    QSignalSpy numbers(&page.reader, &StoreReader::numbersRead);
    QVERIFY(store()->setStatus(2, RunStatus::Stopped, "After round 2.").has_value());
    page.page->refreshSoon();
    QVERIFY(numbers.wait(kTryMilliseconds));
    page.page->refreshSoon();
    QVERIFY(numbers.wait(kTryMilliseconds));
    QVERIFY(store()->setStatus(1, RunStatus::Stopped, "After round 2.").has_value());
    page.page->refreshSoon();
    QTRY_COMPARE(page.page->panes().data().runs.front().status, RunStatus::Stopped);
    QCOMPARE(shown.count(), 1);
}

void ComparePageTest::groupedRunsKeepTheOrderOfTheTable()
{
    Page page(m_file);
    QTRY_VERIFY(page.table()->model()->rowCount() > 3);
    const auto numbers = [&] {
        QStringList told;
        const QAbstractItemModel& model = *page.table()->model();
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex line = model.index(group, 0);
            for (int row = 0; row < model.rowCount(line); ++row)
                told << model.index(row, RunTableModel::Number, line).data().toString();
        }
        return told.join(u' ');
    };
    page.page->setGrouping(RunTableModel::Grouping::Experiment);
    QCOMPARE(numbers(), QStringLiteral("6 5 4 3 2 1"));
    page.table()->sortByColumn(RunTableModel::Number, Qt::AscendingOrder);
    QCOMPARE(numbers(), QStringLiteral("1 2 3 4 5 6"));
}

void ComparePageTest::whenARunBeganStandsBeforeWhatIsWrittenByHand()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->toggleMetricColumn(
        {.metric = "meanTestLoss", .when = MetricMoment::When::Newest, .round = 0});
    const QHeaderView& head = *page.table()->header();
    QTRY_VERIFY(head.count() > RunTableModel::FixedColumns);
    QTRY_VERIFY(head.visualIndex(RunTableModel::FixedColumns)
                < head.visualIndex(RunTableModel::Created));
    const int begun = head.visualIndex(RunTableModel::Created);
    QVERIFY(begun < head.visualIndex(RunTableModel::Tags));
    QVERIFY(begun < head.visualIndex(RunTableModel::Note));
}

void ComparePageTest::theCurvesSayWhatTheyAre()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    const auto* note = page.page->findChild<QLabel*>(QStringLiteral("overlayNote"));
    QTRY_COMPARE(note->text(), QStringLiteral("line: mean over 3 seeds  ·  band: ± 1 sd"));
    QTRY_VERIFY(note->isVisible() && note->width() >= note->sizeHint().width());
}

void ComparePageTest::tablesAreCalledWhatTheirTabsAre()
{
    Page page(m_file);
    const auto* tabs = page.page->findChild<QTabWidget*>(QStringLiteral("comparePanes"));
    for (const auto& [name, pane] : {std::pair("paperTable", ComparePanes::Pane::Paper),
                                     std::pair("testTable", ComparePanes::Pane::Tests),
                                     std::pair("targetTable", ComparePanes::Pane::Target),
                                     std::pair("bestTable", ComparePanes::Pane::Best)})
        QCOMPARE(page.page->findChild<QTableView*>(QLatin1String(name))->accessibleName(),
                 tabs->tabText(static_cast<int>(pane)));
}

void ComparePageTest::numbersKeepToTheColumnsBesideThem()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{6});
    using Pane = ComparePanes::Pane;
    for (const auto& [pane, name, numbers] : {std::tuple(Pane::Target, "targetTable", true),
                                              std::tuple(Pane::Best, "bestTable", true),
                                              std::tuple(Pane::Paper, "paperTable", false)}) {
        page.page->panes().showPane(pane);
        const auto* table = page.page->findChild<QTableView*>(QLatin1String(name));
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
        QVERIFY(kept(drawn(*page.page, 1), QLatin1String(name)));
        const QHeaderView& header = *table->horizontalHeader();
        const int last = header.sectionSize(header.count() - 1);
        QVERIFY2((last < 150) == numbers, qPrintable(QString::number(last))); // of 1,200
    }
}

void ComparePageTest::tabGoesDownThePage()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QStringList order;
    const QStringList known{QStringLiteral("runFilter"),
                            QStringLiteral("runGrouping"),
                            QStringLiteral("runTable"),
                            QStringLiteral("paperTable")};
    QWidget* from = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    const QWidget* each = from;
    do {
        if (known.contains(each->objectName()))
            order << each->objectName();
        each = each->nextInFocusChain();
    } while (each != from);
    QCOMPARE(order, known);
}

void ComparePageTest::theHeadFitsIntoASmallWindow()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    constexpr int kSmall = 820; // beside the mode bar of a window of 900
    QTRY_VERIFY(page.page->findChild<QLabel*>(QStringLiteral("runCount"))
                    ->text()
                    .contains(QStringLiteral("6 selected")));
    QVERIFY2(page.page->minimumSizeHint().width() <= kSmall,
             qPrintable(QString::number(page.page->minimumSizeHint().width())));
    const auto watch = [&]() -> QToolButton* {
        for (QToolButton* button : page.page->findChildren<QToolButton*>())
            if (button->defaultAction() == page.actions.action(ActionId::OpenStoredRun))
                return button;
        return nullptr;
    };
    QVERIFY(watch());
    QTRY_COMPARE(watch()->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    page.page->resize(kSmall, 520);
    QTRY_COMPARE(watch()->toolButtonStyle(), Qt::ToolButtonIconOnly);
    QVERIFY(kept(drawn(*page.page, 1), QStringLiteral("compare-small")));
    page.page->resize(1200, 800); // and back
    QTRY_COMPARE(watch()->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
}

void ComparePageTest::aLineOfTheSettingsPaneFindsItsRun()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{6});
    page.page->panes().showPane(ComparePanes::Pane::Settings);
    auto* lines = page.page->findChild<ParallelView*>();
    QTRY_VERIFY(lines->axes().size() > 1); // the batch differs from arm to arm
    page.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    lines->setFocus(Qt::TabFocusReason);
    QTest::keyClick(lines, Qt::Key_End); // the lowest, which is the best
    QVERIFY(lines->placeText().startsWith(QStringLiteral("Run 4: FedAvg, seed 1\n")));
    QTest::keyClick(lines, Qt::Key_Return);
    QCOMPARE(page.table()->currentIndex().data(RunTableModel::RunRole).toLongLong(), 4);
    QCOMPARE(page.page->chosenRuns().size(), std::size_t{6}); // as before
}

COTERIE_WIDGET_SECTION(ComparePageTest)

} // namespace tst_compare_page

#include "tst_compare_page.moc"
