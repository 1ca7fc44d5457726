#include "core/store/statistics.h"
#include "core/summary/figure_numbers.h"
#include "core/summary/html_report.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_tables.h"
#include "ui/compare/run_tree.h"

#include <QTest>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace tst_repeated_seeds {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// An experiment that was run twice: its seeds count once, in plots as in tables.
class RepeatedSeedsTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void aSeedThatRanAgainCountsOnce();
    void aRepeatThatGoesOnDoesNotStandForAFinishedRun();
    void meansOverASettingCountASeedOnce();
    void anotherStoresRunsAreAnArmOfTheirOwn();
    void seedsThatAnotherExperimentAddedAreOfTheSameArm();

private:
    /// Runs the plan of this run again, with the same error in both of its rounds.
    [[nodiscard]] std::int64_t runAgain(std::int64_t run, double error, RunStatus status) const
    {
        const auto runs = store();
        const RunRow row = *runs->run(run);
        const auto again =
            runs->addRun(row.experiment, *parsePlan(row.planJson, registry()), row.planJson, {});
        std::vector<std::shared_ptr<const RoundReport>> reports;
        for (int round = 0; round <= 2; ++round) {
            RoundReport report;
            report.round = round;
            for (int client = 0; client < 4; ++client) {
                ClientReport of;
                of.client = client;
                of.personalTest = Score{.loss = 1, .accuracy = 1 - error, .samples = 80};
                report.clients.push_back(of);
            }
            reports.push_back(std::make_shared<RoundReport>(std::move(report)));
        }
        const auto measured = coterie::test::measured(reports, made_up::facts(4));
        if (!again || !runs->setFacts(*again, made_up::facts(4))
            || !runs->commit(*again, measured, nullptr) || !runs->setStatus(*again, status, ""))
            qFatal("a run could not be stored");
        return *again;
    }
    [[nodiscard]] CompareData comparedWith(std::int64_t other) const
    {
        return *compareRuns(*store(), {1, 2, 3, 4, 5, 6, other}, "meanTestError");
    }
};

void RepeatedSeedsTest::aSeedThatRanAgainCountsOnce()
{
    const CompareData data = comparedWith(runAgain(1, 0.59, RunStatus::Finished));
    const PlotPicture picture = overlayPicture(data, {.band = true, .seeds = true});
    const PlotLine& mean = picture.lines[3]; // after one thin line for each seed
    QCOMPARE(mean.name, QStringLiteral("Independent"));
    QVERIFY(std::abs(mean.y[2] - 40) < 1e-9); // of 59, the newer run of seed 1, 30 and 31
    const Spread* inTables = data.arms[0].summary.find("meanTestError");
    QVERIFY(inTables && inTables->runs == 3 && std::abs(mean.y[2] - inTables->mean) < 1e-9);
    QVERIFY(std::abs(picture.bands[0].upper[2] - mean.y[2] - inTables->deviation) < 1e-9);
    QCOMPARE(overlayNote(data, {}),
             QStringLiteral("line: mean over 3 seeds  ·  band: ± 1 sd  ·  "
                            "1 run repeats a seed, which counts once"));
}

void RepeatedSeedsTest::aRepeatThatGoesOnDoesNotStandForAFinishedRun()
{
    const CompareData data = comparedWith(runAgain(1, 0.59, RunStatus::Stopped));
    const PlotPicture picture = overlayPicture(data, {.band = false});
    QVERIFY(std::abs(picture.lines[0].y[2] - 30) < 1e-9);
}

void RepeatedSeedsTest::meansOverASettingCountASeedOnce()
{
    const auto run = [](std::int64_t id, std::uint64_t seed) {
        RunRow row;
        row.id = id;
        row.seed = seed;
        row.status = RunStatus::Finished;
        return row;
    };
    const RunRow first = run(1, 1);
    const RunRow again = run(2, 1);
    const RunRow other = run(3, 2);
    const std::vector<FigurePoint> points =
        meansAtPlaces(std::vector<PlacedValue>{{.run = again, .x = 5.0, .y = 20.0},
                                               {.run = first, .x = 5.0, .y = 10.0},
                                               {.run = other, .x = 5.0, .y = 40.0},
                                               {.run = first, .x = 7.0, .y = 10.0}});
    QCOMPARE(points,
             (std::vector<FigurePoint>{{.x = 5, .mean = 30, .deviation = 10, .runs = 2},
                                       {.x = 7, .mean = 10, .deviation = 0, .runs = 1}}));
}

void RepeatedSeedsTest::anotherStoresRunsAreAnArmOfTheirOwn()
{
    const std::filesystem::path other = m_file.parent_path() / "cluster.sqlite";
    std::filesystem::remove(other);
    std::filesystem::copy_file(m_file, other); // the same experiment and the same seeds
    StoreFiles files(m_file);
    files.add(other);
    const auto all = *RunStore::openAll(files);
    const auto own = *all->runs();
    std::vector<std::int64_t> runs;
    for (const RunRow& row : own)
        runs.push_back(row.id);
    QCOMPARE(runs.size(), std::size_t{12});
    const CompareData data = *compareRuns(*all, runs, "meanTestError");
    QStringList labels;
    for (const ComparedArm& arm : data.arms) {
        labels << arm.label;
        QCOMPARE(arm.summary.runs.size(), std::size_t{3});
    }
    labels.sort();
    QCOMPARE(labels.size(), 4);
    QCOMPARE(labels.filter(QStringLiteral(" (cluster)")).size(), 2);
    QVERIFY(labels.front().startsWith(QStringLiteral("FedAvg")));
    QVERIFY(data.arms.front().summary.look != data.arms.back().summary.look);
    // The number that a run of another store has inside the program is nowhere on the screen.
    bool isMarked = false;
    for (const std::vector<QVariant>& row : bestTable(data).table.rows)
        for (const QVariant& cell : row) {
            const QString text = cell.toString();
            QVERIFY2(!text.contains(QStringLiteral("100000000000")), qPrintable(text));
            isMarked = isMarked || text.contains(QStringLiteral("4, 4 (cluster)"));
        }
    QVERIFY(isMarked);
}

void RepeatedSeedsTest::seedsThatAnotherExperimentAddedAreOfTheSameArm()
{
    auto later = *parseExperiment(kComparedExperiment, registry());
    later.seeds = {4};
    const auto runs = store();
    const auto experiment =
        runs->addExperiment(later.name, writeExperiment(later), canonicalHash(later, registry()));
    const auto plans = expand(later, registry());
    QVERIFY(experiment && runs->addRuns(*experiment, plans, {}).has_value());
    const auto rows = *runs->runs();
    std::vector<std::int64_t> ids;
    for (const RunRow& row : rows)
        ids.push_back(row.id);
    const CompareData data = *compareRuns(*runs, ids, "meanTestError");
    QCOMPARE(data.experiments.size(), std::size_t{1});
    QCOMPARE(data.experiments[0].planned.front().second, std::size_t{4});
    QCOMPARE(data.arms.size(), std::size_t{2});
    QCOMPARE(data.arms[0].label, QStringLiteral("Independent"));
    QCOMPARE(data.arms[0].curves.size(), std::size_t{4});
    for (const ComparedArm& arm : data.arms)
        for (const RunRow& run : data.runs)
            QCOMPARE(run.look == arm.summary.look, run.arm == arm.summary.arm);
    QCOMPARE(groupRuns(rows, RunGrouping::Experiment).size(), std::size_t{1});
    QCOMPARE(groupRuns(rows, RunGrouping::Arm).size(), std::size_t{2});
    QCOMPARE(byDesign(rows).size(), std::size_t{1});
}

COTERIE_WIDGET_SECTION(RepeatedSeedsTest)

} // namespace tst_repeated_seeds

#include "tst_repeated_seeds.moc"
