#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/compare/figures_experiment.h"
#include "ui/compare/client_pictures.h"
#include "ui/compare/clients_pane.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/figure_bar.h"
#include "ui/compare/figure_view.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"

#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_figure_runs {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

FigureDesign heatMap()
{
    return {.title = "Classes", .drawing = {.name = "heatMap", .parameters = {}}, .arms = {}};
}

RunRow row(std::int64_t id, const char* arm, std::uint64_t seed, RunStatus status)
{
    RunRow row;
    row.id = id;
    row.experimentDesign = "design";
    row.arm = arm;
    row.seed = seed;
    row.status = status;
    row.hasRounds = true;
    return row;
}

} // namespace

/// Which runs a figure is drawn of, and figures of stores that others made.
class FigureRunsTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void finishedRunsAreChosenOnceForEachSeed();
    void whatIsLeftOutIsSaid();
    void aRepeatedSeedFillsNoGap();
    void runsOlderThanTheFiguresHideNone();
    void aPartOfAnEnvelopeIsNone();
    void envelopesHaveColoursOfArms();
    void tablesOfClientsHaveTheirNames();
    void aFigureOfStoppedRunsSaysWhatItShows();
    void aFigureOfNoRunSelectsNone_data();
    void aFigureOfNoRunSelectsNone();
    void anEmptyStoreDrawsAFigureOfNoRun();
    void anEndlessListOfClassesIsCut();
    void aMapIsOfTheFirstRunWithClasses();
    void theBandOverClientsHoldsBoth();
    void theNoteSaysWhoseBandIsOverSeeds();
    void theNoteSaysWhatShortCurvesAreFittedBy();

private:
    [[nodiscard]] static std::string design()
    {
        return designHash(*parseExperiment(kComparedExperiment, registry()));
    }
};

void FigureRunsTest::finishedRunsAreChosenOnceForEachSeed()
{
    std::vector<RunRow> runs{row(1, "FedAvg", 1, RunStatus::Finished),
                             row(2, "FedAvg", 2, RunStatus::Stopped),
                             row(3, "FedAvg", 1, RunStatus::Finished), // repeated
                             row(4, "FedAvg", 3, RunStatus::Running),
                             row(5, "FedAvg", 4, RunStatus::Finished),
                             row(6, "HCCT", 1, RunStatus::Finished),
                             row(7, "HCCT", 1, RunStatus::Finished),
                             row(8, "FedAvg", 5, RunStatus::Finished),
                             row(9, "FedAvg", 6, RunStatus::Queued)};
    runs[4].changes.push_back({.round = 1, .change = {}});
    runs[6].sweep = "alpha = 10";
    runs[7].experimentDesign = "of another experiment";
    runs[8].hasRounds = false;
    runs.push_back(row(kNumbersPerStore + 1, "FedAvg", 1, RunStatus::Finished)); // one's own counts
    runs.back().store = "cluster";
    const RunsForFigure found = runsForFigure(runs, "design");
    QCOMPARE(found.chosen, (std::set<std::int64_t>{3, 6, 7}));
    QCOMPARE(found.leftOut, std::size_t{5});
}

void FigureRunsTest::whatIsLeftOutIsSaid()
{
    QVERIFY(store()->setStatus(2, RunStatus::Stopped, "").has_value());
    changeByHand(5);
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->panes().showFigure({.experiment = design(), .design = heatMap()});
    QTRY_COMPARE(page.page->chosenRuns(), (std::vector<std::int64_t>{1, 3, 4, 6}));
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY2(message->text().startsWith(QStringLiteral("2 other runs of this figure's")),
                 qPrintable(message->text()));
}

void FigureRunsTest::aRepeatedSeedFillsNoGap()
{
    CompareData drawn = compared("meanTestError");
    const ChosenFigure figure{.experiment = design(), .design = heatMap()};
    QCOMPARE(figureGaps(drawn, figure), QString());
    drawn.runs[1].seed = drawn.runs[0].seed;
    QCOMPARE(figureGaps(drawn, figure), QStringLiteral("5 of 6 runs are finished and drawn"));
}

void FigureRunsTest::runsOlderThanTheFiguresHideNone()
{
    Experiment newer = *parseExperiment(kComparedExperiment, registry());
    newer.figures.push_back(heatMap());
    QCOMPARE(designHash(newer), design());
    const auto runs = store();
    const auto key =
        runs->addExperiment(newer.name, writeExperiment(newer), canonicalHash(newer, registry()));
    const std::vector<RunPlan> plans = expand(newer, registry());
    const auto ids = runs->addRuns(*key, std::vector{plans.front()}, {});
    QVERIFY(ids.has_value());
    changeByHand(1); // a design of its own, the first
    const CompareData data = *compareRuns(*runs, {1, 2, ids->front()}, "meanTestError");
    QCOMPARE(data.experiments.size(), std::size_t{2});
    for (const ComparedExperiment& experiment : data.experiments)
        QCOMPARE(experiment.figures, newer.figures);
    FigureBar bar;
    bar.setData(data, {});
    QCOMPARE(bar.menu().actions().size(), qsizetype{1});
    // One of an experiment whose runs are not read yet.
    const ChosenFigure unread{.experiment = "of another experiment", .design = heatMap()};
    bar.setData(data, unread);
    QVERIFY(bar.isVisibleTo(nullptr));
    QVERIFY(bar.menu().actions().back()->isChecked());
    bar.setData({}, unread);
    QCOMPARE(bar.figures(), std::vector{unread});
    QVERIFY(bar.isVisibleTo(nullptr));
}

void FigureRunsTest::aPartOfAnEnvelopeIsNone()
{
    ScatterFigure figure;
    figure.x = "trueEntropy";
    figure.y = "gradientDistance";
    RoundReport report;
    report.round = 1;
    report.clientValues = {{.name = "trueEntropy", .values = {0.5, 1.0}},
                           {.name = "gradientDistance", .values = {1.0, 2.0}}};
    report.metrics = {{"envelopeKappa", 3}, {"envelopeKappaLower", 2}, {"envelopeRhoLower", 1}};
    RunOfClients run{.source = {.run = 1, .label = QStringLiteral("HiCS-FL")}, .facts = {}};
    run.facts.classes = 10;
    takeRounds(run, {report}, figure);
    QCOMPARE(run.points.size(), std::size_t{2});
    QVERIFY(run.envelopes.empty());
    QCOMPARE(clientPicture({run}, figure).lines.size(), std::size_t{1});
    report.metrics["envelopeBetaLower"] = 4;
    takeRounds(run, {report}, figure);
    const PlotPicture picture = clientPicture({run}, figure);
    QCOMPARE(picture.lines.size(), std::size_t{2});
    QCOMPARE(picture.lines.back().name, QStringLiteral("Lower envelope"));
    QCOMPARE(picture.lines.back().y.back(), 1.0); // κ − ρ
}

/// Those after them are for many groups; single lines of them are shrill on a dark ground.
void FigureRunsTest::envelopesHaveColoursOfArms()
{
    RunOfClients run{.source = {.run = 1, .label = QStringLiteral("HiCS-FL")}, .facts = {}};
    run.facts.classes = 10;
    run.points = {{.x = 0.5, .y = 1}};
    run.envelopes = {{.isLower = false, .kappa = 3, .rho = 1, .beta = 4},
                     {.isLower = true, .kappa = 2, .rho = 1, .beta = 4}};
    for (std::size_t look = 0; look < kArmColours; ++look) {
        run.source.look = look;
        std::set<std::size_t> colours;
        for (const PlotLine& line : clientPicture({run}, {}).lines) {
            QVERIFY(line.colour < kArmColours);
            colours.insert(line.colour);
        }
        QCOMPARE(colours.size(), std::size_t{3});
    }
    RunOfClients other = run; // of the colour that the first run's envelope would have alone
    other.source.id = QStringLiteral("other");
    run.source.look = 0;
    other.source.look = 1;
    std::set<std::size_t> colours;
    for (const PlotLine& line : clientPicture({run, other}, {}).lines)
        colours.insert(line.colour);
    QCOMPARE(colours.size(), std::size_t{6});
}

void FigureRunsTest::tablesOfClientsHaveTheirNames()
{
    RunOfClients named{.source = {.run = 1, .label = QStringLiteral("HiCS-FL")}, .facts = {}};
    named.points = {{.x = 0.5, .y = 1}};
    named.points.front().client = 1;
    RunOfClients plain = named; // of a version that kept no names
    plain.source.run = 2;
    const PlainTable before = clientTable({named, plain}, {});
    named.facts.clientNames = {"", "Bern"};
    const PlainTable after = clientTable({named, plain}, {});
    QCOMPARE(after.header.size(), before.header.size() + 1);
    QCOMPARE(after.header[5], QStringLiteral("Name"));
    QCOMPARE(after.rows[0][4], QVariant(1));
    QCOMPARE(after.rows[0][5], QVariant(QStringLiteral("Bern")));
    QCOMPARE(after.rows[1][5], QVariant(QString()));
    QCOMPARE(after.rows[0][6], before.rows[0][5]);

    FederationFacts facts = made_up::facts(2);
    facts.classCounts = {{3, 1}, {0, 4}};
    QCOMPARE(classCountTable(facts).header.size(), 3);
    facts.clientNames = {"Basel", "Bern"};
    const PlainTable counts = classCountTable(facts);
    QCOMPARE(counts.header[1], QStringLiteral("Name"));
    QCOMPARE(counts.rows[2], (std::vector<QVariant>{1, QStringLiteral("Bern"), 0, qlonglong(0)}));
}

void FigureRunsTest::aFigureOfStoppedRunsSaysWhatItShows()
{
    const auto figured = parseExperiment(kFiguresExperiment, registry());
    const auto runs = store();
    const auto key = runs->addExperiment(
        figured->name, writeExperiment(*figured), canonicalHash(*figured, registry()));
    const auto ids = runs->addRuns(*key, expand(*figured, registry()), {});
    QVERIFY(ids.has_value());
    for (const std::int64_t id : *ids) {
        QVERIFY(runs->setFacts(id, made_up::facts(4)).has_value());
        QVERIFY(runs->commit(id, {std::make_shared<RoundReport>()}, nullptr).has_value());
        QVERIFY(runs->setStatus(id, RunStatus::Stopped, "").has_value());
    }
    const ShownComparePage shown(m_file);
    ComparePage& page = *shown.page;
    QTRY_VERIFY(shown.table()->model()->rowCount() > std::ssize(*ids));
    const ChosenFigure figure{.experiment = designHash(*figured),
                              .design = figured->figures.front()};
    const auto* message = page.findChild<QLabel*>(QStringLiteral("compareMessage"));
    page.panes().showFigure(figure); // its runs are not selected
    QTRY_VERIFY2(message->text().contains(QStringLiteral("Resume one, or select runs")),
                 qPrintable(message->text()));
    for (int row = 0; row < std::ssize(*ids); ++row) // the newest
        shown.table()->selectionModel()->select(shown.table()->model()->index(row, 0),
                                                QItemSelectionModel::Select
                                                    | QItemSelectionModel::Rows);
    QTRY_COMPARE(page.panes().data().runs.size(), ids->size());
    page.panes().showFigure(figure);
    QTRY_VERIFY2(message->text().contains(QStringLiteral("The figure shows the selected ones")),
                 qPrintable(message->text()));
}

void FigureRunsTest::aFigureOfNoRunSelectsNone_data()
{
    QTest::addColumn<bool>("stored");
    QTest::addColumn<bool>("selected");
    QTest::newRow("its runs are stored") << true << false;
    QTest::newRow("its runs are not stored") << false << false;
    QTest::newRow("runs of another experiment are selected") << false << true;
}

void FigureRunsTest::aFigureOfNoRunSelectsNone()
{
    QFETCH(bool, stored);
    QFETCH(bool, selected);
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    ComparePanes& panes = page.page->panes();
    if (selected) {
        page.table()->selectionModel()->select(page.table()->model()->index(0, 0),
                                               QItemSelectionModel::Select
                                                   | QItemSelectionModel::Rows);
        QTRY_COMPARE(panes.data().runs.size(), std::size_t{1});
    }
    const auto before = page.page->chosenRuns();
    panes.showFigure({.experiment = stored ? design() : "of another experiment",
                      .design = {.title = "Sizes",
                                 .drawing = {.name = "sufficientClusters", .parameters = {}},
                                 .arms = {}}});
    QTRY_COMPARE(panes.clients().plot().picture().title, QStringLiteral("Sizes"));
    QTRY_VERIFY(panes.clients().plot().isVisible());
    QCOMPARE(page.page->chosenRuns(), before);
    QCOMPARE(page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->text(), QString());
}

void FigureRunsTest::anEmptyStoreDrawsAFigureOfNoRun()
{
    const std::filesystem::path empty =
        m_folder.filePath(QStringLiteral("empty.sqlite")).toStdString();
    QVERIFY(RunStore::open(empty).has_value());
    Page page(empty);
    const auto* nothing = page.page->findChild<EmptyState*>();
    QTRY_VERIFY(nothing->isVisible());
    FigureDesign sizes{
        .title = "Sizes", .drawing = {.name = "sufficientClusters", .parameters = {}}, .arms = {}};
    QVERIFY(isOfNoRun(ChosenFigure{.experiment = "any", .design = sizes}));
    QVERIFY(!isOfNoRun(ChosenFigure{.experiment = "any", .design = heatMap()}));
    QVERIFY(!isOfNoRun(std::nullopt));
    page.page->drawFigure({.experiment = "of no stored run", .design = sizes});
    QTRY_VERIFY(page.page->panes().clients().plot().isVisible());
    QTRY_COMPARE(page.page->panes().clients().plot().picture().title, QStringLiteral("Sizes"));
    QVERIFY(!nothing->isVisible());
    page.reader.readRuns(); // the page keeps it
    QSignalSpy read(&page.reader, &StoreReader::runsRead);
    QVERIFY(read.wait(kTryMilliseconds));
    QVERIFY(page.page->panes().clients().plot().isVisible());
    // One of runs has nothing to show.
    Page other(empty);
    const auto* stays = other.page->findChild<EmptyState*>();
    other.page->drawFigure({.experiment = "of no stored run", .design = heatMap()});
    QTRY_VERIFY(other.page->panes().figure());
    QVERIFY(stays->isVisible());
}

void FigureRunsTest::anEndlessListOfClassesIsCut()
{
    FederationFacts facts;
    facts.classCounts.assign(2'000, {5, 7});
    facts.classCounts.back().assign(1'000'000, 1);
    facts.classes = 3;
    const MatrixPicture known = classCountPicture(facts);
    QCOMPARE(known.matrix.columns, std::size_t{3});
    QCOMPARE(known.matrix.at(0, 1), 7.0);
    QCOMPARE(known.matrix.at(0, 2), 0.0);
    QCOMPARE(classCountTable(facts).rows.size(), std::size_t{1'999 * 2 + 3});
    for (const std::int64_t claimed : {std::int64_t{0}, std::int64_t{1} << 40}) {
        facts.classes = claimed;
        QCOMPARE(shownClasses(facts), std::size_t{2'000});
        QCOMPARE(classCountPicture(facts).matrix.columns, std::size_t{2'000});
    }
    facts.classCounts.clear();
    QCOMPARE(classCountPicture(facts).matrix.rows, std::size_t{0});
}

void FigureRunsTest::aMapIsOfTheFirstRunWithClasses()
{
    FederationFacts facts = made_up::facts(4);
    facts.classes = 2;
    facts.classCounts = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    QVERIFY(store()->setFacts(2, facts).has_value()); // run 1 has none
    QWidget parent;
    ClientsPane pane(m_file, &parent);
    parent.show();
    pane.setFigure({.experiment = design(), .design = heatMap()}, compared("meanTestError"));
    QTRY_COMPARE(pane.matrix().picture().matrix.rows, std::size_t{4});
    QCOMPARE(pane.matrix().picture().matrix.at(3, 1), 8.0);
    const auto* note = qobject_cast<ElidedLabel*>(pane.controls());
    QCOMPARE(note->text(), QStringLiteral("Run 2, seed 2"));
}

void FigureRunsTest::theBandOverClientsHoldsBoth()
{
    const std::vector<MetricCurve> curves{
        {.run = 1, .seed = 1, .rounds = {1}, .values = {2}, .deviations = {3}},
        {.run = 2, .seed = 2, .rounds = {1}, .values = {4}, .deviations = {5}}};
    const SeedSpread spread = spreadOverSeeds(curves);
    QCOMPARE(spread.deviation, (std::vector<double>{1}));
    // Of four clients, two each at 2 ± 3 and 4 ± 5.
    QCOMPARE(spread.overClients, (std::vector<double>{std::sqrt((9 + 25) / 2.0 + 1)}));
    std::vector<MetricCurve> unknown = curves;
    unknown[1].deviations.clear();
    QVERIFY(spreadOverSeeds(unknown).overClients.empty());
}

void FigureRunsTest::theNoteSaysWhoseBandIsOverSeeds()
{
    CompareData data = compared("meanTestError");
    const OverlayChoice choice{.overClients = true};
    QCOMPARE(overlayNote(data, choice),
             QStringLiteral("line: mean over 3 seeds  ·  band: ± 1 sd over clients and seeds"));
    data.arms.back().curves.front().deviations.clear();
    QCOMPARE(overlayNote(data, choice),
             QStringLiteral("line: mean over 3 seeds  ·  band: ± 1 sd over clients and seeds where "
                            "known, else over seeds"));
    for (ComparedArm& arm : data.arms)
        arm.curves.back().deviations.clear();
    QCOMPARE(overlayNote(data, choice), QStringLiteral("line: mean over 3 seeds  ·  band: ± 1 sd"));
}

void FigureRunsTest::theNoteSaysWhatShortCurvesAreFittedBy()
{
    CompareData data = compared("meanTestError");
    const OverlayChoice choice{.smoothing = Smoothing::SavitzkyGolay};
    // The rounds that count for smoothing are those that were evaluated.
    const QString usual = QStringLiteral("smoothed over 13 evaluated rounds");
    const QString fitted = usual + QStringLiteral("; shorter curves are fitted by one cubic");
    QVERIFY2(overlayNote(data, choice).endsWith(fitted), qPrintable(overlayNote(data, choice)));
    for (ComparedArm& arm : data.arms)
        for (MetricCurve& curve : arm.curves)
            while (curve.values.size() < 13) {
                curve.rounds.push_back(curve.rounds.back() + 1);
                curve.values.push_back(curve.values.back());
            }
    QVERIFY2(overlayNote(data, choice).endsWith(usual), qPrintable(overlayNote(data, choice)));
    data.arms.back().curves.front().rounds.pop_back();
    data.arms.back().curves.front().values.pop_back();
    QVERIFY2(overlayNote(data, choice).endsWith(fitted), qPrintable(overlayNote(data, choice)));
    QVERIFY(!overlayNote(data, {}).contains(usual));
}

COTERIE_WIDGET_SECTION(FigureRunsTest)

} // namespace tst_figure_runs

#include "tst_figure_runs.moc"
