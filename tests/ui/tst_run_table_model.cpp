#include "tests/coterie_test_main.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/run_table_model.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

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
    void tenThousandRunsAreFilteredInTime();
    void missingStoreIsAnEmptyList();
    void brokenStoreIsASentence();
};

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
    RunFilterProxy proxy;
    const QAbstractItemModelTester proxyTester(&proxy);
    proxy.setSourceModel(&model);
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
    RunFilterProxy proxy;
    const QAbstractItemModelTester tester(&proxy);
    proxy.setSourceModel(&model);
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
    RunFilterProxy proxy;
    proxy.setSourceModel(&model);
    model.setRuns(rows(4));
    model.setNumbers({{.run = 1, .numbers = numbers(100.0, {})},
                      {.run = 2, .numbers = numbers(made_up::kNaN, {})},
                      {.run = 3, .numbers = numbers(9.0, {})}});
    proxy.sort(RunTableModel::LastError);
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("3 1 2 4"));
}

void RunTableModelTest::tenThousandRunsAreFilteredInTime()
{
    RunTableModel model;
    RunFilterProxy proxy;
    proxy.setSourceModel(&model);
    model.setRuns(rows(10'000));
    proxy.sort(RunTableModel::Number, Qt::DescendingOrder);
    QElapsedTimer clock;
    clock.start();
    proxy.setTyped(QStringLiteral("fedavg"));
    qInfo("filtered 10,000 runs in %lld ms", static_cast<long long>(clock.elapsed()));
    QCOMPARE(proxy.rowCount(), 5'000);
    QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
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

COTERIE_WIDGET_TEST_MAIN(RunTableModelTest)
#include "tst_run_table_model.moc"
