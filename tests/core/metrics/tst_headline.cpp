#include "core/metrics/metrics.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace tst_headline {

using namespace coterie;

class TestHeadline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTheMeansOfPersonalModels();
    void centralisedTrainingHasItsPooledNumbers();
    void aDivergedRoundIsTheLastButNeverTheBest();
    void nothingMeasuredIsNothingShown();
};

void TestHeadline::takesTheMeansOfPersonalModels()
{
    const Metrics metrics{{"meanTestError", 20},
                          {"meanTestLoss", 0.5},
                          {"bestRoundTestError", 18},
                          {"globalAccuracy", 0.75},
                          {"globalTestLoss", 0.75},
                          {"meanTrainLoss", 0.25}};
    const HeadlineNumbers expected{.testError = 20,
                                   .bestTestError = 18,
                                   .testLoss = 0.5,
                                   .trainLoss = 0.25,
                                   .globalTestError = 25};
    QVERIFY(headlineOf(metrics) == expected);
    QCOMPARE(findMetric(metrics, "globalTestLoss"), std::optional(0.75));
    QVERIFY(!findMetric(metrics, "purity"));
}

void TestHeadline::centralisedTrainingHasItsPooledNumbers()
{
    MetricTracker tracker({});
    RoundReport report;
    report.officialTest = Score{.loss = 0.5, .accuracy = 0.75, .samples = 100};
    report.pooledTrain = Score{.loss = 0.25, .accuracy = 0.875, .samples = 400};
    const HeadlineNumbers expected{.testError = 25,
                                   .bestTestError = 25,
                                   .testLoss = 0.5,
                                   .trainLoss = 0.25,
                                   .globalTestError = 25};
    QVERIFY(headlineOf(tracker.add(report)) == expected);
}

void TestHeadline::aDivergedRoundIsTheLastButNeverTheBest()
{
    MetricTracker tracker({});
    RoundReport report;
    report.clients.push_back({});
    HeadlineNumbers newest;
    for (const double accuracy : {0.5, 0.75, std::numeric_limits<double>::quiet_NaN()}) {
        report.clients.front().personalTest = Score{.loss = 1, .accuracy = accuracy, .samples = 10};
        newest = headlineOf(tracker.add(report));
        ++report.round;
    }
    QVERIFY(std::isnan(newest.testError.value_or(0)));
    QCOMPARE(newest.bestTestError, std::optional(25.0));
}

void TestHeadline::nothingMeasuredIsNothingShown()
{
    QVERIFY(headlineOf({}) == HeadlineNumbers());
}

COTERIE_SECTION(TestHeadline)

} // namespace tst_headline

#include "tst_headline.moc"
