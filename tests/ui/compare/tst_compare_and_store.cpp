#include "core/metrics/metric_infos.h"
#include "core/store/database.h"
#include "core/store/exports.h"
#include "tests/sections.h"
#include "tests/ui/csv_lines.h"
#include "tests/ui/real_runs.h"
#include "tests/ui/window_bench.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/run_actions.h"
#include "ui/frame/delegates.h"

#include <QAction>
#include <QDir>
#include <QDirIterator>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

namespace tst_compare_and_store {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr std::string_view kExperiment = R"({
  "schema": 1, "name": "Two ways", "data": {
    "dataset": { "name": "glyphDigits", "samples": 300, "seed": 1 },
    "partition": { "scheme": "clusters", "clients": 4, "clusters": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [5, 40] } } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" },
              "sampler": { "name": "random", "count": 2 } } ],
  "rounds": 3, "seeds": [2, 1] })";

/// Every file of a folder by its name within.
std::map<QString, QByteArray> filesIn(const QString& folder)
{
    std::map<QString, QByteArray> files;
    QDirIterator all(folder, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        if (file.open(QIODevice::ReadOnly))
            files[QDir(folder).relativeFilePath(file.fileName())] = file.readAll();
    }
    return files;
}

} // namespace

/// Compares what the Compare page shows and exports of real runs with what SQL finds in their
/// store.
class CompareAndStoreTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void theRunTableIsTheMetrics();
    void everyExportIsWhatIsStored_data();
    void everyExportIsWhatIsStored();
    void theOverlayIsTheMetrics();
    void aBundleRunAgainInACleanWindowHasTheSameBytes();

private:
    [[nodiscard]] static ComparePage& page(MainWindow& window)
    {
        return *window.findChild<ComparePage*>();
    }
    [[nodiscard]] static QTreeView& table(MainWindow& window)
    {
        return *window.findChild<QTreeView*>(QStringLiteral("runTable"));
    }
    /// One row of SQL as a line of a file.
    [[nodiscard]] std::vector<Line> query(const QString& sql, int columns) const;

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    std::vector<std::int64_t> m_runs;
    std::unique_ptr<MainWindow> m_window;
};

void CompareAndStoreTest::initTestCase()
{
    useSettingsIn(m_folder.path());
    m_store = storeIn(m_folder.path());
    m_runs = real_runs::trained(m_store, kExperiment);
    QCOMPARE(m_runs.size(), std::size_t{6});
    m_window = shownWindow(windowOver(m_store));
    m_window->actions().action(ActionId::ShowCompare)->trigger();
    QTRY_COMPARE(table(*m_window).model()->rowCount(), 6);
}

std::vector<Line> CompareAndStoreTest::query(const QString& sql, int columns) const
{
    std::vector<Line> lines;
    Database database(m_store, Database::Access::ReadOnly);
    Statement row = database.statement(sql.toStdString());
    row.bind();
    while (row.next()) {
        lines.emplace_back();
        for (int column = 0; column < columns; ++column)
            lines.back() << shown(QString::fromStdString(row.text(column)));
    }
    return lines;
}

void CompareAndStoreTest::theRunTableIsTheMetrics()
{
    page(*m_window).toggleMetricColumn(
        {.metric = "worstTestError", .when = MetricMoment::When::AtRound, .round = 2});
    const auto metric = [](const char* name, const char* which) {
        return QStringLiteral("(SELECT value FROM round_metric m WHERE m.run = r.id AND "
                              "name = '%1' %2 LIMIT 1)")
            .arg(QLatin1String(name), QLatin1String(which));
    };
    const QString last = QStringLiteral("ORDER BY round DESC");
    const std::vector<Line> expected =
        query(QStringLiteral("SELECT id, arm, sweep, seed, %1, %2, %3, %4 FROM run r ORDER BY id")
                  .arg(metric("meanTestError", "ORDER BY round DESC"),
                       metric("meanTestError", "ORDER BY value"),
                       metric("meanTrainLoss", "ORDER BY round DESC"),
                       metric("worstTestError", "AND round = 2")),
              8);
    const QString path = m_folder.filePath(QStringLiteral("runs.csv"));
    const auto exported = [&] {
        QSignalSpy said(&page(*m_window).editor(), &StoreEditor::said);
        page(*m_window).exports().exportTableTo(path);
        std::vector<Line> lines =
            said.wait(kTryMilliseconds) ? linesOfCsv(path) : std::vector<Line>{{}};
        const Line head = lines.front();
        std::vector<Line> chosen;
        for (std::size_t line = lines.size(); line-- > 1;) { // the newest run stands first
            chosen.emplace_back();
            for (const char* title : {"Run",
                                      "Arm",
                                      "Setting",
                                      "Seed",
                                      "Last error %",
                                      "Best error %",
                                      "Training loss",
                                      "Test error of the worst tenth, round 2"})
                chosen.back() << lines[line].value(int(head.indexOf(QLatin1String(title))));
        }
        return textOf(chosen);
    };
    QTRY_COMPARE(exported(), textOf(expected));
    // And what is on screen says the same in fewer digits.
    for (int row = 0; row < 6; ++row) {
        const auto cell = [&](int column) {
            return table(*m_window).model()->index(row, column).data().toString();
        };
        const Line& line = expected[5 - static_cast<std::size_t>(row)];
        QCOMPARE(cell(RunTableModel::Number), line[0]);
        QCOMPARE(cell(RunTableModel::LastError), QString::number(line[4].toDouble(), 'f', 2));
        QCOMPARE(cell(RunTableModel::BestError), QString::number(line[5].toDouble(), 'f', 2));
        QCOMPARE(cell(RunTableModel::TrainLoss), QString::number(line[6].toDouble(), 'f', 3));
    }
    // What differs from run to run stands beside the other numbers.
    const QHeaderView& head = *table(*m_window).header();
    const QAbstractItemModel& model = *table(*m_window).model();
    QVERIFY(model.columnCount() > RunTableModel::FixedColumns);
    for (int column = RunTableModel::FixedColumns; column < model.columnCount(); ++column) {
        QVERIFY(head.visualIndex(column) < head.visualIndex(RunTableModel::Created));
        // What was swept is told by its place in the sweep; twice would be once too often.
        QVERIFY(model.headerData(column, Qt::Horizontal).toString() != QStringLiteral("α"));
    }
    QCOMPARE(model.index(0, RunTableModel::Setting).data().toString(), QString());
}

void CompareAndStoreTest::everyExportIsWhatIsStored_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("sql");
    QTest::addColumn<int>("columns");
    const auto add = [](const char* kind, const QString& sql, int columns) {
        QTest::newRow(kind) << QString::fromLatin1(kind) << sql << columns;
    };
    QString metrics;
    for (const MetricInfo& info : metricInfos())
        metrics += QStringLiteral(", (SELECT value FROM round_metric m WHERE m.run = r.run AND "
                                  "m.round = r.round AND name = '%1')")
                       .arg(QLatin1String(info.name.data(), qsizetype(info.name.size())));
    add("rounds",
        QStringLiteral("SELECT round, learning_rate, (SELECT count(*) FROM participation p WHERE "
                       "p.run = r.run AND p.round = r.round), stop_reason %1 FROM round r WHERE "
                       "run = %2 ORDER BY round")
            .arg(metrics, QStringLiteral("%1")),
        4 + int(metricInfos().size()));
    add("clients",
        QStringLiteral("SELECT round, client, true_group, train_samples, train_loss, "
                       "train_accuracy, personal_test_loss, personal_test_accuracy, "
                       "personal_test_samples, global_test_loss, global_test_accuracy, "
                       "global_test_samples, personal_validation_loss, "
                       "personal_validation_accuracy, personal_validation_samples, "
                       "global_validation_loss, global_validation_accuracy, "
                       "global_validation_samples, steps, update_norm FROM client_metric "
                       "LEFT JOIN federation_client USING (run, client) WHERE run = %1 "
                       "ORDER BY round, position"),
        20);
    for (const auto& [kind, table] :
         {std::pair("groups", "group_member"), std::pair("clusters", "cluster_member")})
        add(kind,
            QStringLiteral("SELECT round, \"group\", client, true_group FROM %1 LEFT JOIN "
                           "federation_client USING (run, client) WHERE run = %2 ORDER BY round, "
                           "\"group\", position")
                .arg(QLatin1String(table), QStringLiteral("%1")),
            4);
    for (const auto& [kind, table] :
         {std::pair("merges", "merge"), std::pair("clusterMerges", "cluster_merge")})
        add(kind,
            QStringLiteral("SELECT round, row_number() OVER (PARTITION BY round ORDER BY step), "
                           "CASE done WHEN 1 THEN 'true' ELSE 'false' END, \"left\", \"right\", "
                           "kind, score, size, data_gain, similarity_loss FROM %1 WHERE run = %2 "
                           "ORDER BY round, step")
                .arg(QLatin1String(table), QStringLiteral("%1")),
            10);
    add("values",
        QStringLiteral("SELECT round, scope, client, name, value FROM client_value JOIN "
                       "value_series s USING (run, round, series) WHERE run = %1 AND "
                       "s.scope = 'client' UNION ALL SELECT round, scope, \"group\", name, value "
                       "FROM group_value JOIN value_series s USING (run, round, series) WHERE "
                       "run = %1 AND s.scope = 'group' ORDER BY 1, 2, 4, 3"),
        5);
    add("participation",
        QStringLiteral("SELECT round, row_number() OVER (PARTITION BY round ORDER BY position), "
                       "client FROM participation WHERE run = %1 ORDER BY round, position"),
        3);
    add("traffic",
        QStringLiteral("SELECT round, link, client, bits FROM traffic WHERE run = %1 "
                       "ORDER BY round, position"),
        4);
    add("events",
        QStringLiteral("SELECT round, severity, kind, client, sentence FROM event WHERE run = %1 "
                       "ORDER BY round, position"),
        5);
    // Of the matrices, which take more than SQL to read: how many numbers each round has.
    add("matrices",
        QStringLiteral("SELECT round, kind, rows * columns FROM matrix WHERE run = %1 "
                       "ORDER BY round, kind"),
        3);
    add("timings", QStringLiteral("SELECT DISTINCT round FROM timing WHERE run = %1"), 1);
}

void CompareAndStoreTest::everyExportIsWhatIsStored()
{
    QFETCH(QString, kind);
    QFETCH(QString, sql);
    QFETCH(int, columns);
    ComparePage& compare = page(*m_window);
    bool anything = false;
    for (const std::int64_t run : m_runs) {
        table(*m_window).clearSelection();
        const QAbstractItemModel& model = *table(*m_window).model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 0).data(RunTableModel::RunRole).toLongLong() == run)
                table(*m_window).selectionModel()->select(
                    model.index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(compare.chosenRuns(), std::vector{run});
        const QString path = m_folder.filePath(kind + QStringLiteral(".csv"));
        QSignalSpy said(&compare.editor(), &StoreEditor::said);
        compare.exports().exportTo(kind, path);
        QVERIFY(said.wait(kTryMilliseconds));
        std::vector<Line> there = linesOfCsv(path);
        constexpr int kIdentity = 5; // experiment, arm, seed, sweep, repeat
        const qsizetype roundAt = there.front().indexOf(QStringLiteral("round")) - kIdentity;
        there.erase(there.begin());
        for (Line& line : there)
            line.remove(0, kIdentity);
        std::vector<Line> expected = query(sql.arg(run), columns);
        if (kind == QStringLiteral("values"))
            std::ranges::stable_sort(there, {}, [](const Line& line) {
                return std::tuple(line[0].toInt(), line[1], line[3], line[2].toInt());
            });
        if (kind == QStringLiteral("matrices")) {
            std::map<std::pair<int, QString>, int> counts;
            for (const Line& line : there)
                ++counts[{line[0].toInt(), line[1]}];
            there.clear();
            for (const auto& [of, count] : counts)
                there.push_back({shown(of.first), of.second, shown(count)});
        }
        if (kind == QStringLiteral("timings")) {
            std::set<int> rounds;
            for (const Line& line : there)
                rounds.insert(line[roundAt].toInt());
            there.clear();
            for (const int round : rounds)
                there.push_back({shown(round)});
        }
        QCOMPARE(textOf(there), textOf(expected));
        anything = anything || !expected.empty();
    }
    // Nothing went wrong in these runs, and none draws from clusters.
    const QStringList none{
        QStringLiteral("events"), QStringLiteral("clusters"), QStringLiteral("clusterMerges")};
    QCOMPARE(anything, !none.contains(kind));
}

void CompareAndStoreTest::theOverlayIsTheMetrics()
{
    ComparePage& compare = page(*m_window);
    table(*m_window).selectAll();
    QTRY_COMPARE(compare.panes().data().runs.size(), std::size_t{6});
    const CompareData& data = compare.panes().data();
    const PlotPicture picture = overlayPicture(data, {.band = true, .seeds = false});
    QCOMPARE(picture.lines.size(), std::size_t{3}); // HCCT twice, FedAvg
    QCOMPARE(picture.bands.size(), std::size_t{3});
    for (std::size_t arm = 0; arm < 3; ++arm) {
        const std::vector<Line> expected = query(
            QStringLiteral("SELECT round, avg(value), avg(value * value) - avg(value) * avg(value) "
                           "FROM round_metric m JOIN run r ON r.id = m.run WHERE name = '%1' AND "
                           "arm = '%2' AND sweep = '%3' GROUP BY round ORDER BY round")
                .arg(QString::fromStdString(data.metric),
                     arm < 2 ? QStringLiteral("HCCT") : QStringLiteral("FedAvg"),
                     arm == 0   ? QStringLiteral("alpha = 5")
                     : arm == 1 ? QStringLiteral("alpha = 40")
                                : QString()),
            3);
        QCOMPARE(expected.size(), std::size_t{4});
        const PlotLine& line = picture.lines[arm];
        const PlotBand& band = picture.bands[arm];
        QCOMPARE(line.x.size(), expected.size());
        for (std::size_t round = 0; round < expected.size(); ++round) {
            QCOMPARE(line.x[round], expected[round][0].toDouble());
            const double mean = expected[round][1].toDouble();
            const double deviation = std::sqrt(std::max(0.0, expected[round][2].toDouble()));
            QVERIFY(std::abs(line.y[round] - mean) < 1e-6);
            QVERIFY(std::abs(band.upper[round] - mean - deviation) < 1e-3);
            QVERIFY(std::abs(mean - deviation - band.lower[round]) < 1e-3);
        }
    }
    // A colour is the arm's; what shares one looks different all the same.
    QCOMPARE(picture.lines[0].colour, picture.lines[1].colour);
    QVERIFY(picture.lines[0].variant != picture.lines[1].variant);
    // The mark in the table is the line's, whichever runs are drawn.
    const QAbstractItemModel& model = *table(*m_window).model();
    const auto markedAs = [&](const std::string& sweep, const std::string& name) {
        for (int row = 0; row < model.rowCount(); ++row)
            for (const RunRow& run : data.runs)
                if (model.index(row, RunTableModel::Number).data().toLongLong() == run.id
                    && run.sweep == sweep && run.arm == name)
                    return model.index(row, RunTableModel::Arm).data(kVariantRole).toInt();
        return -1;
    };
    for (std::size_t arm = 0; arm < 3; ++arm) {
        const ArmSummary& of = data.arms[arm].summary;
        QCOMPARE(markedAs(of.sweep, of.arm), int(picture.lines[arm].variant));
    }
    CompareData second = data;
    second.arms.erase(second.arms.begin());
    QCOMPARE(overlayPicture(second, {}).lines.front().variant, picture.lines[1].variant);
    QVERIFY(picture.lines[0].colour != picture.lines[2].colour);
    for (int row = 0; row < 6; ++row) {
        const QModelIndex cell = table(*m_window).model()->index(row, RunTableModel::Arm);
        const bool isFedAvg = cell.data().toString() == QStringLiteral("FedAvg");
        QCOMPARE(cell.data(kLookRole).toULongLong(), picture.lines[isFedAvg ? 2 : 0].colour);
    }
}

void CompareAndStoreTest::aBundleRunAgainInACleanWindowHasTheSameBytes()
{
    const auto bundle = [](MainWindow& window, const QString& folder) {
        window.actions().action(ActionId::ShowCompare)->trigger();
        QTRY_COMPARE(table(window).model()->rowCount(), 6);
        table(window).selectAll();
        QSignalSpy said(&page(window).editor(), &StoreEditor::said);
        page(window).exports().exportBundleTo(folder);
        QVERIFY(said.wait(kTryMilliseconds));
    };
    const QString first = m_folder.filePath(QStringLiteral("bundle"));
    bundle(*m_window, first);
    const QTemporaryDir elsewhere;
    const auto clean = shownWindow(windowOver(storeIn(elsewhere.path())));
    clean->openFile(first + QStringLiteral("/experiment.json"));
    QTRY_VERIFY(clean->document().isRunnable());
    QSignalSpy ended(&clean->controller(), &RunController::queueEnded);
    clean->actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    const QString again = elsewhere.filePath(QStringLiteral("bundle"));
    bundle(*clean, again);
    const auto files = filesIn(first);
    const auto rerun = filesIn(again);
    QVERIFY(files.contains(QStringLiteral("manifest.json"))
            && files.contains(QStringLiteral("merges.csv")));
    QCOMPARE(rerun.size(), files.size());
    for (const auto& [name, bytes] : files)
        QVERIFY2(rerun.at(name) == bytes, qPrintable(name));
}

COTERIE_WIDGET_SECTION(CompareAndStoreTest)

} // namespace tst_compare_and_store

#include "tst_compare_and_store.moc"
