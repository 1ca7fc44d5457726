#include "core/store/database.h"
#include "tests/sections.h"
#include "tests/ui/csv_lines.h"
#include "tests/ui/watch/docks_fixture.h"
#include "tests/ui/window_bench.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/run_list.h"

#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <ranges>
#include <utility>

namespace tst_numbers_and_store {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Compares the numbers of a round and of its clients that the docks show and export with those
/// that SQL finds in the store.
class NumbersAndStoreTest final : public DocksFixture
{
    Q_OBJECT

private slots:
    void curvesAreTheMetrics_data() { addRuns(); }
    void curvesAreTheMetrics();
    void runsAreListedWithTheRoundsNumbers_data() { addRuns(); }
    void runsAreListedWithTheRoundsNumbers();
    void topologiesAreTheRoundsNumbers_data() { addRuns(); }
    void topologiesAreTheRoundsNumbers();
    void clientsAreTheRoundsNumbers_data() { addRuns(); }
    void clientsAreTheRoundsNumbers();
    void theLogIsWhatHappened_data() { addRuns(); }
    void theLogIsWhatHappened();

private:
    [[nodiscard]] int joinedIn(int client) const;
};

void NumbersAndStoreTest::curvesAreTheMetrics()
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

void NumbersAndStoreTest::runsAreListedWithTheRoundsNumbers()
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

void NumbersAndStoreTest::topologiesAreTheRoundsNumbers()
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

/// The first round of those, back from the one looked at, in which the client was in the same
/// group, or on its own, without a break; −1: it is in none.
int NumbersAndStoreTest::joinedIn(int client) const
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

void NumbersAndStoreTest::clientsAreTheRoundsNumbers()
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

void NumbersAndStoreTest::theLogIsWhatHappened()
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

COTERIE_WIDGET_SECTION(NumbersAndStoreTest)

} // namespace tst_numbers_and_store

#include "tst_numbers_and_store.moc"
