#include "tests/core/sampling/draws_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace tst_compared_samplers {

using namespace coterie;
using namespace draws;

/// What HiCS-FL is compared with: power-of-choice, clustered sampling and DivFL.
class TestComparedSamplers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void powDTakesTheLargestLosses()
    {
        Play play(planWith("powD", {{"count", std::int64_t{2}}}), unevenShards());
        static_cast<void>(play.round(0));
        const ModelsInUse models = play.algorithm->models();
        std::vector<EvaluationJob> jobs;
        for (std::size_t k = 0; k < 6; ++k)
            jobs.push_back({.client = k, .modelRow = 0, .set = SampleSet::Train});
        const std::vector<Score> scores = play.federation.evaluate(jobs, *models.global);
        Ids order(6);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(
            order, std::greater<>(), [&](std::size_t k) { return scores[k].loss; });
        Ids expected{order[0], order[1]};
        std::ranges::sort(expected);
        const RoundReport report = play.round(1);
        QVERIFY(play.drawn == expected);
        QCOMPARE(sumOf(*valuesNamed(report.clientValues, "selectionSamples")), 6 * 24.0);
        const double bits = 32.0 * static_cast<double>(play.federation.facts().parameters);
        // Four models for those who only said their loss, and six losses.
        QCOMPARE(sumOf(*valuesNamed(report.clientValues, "selectionBits")), 4 * bits + 6 * 32);
    }

    void powDAsksNobodyButTheCandidates()
    {
        const auto asked = [](std::int64_t count, std::int64_t candidates, double factor) {
            Play play(
                planWith(
                    "powD",
                    {{"count", count}, {"candidates", candidates}, {"candidateFactor", factor}}),
                unevenShards());
            static_cast<void>(play.round(0));
            const RoundReport report = play.round(1);
            const std::vector<std::optional<double>>& losses =
                valuesNamed(report.clientValues, "candidateLoss")->values;
            return static_cast<int>(std::ranges::count_if(
                losses, [](const std::optional<double>& loss) { return loss.has_value(); }));
        };
        QCOMPARE(asked(1, 3, 0), 3);
        QCOMPARE(asked(2, 1, 0), 2); // at least as many as take part
        QCOMPARE(asked(2, 0, 2), 4); // the released code's
        QCOMPARE(asked(2, 3, 2), 3);
        QCOMPARE(asked(2, 0, 0.25), 2);
        QCOMPARE(asked(4, 0, 2), 6); // everybody
        QCOMPARE(asked(4, 0, 0), 6);
    }

    void clusteredSamplingWaitsUntilEverybodyWasSeen()
    {
        Play play(planWith("clusteredSampling",
                           {{"count", std::int64_t{2}}, {"warmUp", std::int64_t{0}}}),
                  unevenShards());
        std::set<std::size_t> seen;
        for (int round = 0; round < 40; ++round) {
            const bool everybody = seen.size() == 6;
            QCOMPARE(play.round(round).samplingClusters.has_value(), everybody);
            seen.insert(play.drawn.begin(), play.drawn.end());
        }
        QCOMPARE(seen.size(), std::size_t{6});
    }

    void divFlStartsWithTheLowestIdsWhenNothingIsKnown()
    {
        Play play(planWith("divFl",
                           {{"count", std::int64_t{2}},
                            {"refresh", std::string("participants")},
                            {"subsample", 1.0}}),
                  unevenShards());
        static_cast<void>(play.round(0));
        QVERIFY((play.drawn == Ids{0, 1}));
    }

    void divFlCountsWhatItsIdealCosts()
    {
        const double model = 32.0 * 53; // 6·5 + 5 + 5·3 + 3 parameters
        Play gradients(planWith("divFl", {{"count", std::int64_t{2}}}), unevenShards());
        const RoundReport one = gradients.round(0);
        QCOMPARE(sumOf(*valuesNamed(one.clientValues, "selectionBits")), (4 + 6) * model);
        QCOMPARE(sumOf(*valuesNamed(one.clientValues, "selectionSamples")), 6 * 8.0);
        Play work(
            planWith("divFl", {{"count", std::int64_t{2}}, {"refresh", std::string("localWork")}}),
            unevenShards());
        const RoundReport whole = work.round(0);
        QCOMPARE(sumOf(*valuesNamed(whole.clientValues, "selectionBits")), (4 + 4) * model);
        QCOMPARE(sumOf(*valuesNamed(whole.clientValues, "selectionSamples")), 4 * 24.0);
    }

    void divFlWeighsByNearestClients()
    {
        RunPlan plan =
            planWith("divFl", {{"count", std::int64_t{2}}, {"weighted", true}, {"subsample", 1.0}});
        Play play(plan, unevenShards());
        play.federation.beginRound(0, {});
        RoundReport report = small::emptyReport(play.federation);
        const Draw draw = play.sampler->draw(play.federation, play.algorithm->models(), report);
        QCOMPARE(std::accumulate(draw.weights.begin(), draw.weights.end(), 0.0), 6.0);
    }
};

COTERIE_SECTION(TestComparedSamplers)

} // namespace tst_compared_samplers

#include "tst_compared_samplers.moc"
