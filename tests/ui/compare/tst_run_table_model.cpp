#include "core/algorithms/registry.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/compare/run_tree.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

namespace tst_run_table_model {

using namespace coterie;
using namespace coterie::ui;

namespace {

std::vector<RunRow> rows(std::size_t count)
{
    std::vector<RunRow> all;
    for (std::size_t index = 0; index < count; ++index) {
        RunRow row;
        row.id = static_cast<std::int64_t>(index) + 1;
        row.experimentName = "Quickstart";
        row.arm = index % 2 == 0 ? "Independent" : "FedAvg";
        row.seed = index / 2 + 1;
        row.status = RunStatus::Finished;
        row.rounds = 10;
        row.roundsDone = static_cast<int>(index % 11);
        row.created = "2026-11-20T12:00:00Z";
        all.push_back(row);
    }
    return all;
}

HeadlineNumbers numbers(std::optional<double> last, std::optional<double> best)
{
    HeadlineNumbers result;
    result.testError = last;
    result.bestTestError = best;
    return result;
}

QString column(const QAbstractItemModel& model, int column)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        cells << model.index(row, column).data().toString();
    return cells.join(QLatin1Char(' '));
}

} // namespace

class RunTableModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void showsTheRuns();
    void refreshKeepsTheSelection();
    void filtersByWords();
    void sortsByNumberWithMissingOnesLast();
    void theOrderOutlivesColumnsAndGroups();
    void aGroupsSettingIsExportedAsItsRunsAre();
    void tenThousandRunsAreFilteredInTime();
    void tenThousandRunsAreMeasuredByAFew();
    void filtersByColumn_data();
    void filtersByColumn();
    void pinnedRunsStandOnTopInBothOrders();
    void groupsSayWhatTheirRunsCameTo();
    void aChoiceOutlivesTheFilterAndTheGrouping();
    void onlySettingsThatDifferHaveAColumn();
    void settingsStandAsWhatTheyAre();
    void aMetricGetsAColumnOfItsOwn();
    void anOrderIsOfAColumnAndNotOfItsName();
    void anOrderIsOfASettingWhateverItIsCalled();
    void smallNumbersKeepTheirDigits();
    void tagsAndNotesAreWishes();
    void deletedRunsComeBackInTheirPlace();
    void missingStoreIsAnEmptyList();
    void aStoreInTheMakingIsAnEmptyList();
    void brokenStoreIsASentence();
    void newColumnsReachTheRunsOfAGroupToo();
    void notBegunIsAFactThatTheFilterKnows_data();
    void notBegunIsAFactThatTheFilterKnows();
    void numbersBelowZeroAreFoundAsTheyAreTyped();
    void groupsOfManyRunsAreCountedInThousands();
};

void RunTableModelTest::notBegunIsAFactThatTheFilterKnows_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("runs");
    QTest::newRow("stopped") << QStringLiteral("state:stopped") << QStringLiteral("1 2 3");
    QTest::newRow("equal") << QStringLiteral("state=stopped") << QStringLiteral("1 2 3");
    QTest::newRow("shown") << QStringLiteral("state:\"not begun\"") << QStringLiteral("2");
    QTest::newRow("unquoted") << QStringLiteral("state:not begun") << QStringLiteral("2");
    QTest::newRow("equal to the shown")
        << QStringLiteral("state=\"not begun\"") << QStringLiteral("2");
    QTest::newRow("a word") << QStringLiteral("stopped") << QStringLiteral("1 2 3");
    QTest::newRow("finished") << QStringLiteral("state:finished") << QStringLiteral("4");
}

void RunTableModelTest::notBegunIsAFactThatTheFilterKnows()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, runs);
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    RunFilterProxy proxy(model);
    std::vector<RunRow> all = rows(4);
    for (std::size_t row = 0; row < 3; ++row) {
        all[row].status = RunStatus::Stopped;
        all[row].roundsDone = 0;
    }
    all[0].reason = "The run was stopped.";
    all[1].reason = "The queue was stopped before its turn.";
    all[1].begun = false;
    all[2].reason = "The queue was stopped before its turn."; // when it was to be resumed
    all[2].roundsDone = 3;
    model.setRuns(all);
    const auto state = [&](int row) {
        return model.index(row, RunTableModel::State).data().toString();
    };
    QCOMPARE(state(0), QStringLiteral("stopped"));
    QCOMPARE(state(1), QStringLiteral("not begun"));
    QCOMPARE(state(2), QStringLiteral("stopped"));
    model.setNumbers({{.run = 1, .numbers = numbers(2.0, {})}}); // which do not decide it
    QCOMPARE(state(0), QStringLiteral("stopped"));
    proxy.setTyped(typed);
    QCOMPARE(column(proxy, RunTableModel::Number), runs);
}

void RunTableModelTest::numbersBelowZeroAreFoundAsTheyAreTyped()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    std::vector<RunRow> runs = rows(2);
    runs[1].note = "as printed: −0.5";
    model.setRuns(runs);
    HeadlineNumbers below;
    below.trainLoss = -1.25;
    model.setNumbers({{.run = 2, .numbers = below}});
    QCOMPARE(model.index(1, RunTableModel::TrainLoss).data().toString(), QStringLiteral("−1.250"));
    for (const char* typed :
         {"-1.25", "−1.25", "loss=-1.25", "loss<−1", "note:−0.5", "note:-0.5"}) {
        proxy.setTyped(QString::fromUtf8(typed));
        QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("2"));
    }
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

void RunTableModelTest::filtersByWords()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    model.setRuns(rows(10));
    proxy.setTyped(QStringLiteral("fedavg quick"));
    QCOMPARE(proxy.rowCount(), 5);
    proxy.setTyped(QStringLiteral("fedavg nothing"));
    QCOMPARE(proxy.rowCount(), 0);
    proxy.setTyped({});
    QCOMPARE(proxy.rowCount(), 10);
}

void RunTableModelTest::sortsByNumberWithMissingOnesLast()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    model.setRuns(rows(4));
    model.setNumbers({{.run = 1, .numbers = numbers(100.0, {})},
                      {.run = 2, .numbers = numbers(made_up::kNaN, {})},
                      {.run = 3, .numbers = numbers(9.0, {})}});
    proxy.sort(RunTableModel::LastError);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("3 1 2 4"));
    proxy.sort(RunTableModel::LastError, Qt::DescendingOrder);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("1 3 2 4"));
}

void RunTableModelTest::tenThousandRunsAreFilteredInTime()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    model.setRuns(rows(10'000));
    proxy.sort(RunTableModel::Number, Qt::DescendingOrder);
    QElapsedTimer clock;
    clock.start();
    proxy.setTyped(QStringLiteral("fedavg"));
    qInfo("filtered 10,000 runs in %lld ms", static_cast<long long>(clock.elapsed()));
    QCOMPARE(proxy.rowCount(), 5'000);
    QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
}

void RunTableModelTest::theOrderOutlivesColumnsAndGroups()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    RunTree tree(model, proxy);
    std::vector<RunRow> all = rows(6);
    for (RunRow& run : all) {
        run.planJson = R"({"batch":)" + std::to_string(run.id % 2);
        for (int setting = 0; setting < 10; ++setting)
            run.planJson += ",\"setting" + std::to_string(setting) + "\":" + std::to_string(run.id);
        run.planJson += "}";
    }
    model.setRuns(all);
    tree.setSortingEnabled(true);
    tree.sortByColumn(RunTableModel::Number, Qt::DescendingOrder);
    const auto settings = std::make_shared<const RunSettings>(all);
    for (const std::vector<std::size_t>& shown :
         {std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {1}, {}, {0}, {0, 1}}) {
        model.setSettings(settings, shown);
        proxy.setTyped(QStringLiteral("arm:fed"));
        QCOMPARE(proxy.sortColumn(), int(RunTableModel::Number));
        QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("6 4 2"));
    }
    // Also by a column that moves, goes and comes back.
    const auto columnCalled = [&](const QString& key) {
        for (int each = 0; each < model.columnCount(); ++each)
            if (model.cells().words(each).key == key)
                return each;
        return -1;
    };
    tree.sortByColumn(columnCalled(QStringLiteral("setting0")), Qt::AscendingOrder);
    for (const std::vector<std::size_t>& shown :
         {std::vector<std::size_t>{0, 1, 2, 3, 4}, {1}, {}, {0, 1}}) {
        model.setSettings(settings, shown);
        proxy.setTyped(QStringLiteral("arm:fed"));
        proxy.setTyped(QStringLiteral("arm:fedavg"));
    }
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("2 4 6"));
    QCOMPARE(proxy.sortColumn(), columnCalled(QStringLiteral("setting0")));
    tree.sortByColumn(RunTableModel::Number, Qt::DescendingOrder);
    proxy.setTyped(QStringLiteral("batch<5"));
    model.setGrouping(RunTableModel::Grouping::Arm);
    QCOMPARE(column(proxy, RunTableModel::Arm), QStringLiteral("FedAvg Independent"));
    QStringList inGroup;
    const QModelIndex first = proxy.index(0, 0);
    for (int row = 0; row < proxy.rowCount(first); ++row)
        inGroup << proxy.index(row, RunTableModel::Number, first).data().toString();
    QCOMPARE(inGroup.join(u' '), QStringLiteral("6 4 2"));
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

void RunTableModelTest::filtersByColumn_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("runs");
    const auto row = [](const char* typed, const char* found) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromLatin1(found);
    };
    row("arm:fed", "2 4");
    row("arm:FED seed=2", "4");
    row("error<20", "1 3");
    row("error>=20", "2");
    row("error<20 error>9", "1");
    row("loss<1", "");
    row("seed>1", "3 4");
    row("last error %<20", "1 3"); // by the title that stands above the column
    row("FED Train Loss<1", "");
    row("quick Last Error %>9 seed=1", "1 2");
    row("\"Fed Avg\"", "");
    row("tag:good", "3");
    row("state:finished arm=fedavg", "2 4");
    row("fedavg:", "");      // no column: a word, which no line holds
    row("unknown<3", "");    // likewise
    row("quick 2", "2 3 4"); // words of the line: run, seed …
}

void RunTableModelTest::filtersByColumn()
{
    QFETCH(QString, typed);
    QFETCH(QString, runs);
    RunTableModel model;
    RunFilterProxy proxy(model);
    std::vector<RunRow> all = rows(4);
    for (RunRow& row : all)
        row.created = "1999";
    all[2].tags = {"good"};
    model.setRuns(all);
    model.setNumbers({{.run = 1, .numbers = numbers(10.0, {})},
                      {.run = 2, .numbers = numbers(20.0, {})},
                      {.run = 3, .numbers = numbers(9.0, {})}});
    proxy.sort(RunTableModel::Number);
    proxy.setTyped(typed);
    QStringList found;
    for (const std::int64_t run : proxy.listedRuns())
        found << QString::number(run);
    QCOMPARE(found.join(QLatin1Char(' ')), runs);
    // The title's hint says the short name.
    const auto hint = [&](int shown) {
        return model.headerData(shown, Qt::Horizontal, Qt::ToolTipRole).toString();
    };
    QVERIFY(hint(RunTableModel::LastError).endsWith(QStringLiteral("Name in the filter: error")));
}

void RunTableModelTest::pinnedRunsStandOnTopInBothOrders()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    std::vector<RunRow> all = rows(4);
    all[1].pinned = true;
    model.setRuns(all);
    proxy.sort(RunTableModel::Number, Qt::DescendingOrder);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("★ 2 4 3 1"));
    proxy.sort(RunTableModel::Number, Qt::AscendingOrder);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("★ 2 1 3 4"));
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

void RunTableModelTest::aChoiceOutlivesTheFilterAndTheGrouping()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    model.setRuns(rows(6));
    QItemSelectionModel lines(&proxy);
    RunChoice choice(proxy, lines);
    const QSignalSpy changed(&choice, &RunChoice::changed);
    for (const int row : {0, 1})
        lines.select(proxy.index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QVERIFY((choice.runs() == std::set<std::int64_t>{1, 2}));
    choice.keepWhile([&] { proxy.setTyped(QStringLiteral("arm:fed")); });
    QVERIFY((choice.runs() == std::set<std::int64_t>{1, 2}));
    QCOMPARE(choice.hidden(), std::size_t{1});
    QCOMPARE(lines.selectedRows().size(), 1);
    // A choice made among those listed leaves the hidden one chosen.
    lines.select(proxy.index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QVERIFY((choice.runs() == std::set<std::int64_t>{1, 2, 6}));
    choice.keepWhile([&] { model.setGrouping(RunTableModel::Grouping::Arm); });
    choice.keepWhile([&] { proxy.setTyped({}); });
    QVERIFY((choice.runs() == std::set<std::int64_t>{1, 2, 6}));
    QCOMPARE(lines.selectedRows().size(), 3);
    QCOMPARE(changed.count(), 3); // by the user, not by filter and grouping
    // A group stands for all its listed runs.
    lines.select(proxy.index(0, 0),
                 QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QCOMPARE(choice.runs().size(), std::size_t{3});
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

void RunTableModelTest::anOrderIsOfAColumnAndNotOfItsName()
{
    using When = MetricMoment::When;
    RunTableModel model;
    RunFilterProxy proxy(model);
    RunTree tree(model, proxy);
    tree.setSortingEnabled(true);
    model.setRuns(rows(3));
    const std::vector<MetricColumn> both{
        {.moment = {.metric = "meanTestLoss", .when = When::Newest},
         .values = {{1, 1.0}, {2, 2.0}, {3, 3.0}}},
        {.moment = {.metric = "meanTestLoss", .when = When::Best},
         .values = {{1, 0.5}, {2, 0.1}, {3, 0.3}}}};
    model.setMetricColumns(both);
    const int best = RunTableModel::FixedColumns + 1;
    tree.sortByColumn(best, Qt::AscendingOrder);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("2 3 1"));
    model.setMetricColumns({});
    QCOMPARE(tree.header()->sortIndicatorSection(), -1);
    model.setMetricColumns(both);
    QCOMPARE(proxy.sortColumn(), best);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("2 3 1"));
    QCOMPARE(tree.header()->sortIndicatorSection(), best);
    QCOMPARE(tree.header()->sortIndicatorOrder(), Qt::AscendingOrder);
}

void RunTableModelTest::anOrderIsOfASettingWhateverItIsCalled()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    RunTree tree(model, proxy);
    tree.setSortingEnabled(true);
    std::vector<RunRow> runs = rows(3);
    const std::array places{"2", "1", "3"};
    for (std::size_t i = 0; i < runs.size(); ++i)
        runs[i].planJson = std::string(R"({"device":)") + places[i] + R"(,"algorithm":{"alpha":)"
                           + places[i] + "}}";
    model.setRuns(runs);
    const auto alone = std::make_shared<const RunSettings>(runs);
    // Another setting that ends in the same word, and the title is a longer one.
    std::vector<RunRow> with = runs;
    with[0].planJson.replace(0, 1, R"({"partition":{"alpha":7},)");
    const auto beside = std::make_shared<const RunSettings>(with);
    for (const std::string pointer : {"/device", "/algorithm/alpha"}) {
        const auto columnOf = [&](const RunSettings& settings) {
            return RunTableModel::FixedColumns
                   + static_cast<int>(std::ranges::find(settings.pointers(), pointer)
                                      - settings.pointers().begin());
        };
        model.setSettings(alone, {0, 1});
        tree.sortByColumn(columnOf(*alone), Qt::DescendingOrder);
        model.setSettings(alone, {});
        model.setSettings(beside, {0, 1, 2});
        QCOMPARE(proxy.sortColumn(), columnOf(*beside));
        QCOMPARE(tree.header()->sortIndicatorSection(), columnOf(*beside));
        QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("3 1 2"));
        model.setSettings(alone, {});
    }
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
    QVERIFY(read.wait());
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
    QVERIFY(read.wait());
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
    QVERIFY(failed.wait());
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
