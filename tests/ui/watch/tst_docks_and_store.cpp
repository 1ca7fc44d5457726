#include "core/store/database.h"
#include "core/store/row_values.h"
#include "tests/sections.h"
#include "tests/ui/csv_lines.h"
#include "tests/ui/real_runs.h"
#include "tests/ui/window_bench.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/group_river_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/topology_view.h"
#include "ui/views/view_frame.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/dendrogram_panel.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/run_list.h"
#include "ui/watch/watch_page.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

namespace tst_docks_and_store {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// Absent where the column is NULL.
template <typename Value>
std::optional<Value> readAt(const Statement& row, int column)
{
    std::optional<Value> value;
    row.read(column, value);
    return value;
}

constexpr std::string_view kGroups = R"({
  "schema": 1, "name": "Groups", "data": {
    "dataset": { "name": "glyphDigits", "samples": 480, "seed": 1 },
    "partition": { "scheme": "clusters", "clients": 6, "clusters": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT, α 20", "algorithm": { "name": "hcct", "alpha": 20 } } ],
  "rounds": 4, "seeds": [1] })";

constexpr std::string_view kSampled = R"({
  "schema": 1, "name": "Sampled", "data": {
    "dataset": { "name": "glyphDigits", "samples": 640, "seed": 1 },
    "partition": { "scheme": "dirichlet", "clients": 8, "alpha": 0.3, "minimum": 10 },
    "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HiCS-FL", "algorithm": { "name": "fedavg" },
              "sampler": { "name": "hicsFl", "count": 3 } } ],
  "rounds": 4, "seeds": [1] })";

constexpr std::string_view kEdges = R"({
  "schema": 1, "name": "Edges", "data": {
    "dataset": { "name": "glyphDigits", "samples": 400, "seed": 1 },
    "partition": { "scheme": "iid", "clients": 4 }, "test": { "share": 0.3 } },
  "clients": { "edges": [ { "name": "north", "clients": [0, 1] },
                          { "name": "south", "clients": [2, 3] } ] },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 16, "localSteps": 5 },
  "arms": [ { "name": "sFedHP",
              "algorithm": { "name": "sfedhp", "lambda1": 20, "lambda2": 20, "innerSteps": 3,
                             "edgeRounds": 2, "edgeLearningRate": 0.05,
                             "gamma1": 0.003, "gamma2": 0.003 } } ],
  "rounds": 2, "seeds": [1] })";

/// Its losses are no numbers after the first step.
constexpr std::string_view kDiverging = R"({
  "schema": 1, "name": "Diverging", "data": {
    "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
    "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 1e38 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 3, "seeds": [1] })";

QString joined(const std::vector<int>& numbers)
{
    QStringList words;
    for (const int number : numbers)
        words << QString::number(number);
    return words.join(QLatin1Char(' '));
}

} // namespace

/// What every dock shows and exports of real runs, held against what SQL finds in their store: at
/// the newest round and at an earlier one.
class DocksAndStoreTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void curvesAreTheMetrics_data() { addRuns(); }
    void curvesAreTheMetrics();
    void runsAreListedWithTheRoundsNumbers_data() { addRuns(); }
    void runsAreListedWithTheRoundsNumbers();
    void dendrogramsAreTheMerges_data();
    void dendrogramsAreTheMerges();
    void matricesAreTheStoredOnes_data();
    void matricesAreTheStoredOnes();
    void theRiverIsTheGroups();
    void topologiesAreTheRoundsNumbers_data() { addRuns(); }
    void topologiesAreTheRoundsNumbers();
    void clientsAreTheRoundsNumbers_data() { addRuns(); }
    void clientsAreTheRoundsNumbers();
    void theLogIsWhatHappened_data() { addRuns(); }
    void theLogIsWhatHappened();
    void whatIsPickedInOneDockIsPickedInAll();

private:
    static void addRuns();
    /// Shows this run at this round, as a user would through the Compare page and the time line.
    void look(std::int64_t run, int round);
    void look();
    void open(std::int64_t run);
    [[nodiscard]] QDockWidget& dock(const char* name) const;
    /// What a dock exports, its header aside; its panel has been drawn.
    [[nodiscard]] std::vector<Line> exported(const char* name);
    /// One row of SQL after the other, handed to `take`.
    template <typename Take>
    void query(const QString& sql, const Take& take) const;
    [[nodiscard]] std::vector<std::vector<int>> groupsOf(const char* table, int round) const;
    [[nodiscard]] std::vector<RoundGroups> formedUntil(int last) const;
    [[nodiscard]] int joinedIn(int client) const;
    [[nodiscard]] std::optional<double> value(const QString& sql) const;
    /// " WHERE run = 1 AND round = 3", of what is looked at.
    [[nodiscard]] QString here() const;

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    std::unique_ptr<MainWindow> m_window;
    std::int64_t m_run = 0;
    int m_round = 0;
};

void DocksAndStoreTest::initTestCase()
{
    useSettingsIn(m_folder.path());
    m_store = storeIn(m_folder.path());
    const std::array stories{kGroups, kSampled, kEdges, kDiverging};
    for (std::size_t story = 0; story < stories.size(); ++story)
        QVERIFY(real_runs::trained(m_store, stories[story], stories[story] == kDiverging).front()
                == static_cast<std::int64_t>(story + 1));
    m_window = shownWindow(windowOver(m_store));
    m_window->actions().action(ActionId::ShowClients)->setChecked(true);
}

void DocksAndStoreTest::addRuns()
{
    QTest::addColumn<int>("run");
    QTest::addColumn<int>("round");
    QTest::newRow("groups") << 1 << 4;
    QTest::newRow("groups, earlier") << 1 << 2;
    QTest::newRow("sampled") << 2 << 4;
    QTest::newRow("sampled, earlier") << 2 << 3;
    QTest::newRow("edges") << 3 << 2;
    QTest::newRow("edges, earlier") << 3 << 1;
    QTest::newRow("diverging") << 4 << 1;
    QTest::newRow("diverging, before") << 4 << 0;
}

void DocksAndStoreTest::look()
{
    QFETCH(int, run);
    QFETCH(int, round);
    look(run, round);
}

void DocksAndStoreTest::look(std::int64_t run, int round)
{
    m_run = run;
    m_round = round;
    const WatchPage& page = *m_window->findChild<WatchPage*>();
    if (page.shown().run() != run)
        open(run);
    auto* line = m_window->findChild<QSlider*>(QStringLiteral("timeLine"));
    line->setValue(round == line->maximum() ? 0 : line->maximum()); // another one first
    line->setValue(round);
    const ShownRound& there = page.shown();
    QTRY_VERIFY(there.run() == run && there.report() && there.report()->round == round);
}

void DocksAndStoreTest::open(std::int64_t run)
{
    m_window->actions().action(ActionId::ShowCompare)->trigger();
    auto* table = m_window->findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 4);
    table->clearSelection();
    for (int row = 0; row < table->model()->rowCount(); ++row)
        if (table->model()->index(row, 0).data().toLongLong() == run)
            table->selectionModel()->select(table->model()->index(row, 0),
                                            QItemSelectionModel::Select
                                                | QItemSelectionModel::Rows);
    m_window->actions().action(ActionId::OpenStoredRun)->trigger();
    auto* list = m_window->findChild<QTableView*>(QStringLiteral("runList"));
    QTRY_VERIFY(list->model()->rowCount() == 1
                && list->model()->index(0, 0).data(RunListModel::RunRole).toLongLong() == run);
    const ShownRound& there = m_window->findChild<WatchPage*>()->shown();
    QTRY_VERIFY(there.run() == run && there.report());
    const auto last = value(QStringLiteral("SELECT rounds_done FROM run WHERE id = %1").arg(run));
    QTRY_COMPARE(m_window->findChild<QSlider*>(QStringLiteral("timeLine"))->maximum(),
                 static_cast<int>(*last));
}

QDockWidget& DocksAndStoreTest::dock(const char* name) const
{
    return *m_window->findChild<QDockWidget*>(QLatin1String(name));
}

std::vector<Line> DocksAndStoreTest::exported(const char* name)
{
    dock(name).raise();
    if (auto* panel = qobject_cast<StructurePanel*>(dock(name).widget()))
        panel->refresh();
    const QList<ViewFrame*> frames = dock(name).findChildren<ViewFrame*>();
    const QString path = m_folder.filePath(QStringLiteral("dock.csv"));
    if (frames.size() != 1 || !frames.front()->saveTable(path))
        qFatal("the %s dock is not exported", name);
    std::vector<Line> lines = linesOfCsv(path);
    lines.erase(lines.begin());
    return lines;
}

template <typename Take>
void DocksAndStoreTest::query(const QString& sql, const Take& take) const
{
    Database database(m_store, Database::Access::ReadOnly);
    Statement statement = database.statement(sql.toStdString());
    statement.bind();
    while (statement.next())
        take(statement);
}

std::optional<double> DocksAndStoreTest::value(const QString& sql) const
{
    std::optional<double> found;
    query(sql, [&](const Statement& row) { found = readAt<double>(row, 0); });
    return found;
}

QString DocksAndStoreTest::here() const
{
    return QStringLiteral(" WHERE run = %1 AND round = %2 ").arg(m_run).arg(m_round);
}

std::vector<std::vector<int>> DocksAndStoreTest::groupsOf(const char* table, int round) const
{
    std::vector<std::vector<int>> groups;
    query(QStringLiteral("SELECT \"group\", client FROM %1 WHERE run = %2 AND round = %3 "
                         "ORDER BY \"group\", position")
              .arg(QLatin1String(table))
              .arg(m_run)
              .arg(round),
          [&](const Statement& row) {
              groups.resize(static_cast<std::size_t>(row.whole(0)) + 1);
              groups.back().push_back(row.whole(1));
          });
    return groups;
}

void DocksAndStoreTest::curvesAreTheMetrics()
{
    look();
    struct Case
    {
        const char* dock;
        const char* mean;
        const char* ofClient;
    };
    for (const Case& each : {Case{"curves",
                                  "meanTestError",
                                  "100 * (1 - coalesce(personal_test_accuracy, "
                                  "global_test_accuracy))"},
                             Case{"losses", "meanTrainLoss", "train_loss"}}) {
        std::vector<Line> expected;
        const auto add =
            [&](int round, const QString& curve, std::optional<int> client, auto value) {
                if (value)
                    expected.push_back({QString(),
                                        shown(round),
                                        curve,
                                        client ? shown(*client) : QString(),
                                        shown(value)});
            };
        for (int round = 0; round <= 4; ++round) {
            const QString where =
                QStringLiteral("WHERE run = %1 AND round = %2").arg(m_run).arg(round);
            query(QStringLiteral("SELECT value FROM round_metric %1 AND name = '%2'")
                      .arg(where, QLatin1String(each.mean)),
                  [&](const Statement& row) {
                      add(round, QStringLiteral("mean"), {}, readAt<double>(row, 0));
                  });
            query(QStringLiteral("SELECT client, %1 FROM client_metric %2 ORDER BY client")
                      .arg(QLatin1String(each.ofClient), where),
                  [&](const Statement& row) {
                      add(round, QStringLiteral("client"), row.whole(0), readAt<double>(row, 1));
                  });
        }
        QVERIFY(expected.size() > 3);
        std::vector<Line> there = exported(each.dock);
        for (Line& line : there) {
            QVERIFY(line.front().endsWith(QStringLiteral(", seed 1")));
            line.front().clear();
        }
        QCOMPARE(textOf(there), textOf(expected));
        // What is painted: the mean's line.
        auto* panel = qobject_cast<CurvePanel*>(dock(each.dock).widget());
        panel->refresh();
        const std::vector<PlotLine>& lines = panel->plot().picture().lines;
        const auto mean = std::ranges::find_if(lines, [](const PlotLine& line) {
            return line.weight == PlotLine::Weight::Main && line.key < 0;
        });
        QVERIFY(mean != lines.end());
        std::vector<Line> painted;
        for (std::size_t i = 0; i < mean->x.size(); ++i)
            painted.push_back(
                {shown(static_cast<int>(mean->x[i])), shown(std::optional(mean->y[i]))});
        std::vector<Line> means;
        for (const Line& line : expected)
            if (line[2] == QStringLiteral("mean"))
                means.push_back({line[1], line[4]});
        QCOMPARE(textOf(painted), textOf(means));
    }
}

void DocksAndStoreTest::runsAreListedWithTheRoundsNumbers()
{
    look();
    const auto* list = m_window->findChild<QTableView*>(QStringLiteral("runList"));
    const auto cell = [&](int column) { return list->model()->index(0, column).data().toString(); };
    const auto metric = [&](const char* name, int decimals) {
        const auto found =
            value(QStringLiteral("SELECT value FROM round_metric WHERE run = %1 AND round <= %2 "
                                 "AND name = '%3' ORDER BY round")
                      .arg(m_run)
                      .arg(m_round)
                      .arg(QLatin1String(name)));
        return !found               ? QStringLiteral("–")
               : std::isnan(*found) ? QStringLiteral("NaN")
               : std::isinf(*found) ? QStringLiteral("∞")
                                    : QString::number(*found, 'f', decimals);
    };
    QTRY_COMPARE(cell(RunListModel::Round), QString::number(m_round));
    QCOMPARE(cell(RunListModel::Error), metric("meanTestError", 2));
    QCOMPARE(cell(RunListModel::Loss), metric("meanTrainLoss", 3));
}

void DocksAndStoreTest::dendrogramsAreTheMerges_data()
{
    QTest::addColumn<int>("run");
    QTest::addColumn<int>("round");
    QTest::addColumn<QString>("kind");
    QTest::newRow("groups") << 1 << 4 << QStringLiteral("merge");
    QTest::newRow("groups, earlier") << 1 << 2 << QStringLiteral("merge");
    QTest::newRow("clusters") << 2 << 4 << QStringLiteral("cluster_merge");
}

void DocksAndStoreTest::dendrogramsAreTheMerges()
{
    look();
    QFETCH(QString, kind);
    const auto clients =
        static_cast<int>(*value(QStringLiteral("SELECT count(*) FROM client_metric") + here()));
    std::vector<std::vector<int>> nodes;
    for (int client = 0; client < clients; ++client)
        nodes.push_back({client});
    std::vector<Line> expected;
    query(QStringLiteral("SELECT done, \"left\", \"right\", size, score, data_gain, "
                         "similarity_loss FROM %1 %2 ORDER BY step")
              .arg(kind, here()),
          [&](const Statement& row) {
              const std::vector<int> left = nodes[static_cast<std::size_t>(row.whole(1))];
              const std::vector<int> right = nodes[static_cast<std::size_t>(row.whole(2))];
              expected.push_back(
                  {shown(static_cast<int>(expected.size()) + 1),
                   row.whole(0) == 1 ? QStringLiteral("yes") : QStringLiteral("refused"),
                   joined(left),
                   joined(right),
                   shown(row.whole(3)),
                   shown(readAt<double>(row, 4)),
                   shown(readAt<double>(row, 5)),
                   shown(readAt<double>(row, 6))});
              std::vector<int> both = left;
              both.insert(both.end(), right.begin(), right.end());
              std::ranges::sort(both);
              nodes.push_back(both);
          });
    QVERIFY(!expected.empty());
    QCOMPARE(textOf(exported("dendrogram")), textOf(expected));
    // Each drawn line joins what the store says, where it says.
    auto& view = static_cast<DendrogramPanel*>(dock("dendrogram").widget())->view();
    const bool byDistance = kind == QStringLiteral("cluster_merge");
    for (const DendrogramBracket& bracket : view.layoutShown().brackets) {
        const Line& line = expected[static_cast<std::size_t>(bracket.merge)];
        QCOMPARE(shown(std::optional(bracket.value)),
                 byDistance ? line[5] : shown(bracket.merge + 1));
    }
    QCOMPARE(view.picture().samples, byDistance);
    const auto groups = groupsOf(byDistance ? "cluster_member" : "group_member", m_round);
    QVERIFY(view.picture().grouping.groups == groups);
    for (const std::vector<int>& group : groups)
        for (const int client : group)
            QCOMPARE(view.scene().coloursShown()[static_cast<std::size_t>(client)],
                     view.scene().coloursShown()[static_cast<std::size_t>(group.front())]);
}

void DocksAndStoreTest::matricesAreTheStoredOnes_data()
{
    QTest::addColumn<int>("run");
    QTest::addColumn<int>("round");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("stored");
    QTest::newRow("weights") << 1 << 4 << 0 << QStringLiteral("collaboration");
    QTest::newRow("weights, earlier") << 1 << 2 << 0 << QStringLiteral("collaboration");
    QTest::newRow("inner products") << 1 << 4 << 3 << QStringLiteral("gram");
    QTest::newRow("cosines") << 1 << 4 << 2 << QStringLiteral("gram");
    QTest::newRow("weights of a sample") << 2 << 3 << 0 << QStringLiteral("collaboration");
    QTest::newRow("participation") << 2 << 3 << 5 << QString();
    QTest::newRow("label distance") << 2 << 3 << 4 << QString();
}

void DocksAndStoreTest::matricesAreTheStoredOnes()
{
    look();
    QFETCH(int, kind);
    QFETCH(QString, stored);
    m_window->findChild<QComboBox*>(QStringLiteral("matrixKind"))->setCurrentIndex(kind);
    std::vector<Line> expected;
    const auto add = [&](int row, int column, double value) {
        expected.push_back({shown(row), shown(column), shown(std::optional(value))});
    };
    Matrix matrix;
    const QString find =
        QStringLiteral("SELECT rows, columns, bytes, same_as FROM matrix WHERE run = %1 AND "
                       "round = %2 AND kind = '%3'");
    const MatrixPrecision precision =
        stored == QStringLiteral("gram") ? MatrixPrecision::Double : MatrixPrecision::Single;
    for (std::optional<int> round = m_round; round && !stored.isEmpty();) {
        std::optional<int> earlier;
        query(find.arg(m_run).arg(*round).arg(stored), [&](const Statement& row) {
            earlier = readAt<int>(row, 3);
            if (earlier)
                return;
            const auto rows = static_cast<std::size_t>(row.whole(0));
            const auto columns = static_cast<std::size_t>(row.whole(1));
            const auto bytes = decompress(row.blob(2), packedSize(rows, columns, precision));
            matrix = unpackMatrix(rows, columns, *bytes, precision);
        });
        round = earlier;
    }
    const auto clients =
        static_cast<int>(*value(QStringLiteral("SELECT count(*) FROM client_metric") + here()));
    std::vector<std::vector<double>> counts; // training samples of each class
    query(
        QStringLiteral("SELECT class_counts FROM federation_client WHERE run = %1 ORDER BY client")
            .arg(m_run),
        [&](const Statement& row) {
            counts.emplace_back();
            for (const QString& count : QString::fromStdString(row.text(0)).split(QLatin1Char(',')))
                counts.back().push_back(count.toDouble());
        });
    const auto distance = [&](int one, int other) {
        const auto& p = counts[static_cast<std::size_t>(one)];
        const auto& q = counts[static_cast<std::size_t>(other)];
        double sum = 0;
        for (std::size_t label = 0; label < p.size(); ++label)
            sum += std::abs(p[label] / std::reduce(p.begin(), p.end())
                            - q[label] / std::reduce(q.begin(), q.end()));
        return sum / 2;
    };
    const bool isParticipation = kind == 5;
    for (int row = 0; row < clients; ++row)
        for (int column = isParticipation ? 1 : 0;
             column < (isParticipation ? m_round + 1 : clients);
             ++column) {
            const auto at = [&](int i, int j) {
                return matrix.at(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
            };
            if (isParticipation)
                add(row,
                    column,
                    *value(QStringLiteral("SELECT count(*) FROM participation WHERE run = %1 AND "
                                          "round = %2 AND client = %3")
                               .arg(m_run)
                               .arg(column)
                               .arg(row)));
            else if (stored.isEmpty())
                add(row, column, distance(row, column));
            else if (kind == 2)
                add(row,
                    column,
                    at(row, column) / std::sqrt(at(row, row)) / std::sqrt(at(column, column)));
            else
                add(row, column, at(row, column));
        }
    std::vector<Line> there = exported("matrix");
    std::erase_if(there, [&](const Line& line) { // nobody takes part before the first round
        return isParticipation && line[1] == QStringLiteral("0");
    });
    // Until another order is chosen, clients that train together stand together.
    if (qstrcmp(QTest::currentDataTag(), "weights") == 0)
        QCOMPARE(m_window->findChild<QComboBox*>(QStringLiteral("matrixOrder"))->currentText(),
                 QStringLiteral("by group"));
    std::ranges::sort(
        there, {}, [](const Line& line) { return std::pair(line[0].toInt(), line[1].toInt()); });
    QCOMPARE(textOf(there), textOf(expected));
    // What pointing at a cell says is one of these numbers, in as many digits as it has room for.
    const auto* view = dock("matrix").findChild<MatrixView*>();
    const QString words = view->textOf({0, 0});
    const double corner = view->picture().matrix.at(0, 0);
    QVERIFY2(words.contains(QString::number(corner, 'g', 4).left(5)), qPrintable(words));
}

void DocksAndStoreTest::theRiverIsTheGroups()
{
    look(1, 4);
    const std::vector<Line> there = exported("river");
    std::map<std::pair<int, int>, QString> groupOf; // round and client
    for (const Line& line : there)
        groupOf[{line[0].toInt(), line[1].toInt()}] = line[2];
    std::size_t clients = 0;
    for (int round = 0; round <= 4; ++round) {
        std::set<QString> names;
        const auto groups = groupsOf("group_member", round);
        for (const std::vector<int>& group : groups) {
            names.insert(groupOf[{round, group.front()}]);
            for (const int client : group)
                QVERIFY((groupOf[{round, client}] == groupOf[{round, group.front()}]));
            clients += group.size();
        }
        QCOMPARE(names.size(), groups.size()); // no two groups of a round have one name
        QVERIFY(!names.contains(QString()));
    }
    QCOMPARE(there.size(), clients);
    QVERIFY(clients >= 4 * 6);
    QCOMPARE(dock("river").findChild<GroupRiverView*>()->rounds().back().round, 4);
}

void DocksAndStoreTest::topologiesAreTheRoundsNumbers()
{
    look();
    std::vector<Line> expected;
    const QString sent = QStringLiteral(
        "coalesce((SELECT sum(bits) FROM traffic t WHERE t.run = %1 AND t.round = %2 AND "
        "t.client = %3 AND t.link %4 IN ('edgeToCloud', 'cloudToEdge')), 0)");
    query(QStringLiteral("SELECT edge, %1, (SELECT value FROM group_value v JOIN value_series s "
                         "USING (run, round, series) WHERE v.run = %2 AND v.round = %3 AND "
                         "s.scope = 'group' AND s.name = 'sparsity' AND v.\"group\" = edge), "
                         "(SELECT avg(value) FROM federation_edge_client c JOIN client_value v ON "
                         "v.run = c.run AND v.client = c.client JOIN value_series s ON "
                         "s.run = v.run AND s.round = v.round AND s.series = v.series WHERE "
                         "c.run = %2 AND c.edge = e.edge AND v.round = %3 AND s.scope = 'client' "
                         "AND s.name = 'edgeTestAccuracy') "
                         "FROM federation_edge e WHERE run = %2 ORDER BY edge")
              .arg(sent.arg(m_run).arg(m_round).arg(QStringLiteral("edge"), QString()))
              .arg(m_run)
              .arg(m_round),
          [&](const Statement& row) {
              expected.push_back({QStringLiteral("edge server"),
                                  shown(row.whole(0)),
                                  shown(readAt<double>(row, 3)),
                                  shown(readAt<double>(row, 2)),
                                  shown(readAt<double>(row, 1)),
                                  QStringLiteral("yes")});
          });
    QCOMPARE(expected.size(), std::size_t{m_run == 3 ? 2U : 0U});
    query(
        QStringLiteral("SELECT client, coalesce(personal_test_accuracy, global_test_accuracy), "
                       "%1, (SELECT value FROM client_value v JOIN value_series s "
                       "USING (run, round, series) WHERE v.run = m.run AND v.round = m.round AND "
                       "s.scope = 'client' AND s.name = 'sparsity' AND v.client = m.client), "
                       "NOT EXISTS (SELECT 1 FROM participation p WHERE p.run = m.run AND "
                       "p.round = m.round) OR EXISTS (SELECT 1 FROM participation p WHERE "
                       "p.run = m.run AND p.round = m.round AND p.client = m.client) "
                       "FROM client_metric m %2 ORDER BY client")
            .arg(
                sent.arg(m_run).arg(m_round).arg(QStringLiteral("m.client"), QStringLiteral("NOT")),
                here()),
        [&](const Statement& row) {
            expected.push_back({QStringLiteral("client"),
                                shown(row.whole(0)),
                                shown(readAt<double>(row, 1)),
                                shown(readAt<double>(row, 3)),
                                shown(readAt<double>(row, 2)),
                                row.whole(4) == 1 ? QStringLiteral("yes") : QStringLiteral("no")});
        });
    QCOMPARE(textOf(exported("topology")), textOf(expected));
}

/// The rounds of the run in which groups were formed, up to this one.
std::vector<RoundGroups> DocksAndStoreTest::formedUntil(int last) const
{
    std::vector<RoundGroups> formed;
    GroupColours colours;
    query(QStringLiteral("SELECT DISTINCT round FROM group_member WHERE run = %1 AND round <= %2 "
                         "ORDER BY round")
              .arg(m_run)
              .arg(last),
          [&](const Statement& row) {
              const int round = row.whole(0);
              const auto groups = groupsOf("group_member", round);
              formed.push_back({.round = round, .groups = groups, .colours = colours.add(groups)});
          });
    return formed;
}

/// The first round of those, back from the one looked at, in which the client was in the same
/// group, or on its own, without a break; −1: it is in none.
int DocksAndStoreTest::joinedIn(int client) const
{
    std::vector<RoundGroups> formed = formedUntil(m_round);
    if (formed.empty() || formed.back().round != m_round)
        return -1;
    std::optional<std::pair<int, bool>> now;
    int joined = -1;
    for (const RoundGroups& past : std::views::reverse(formed)) {
        std::optional<std::pair<int, bool>> then;
        for (std::size_t group = 0; group < past.groups.size(); ++group)
            if (std::ranges::binary_search(past.groups[group], client))
                then = {past.colours[group], past.groups[group].size() == 1};
        if (!now)
            now = then;
        if (!then || then != now)
            break;
        joined = past.round;
    }
    return joined;
}

void DocksAndStoreTest::clientsAreTheRoundsNumbers()
{
    look();
    const QString named =
        QStringLiteral("(SELECT value FROM client_value v JOIN value_series s "
                       "USING (run, round, series) WHERE v.run = m.run AND v.round = m.round AND "
                       "s.scope = 'client' AND s.name = '%1' AND v.client = m.client)");
    std::vector<Line> expected;
    query(
        QStringLiteral("SELECT client, f.train_samples, f.class_counts, %1, "
                       "(SELECT count(DISTINCT round) FROM participation p WHERE p.run = m.run AND "
                       "p.round <= m.round AND p.client = m.client), "
                       "coalesce(personal_test_accuracy, global_test_accuracy), "
                       "coalesce(personal_test_loss, global_test_loss), train_loss, "
                       "coalesce((SELECT sum(bits) FROM traffic t WHERE t.run = m.run AND "
                       "t.round = m.round AND t.client = m.client AND "
                       "t.link NOT IN ('edgeToCloud', 'cloudToEdge')), 0) "
                       "FROM client_metric m JOIN federation_client f USING (run, client) %2 "
                       "ORDER BY client")
            .arg(named.arg(QStringLiteral("estimatedEntropy")), here()),
        [&](const Statement& row) {
            double all = 0;
            double entropy = 0;
            QList<double> counts;
            for (const QString& count : QString::fromStdString(row.text(2)).split(QLatin1Char(',')))
                all += counts.emplace_back(count.toDouble());
            for (const double count : counts)
                entropy -= count > 0 ? count / all * std::log(count / all) : 0;
            const auto accuracy = readAt<double>(row, 5);
            expected.push_back(
                {shown(row.whole(0)),
                 shown(row.whole(1)),
                 shown(std::optional(entropy)),
                 shown(readAt<double>(row, 3)),
                 shown(row.whole(4)),
                 shown(accuracy ? std::optional(100 * (1 - *accuracy)) : std::nullopt),
                 shown(readAt<double>(row, 6)),
                 shown(readAt<double>(row, 7)),
                 shown(readAt<double>(row, 8))});
        });
    std::vector<Line> there = exported("clients");
    const auto* table = m_window->findChild<QTableView*>(QStringLiteral("clientTable"));
    for (const auto& [members, column] :
         {std::pair("group_member", 1), std::pair("cluster_member", 3)}) {
        const auto groups = groupsOf(members, m_round);
        for (const std::vector<int>& group : groups)
            for (const int client : group)
                QCOMPARE(there[static_cast<std::size_t>(client)][column],
                         there[static_cast<std::size_t>(group.front())][column]);
        QCOMPARE(table->isColumnHidden(column), groups.empty()); // nothing but dashes
    }
    for (Line& line : there) {
        const int client = line.front().toInt();
        QCOMPARE(line[2].toInt(), joinedIn(client));
        line.remove(1, 3); // and the numbers of colours
    }
    QCOMPARE(textOf(there), textOf(expected));
}

void DocksAndStoreTest::theLogIsWhatHappened()
{
    look();
    std::vector<Line> expected;
    query(
        QStringLiteral("SELECT round, sentence FROM event WHERE run = %1 ORDER BY round, position")
            .arg(m_run),
        [&](const Statement& row) {
            const QString round = shown(row.whole(0));
            expected.push_back(
                {round,
                 QStringLiteral("Round %1: %2").arg(round, QString::fromStdString(row.text(1)))});
        });
    QCOMPARE(!expected.empty(), m_run == 4);
    // And who came together or parted, in its place.
    GroupChanges changes;
    for (const RoundGroups& record : formedUntil(std::numeric_limits<int>::max())) {
        const QString change = changes.tell(record);
        if (change.isEmpty())
            continue;
        const QString round = shown(record.round);
        expected.push_back({round, QStringLiteral("Round %1: %2").arg(round, change)});
    }
    std::ranges::stable_sort(expected, {}, [](const Line& line) { return line.front().toInt(); });
    query(QStringLiteral("SELECT rounds_done, status, reason FROM run WHERE id = %1").arg(m_run),
          [&](const Statement& row) {
              const QString round = shown(row.whole(0));
              const QString reason = QString::fromStdString(row.text(2));
              expected.push_back(
                  {round,
                   QStringLiteral("Round %1: %2%3")
                       .arg(round,
                            QString::fromStdString(row.text(1)),
                            reason.isEmpty() ? reason : QStringLiteral(". ") + reason)});
          });
    QCOMPARE(textOf(exported("log")), textOf(expected));
}

void DocksAndStoreTest::whatIsPickedInOneDockIsPickedInAll()
{
    look(1, 4);
    const std::vector<int> together = groupsOf("group_member", 4).front();
    QVERIFY(together.size() > 1);
    std::map<QString, QImage> before;
    const auto pictures = [&] {
        std::map<QString, QImage> now;
        for (const char* name : {"dendrogram", "matrix", "river", "topology", "clients"}) {
            dock(name).raise();
            static_cast<StructurePanel*>(dock(name).widget())->refresh();
            now[QLatin1String(name)] = dock(name).grab().toImage();
        }
        return now;
    };
    m_window->findChild<QComboBox*>(QStringLiteral("matrixKind"))->setCurrentIndex(0);
    before = pictures();
    // The line of one client in the table; then a second one with Ctrl.
    auto* table = m_window->findChild<QTableView*>(QStringLiteral("clientTable"));
    const auto click = [&](int client, Qt::KeyboardModifiers keys) {
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 0).data().toInt() == client)
                QTest::mouseClick(table->viewport(),
                                  Qt::LeftButton,
                                  keys,
                                  table->visualRect(table->model()->index(row, 0)).center());
    };
    dock("clients").raise();
    click(together[0], {});
    click(together[1], Qt::ControlModifier);
    const std::set<int> picked{together[0], together[1]};
    const auto panels = m_window->findChildren<CurvePanel*>();
    for (const CurvePanel* panel : panels)
        QVERIFY(panel->choice().selected == picked);
    const auto after = pictures();
    for (const auto& [name, picture] : before)
        QVERIFY2(after.at(name) != picture, qPrintable(name));
    m_window->actions().action(ActionId::ClearPicked)->trigger();
    for (const CurvePanel* panel : panels)
        QVERIFY(panel->choice().selected.empty());
    const auto cleared = pictures();
    for (const char* name : {"dendrogram", "matrix", "river", "topology"})
        QVERIFY2(cleared.at(QLatin1String(name)) == before.at(QLatin1String(name)), name);
}

COTERIE_WIDGET_SECTION(DocksAndStoreTest)

} // namespace tst_docks_and_store

#include "tst_docks_and_store.moc"
