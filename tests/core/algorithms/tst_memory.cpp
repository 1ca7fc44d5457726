#include "core/data/generators/glyph_digits.h"
#include "core/nn/models.h"
#include "core/run/benchmark.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/sections.h"

#include <QTest>

#include <numeric>

namespace tst_memory {

using namespace coterie;

class TestMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hundredClientsOfTheLargeCnnFitIn1229MiB()
    {
        if (peakMemoryMiB() <= 0)
            QSKIP("this system does not tell the peak of a process's memory");
        const auto dataset = std::make_shared<const Dataset>(makeGlyphDigits({.samples = 2400}));
        const Part model{.name = "mnist_cnn_582k", .parameters = {}};
        const Result<Network> network = makeNetwork(model, dataset->train.shape, dataset->classes);
        QVERIFY(network);
        Shards shards(100);
        for (std::size_t i = 0; i < shards.size(); ++i) {
            shards[i].train.resize(20);
            shards[i].test.resize(4);
            std::iota(
                shards[i].train.begin(), shards[i].train.end(), static_cast<std::int32_t>(i * 24));
            std::iota(shards[i].test.begin(),
                      shards[i].test.end(),
                      static_cast<std::int32_t>(i * 24 + 20));
        }
        const RunPlan plan =
            small::plan(small::sgd(0.05, 10, 1, 0.9), "fedavg"); // two steps a round
        Federation federation(plan, dataset, shards, *network, 2, "cpu");
        const auto algorithm = makeAlgorithm(plan);
        const auto sampler = makeSampler(plan.sampler);
        algorithm->start(federation);
        for (int round = 0; round < 3; ++round) {
            RoundReport report = small::playRound(federation, *algorithm, *sampler, round);
            federation.evaluateInto(report, algorithm->models());
            QCOMPARE(report.clients[99].steps, 2);
        }
        qInfo("peak %.0f MiB", peakMemoryMiB());
        QCOMPARE_LT(peakMemoryMiB(), 1228.8); // 1.2 GiB; the models alone are 222 MiB
    }
};

COTERIE_SECTION(TestMemory)

} // namespace tst_memory

#include "tst_memory.moc"
