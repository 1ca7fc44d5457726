#include "core/store/database.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/real_runs.h"
#include "ui/compare/difference_dialog.h"
#include "ui/compare/difference_views.h"
#include "ui/compare/verify_dialog.h"
#include "ui/views/group_river_view.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

namespace tst_difference {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// HCCT that merges little and much, on four clients in two clusters.
constexpr std::string_view kExperiment = R"({
  "schema": 1, "name": "Two ways", "data": {
    "dataset": { "name": "glyphDigits", "samples": 300, "seed": 1 },
    "partition": { "scheme": "clusters", "clients": 4, "clusters": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [0.01, 1000] } } } ],
  "rounds": 3, "seeds": [1] })";

RoundReport grouped(std::vector<std::vector<int>> groups, int clients = 4)
{
    RoundReport report;
    for (int client = 0; client < clients; ++client) {
        ClientReport of;
        of.client = client;
        report.clients.push_back(of);
    }
    report.grouping = Grouping{.groups = std::move(groups)};
    return report;
}

template <typename Dialog>
bool isReady(const Dialog& dialog)
{
    return QTest::qWaitFor([&] { return !dialog.isBusy(); }, kTryMilliseconds);
}

QString textIn(const QDialog& dialog, const char* name)
{
    return dialog.findChild<QLabel*>(QLatin1String(name))->text();
}

PlainTable tableIn(const QDialog& dialog, const char* name)
{
    const auto* view = dialog.findChild<QTableView*>(QLatin1String(name));
    return qobject_cast<const PlainTableModel*>(view->model())->table();
}

} // namespace

class DifferenceTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void groupsFlowFromOneRunToTheOther();
    void numbersThatNoClientHasAreIgnored();
    void matricesAreSubtractedWhereBothHaveThem();
    void whyThereIsNoMatrixIsSaid();
    void equalMatricesAreSaidToBeEqual();
    void theDialogShowsWhatTheCommandFinds();
    void namesOfMetricsAreWhole();
    void theRoundIsOfferedWhereItRules();
    void withoutADifferentSettingTheNumbersComeFirst();
    void anotherRoundIsReadWhenChosen();
    void aRoundThatCannotBeReadLeavesTheVerdict();
    void textsOfTablesAreReadWhole();
    void aRunThatIsNotThereIsNamed();
    void theActionsNeedTheRightRuns();
    void playedAgainItIsTheSame();
    void aVerifiedRunStandsInOneLine();
    void whatWasChangedIsFound();
    void stoppedItPlaysNoFurtherRun();

private:
    [[nodiscard]] std::unique_ptr<RunStore> store() const
    {
        return std::move(*RunStore::open(m_store));
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    std::vector<std::int64_t> m_runs;
};

void DifferenceTest::initTestCase()
{
    m_store = m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    m_runs = real_runs::trained(m_store, kExperiment);
    QCOMPARE(m_runs.size(), std::size_t{2});
}

void DifferenceTest::groupsFlowFromOneRunToTheOther()
{
    const RoundReport one = grouped({{0, 1}, {2, 3}});
    const RoundReport other = grouped({{0}, {1}, {2, 3}});
    const std::vector<RiverRound> flow = groupFlow(one, other);
    QCOMPARE(flow.size(), std::size_t{2});
    QCOMPARE(flow[0].colourOfClient, (std::vector<int>{0, 0, 1, 1}));
    QCOMPARE(flow[1].colourOfClient[2], 1); // the colour goes with the clients
    QCOMPARE(flow[1].colourOfClient[3], 1);
    QVERIFY(flow[1].colourOfClient[0] != flow[1].colourOfClient[1]);
    QCOMPARE(flowText(one, other),
             QStringLiteral("2 of 4 clients train with other clients: {0, 1}"));
    QCOMPARE(flowText(one, one),
             QStringLiteral("The groups of both runs are the same in round 0."));
    RoundReport without = other;
    without.grouping.reset();
    QVERIFY(groupFlow(one, without).empty());
    QVERIFY(flowText(one, without).isEmpty());
    std::array<RunRow, 2> runs;
    runs[0].id = 7;
    runs[1].id = 9;
    QCOMPARE(noFlowText(runs, one, without),
             QStringLiteral("Run 9 has formed no groups in round 0."));
    QCOMPARE(noFlowText(runs, without, one),
             QStringLiteral("Run 7 has formed no groups in round 0."));
    QCOMPARE(noFlowText(runs, without, without),
             QStringLiteral("Neither run has formed groups in round 0."));
    QCOMPARE(noFlowText(runs, one, grouped({{0, 1, 2, 3, 4}}, 5)),
             QStringLiteral("The runs have different clients: 4 in run 7, 5 in run 9."));
    QVERIFY(groupFlow(one, grouped({{0, 1, 2, 3, 4}}, 5)).empty()); // other clients
    QCOMPARE(flowText(grouped({{0}}, 1), grouped({{0}}, 1)),
             QStringLiteral("The groups of both runs are the same in round 0."));
}

void DifferenceTest::numbersThatNoClientHasAreIgnored()
{
    constexpr int kLarge = std::numeric_limits<int>::max();
    const RoundReport one = grouped({{0, 1, -1}, {2, 3}, {kLarge}});
    const RoundReport other = grouped({{-2, 1}, {kLarge, 3, 2, 4}});
    const std::vector<RiverRound> flow = groupFlow(one, other);
    QCOMPARE(flow.size(), std::size_t{2});
    QCOMPARE(flow[0].colourOfClient, (std::vector<int>{0, 0, 1, 1}));
    QCOMPARE(flow[1].colourOfClient, (std::vector<int>{-1, 0, 1, 1}));
    QCOMPARE(flowText(one, other),
             QStringLiteral("2 of 4 clients train with other clients: {0, 1}"));
    // A group is what its clients are, in whatever order they stand.
    QCOMPARE(flowText(one, grouped({{3, 2}, {-1, 1, 0}})),
             QStringLiteral("The groups of both runs are the same in round 0."));
    QCOMPARE(flowText(grouped({{0, 1}, {0}}), grouped({{0}, {0, 1}})),
             QStringLiteral("The groups of both runs are the same in round 0."));
    QCOMPARE(flowText(grouped({{0, 1}, {0}}), grouped({{0}, {1}})),
             QStringLiteral("2 of 4 clients train with other clients: {0, 1}"));
}

void DifferenceTest::matricesAreSubtractedWhereBothHaveThem()
{
    RoundReport one;
    RoundReport other;
    Matrix before(2, 2);
    Matrix after(2, 2);
    before.at(0, 1) = 0.25;
    after.at(0, 1) = 1;
    after.at(1, 1) = 0.5;
    one.collaboration = before;
    other.collaboration = after;
    const auto picture = matrixDifference(one, other, MatrixKind::Collaboration);
    QVERIFY(picture.has_value());
    QCOMPARE(picture->valueAt(0, 1), 0.75);
    QCOMPARE(picture->valueAt(1, 1), 0.5);
    QVERIFY(!matrixDifference(one, other, MatrixKind::Similarity));
    other.collaboration = Matrix(3, 3);
    QVERIFY(!matrixDifference(one, other, MatrixKind::Collaboration));
}

void DifferenceTest::whyThereIsNoMatrixIsSaid()
{
    std::array<RunRow, 2> runs;
    runs[0].id = 7;
    runs[1].id = 9;
    RoundReport one = grouped({{0, 1}, {2, 3}});
    RoundReport other = one;
    const auto said = [&] { return noMatrixText(runs, one, other, MatrixKind::Collaboration); };
    QCOMPARE(said(),
             QStringLiteral("Neither run reports this matrix in round 0. Choose another matrix or "
                            "round."));
    one.collaboration = Matrix(4, 4);
    QCOMPARE(said(),
             QStringLiteral("Run 9 does not report this matrix in round 0. Choose another matrix "
                            "or round."));
    other.collaboration = Matrix(3, 3);
    QCOMPARE(said(),
             QStringLiteral("The runs report this matrix for different clients in round 0. Choose "
                            "another matrix or round."));
    other = grouped({{0, 1, 2, 3, 4}}, 5);
    QCOMPARE(said(), QStringLiteral("The runs have different clients: 4 in run 7, 5 in run 9."));
}

void DifferenceTest::equalMatricesAreSaidToBeEqual()
{
    DifferenceDialog dialog(m_store, {m_runs[0], m_runs[0]});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(isReady(dialog));
    QVERIFY(!dialog.findChild<MatrixView*>()->picture().matrix.values.empty());
    QCOMPARE(
        textIn(dialog, "differenceMatrixNote"),
        QStringLiteral("This matrix is the same in both runs in round 3: every difference is 0."));
    DifferenceDialog other(m_store, {m_runs[0], m_runs[1]});
    other.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(isReady(other));
    other.findChild<QSpinBox*>(QStringLiteral("differenceRound"))->setValue(3);
    QVERIFY(isReady(other));
    QVERIFY(!other.findChild<MatrixView*>()->picture().matrix.values.empty());
    QCOMPARE(textIn(other, "differenceMatrixNote"), QString());
}

void DifferenceTest::namesOfMetricsAreWhole()
{
    DifferenceDialog dialog(m_store, {m_runs[0], m_runs[1]});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(isReady(dialog));
    auto* tabs = dialog.findChild<QTabWidget*>(QStringLiteral("differenceTabs"));
    for (const char* name : {"differentSettings", "differentNumbers"}) {
        auto* table = dialog.findChild<QTableView*>(QLatin1String(name));
        tabs->setCurrentIndex(tabs->currentIndex() + (QLatin1String(name) == u"differentNumbers"));
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QString text = table->model()->index(row, 0).data().toString();
            QTRY_VERIFY2(table->columnWidth(0) > table->fontMetrics().horizontalAdvance(text) + 12,
                         qPrintable(text));
        }
        QVERIFY(!table->horizontalScrollBar()->isVisible());
    }
    tabs->setCurrentIndex(2);
    const auto* metric = dialog.findChild<QComboBox*>(QStringLiteral("differenceMetric"));
    for (int item = 0; item < metric->count(); ++item)
        QTRY_VERIFY2(metric->width()
                         >= metric->fontMetrics().horizontalAdvance(metric->itemText(item)) + 20,
                     qPrintable(metric->itemText(item)));
}

void DifferenceTest::theDialogShowsWhatTheCommandFinds()
{
    const RunDifference expected =
        *differenceOf(*store(), {*store()->run(m_runs[0]), *store()->run(m_runs[1])});
    QVERIFY(expected.parting.has_value());
    DifferenceDialog dialog(m_store, {m_runs[0], m_runs[1]});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(isReady(dialog));
    QCOMPARE(textIn(dialog, "differenceVerdict"), partingWords(expected));
    QVERIFY(textIn(dialog, "differenceRuns").contains(QStringLiteral("Two ways · HCCT")));

    const PlainTable settings = tableIn(dialog, "differentSettings");
    QCOMPARE(settings.rows.size(), std::size_t{1});
    QCOMPARE(settings.rows[0][0].toString(), QStringLiteral("Data hunger α"));
    QCOMPARE(settings.rows[0][1].toString(), QStringLiteral("0.01"));
    QCOMPARE(settings.rows[0][2].toString(), QStringLiteral("1000"));
    QCOMPARE(tableIn(dialog, "differentNumbers").rows.size(), expected.lastNumbers().size());

    auto* metric = dialog.findChild<QComboBox*>(QStringLiteral("differenceMetric"));
    metric->setCurrentIndex(metric->findData(QStringLiteral("meanTestError")));
    const std::vector<TwoNumbers> numbers = expected.numbersOf("meanTestError");
    QCOMPARE(numbers.size(), std::size_t{4});
    const auto* plot = dialog.findChild<LinePlot*>();
    QCOMPARE(plot->picture().lines.size(), std::size_t{1});
    for (std::size_t i = 0; i < numbers.size(); ++i)
        QCOMPARE(plot->picture().lines[0].y[i], numbers[i].other - numbers[i].one);
    dialog.findChild<QCheckBox*>(QStringLiteral("differenceSubtracted"))->setChecked(false);
    QCOMPARE(plot->picture().lines.size(), std::size_t{2});
    QCOMPARE(plot->picture().lines[1].y[3], numbers[3].other);
}

void DifferenceTest::theRoundIsOfferedWhereItRules()
{
    DifferenceDialog dialog(m_store, {m_runs[0], m_runs[1]});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(isReady(dialog));
    auto* tabs = dialog.findChild<QTabWidget*>(QStringLiteral("differenceTabs"));
    const auto* round = dialog.findChild<QSpinBox*>(QStringLiteral("differenceRound"));
    QCOMPARE(tabs->currentIndex(), 0); // a setting differs
    QStringList offered;
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        if (round->isVisible())
            offered << tabs->tabText(tab);
    }
    QCOMPARE(offered, (QStringList{QStringLiteral("Matrices"), QStringLiteral("Groups")}));
    QCOMPARE(textIn(dialog, "differenceNumbersNote"),
             QStringLiteral("After round 3, the last that was evaluated in both."));
}

void DifferenceTest::withoutADifferentSettingTheNumbersComeFirst()
{
    DifferenceDialog dialog(m_store, {m_runs[0], m_runs[0]});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(isReady(dialog));
    QVERIFY(tableIn(dialog, "differentSettings").rows.empty());
    const auto* tabs = dialog.findChild<QTabWidget*>(QStringLiteral("differenceTabs"));
    QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("Numbers"));
}

void DifferenceTest::anotherRoundIsReadWhenChosen()
{
    DifferenceDialog dialog(m_store, {m_runs[0], m_runs[1]});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(isReady(dialog));
    auto* round = dialog.findChild<QSpinBox*>(QStringLiteral("differenceRound"));
    QCOMPARE(round->maximum(), 3);
    auto* tabs = dialog.findChild<QTabWidget*>();
    auto* flow = dialog.findChild<GroupRiverView*>();
    for (int tab = 0; tab < tabs->count(); ++tab)
        if (tabs->widget(tab)->isAncestorOf(flow))
            tabs->setCurrentIndex(tab);
    QVERIFY(flow->isVisibleTo(&dialog));
    for (const int chosen : {1, 3}) {
        round->setValue(chosen);
        QVERIFY(!dialog.grab().isNull()); // drawn while nothing has been read
        if (dialog.isBusy()) {            // nothing of the round before
            QCOMPARE(textIn(dialog, "differenceFlowNote"), QStringLiteral("Reading…"));
            QVERIFY(dialog.findChild<GroupRiverView*>()->rounds().empty());
        }
        QVERIFY(isReady(dialog));
        const RoundReport one = store()->reports(m_runs[0], chosen, chosen)->front();
        const RoundReport other = store()->reports(m_runs[1], chosen, chosen)->front();
        const Matrix shown = dialog.findChild<MatrixView*>()->picture().matrix;
        QCOMPARE(shown.values,
                 matrixDifference(one, other, MatrixKind::Collaboration)->matrix.values);
        QCOMPARE(dialog.findChild<GroupRiverView*>()->rounds(), groupFlow(one, other));
        QCOMPARE(textIn(dialog, "differenceFlowNote"), flowText(one, other));
    }
}

void DifferenceTest::aRoundThatCannotBeReadLeavesTheVerdict()
{
    const std::filesystem::path cut = m_folder.filePath(QStringLiteral("c.sqlite")).toStdString();
    std::filesystem::copy_file(m_store, cut);
    DifferenceDialog dialog(cut, {m_runs[0], m_runs[1]});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(isReady(dialog));
    const QString verdict = textIn(dialog, "differenceVerdict");
    auto* round = dialog.findChild<QSpinBox*>(QStringLiteral("differenceRound"));
    round->setValue(1);
    QVERIFY(isReady(dialog));
    Database(cut, Database::Access::Existing).execute("DELETE FROM round WHERE round = 2");
    round->setValue(2);
    QVERIFY(isReady(dialog));
    QCOMPARE(textIn(dialog, "differenceVerdict"), verdict);
    QVERIFY2(textIn(dialog, "differenceFlowNote").contains(QStringLiteral("round 2 is not")),
             qPrintable(textIn(dialog, "differenceFlowNote")));
    QVERIFY(dialog.findChild<MatrixView*>()->picture().matrix.values.empty());
    round->setValue(1);
    QVERIFY(isReady(dialog));
    QVERIFY(!dialog.findChild<MatrixView*>()->picture().matrix.values.empty());
}

void DifferenceTest::textsOfTablesAreReadWhole()
{
    PlainTableModel model;
    const QString text = QStringLiteral("a sentence that no column has room for");
    model.setTable({.header = {QStringLiteral("One")}, .rows = {{text}, {QVariant()}, {7}}});
    QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(), text);
    QVERIFY(!model.index(1, 0).data(Qt::ToolTipRole).isValid());
    QVERIFY(!model.index(2, 0).data(Qt::ToolTipRole).isValid());
}

void DifferenceTest::aRunThatIsNotThereIsNamed()
{
    DifferenceDialog dialog(m_store, {m_runs[0], 77});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(isReady(dialog));
    QVERIFY(textIn(dialog, "differenceVerdict").contains(QStringLiteral("77")));
}

void DifferenceTest::theActionsNeedTheRightRuns()
{
    const ShownComparePage shown(m_store);
    QTreeView* table = shown.table();
    QTRY_COMPARE(table->model()->rowCount(), 2);
    const QAction* difference = shown.actions.action(ActionId::DiffRuns);
    const QSignalSpy verifiable(shown.page.get(), &ComparePage::verifiableChosen);
    const auto mayVerify = [&] { return verifiable.last().first().toBool(); };
    QVERIFY(!difference->isEnabled());
    table->setCurrentIndex(table->model()->index(0, 0));
    QVERIFY(!difference->isEnabled() && mayVerify());
    table->selectAll();
    QVERIFY(difference->isEnabled() && mayVerify());
    table->clearSelection();
    QVERIFY(!difference->isEnabled() && !mayVerify());
}

void DifferenceTest::playedAgainItIsTheSame()
{
    VerifyDialog dialog(m_store, m_runs, {});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(isReady(dialog));
    const PlainTable table = tableIn(dialog, "verifyTable");
    QCOMPARE(table.rows.size(), std::size_t{2});
    for (const auto& row : table.rows) {
        QVERIFY(row[0].toString().contains(QStringLiteral("Two ways")));
        QVERIFY(
            row[1].toString().startsWith(QStringLiteral("The same to the bit in all 3 rounds")));
    }
    QCOMPARE(textIn(dialog, "verifySummary"),
             QStringLiteral("All 2 runs are the same to the bit."));
    QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("stopVerifying"))->isEnabled());
}

void DifferenceTest::aVerifiedRunStandsInOneLine()
{
    VerifyDialog dialog(m_store, m_runs, {});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(isReady(dialog));
    const auto* table = dialog.findChild<QTableView*>(QStringLiteral("verifyTable"));
    const QString run = table->model()->index(0, 0).data().toString();
    QVERIFY(table->columnWidth(0) > table->fontMetrics().horizontalAdvance(run) + 12);
    QTRY_VERIFY(table->rowHeight(0) < 2 * table->fontMetrics().height() + 8);
    dialog.resize(420, 300); // half is left to the verdicts
    QTRY_VERIFY(table->columnWidth(0) <= table->width() / 2);
}

void DifferenceTest::whatWasChangedIsFound()
{
    const std::filesystem::path changed =
        m_folder.filePath(QStringLiteral("b.sqlite")).toStdString();
    std::filesystem::copy_file(m_store, changed);
    Database(changed, Database::Access::Existing)
        .execute("UPDATE client_metric SET train_loss = 7 WHERE round = 2 AND client = 1 AND run = "
                 + std::to_string(m_runs[0]));
    VerifyDialog dialog(changed, m_runs, {});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(isReady(dialog));
    const PlainTable table = tableIn(dialog, "verifyTable");
    QVERIFY2(table.rows[0][1].toString().startsWith(
                 QStringLiteral("It differs from round 2, client 1: training loss is")),
             qPrintable(table.rows[0][1].toString()));
    QCOMPARE(textIn(dialog, "verifySummary"),
             QStringLiteral("1 of 2 runs were found the same to the bit, but not: Run %1.")
                 .arg(m_runs[0]));
}

void DifferenceTest::stoppedItPlaysNoFurtherRun()
{
    VerifyDialog dialog(m_store, m_runs, {});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.findChild<QPushButton*>(QStringLiteral("stopVerifying"))->click();
    QVERIFY(isReady(dialog));
    const PlainTable table = tableIn(dialog, "verifyTable");
    const QString first = table.rows[0][1].toString(); // the click may come too late for it
    QVERIFY2(first.startsWith(QStringLiteral("Stopped"))
                 || first.startsWith(QStringLiteral("The same to the bit in all 3 rounds")),
             qPrintable(first));
    QCOMPARE(table.rows[1][1].toString(), QStringLiteral("Not played."));
}

COTERIE_WIDGET_SECTION(DifferenceTest)

} // namespace tst_difference

#include "tst_difference.moc"
