#include "tests/sections.h"
#include "tests/ui/compare/run_rows.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/compare/run_tree.h"

#include <QHeaderView>
#include <QTest>

#include <algorithm>
#include <array>

namespace tst_run_order {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The order of the runs, which columns, groups and the filter leave as it is.
class RunOrderTest final : public QObject
{
    Q_OBJECT

private slots:
    void sortsByNumberWithMissingOnesLast();
    void theOrderOutlivesColumnsAndGroups();
    void pinnedRunsStandOnTopInBothOrders();
    void anOrderIsOfAColumnAndNotOfItsName();
    void anOrderIsOfASettingWhateverItIsCalled();
};

void RunOrderTest::sortsByNumberWithMissingOnesLast()
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

void RunOrderTest::theOrderOutlivesColumnsAndGroups()
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

void RunOrderTest::pinnedRunsStandOnTopInBothOrders()
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

void RunOrderTest::anOrderIsOfAColumnAndNotOfItsName()
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

void RunOrderTest::anOrderIsOfASettingWhateverItIsCalled()
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

COTERIE_WIDGET_SECTION(RunOrderTest)

} // namespace tst_run_order

#include "tst_run_order.moc"
