#include "core/run/benchmark.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <map>
#include <thread>

namespace tst_speed {

using namespace coterie;

namespace {

/// What two threads that only count do, over one: below 2 where something else uses the cores.
double scalingOfThisMachine()
{
    const auto count = [] {
        volatile unsigned number = 0;
        for (unsigned i = 0; i < 100'000'000; ++i)
            number = number + 1;
    };
    QElapsedTimer clock;
    double least = 2;
    for (int repetition = 0; repetition < 3; ++repetition) {
        clock.start();
        count();
        const auto alone = static_cast<double>(clock.nsecsElapsed());
        clock.start();
        {
            const std::jthread other(count);
            count();
        }
        least = std::min(least, 2 * alone / static_cast<double>(clock.nsecsElapsed()));
    }
    return least;
}

} // namespace

/// How much of the processor's matrix products training uses, and what a second worker adds.
class TestSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsUseEnoughOfTheProcessor()
    {
        const std::map<std::string, double> least{
            {"dnn_500_200", 0.30}, {"mnist_cnn_20k", 0.15}, {"mnist_cnn_582k", 0.30}};
        const bool wide = coterie::tests::wideMargin();
        const double before = scalingOfThisMachine();
        const SpeedReport report = measureSpeed(2, [](const ModelSpeed&) {});
        const double machine = std::min(before, scalingOfThisMachine());
        qInfo("two threads that only count do %.2f times the work of one", machine);
        QCOMPARE(report.models.size(), least.size());
        for (const ModelSpeed& speed : report.models) {
            const double share = report.share(speed);
            qInfo("%s: %.0f %% of sgemm, %.0f %% of two, two workers do %.2f times the work of one",
                  speed.model.c_str(),
                  100 * share,
                  100 * report.allShare(speed),
                  speed.scaling);
            QVERIFY(least.contains(speed.model));
            QVERIFY(share >= least.at(speed.model) * (wide ? 0.5 : 1));
            if (!wide)
                QVERIFY(speed.scaling >= 1.8);
            else if (machine >= 1.7) // two cores were free
                QVERIFY(speed.scaling >= 1.3);
        }
    }
};

COTERIE_SECTION(TestSpeed)

} // namespace tst_speed

#include "tst_speed.moc"
