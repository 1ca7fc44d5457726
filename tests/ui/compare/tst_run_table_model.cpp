#include "tests/sections.h"
#include "tests/ui/compare/run_rows.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/dragged_runs.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/compare/run_tree.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QMimeData>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_run_table_model {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

class CountingDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        ++measured;
        return QStyledItemDelegate::sizeHint(option, index);
    }

    mutable int measured = 0;
};

} // namespace

/// The table of runs: its cells, columns and groups, and what it makes of changes in the store.
class RunTableModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void showsTheRuns();
    void refreshKeepsTheSelection();
    void aGroupsSettingIsExportedAsItsRunsAre();
    void tenThousandRunsAreMeasuredByAFew();
    void aNoteHasRoomAndIsWholeInItsTip();
    void groupsSayWhatTheirRunsCameTo();
    void groupsCountOnlyWhatIsListed();
    void onlySettingsThatDifferHaveAColumn();
    void settingsStandAsWhatTheyAre();
    void aMetricGetsAColumnOfItsOwn();
    void smallNumbersKeepTheirDigits();
    void tagsAndNotesAreWishes();
    void deletedRunsComeBackInTheirPlace();
    void missingStoreIsAnEmptyList();
    void aStoreInTheMakingIsAnEmptyList();
    void brokenStoreIsASentence();
    void newColumnsReachTheRunsOfAGroupToo();
    void groupsOfManyRunsAreCountedInThousands();
    void aForkNamesItsParent();
};

void RunTableModelTest::aForkNamesItsParent()
{
    RunTableModel model;
    std::vector<RunRow> all = rows(2);
    all[1].branch = Branch{.parent = 1, .name = "Independent, seed 1", .round = 3};
    model.setRuns(all);
    const auto tip = [&](int row) {
        return model.index(row, RunTableModel::Number).data(Qt::ToolTipRole).toString();
    };
    QCOMPARE(tip(1), QStringLiteral("Fork of run 1 after round 3"));
    QVERIFY(tip(0).isEmpty());
    all[1].branch->parent.reset(); // it was deleted
    model.setRuns(all);
    QCOMPARE(tip(1), QStringLiteral("Fork of Independent, seed 1 after round 3"));
}

void RunTableModelTest::groupsOfManyRunsAreCountedInThousands()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    std::vector<RunRow> all = rows(1200);
    all[0].rounds = 4000;
    all[0].roundsDone = 1500;
    model.setRuns(all);
    const QModelIndex done = model.index(0, RunTableModel::Rounds);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    all[0].rounds = 4500; // by hand, while it goes on
    model.setRuns(all);
    QVERIFY(!changed.isEmpty());
    QCOMPARE(done.data().toString(), QStringLiteral("1,500 / 4,500"));
    all[0].rounds = 4000;
    model.setRuns(all);
    QCOMPARE(done.data().toString(), QStringLiteral("1,500 / 4,000"));
    QCOMPARE(done.data(RunTableModel::ExactRole).toString(), QStringLiteral("1500 / 4000"));
    proxy.setTyped(QStringLiteral("\"1500 / 4000\""));
    QCOMPARE(proxy.rowCount(), 1);
    model.setGrouping(RunTableModel::Grouping::Experiment);
    QCOMPARE(model.index(0, RunTableModel::Number).data().toString(), QStringLiteral("1,200 runs"));
}

void RunTableModelTest::showsTheRuns()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRuns(rows(3));
    QCOMPARE(column(model, RunTableModel::Arm), QStringLiteral("Independent FedAvg Independent"));
    QCOMPARE(column(model, RunTableModel::LastError), QStringLiteral("– – –"));
    model.setNumbers({{.run = 2, .numbers = numbers(12.345, made_up::kNaN)}});
    QCOMPARE(column(model, RunTableModel::LastError),
             QStringLiteral("– 12.35 –")
                 .replace(QStringLiteral("12.35"), QString::number(12.345, 'f', 2)));
    QCOMPARE(column(model, RunTableModel::BestError), QStringLiteral("– NaN –"));
}

void RunTableModelTest::refreshKeepsTheSelection()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    RunFilterProxy proxy(model);
    const QAbstractItemModelTester proxyTester(&proxy);
    model.setRuns(rows(4));
    QItemSelectionModel selection(&proxy);
    selection.select(proxy.index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    std::vector<RunRow> later = rows(6);
    later[1].status = RunStatus::Failed;
    later.erase(later.begin());
    model.setRuns(later);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(selection.selectedRows().size(), 1);
    QCOMPARE(selection.selectedRows().front().data(RunTableModel::RunRole).toLongLong(), 3);
    QCOMPARE(model.index(0, RunTableModel::State).data().toString(), QStringLiteral("failed"));
}

void RunTableModelTest::aGroupsSettingIsExportedAsItsRunsAre()
{
    RunTableModel model;
    std::vector<RunRow> swept = rows(4);
    for (RunRow& run : swept)
        run.sweep = "alpha = 3";
    model.setRuns(swept);
    model.setGrouping(RunTableModel::Grouping::Arm);
    const QModelIndex group = model.index(0, RunTableModel::Setting);
    const QModelIndex run = model.index(0, RunTableModel::Setting, group.siblingAtColumn(0));
    for (const QModelIndex& line : {group, run}) {
        QCOMPARE(line.data(Qt::DisplayRole).toString(), QStringLiteral("α = 3"));
        QCOMPARE(line.data(RunTableModel::ExactRole).toString(), QStringLiteral("alpha = 3"));
    }
}

void RunTableModelTest::tenThousandRunsAreMeasuredByAFew()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    RunTree tree(model, proxy);
    CountingDelegate delegate;
    tree.setItemDelegate(&delegate);
    tree.resize(900, 500);
    tree.show();
    std::vector<RunRow> many = rows(10'000);
    many.back().arm = "An arm with a long name";
    model.setRuns(many);
    tree.setSortingEnabled(true);
    tree.sortByColumn(RunTableModel::Number, Qt::DescendingOrder);
    tree.fitColumns();
    QVERIFY2(delegate.measured < 150 * model.columnCount(),
             qPrintable(QString::number(delegate.measured)));
    // What is on screen has the room it needs.
    QVERIFY(tree.columnWidth(RunTableModel::Arm)
            > tree.fontMetrics().horizontalAdvance(QStringLiteral("An arm with a long name")));
}

void RunTableModelTest::aNoteHasRoomAndIsWholeInItsTip()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    RunTree tree(model, proxy);
    tree.resize(2000, 400);
    tree.show();
    std::vector<RunRow> all = rows(2);
    model.setRuns(all);
    tree.setShown(RunTableModel::Note, true);
    tree.fitColumns();
    const int least = 24 * tree.fontMetrics().averageCharWidth();
    const auto width = [&] { return tree.columnWidth(RunTableModel::Note); };
    QVERIFY2(width() >= least, qPrintable(QString::number(width())));
    all[1].note = "diverged in round 40 <again>, see the one with a smaller rate";
    model.setRuns(all); // the user has typed it
    tree.fitColumns();
    QVERIFY2(width() > least, qPrintable(QString::number(width())));
    const QString tip = model.index(1, RunTableModel::Note).data(Qt::ToolTipRole).toString();
    QVERIFY(Qt::mightBeRichText(tip)); // which wraps
    QVERIFY(tip.contains(QStringLiteral("round 40 &lt;again&gt;, see the one with a smaller")));
    tree.setColumnWidth(RunTableModel::Note, 60); // the user's
    tree.fitColumns();
    QCOMPARE(width(), 60);
    tree.setShown(RunTableModel::Note, false);
    tree.setShown(RunTableModel::Note, true);
    QVERIFY(width() > least);
}

void RunTableModelTest::groupsSayWhatTheirRunsCameTo()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    RunFilterProxy proxy(model);
    const QAbstractItemModelTester proxyTester(&proxy);
    std::vector<RunRow> all = rows(5);
    for (RunRow& row : all)
        row.look = row.armIndex = row.arm == "FedAvg" ? 1 : 0;
    all[4].status = RunStatus::Stopped;
    model.setRuns(all);
    model.setNumbers({{.run = 1, .numbers = numbers(2.0, {})},
                      {.run = 3, .numbers = numbers(4.0, {})},
                      {.run = 2, .numbers = numbers(7.0, {})}});
    model.setGrouping(RunTableModel::Grouping::Arm);
    QCOMPARE(model.rowCount(), 2);
    const auto cell = [&](int group, int of) { return model.index(group, of).data().toString(); };
    QCOMPARE(cell(0, RunTableModel::Arm), QStringLiteral("Independent"));
    QCOMPARE(cell(0, RunTableModel::Number), QStringLiteral("3 runs"));
    QCOMPARE(cell(0, RunTableModel::LastError), QStringLiteral("3.00 ± 1.00")); // of 2 and 4
    QCOMPARE(cell(0, RunTableModel::State), QStringLiteral("2 of 3 finished"));
    QCOMPARE(cell(1, RunTableModel::LastError), QStringLiteral("7.00"));
    QCOMPARE(cell(1, RunTableModel::Seed), QStringLiteral("2 seeds"));
    QCOMPARE(model.rowCount(model.index(0, 0)), 3);
    QVERIFY(!model.runAt(model.index(0, 0)));
    QCOMPARE(model.runAt(model.index(1, 0, model.index(0, 0)))->id, 3);
    proxy.setTyped(QStringLiteral("arm:fed"));
    QCOMPARE(proxy.rowCount(), 1);
    QCOMPARE(proxy.rowCount(proxy.index(0, 0)), 2);
    model.setGrouping(RunTableModel::Grouping::Experiment);
    QCOMPARE(model.rowCount(), 1);
    model.setGrouping(RunTableModel::Grouping::None);
    QCOMPARE(model.rowCount(), 5);
}

void RunTableModelTest::groupsCountOnlyWhatIsListed()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    RunFilterProxy proxy(model);
    const QAbstractItemModelTester proxyTester(&proxy);
    std::vector<RunRow> all = rows(8);
    for (RunRow& row : all)
        if (row.id > 6)
            row.experimentDesign += "other";
    all[3].status = RunStatus::Stopped;
    model.setRuns(all);
    model.setNumbers({{.run = 1, .numbers = numbers(10.0, {})},
                      {.run = 2, .numbers = numbers(2.0, {})},
                      {.run = 4, .numbers = numbers(4.0, {})},
                      {.run = 7, .numbers = numbers(1.0, {})},
                      {.run = 8, .numbers = numbers(5.0, {})}});
    model.setGrouping(RunTableModel::Grouping::Experiment);
    proxy.sort(RunTableModel::LastError, Qt::DescendingOrder);
    const auto cell = [&](int group, int of) { return proxy.index(group, of).data().toString(); };
    QCOMPARE(cell(0, RunTableModel::Number), QStringLiteral("6 runs"));
    QCOMPARE(cell(1, RunTableModel::Number), QStringLiteral("2 runs"));
    proxy.setTyped(QStringLiteral("arm:fed"));
    QCOMPARE(cell(0, RunTableModel::Number), QStringLiteral("1 run")); // 5 is more than 3 now
    QCOMPARE(cell(0, RunTableModel::LastError), QStringLiteral("5.00"));
    QCOMPARE(cell(1, RunTableModel::Number), QStringLiteral("3 runs"));
    QCOMPARE(cell(1, RunTableModel::LastError), QStringLiteral("3.00 ± 1.00")); // of 2 and 4
    QCOMPARE(cell(1, RunTableModel::State), QStringLiteral("2 of 3 finished"));
    // What is dragged is what is listed.
    const std::unique_ptr<QMimeData> dragged(proxy.mimeData({proxy.index(1, 0)}));
    QCOMPARE(dragged->data(draggedRunsType()), QByteArray("2,4,6"));
    proxy.setTyped({});
    QCOMPARE(cell(0, RunTableModel::Number), QStringLiteral("6 runs"));
}

void RunTableModelTest::onlySettingsThatDifferHaveAColumn()
{
    std::vector<RunRow> all = rows(3);
    for (RunRow& row : all)
        row.planJson = R"({"algorithm":{"name":"hcct","alpha":)" + std::to_string(row.id / 2)
                       + R"(},"seed":)" + std::to_string(row.id) + "}";
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRuns(all);
    const auto settings = std::make_shared<const RunSettings>(all);
    QCOMPARE(model.columnCount(), int(RunTableModel::FixedColumns));
    const std::vector<std::size_t> differing =
        settings->differing(std::vector<std::int64_t>{1, 2, 3});
    model.setSettings(settings, differing);
    QCOMPARE(model.columnCount(), RunTableModel::FixedColumns + 1);
    const int alpha = model.cells().settingColumn(0);
    QCOMPARE(model.headerData(alpha, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("α"));
    QCOMPARE(column(model, alpha), QStringLiteral("0 1 1"));
    RunFilterProxy proxy(model);
    proxy.setTyped(QStringLiteral("alpha>=1"));
    QCOMPARE(proxy.rowCount(), 2);
    // Another run has an α of its partition too; the table still has one column of that name.
    all.front().planJson = R"({"partition":{"alpha":5},"algorithm":{"name":"hcct","alpha":0}})";
    const auto more = std::make_shared<const RunSettings>(all);
    std::vector<std::size_t> ofAlgorithm;
    for (std::size_t setting = 0; setting < more->pointers().size(); ++setting)
        if (more->pointers()[setting] == "/algorithm/alpha")
            ofAlgorithm.push_back(setting);
    model.setSettings(more, ofAlgorithm);
    QCOMPARE(model.headerData(alpha, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Algorithm α"));
    for (const char* typed : {"alpha<1", "algorithm/alpha<1", "algorithm alpha<1"}) {
        proxy.setTyped(QLatin1String(typed));
        QCOMPARE(proxy.rowCount(), 1);
    }
    model.setSettings(settings, {});
    QCOMPARE(model.columnCount(), int(RunTableModel::FixedColumns));
}

void RunTableModelTest::settingsStandAsWhatTheyAre()
{
    std::vector<RunRow> all = rows(3);
    all[0].planJson = R"({"alpha":0.5,"batch":16,"optimizer":"sgd"})";
    all[1].planJson = R"({"alpha":1,"batch":"all","optimizer":"adam"})";
    all[2].planJson = R"({"batch":32,"optimizer":"sgd"})"; // without alpha
    RunTableModel model;
    model.setRuns(all);
    model.setSettings(std::make_shared<const RunSettings>(all), {0, 1, 2});
    QStringList right;
    for (std::size_t place = 0; place < 3; ++place) {
        const int column = model.cells().settingColumn(place);
        const QVariant head = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
        QCOMPARE(model.index(1, column).data(Qt::TextAlignmentRole), head);
        if (head.toInt() & Qt::AlignRight)
            right << model.cells().words(column).key;
    }
    QCOMPARE(right, QStringList{QStringLiteral("alpha")});
}

void RunTableModelTest::aMetricGetsAColumnOfItsOwn()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRuns(rows(3));
    model.setMetricColumns(
        {{.moment = {.metric = "groupCount", .when = MetricMoment::When::AtRound, .round = 5},
          .values = {{1, 4.0}, {3, 2.0}}}});
    const int last = model.columnCount() - 1;
    QCOMPARE(model.headerData(last, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Group count, round 5"));
    QCOMPARE(column(model, last), QStringLiteral("4 – 2"));
    RunFilterProxy proxy(model);
    proxy.sort(last);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("3 1 2"));
    proxy.setTyped(QStringLiteral("groupCount<3"));
    QCOMPARE(proxy.rowCount(), 1);
    model.setMetricColumns({});
    QCOMPARE(model.columnCount(), int(RunTableModel::FixedColumns));
}

void RunTableModelTest::smallNumbersKeepTheirDigits()
{
    RunTableModel model;
    model.setRuns(rows(3));
    HeadlineNumbers small = numbers(0.0003, 0.0);
    small.trainLoss = 0.00021;
    HeadlineNumbers usual = numbers(12.3456, 100.0);
    usual.trainLoss = 2.34567;
    model.setNumbers({{.run = 1, .numbers = small}, {.run = 2, .numbers = usual}});
    QCOMPARE(column(model, RunTableModel::LastError), QStringLiteral("0.0003 12.35 –"));
    QCOMPARE(column(model, RunTableModel::BestError), QStringLiteral("0.00 100.00 –"));
    QCOMPARE(column(model, RunTableModel::TrainLoss), QStringLiteral("0.00021 2.346 –"));
}

void RunTableModelTest::tagsAndNotesAreWishes()
{
    RunTableModel model;
    std::vector<RunRow> all = rows(2);
    all[0].tags = {"good", "old"};
    model.setRuns(all);
    QSignalSpy notes(&model, &RunTableModel::noteTyped);
    QSignalSpy tags(&model, &RunTableModel::tagsTyped);
    const QModelIndex cell = model.index(0, RunTableModel::Tags);
    QCOMPARE(cell.data().toString(), QStringLiteral("good, old"));
    QVERIFY(model.flags(cell) & Qt::ItemIsEditable);
    QVERIFY(!(model.flags(model.index(0, RunTableModel::Arm)) & Qt::ItemIsEditable));
    QVERIFY(!model.setData(cell, QStringLiteral("good, old"), Qt::EditRole)); // as it is
    QVERIFY(model.setData(cell, QStringLiteral(" new ,good,, new"), Qt::EditRole));
    QCOMPARE(tags.front().at(1).toStringList(),
             (QStringList{QStringLiteral("new"), QStringLiteral("good")}));
    QVERIFY(model.setData(
        model.index(1, RunTableModel::Note), QStringLiteral(" try again "), Qt::EditRole));
    QCOMPARE(notes.front().at(0).toLongLong(), 2);
    QCOMPARE(notes.front().at(1).toString(), QStringLiteral("try again"));
    QCOMPARE(cell.data().toString(), QStringLiteral("good, old")); // until the store says so
}

void RunTableModelTest::deletedRunsComeBackInTheirPlace()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const std::vector<RunRow> all = rows(7);
    model.setRuns(all);
    std::vector<RunRow> fewer = all;
    fewer.erase(fewer.begin() + 2, fewer.begin() + 4);
    fewer.erase(fewer.begin());
    model.setRuns(fewer);
    QCOMPARE(column(model, RunTableModel::Number), QStringLiteral("2 5 6 7"));
    model.setRuns(all);
    QCOMPARE(column(model, RunTableModel::Number), QStringLiteral("1 2 3 4 5 6 7"));
    QCOMPARE(resets.count(), 0);
}

void RunTableModelTest::missingStoreIsAnEmptyList()
{
    const QTemporaryDir folder;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    QSignalSpy read(&reader, &StoreReader::runsRead);
    const QSignalSpy failed(&reader, &StoreReader::failed);
    reader.readRuns();
    QVERIFY(read.wait(kTryMilliseconds));
    QCOMPARE(failed.count(), 0);
}

void RunTableModelTest::aStoreInTheMakingIsAnEmptyList()
{
    // What a queue's first moment leaves: the file is there, its tables are not.
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("new.sqlite"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    StoreReader reader(path.toStdString());
    QSignalSpy read(&reader, &StoreReader::runsRead);
    const QSignalSpy failed(&reader, &StoreReader::failed);
    reader.readRuns();
    QVERIFY(read.wait(kTryMilliseconds));
    QCOMPARE(failed.count(), 0);
}

void RunTableModelTest::brokenStoreIsASentence()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("broken.sqlite"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(4096, 'x'));
    file.close();
    StoreReader reader(path.toStdString());
    QSignalSpy failed(&reader, &StoreReader::failed);
    reader.readRuns();
    QVERIFY(failed.wait(kTryMilliseconds));
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("broken.sqlite")));
}

void RunTableModelTest::newColumnsReachTheRunsOfAGroupToo()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    RunFilterProxy proxy(model);
    const QAbstractItemModelTester proxyTester(&proxy);
    model.setRuns(rows(4));
    model.setGrouping(RunTableModel::Grouping::Experiment);
    const QPersistentModelIndex group = proxy.index(0, 0);
    QCOMPARE(proxy.rowCount(group), 4); // the proxy knows the group's lines now
    const QPersistentModelIndex third = proxy.index(2, 0, group);
    const int before = proxy.columnCount(group);
    model.setMetricColumns(
        {{.moment = {.metric = "groupCount", .when = MetricMoment::When::Best, .round = 0},
          .values = {{3, 2.0}}}});
    QCOMPARE(proxy.columnCount(group), before + 1);
    QVERIFY(third.isValid() && group.isValid()); // what is open and chosen stays so
    QCOMPARE(third.sibling(third.row(), before).data().toString(), QStringLiteral("2"));
    model.setMetricColumns({});
    QCOMPARE(proxy.columnCount(group), before);
    QVERIFY(third.sibling(third.row(), before - 1).isValid());
}

COTERIE_WIDGET_SECTION(RunTableModelTest)

} // namespace tst_run_table_model

#include "tst_run_table_model.moc"
