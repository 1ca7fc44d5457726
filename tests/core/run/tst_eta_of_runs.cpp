#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/progress.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTemporaryDir>

#include <chrono>
#include <cmath>
#include <optional>

namespace tst_eta_of_runs {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Compares what a queue foretells after the third round of its first run with what comes.
class Clock final : public RunObserver
{
public:
    void observe(const QueueEvent& event) override
    {
        const auto now = std::chrono::steady_clock::now();
        if (std::holds_alternative<QueueEnded>(event))
            taken = std::chrono::duration<double>(now - m_then).count();
        const auto* progress = std::get_if<QueueProgress>(&event);
        if (!progress || progress->run != 1 || progress->round != 3 || m_foretold)
            return;
        m_foretold = progress->secondsLeft;
        m_then = now;
    }
    [[nodiscard]] double foretold() const { return m_foretold.value_or(NAN); }

    double taken = 0;

private:
    std::optional<double> m_foretold;
    std::chrono::steady_clock::time_point m_then;
};

constexpr const char* kFedAvg = R"([{"name": "FedAvg", "algorithm": {"name": "fedavg"}}])";
constexpr const char* kTwoArms =
    R"([{"name": "FedAvg", "algorithm": {"name": "fedavg"}},
        {"name": "Independent", "algorithm": {"name": "independent"}}])";
constexpr const char* kDrawn =
    R"([{"name": "FedAvg", "algorithm": {"name": "fedavg"}, "sampler": {"name": "random", "count": 4}}])";

} // namespace

/// The time left that is told after three rounds is right within a quarter, in runs of several
/// kinds. Of three repetitions the middle one counts: others may use the machine too.
class TestEtaOfRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void afterThreeRoundsTheTimeLeftIsRightWithinAQuarter_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("arms");
        QTest::addColumn<int>("rounds");
        QTest::addColumn<int>("evaluateEvery");
        QTest::addColumn<double>("concentration");
        QTest::newRow("perceptron, every round evaluated")
            << "dnn_500_200" << kFedAvg << 30 << 1 << 1.0;
        QTest::newRow("perceptron, unequal clients, every seventh round evaluated")
            << "dnn_500_200" << kFedAvg << 30 << 7 << 0.1;
        QTest::newRow("convolutional, every fifth round evaluated")
            << "mnist_cnn_20k" << kFedAvg << 30 << 5 << 1.0;
        QTest::newRow("convolutional, two arms wait in the queue")
            << "mnist_cnn_20k" << kTwoArms << 20 << 2 << 1.0;
        QTest::newRow("unequal clients are drawn") << "mnist_cnn_20k" << kDrawn << 60 << 10 << 0.1;
    }
    void afterThreeRoundsTheTimeLeftIsRightWithinAQuarter()
    {
        QFETCH(QString, model);
        QFETCH(QString, arms);
        SmallExperiment small;
        small.model = model.toStdString();
        small.arms = arms.toStdString();
        QFETCH(int, rounds);
        small.rounds = rounds;
        QFETCH(int, evaluateEvery);
        small.evaluateEvery = evaluateEvery;
        QFETCH(double, concentration);
        small.concentration = concentration;
        small.clients = 12;
        small.samples = 3000;
        small.checkpointSeconds = 10;
        std::vector<double> ratios;
        for (int repetition = 0; repetition < 3; ++repetition) {
            const Experiment experiment = small.read();
            const QTemporaryDir folder;
            Clock clock;
            RunQueue queue({.storeFile = folder.filePath("runs.sqlite").toStdString(),
                            .dataFolders = {},
                            .threads = 2,
                            .device = "cpu"},
                           clock);
            queue.add(experiment, expand(experiment, registry()));
            queue.waitUntilIdle();
            qInfo("foretold %.2f s, taken %.2f s", clock.foretold(), clock.taken);
            ratios.push_back(clock.foretold() / clock.taken);
        }
        QCOMPARE_GT(median(ratios), 0.75);
        QCOMPARE_LT(median(ratios), 1.25);
    }
};

COTERIE_SECTION(TestEtaOfRuns)

} // namespace tst_eta_of_runs

#include "tst_eta_of_runs.moc"
