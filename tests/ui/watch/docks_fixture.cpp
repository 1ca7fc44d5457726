#include "tests/ui/watch/docks_fixture.h"

#include "tests/patience.h"
#include "tests/ui/real_runs.h"
#include "ui/views/view_frame.h"
#include "ui/watch/run_list.h"
#include "ui/watch/structure_panel.h"
#include "ui/watch/watch_page.h"

#include <QAction>
#include <QSlider>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <array>
#include <string_view>

namespace coterie::ui::test {

namespace {

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

} // namespace

void DocksFixture::initTestCase()
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

void DocksFixture::addRuns()
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

void DocksFixture::look()
{
    QFETCH(int, run);
    QFETCH(int, round);
    look(run, round);
}

void DocksFixture::look(std::int64_t run, int round)
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

void DocksFixture::open(std::int64_t run)
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

QDockWidget& DocksFixture::dock(const char* name) const
{
    return *m_window->findChild<QDockWidget*>(QLatin1String(name));
}

std::vector<Line> DocksFixture::exported(const char* name)
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

std::optional<double> DocksFixture::value(const QString& sql) const
{
    std::optional<double> found;
    query(sql, [&](const Statement& row) { found = readAt<double>(row, 0); });
    return found;
}

QString DocksFixture::here() const
{
    return QStringLiteral(" WHERE run = %1 AND round = %2 ").arg(m_run).arg(m_round);
}

std::vector<std::vector<int>> DocksFixture::groupsOf(const char* table, int round) const
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

std::vector<RoundGroups> DocksFixture::formedUntil(int last) const
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

} // namespace coterie::ui::test
