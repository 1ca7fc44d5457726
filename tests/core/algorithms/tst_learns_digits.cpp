#include "core/data/generators/glyph_digits.h"
#include "core/nn/models.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/sections.h"

#include <QTest>

#include <numeric>

namespace tst_learns_digits {

using namespace coterie;

/// The whole chain at once: drawn digits, network, local work and evaluation.
class TestLearnsDigits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void glyphDigits10000ReachNinetySevenPercent()
    {
        const auto dataset = std::make_shared<const Dataset>(makeGlyphDigits({.samples = 10000}));
        const Part model{.name = "mnist_cnn_20k", .parameters = {}};
        const Result<Network> network = makeNetwork(model, dataset->train.shape, dataset->classes);
        QVERIFY(network);
        Shards shards(4); // 2,000 samples to learn from and 500 to be asked about each
        for (std::size_t i = 0; i < shards.size(); ++i) {
            shards[i].train.resize(2000);
            shards[i].test.resize(500);
            std::iota(shards[i].train.begin(),
                      shards[i].train.end(),
                      static_cast<std::int32_t>(i * 2000));
            std::iota(shards[i].test.begin(),
                      shards[i].test.end(),
                      static_cast<std::int32_t>(8000 + i * 500));
        }
        const RunPlan plan = small::plan(small::sgd(0.02, 32, 1, 0.9), "centralised");
        Federation federation(plan, dataset, shards, *network, 2, "cpu");
        const auto algorithm = makeAlgorithm(plan);
        const auto sampler = makeSampler(plan.sampler);
        algorithm->start(federation);
        RoundReport report;
        for (int round = 0; round < 5; ++round)
            report = small::playRound(federation, *algorithm, *sampler, round);
        federation.evaluateInto(report, algorithm->models());
        double correct = 0;
        for (const ClientReport& client : report.clients)
            correct += *client.globalTest->accuracy * 500;
        qInfo("%.2f %% of 2,000 digits", correct / 20);
        QVERIFY(correct >= 0.97 * 2000);
    }
};

COTERIE_SECTION(TestLearnsDigits)

} // namespace tst_learns_digits

#include "tst_learns_digits.moc"
