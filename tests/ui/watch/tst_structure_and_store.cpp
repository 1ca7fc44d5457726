#include "core/store/database.h"
#include "core/store/row_values.h"
#include "tests/patience.h"
#include "tests/sections.h"
#include "tests/ui/csv_lines.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/watch/docks_fixture.h"
#include "tests/ui/window_bench.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/group_river_view.h"
#include "ui/views/matrix_view.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/dendrogram_panel.h"
#include "ui/watch/watch_page.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QSlider>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace tst_structure_and_store {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

QString joined(const std::vector<int>& numbers)
{
    QStringList words;
    for (const int number : numbers)
        words << QString::number(number);
    return words.join(QLatin1Char(' '));
}

} // namespace

/// Who trains with whom: the merges, matrices and groups that the docks show and export, held
/// against what SQL finds in the store.
class StructureAndStoreTest final : public DocksFixture
{
    Q_OBJECT

private slots:
    void dendrogramsAreTheMerges_data();
    void dendrogramsAreTheMerges();
    void matricesAreTheStoredOnes_data();
    void matricesAreTheStoredOnes();
    void whatIfStaysWhereItIs();
    void whatIfAnswersForTheRoundOnScreen();
    void aResumedRunShowsItsNewestStoredRound();
    void theRiverIsTheGroups();
    void whatIsPickedInOneDockIsPickedInAll();
};

void StructureAndStoreTest::dendrogramsAreTheMerges_data()
{
    QTest::addColumn<int>("run");
    QTest::addColumn<int>("round");
    QTest::addColumn<QString>("kind");
    QTest::newRow("groups") << 1 << 4 << QStringLiteral("merge");
    QTest::newRow("groups, earlier") << 1 << 2 << QStringLiteral("merge");
    QTest::newRow("clusters") << 2 << 4 << QStringLiteral("cluster_merge");
}

void StructureAndStoreTest::dendrogramsAreTheMerges()
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

void StructureAndStoreTest::matricesAreTheStoredOnes_data()
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

void StructureAndStoreTest::matricesAreTheStoredOnes()
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

/// A round without merges has no axis and no merge player, and the pointer may be on the button.
void StructureAndStoreTest::whatIfStaysWhereItIs()
{
    look(1, 4);
    dock("dendrogram").raise();
    auto& panel = static_cast<DendrogramPanel&>(*dock("dendrogram").widget());
    const auto* ask = panel.findChild<QToolButton*>(QStringLiteral("askWhatIf"));
    const auto* steps = panel.findChild<QSlider*>(QStringLiteral("mergeSteps"));
    QTRY_VERIFY(ask->isVisible() && steps->isVisible());
    layOut();
    const QPoint place = ask->pos();
    int without = 0;
    for (const int round : {0, 1, 2, 3}) {
        look(1, round);
        panel.refresh();
        layOut();
        without += steps->isVisible() ? 0 : 1;
        QCOMPARE(ask->pos(), place);
    }
    QVERIFY(without > 0);
}

/// The answer of one round stayed above another, which formed no groups, and Reset did not clear
/// it.
void StructureAndStoreTest::whatIfAnswersForTheRoundOnScreen()
{
    look(1, 4);
    dock("dendrogram").raise();
    auto& panel = static_cast<DendrogramPanel&>(*dock("dendrogram").widget());
    auto* ask = panel.findChild<QToolButton*>(QStringLiteral("askWhatIf"));
    QTRY_VERIFY(ask->isVisible());
    ask->setChecked(true);
    auto* slider = panel.findChild<QSlider*>(QStringLiteral("whatIfSlider"));
    const auto* answer = panel.findChild<QLabel*>(QStringLiteral("whatIfAnswer"));
    const QString none = QStringLiteral("No groups formed in this round. Try round 1.");
    slider->setValue(slider->maximum());
    QTRY_VERIFY(answer->text().startsWith(QStringLiteral("With these settings 1 group ")));
    look(1, 0);
    QTRY_COMPARE(answer->text(), none);
    slider->setValue(0); // as Reset does
    panel.refresh();
    QCOMPARE(answer->text(), none);
    look(1, 4);
    QTRY_VERIFY(answer->text().startsWith(QStringLiteral("As recorded: ")));
    ask->setChecked(false);
}

/// Its history comes from the store after it has begun, and its next round may be minutes away.
void StructureAndStoreTest::aResumedRunShowsItsNewestStoredRound()
{
    look(1, 4);
    auto& page = *m_window->findChild<WatchPage*>();
    const RunViewModel* before = page.runs();
    const RunCurves history = *before->find(1);
    RunViewModel resumed;
    resumed.beginRun(history.title, history.facts, history.plan, true, {});
    page.showRuns(&resumed, false);
    const bool isEmpty = page.shown().run() == 1 && !page.shown().report();
    resumed.putBefore({history});
    const auto hasReport = [&page] {
        return page.shown().report() && page.shown().report()->round == 4;
    };
    const bool isShown = QTest::qWaitFor(hasReport, kTryMilliseconds);
    page.showRuns(before, true); // the other model ends here
    QVERIFY(isEmpty);
    QVERIFY(isShown);
}

void StructureAndStoreTest::theRiverIsTheGroups()
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

void StructureAndStoreTest::whatIsPickedInOneDockIsPickedInAll()
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

COTERIE_WIDGET_SECTION(StructureAndStoreTest)

} // namespace tst_structure_and_store

#include "tst_structure_and_store.moc"
