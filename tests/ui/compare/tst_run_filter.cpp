#include "tests/margin.h"
#include "tests/sections.h"
#include "tests/ui/compare/run_rows.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_column_choice.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

#include <memory>
#include <string>

namespace tst_run_filter {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// A table of runs whose columns of settings follow what is listed.
struct Table
{
    explicit Table(const std::vector<RunRow>& runs)
    {
        model.setRuns(runs);
        columns.setSettings(std::make_shared<const RunSettings>(runs));
    }
    /// As the page does.
    void type(const char* typed)
    {
        choice.keepWhile([&] { proxy.setTyped(QString::fromUtf8(typed)); });
        columns.showSettings();
    }

    QWidget page;
    RunTableModel model;
    RunFilterProxy proxy{model};
    RunLines lines{&proxy};
    RunChoice choice{proxy, lines};
    RunColumnChoice columns{{}, {.model = model, .proxy = proxy, .choice = choice}, &page};
};

} // namespace

/// Which runs of the table are listed, and that those which are not stay chosen.
class RunFilterTest final : public QObject
{
    Q_OBJECT

private slots:
    void filtersByWords();
    void tenThousandRunsAreFilteredInTime();
    void tenThousandRunsHaveTheirLinesComposedOnce();
    void theListIsWalkedOnceUntilItChanges();
    void aGroupIsSummedOnceUntilItChanges();
    void aWordStaysWhereItsColumnGoes();
    void filtersByColumn_data();
    void filtersByColumn();
    void aChoiceOutlivesTheFilterAndTheGrouping();
    void notBegunIsAFactThatTheFilterKnows_data();
    void notBegunIsAFactThatTheFilterKnows();
    void numbersBelowZeroAreFoundAsTheyAreTyped();
    void whatIsOfferedIsFound();
    void timesAreFoundAsTheyAreShown();
};

void RunFilterTest::notBegunIsAFactThatTheFilterKnows_data()
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

void RunFilterTest::notBegunIsAFactThatTheFilterKnows()
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

void RunFilterTest::numbersBelowZeroAreFoundAsTheyAreTyped()
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

void RunFilterTest::whatIsOfferedIsFound()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    std::vector<RunRow> runs = rows(3);
    runs[0].tags = {"good", "paper, old"}; // a stranger's may have a comma
    runs[1].tags = {"good"};
    model.setRuns(runs);
    const QStringList offered = proxy.completions(QStringLiteral("tags="), 5).texts;
    QCOMPARE(offered, (QStringList{QStringLiteral("good"), QStringLiteral("\"paper, old\"")}));
    const auto found = [&](const QString& typed) {
        proxy.setTyped(typed);
        return column(proxy, RunTableModel::Number);
    };
    QCOMPARE(found(QStringLiteral("tags=") + offered[0]), QStringLiteral("1 2"));
    QCOMPARE(found(QStringLiteral("tags=") + offered[1]), QStringLiteral("1"));
    QCOMPARE(found(QStringLiteral("tags:\"good, paper\"")), QStringLiteral("1")); // the cell
}

void RunFilterTest::timesAreFoundAsTheyAreShown()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    std::vector<RunRow> runs = rows(2);
    runs[1].created = "2026-11-21T23:59:00Z";
    model.setRuns(runs);
    const QString shown = model.index(1, RunTableModel::Created).data().toString();
    for (const QString& typed : {QStringLiteral("begun=\"%1\"").arg(shown),
                                 QStringLiteral("begun:\"%1\"").arg(shown),
                                 QStringLiteral("begun:") + shown.section(u' ', 0, 0)}) {
        proxy.setTyped(typed);
        QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("2"));
    }
    QVERIFY(proxy.completions(QStringLiteral("begun="), 6)
                .texts.contains(QStringLiteral("\"%1\"").arg(shown)));
}

void RunFilterTest::filtersByWords()
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

void RunFilterTest::tenThousandRunsAreFilteredInTime()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    model.setRuns(rows(10'000));
    proxy.sort(RunTableModel::Number, Qt::DescendingOrder);
    const double before = coterie::tests::threadMilliseconds();
    proxy.setTyped(QStringLiteral("fedavg"));
    QCOMPARE(proxy.rowCount(), 5'000);
    const double took = coterie::tests::threadMilliseconds() - before;
    qInfo("filtered 10,000 runs in %.1f ms", took);
    QVERIFY2(took < coterie::tests::allowed(1000), qPrintable(QString::number(took)));
}

void RunFilterTest::tenThousandRunsHaveTheirLinesComposedOnce()
{
    std::vector<RunRow> many = rows(10'000);
    for (RunRow& row : many)
        row.planJson = row.id % 3 == 0       ? R"({"batch":16,"scheme":"iid"})"
                       : row.arm == "FedAvg" ? R"({"batch":16,"scheme":"shards"})"
                                             : R"({"batch":32,"scheme":"shards"})";
    Table table(many);
    QCOMPARE(table.model.columnCount(), RunTableModel::FixedColumns + 2);
    const std::size_t before = table.model.cells().composedLines();
    for (const char* typed : {"f", "fe", "fed", "feda", "fedav", "fed", "fedx", "fed", ""})
        table.type(typed);
    table.type("fedavg");
    QCOMPARE(table.model.columnCount(), RunTableModel::FixedColumns + 1); // all of one batch
    QCOMPARE(table.proxy.rowCount(), 5'000);
    QCOMPARE(table.model.cells().composedLines() - before, many.size());
}

void RunFilterTest::theListIsWalkedOnceUntilItChanges()
{
    Table table(rows(10'000));
    const auto walksOf = [&table](auto change) {
        change();
        const std::size_t before = table.proxy.walks();
        for (int click = 0; click < 5; ++click) {
            table.lines.select(table.proxy.index(click, 0),
                               QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            if (table.choice.listed().size() != 1)
                return std::size_t{0};
        }
        return table.proxy.walks() - before;
    };
    QCOMPARE(walksOf([&] { table.proxy.setTyped(QStringLiteral("arm:fed")); }), std::size_t{1});
    QCOMPARE(table.proxy.listedRuns().size(), std::size_t{5'000});
    QCOMPARE(walksOf([&] { table.proxy.sort(RunTableModel::Seed, Qt::DescendingOrder); }),
             std::size_t{1});
    QCOMPARE(table.proxy.listedRuns().front(), std::int64_t{10'000});
    table.choice.choose({});
    QCOMPARE(walksOf([&] { table.model.setRuns(rows(1'000)); }), std::size_t{1});
    QCOMPARE(table.proxy.listedRuns().size(), std::size_t{500});
    // The runs of a group that is hidden are not listed.
    table.proxy.setTyped({});
    table.model.setGrouping(RunTableModel::Grouping::Arm);
    QCOMPARE(table.proxy.listedRuns().size(), std::size_t{1'000});
    table.proxy.setTyped(QStringLiteral("arm:fed seed<=3"));
    QCOMPARE(table.proxy.listedRuns().size(), std::size_t{3});
}

/// Not for each cell that is painted.
void RunFilterTest::aGroupIsSummedOnceUntilItChanges()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    model.setRuns(rows(10'000));
    model.setNumbers(
        {{.run = 1, .numbers = numbers(10.0, {})}, {.run = 3, .numbers = numbers(20.0, {})}});
    model.setGrouping(RunTableModel::Grouping::Arm);
    const auto painted = [&proxy](int column) {
        for (int every = 0; every < proxy.columnCount(); ++every)
            for (int row = 0; row < proxy.rowCount(); ++row)
                (void)proxy.index(row, every).data();
        return proxy.index(0, column).data().toString(); // of Independent
    };
    const QString all = painted(RunTableModel::LastError);
    QCOMPARE(painted(RunTableModel::Number), QStringLiteral("5,000 runs"));
    proxy.setTyped(QStringLiteral("seed<=1"));
    QCOMPARE(painted(RunTableModel::Number), QStringLiteral("1 run"));
    QVERIFY(painted(RunTableModel::LastError).startsWith(QStringLiteral("10")));
    QVERIFY(painted(RunTableModel::LastError) != all);
    const std::size_t before = proxy.summedCells();
    for (int frame = 0; frame < 3; ++frame)
        (void)painted(RunTableModel::Number);
    QCOMPARE(proxy.summedCells(), before);
    // Other numbers, other runs, another filter and another grouping are seen at once.
    model.setNumbers({{.run = 1, .numbers = numbers(40.0, {})}});
    QVERIFY(painted(RunTableModel::LastError).startsWith(QStringLiteral("40")));
    proxy.setTyped(QStringLiteral("seed<=2"));
    QCOMPARE(painted(RunTableModel::Number), QStringLiteral("2 runs"));
    QVERIFY(painted(RunTableModel::LastError).startsWith(QStringLiteral("30")));
    model.setRuns(rows(2));
    QCOMPARE(painted(RunTableModel::Number), QStringLiteral("1 run"));
    model.setGrouping(RunTableModel::Grouping::Experiment);
    QCOMPARE(painted(RunTableModel::Number), QStringLiteral("2 runs"));
}

void RunFilterTest::aWordStaysWhereItsColumnGoes()
{
    std::vector<RunRow> runs = rows(4);
    for (RunRow& row : runs) {
        row.experimentName = "digits " + std::to_string(row.id); // else Setting has the scheme
        row.planJson = row.id > 2 ? R"({"scheme":"dirichlet"})" : R"({"scheme":"shards"})";
    }
    Table table(runs);
    QCOMPARE(table.model.columnCount(), RunTableModel::FixedColumns + 1);
    for (const char* typed : {"dirich", "dirichl", "dirichlet", "fedavg dirichl", "dirichlet"}) {
        table.type(typed);
        QCOMPARE(column(table.proxy, RunTableModel::Number),
                 typed[0] == 'f' ? QStringLiteral("4") : QStringLiteral("3 4"));
        QCOMPARE(table.model.columnCount(), int(RunTableModel::FixedColumns));
    }
    table.type("shards");
    QCOMPARE(column(table.proxy, RunTableModel::Number), QStringLiteral("1 2"));
}

void RunFilterTest::filtersByColumn_data()
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
    row("fedavg:", "1 2 3 4");   // no column: nothing is filtered
    row("unknown<3", "1 2 3 4"); // likewise
    row("quick 2", "2 3 4");     // words of the line: run, seed …
}

void RunFilterTest::filtersByColumn()
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

void RunFilterTest::aChoiceOutlivesTheFilterAndTheGrouping()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    model.setRuns(rows(6));
    RunLines lines(&proxy);
    RunChoice choice(proxy, lines);
    const QSignalSpy changed(&choice, &RunChoice::changed);
    for (const int row : {0, 1})
        lines.select(proxy.index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QVERIFY((choice.runs() == std::set<std::int64_t>{1, 2}));
    choice.keepWhile([&] { proxy.setTyped(QStringLiteral("arm:fed")); });
    QVERIFY((choice.runs() == std::set<std::int64_t>{1, 2}));
    QCOMPARE(choice.hidden(), std::size_t{1});
    QCOMPARE(choice.listed(), std::vector<std::int64_t>{2});
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

COTERIE_WIDGET_SECTION(RunFilterTest)

} // namespace tst_run_filter

#include "tst_run_filter.moc"
