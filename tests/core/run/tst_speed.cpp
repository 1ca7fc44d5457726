#include "core/run/benchmark.h"
#include "tests/coterie_test_main.h"

#include <QTest>

#include <map>

using namespace coterie;

/// How much of the processor's matrix products training uses; for a machine with nothing else to
/// do.
class TestSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsUseEnoughOfTheProcessor()
    {
        const std::map<std::string, double> least{
            {"dnn_500_200", 0.30}, {"mnist_cnn_20k", 0.15}, {"mnist_cnn_582k", 0.30}};
        const SpeedReport report = measureSpeed(2, [](const ModelSpeed&) {});
        QCOMPARE(report.models.size(), least.size());
        for (const ModelSpeed& speed : report.models) {
            const double share = report.share(speed);
            qInfo("%s: %.0f %% of sgemm, %.0f %% of two, two workers do %.2f times the work of one",
                  speed.model.c_str(),
                  100 * share,
                  100 * report.allShare(speed),
                  speed.scaling);
            QVERIFY(least.contains(speed.model));
            QVERIFY(share >= least.at(speed.model));
            QVERIFY(speed.scaling >= 1.8);
        }
    }
};

COTERIE_TEST_MAIN(TestSpeed)
#include "tst_speed.moc"
