#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/curve_runs.h"
#include "ui/refresh_timer.h"
#include "ui/views/line_plot.h"
#include "ui/views/plot_crosshair.h"
#include "ui/views/plot_legend.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/seed_groups.h"

#include <QMenu>
#include <QTest>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace tst_seed_groups {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

using Values = std::vector<double>;
using Weight = PlotLine::Weight;

/// A run of one arm with these mean errors from round 0 on.
void add(RunViewModel& runs,
         std::int64_t id,
         std::uint64_t seed,
         const Values& errors,
         const std::function<void(RunPlan&)>& change = {})
{
    RunTitle title = ui::test::title(id, 1);
    title.seed = seed;
    RunPlan plan;
    plan.seed = seed;
    plan.partitionSeed = seed;
    plan.rounds = 3;
    if (change)
        change(plan);
    title.designKey = designOf(&plan);
    runs.beginRun(title, {}, std::make_shared<const RunPlan>(plan));
    for (std::size_t i = 0; i < errors.size(); ++i)
        runs.append(id, round(int(i), {errors[i] - 1, errors[i] + 1}));
}

std::vector<const PlotLine*> ofWeight(const PlotPicture& picture, Weight weight)
{
    std::vector<const PlotLine*> lines;
    for (const PlotLine& line : picture.lines)
        if (line.weight == weight)
            lines.push_back(&line);
    return lines;
}

/// The clients' errors in a round: 0, 1, 2 …
Values ramp(int clients)
{
    Values errors;
    for (int client = 0; client < clients; ++client)
        errors.push_back(client);
    return errors;
}

} // namespace

/// The seeds of an arm as one line with a band, and many clients as bands.
class SeedGroupsTest final : public QObject
{
    Q_OBJECT

private slots:
    void seedsOfAnArmAreTheirMeanAndABand();
    void whatIsTheSameOfAllArmsIsSaidOnce();
    void eachSeedHasItsLineIfAsked();
    void otherDesignsAreNeverMerged();
    void aRunChangedByHandStaysAlone();
    void aRunThatIsBehindStaysAloneUntilItHasCaughtUp();
    void onePartitionForAllSeedsIsOneDesign();
    void otherAxesHaveTheMeanOfWhatWasSpent();
    void theTableHasEachSeedAndTheirMean();
    void moreThanTwentyClientsAreBands();
    void aSingleSeedShowsUnderThePointer();
    void hiddenSeedsDoNotShowUnderThePointer();
};

void SeedGroupsTest::seedsOfAnArmAreTheirMeanAndABand()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 50, 40});
    add(runs, 2, 2, {90, 60, 20});
    const PlotPicture picture = curvePicture(runs, {});
    const auto mains = ofWeight(picture, Weight::Main);
    QCOMPARE(mains.size(), std::size_t{1});
    QCOMPARE(mains[0]->name, QStringLiteral("Arm 1, mean ± sd of 2 seeds"));
    QVERIFY((mains[0]->y == Values{90, 55, 30}));
    QCOMPARE(picture.bands.size(), std::size_t{1});
    QVERIFY((picture.bands[0].lower == Values{90, 50, 20})); // ddof 0, as in all tables
    QVERIFY((picture.bands[0].upper == Values{90, 60, 40}));
    QCOMPARE(picture.bands[0].name, mains[0]->name); // hidden together
    const auto seeds = ofWeight(picture, Weight::Hover);
    QCOMPARE(seeds.size(), std::size_t{2});
    QCOMPARE(seeds[1]->label, QStringLiteral("Arm 1, seed 2"));
    QVERIFY((seeds[1]->y == Values{90, 60, 20}));
    QCOMPARE(legendEntries(picture.lines).size(), std::size_t{1});
}

void SeedGroupsTest::whatIsTheSameOfAllArmsIsSaidOnce()
{
    RunViewModel runs;
    const auto smaller = [](RunPlan& plan) { plan.local.batch = 7; };
    add(runs, 1, 1, {90, 50, 40});
    add(runs, 2, 2, {90, 60, 20});
    QVERIFY(!curvePicture(runs, {}).seedsOfEach); // its name says it
    add(runs, 3, 1, {90, 50, 30}, smaller);
    add(runs, 4, 2, {90, 60, 10}, smaller);
    const auto namesAreShort = [&runs] {
        const PlotPicture picture = curvePicture(runs, {});
        return std::ranges::none_of(ofWeight(picture, Weight::Main), [](const PlotLine* line) {
            return line->name.contains(QStringLiteral("seeds"));
        });
    };
    QVERIFY(namesAreShort());
    const PlotPicture equal = curvePicture(runs, {});
    QCOMPARE(ofWeight(equal, Weight::Main).size(), std::size_t{2});
    QVERIFY(ofWeight(equal, Weight::Main)[0]->hidingKey()
            != ofWeight(equal, Weight::Main)[1]->hidingKey());
    QCOMPARE(equal.seedsOfEach, std::optional(std::size_t{2}));
    // A figure has no note.
    for (const PlotLine* line : ofWeight(equal, Weight::Main))
        QCOMPARE(line->fullName, line->name + QStringLiteral(", mean ± sd of 2 seeds"));
    // The note on the clients' band is of the clients.
    CurveChoice ofClients;
    ofClients.band = true;
    const PlotPicture clients = curvePicture(runs, ofClients);
    QVERIFY(!clients.seedsOfEach);
    QCOMPARE(ofWeight(clients, Weight::Main).size(), std::size_t{2});
    for (const PlotLine* line : ofWeight(clients, Weight::Main))
        QVERIFY2(line->name.endsWith(QStringLiteral(", mean of 2 seeds")), qPrintable(line->name));
    add(runs, 5, 3, {90, 60, 10}, smaller); // of three seeds
    QVERIFY(!namesAreShort());
    QVERIFY(!curvePicture(runs, {}).seedsOfEach);
}

void SeedGroupsTest::eachSeedHasItsLineIfAsked()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 50, 40});
    add(runs, 2, 2, {90, 60, 20});
    CurveChoice choice;
    choice.seeds = true;
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(ofWeight(picture, Weight::Main).size(), std::size_t{2});
    QVERIFY(picture.bands.empty());
}

void SeedGroupsTest::otherDesignsAreNeverMerged()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 50, 40});
    add(runs, 2, 2, {90, 60, 20}, [](RunPlan& plan) { plan.local.batch = 7; });
    add(runs, 3, 3, {90, 60, 20}, [](RunPlan& plan) { plan.rounds = 9; });
    add(runs, 4, 4, {90, 60, 20}, [](RunPlan& plan) { plan.algorithm.name = "hcct"; });
    add(runs, 5, 1, {90, 50, 40});        // the first again: no other seed
    runs.beginRun(ui::test::title(6, 1)); // of which nothing is known
    runs.append(6, round(0, {90}));
    QCOMPARE(seedGroups(runs.runs()).size(), std::size_t{6});
    const auto lookOf = [&runs](std::size_t run) { return runs.runs()[run].title.look; };
    QVERIFY(lookOf(0) != lookOf(1) && lookOf(0) != lookOf(2)); // nor do they look alike
    QCOMPARE(lookOf(4), lookOf(0));
    add(runs, 7, 8, {90, 60, 20}, [](RunPlan& plan) { plan.local.batch = 7; });
    QCOMPARE(lookOf(6), lookOf(1));
    QCOMPARE(seedGroups(runs.runs())[1], (SeedGroup{1, 6}));
    QCOMPARE(seedGroups(runs.runs()).size(), std::size_t{6});
}

void SeedGroupsTest::aRunChangedByHandStaysAlone()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 50, 40});
    add(runs, 2, 2, {90, 60});
    RoundMeasurements last = round(2, {20});
    last.events.push_back({.severity = Severity::Information,
                           .what = SettingChanged{.place = "/algorithm/alpha", .from = 1, .to = 2},
                           .client = {},
                           .sentence = "Said."});
    runs.append(2, last);
    QCOMPARE(seedGroups(runs.runs()).size(), std::size_t{2});
}

void SeedGroupsTest::aRunThatIsBehindStaysAloneUntilItHasCaughtUp()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 50, 40});
    add(runs, 2, 2, {90, 60, 20});
    add(runs, 3, 3, {90, 70});
    QCOMPARE(seedGroups(runs.runs()).size(), std::size_t{2});
    const PlotPicture picture = curvePicture(runs, {});
    const auto mains = ofWeight(picture, Weight::Main);
    QVERIFY((mains[0]->y == Values{90, 55, 30})); // no jump where the third has no value
    QCOMPARE(mains[1]->name, QStringLiteral("Arm 1, seed 3"));
    runs.append(3, round(2, {30}));
    QCOMPARE(seedGroups(runs.runs()), (std::vector<SeedGroup>{{0, 1, 2}}));
}

void SeedGroupsTest::onePartitionForAllSeedsIsOneDesign()
{
    RunViewModel runs;
    const auto first = [](RunPlan& plan) { plan.partitionSeed = 1; };
    add(runs, 1, 1, {90, 50, 40}, first);
    add(runs, 2, 2, {90, 60, 20}, first);
    QCOMPARE(seedGroups(runs.runs()).size(), std::size_t{1});
    add(runs, 3, 3, {90, 60, 20}); // with a partition of its own
    QCOMPARE(seedGroups(runs.runs()), (std::vector<SeedGroup>{{0, 1}, {2}}));
}

void SeedGroupsTest::otherAxesHaveTheMeanOfWhatWasSpent()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 50, 40});
    add(runs, 2, 2, {90, 60, 20});
    CurveChoice choice;
    choice.axis = CurveAxis::Steps;
    const PlotPicture picture = curvePicture(runs, choice);
    QVERIFY((ofWeight(picture, Weight::Main)[0]->x == Values{10, 20, 30}));
    QVERIFY((picture.bands[0].x == Values{10, 20, 30}));
}

void SeedGroupsTest::theTableHasEachSeedAndTheirMean()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 50});
    add(runs, 2, 2, {90, 60});
    const PlainTable table = curveTable(runs, {});
    QStringList texts;
    for (const auto& row : table.rows)
        texts << QStringLiteral("%1|%2|%3|%4")
                     .arg(row[0].toString(), row[1].toString(), row[2].toString())
                     .arg(row[4].toDouble());
    const QString mean = QStringLiteral("Arm 1, mean ± sd of 2 seeds");
    QCOMPARE(texts,
             QStringList({QStringLiteral("Arm 1, seed 1|0|mean|90"),
                          QStringLiteral("Arm 1, seed 1|1|mean|50"),
                          QStringLiteral("Arm 1, seed 2|0|mean|90"),
                          QStringLiteral("Arm 1, seed 2|1|mean|60"),
                          mean + QStringLiteral("|0|mean over seeds|90"),
                          mean + QStringLiteral("|0|mean − 1 sd over seeds|90"),
                          mean + QStringLiteral("|0|mean + 1 sd over seeds|90"),
                          mean + QStringLiteral("|1|mean over seeds|55"),
                          mean + QStringLiteral("|1|mean − 1 sd over seeds|50"),
                          mean + QStringLiteral("|1|mean + 1 sd over seeds|60")}));
}

void SeedGroupsTest::moreThanTwentyClientsAreBands()
{
    CurveChoice choice;
    choice.detailed = 7;
    choice.clients = true;
    choice.selected = {3};
    const auto pictureOf = [&](int clients) {
        RunViewModel runs;
        runs.beginRun(ui::test::title(7, 2));
        for (int number = 0; number < 2; ++number)
            runs.append(7, round(number, ramp(clients)));
        return curvePicture(runs, choice);
    };
    const PlotPicture few = pictureOf(20);
    QVERIFY(few.bands.empty());
    QCOMPARE(ofWeight(few, Weight::Thin).size(), std::size_t{19});
    const PlotPicture many = pictureOf(21);
    QVERIFY(ofWeight(many, Weight::Thin).empty());
    QCOMPARE(many.bands.size(), std::size_t{3});
    const auto edges = [&](std::size_t band) {
        return std::pair(many.bands[band].lower[1], many.bands[band].upper[1]);
    };
    QCOMPARE(edges(0), std::pair(0.0, 20.0)); // of 0 … 20
    QCOMPARE(edges(1), std::pair(2.0, 18.0));
    QCOMPARE(edges(2), std::pair(5.0, 15.0));
    const auto sides = ofWeight(many, Weight::Side);
    QCOMPARE(sides.size(), std::size_t{2});
    QCOMPARE(sides[0]->name, QStringLiteral("median client"));
    QCOMPARE(sides[0]->y[1], 10.0);
    QCOMPARE(sides[1]->name, QStringLiteral("client 3")); // chosen, so on top
    const auto single = ofWeight(many, Weight::Hover);
    QCOMPARE(single.size(), std::size_t{20});
    QCOMPARE(single[0]->key, 0); // a click chooses it
    QCOMPARE(single[0]->label, QStringLiteral("client 0"));
}

void SeedGroupsTest::aSingleSeedShowsUnderThePointer()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 80, 80});
    add(runs, 2, 2, {90, 20, 20});
    RefreshTimer timer;
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.resize(600, 400);
    panel.show();
    panel.refresh();
    auto* custom = panel.findChild<QCustomPlot*>();
    const auto* crosshair = static_cast<PlotCrosshair*>(nullptr);
    for (QWidget* child : custom->findChildren<QWidget*>())
        if (auto* found = dynamic_cast<PlotCrosshair*>(child))
            crosshair = found;
    QVERIFY(crosshair);
    const auto pointAt = [&](double round, double error) {
        QTest::mouseMove(
            custom,
            {int(custom->xAxis->coordToPixel(round)), int(custom->yAxis->coordToPixel(error))});
    };
    pointAt(1.5, 79);
    QTRY_VERIFY(crosshair->single().has_value());
    QCOMPARE(crosshair->single()->name, QStringLiteral("Arm 1, seed 1"));
    QCOMPARE(crosshair->single()->y, 80.0);
    QVERIFY(!crosshair->single()->path.isEmpty());
    pointAt(1.5, 22);
    QTRY_COMPARE(crosshair->single()->name, QStringLiteral("Arm 1, seed 2"));
    pointAt(1.5, 50); // the mean: no seed is near
    QTRY_VERIFY(!crosshair->single().has_value());
}

void SeedGroupsTest::hiddenSeedsDoNotShowUnderThePointer()
{
    RunViewModel runs;
    add(runs, 1, 1, {90, 80, 80});
    add(runs, 2, 2, {90, 20, 20});
    const PlotPicture picture = curvePicture(runs, {});
    const auto near = [&](const QSet<QString>& hidden) {
        return nearestLine(
            picture,
            hidden,
            1.5,
            5,
            [](double y) { return std::abs(y - 79); },
            [](const PlotLine& line) { return line.weight == Weight::Hover; });
    };
    QVERIFY(near({}));
    QVERIFY(!near({picture.bands[0].hidingKey()}));
}

COTERIE_WIDGET_SECTION(SeedGroupsTest)

} // namespace tst_seed_groups

#include "tst_seed_groups.moc"
