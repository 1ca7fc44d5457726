#include "core/train/batches.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <numeric>

namespace tst_batches {

using namespace coterie;

namespace {

std::vector<std::int32_t> numbered(std::size_t count)
{
    std::vector<std::int32_t> samples(count);
    std::iota(samples.begin(), samples.end(), 100);
    return samples;
}

std::vector<std::int32_t> drawn(BatchSequence& batches, std::size_t steps)
{
    std::vector<std::int32_t> all;
    for (std::size_t s = 0; s < steps; ++s) {
        const auto batch = batches.next();
        all.insert(all.end(), batch.begin(), batch.end());
    }
    return all;
}

} // namespace

class TestBatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEpochHoldsEverySampleOnce()
    {
        const auto samples = numbered(23);
        BatchSequence batches(samples, 5, false, 1, 0, 0);
        QCOMPARE(batches.stepsPerEpoch(), std::size_t{5});
        std::vector<std::vector<std::int32_t>> epochs;
        for (int epoch = 0; epoch < 3; ++epoch) {
            epochs.push_back(drawn(batches, 5));
            auto sorted = epochs.back();
            std::ranges::sort(sorted);
            QVERIFY(sorted == samples);
        }
        QVERIFY(epochs[0] != epochs[1] && epochs[1] != epochs[2]); // each is shuffled anew
    }

    void shortLastBatchIsKept()
    {
        const auto samples = numbered(12);
        BatchSequence batches(samples, 5, false, 1, 0, 0);
        QCOMPARE(batches.next().size(), std::size_t{5});
        QCOMPARE(batches.next().size(), std::size_t{5});
        QCOMPARE(batches.next().size(), std::size_t{2});
        QCOMPARE(batches.next().size(), std::size_t{5});
    }

    void shortLastBatchIsDroppedIfAsked()
    {
        const auto samples = numbered(12);
        BatchSequence batches(samples, 5, true, 1, 0, 0);
        QCOMPARE(batches.stepsPerEpoch(), std::size_t{2});
        for (int step = 0; step < 6; ++step)
            QCOMPARE(batches.next().size(), std::size_t{5});
        auto epoch = drawn(batches, 2);
        std::ranges::sort(epoch);
        QVERIFY(std::ranges::adjacent_find(epoch) == epoch.end());
    }

    void batchLargerThanTheClientIsAllItHas()
    {
        const auto samples = numbered(3);
        for (const bool dropLast : {false, true}) {
            BatchSequence batches(samples, 64, dropLast, 1, 0, 0);
            QCOMPARE(batches.stepsPerEpoch(), std::size_t{1});
            QCOMPARE(batches.next().size(), std::size_t{3});
            QCOMPARE(batches.next().size(), std::size_t{3});
        }
    }

    void noSamplesGiveNoSteps()
    {
        BatchSequence batches({}, 8, false, 1, 0, 0);
        QCOMPARE(batches.stepsPerEpoch(), std::size_t{0});
        QVERIFY(batches.next().empty());
    }

    void equalKeysGiveEqualBatches()
    {
        const auto samples = numbered(40);
        BatchSequence first(samples, 8, false, 9, 2, 3);
        BatchSequence again(samples, 8, false, 9, 2, 3);
        QVERIFY(drawn(first, 11) == drawn(again, 11));
    }

    void everyPartOfTheKeyMatters()
    {
        const auto samples = numbered(40);
        std::vector<std::vector<std::int32_t>> orders;
        const auto add =
            [&](std::uint64_t seed, std::uint32_t round, std::uint32_t client, std::uint32_t peer) {
                BatchSequence batches(samples, 8, false, seed, round, client, peer);
                orders.push_back(drawn(batches, 5));
            };
        add(9, 2, 3, 0);
        add(8, 2, 3, 0);
        add(9, 1, 3, 0);
        add(9, 2, 4, 0);
        add(9, 2, 3, 1);
        std::ranges::sort(orders);
        QVERIFY(std::ranges::adjacent_find(orders) == orders.end());
    }
};

COTERIE_SECTION(TestBatches)

} // namespace tst_batches

#include "tst_batches.moc"
