#include "core/base/random_stream.h"
#include "tests/sections.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

namespace tst_random_stream {

using namespace coterie;

namespace {

constexpr StreamKey kKey{
    .seed = 7, .purpose = Purpose::Shuffle, .round = 3, .client = 2, .peer = 0};

struct Moments
{
    double mean = 0;
    double variance = 0;
};

template <typename Draw>
Moments momentsOf(std::size_t count, Draw draw)
{
    std::vector<double> values(count);
    std::ranges::generate(values, draw);
    const double n = static_cast<double>(count);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return {.mean = mean, .variance = squares / n};
}

std::vector<std::uint32_t> firstWords(const StreamKey& key, std::size_t count)
{
    RandomStream stream(key);
    std::vector<std::uint32_t> words(count);
    std::ranges::generate(words, [&stream] { return stream.next32(); });
    return words;
}

bool near(double value, double wanted, double tolerance)
{
    return std::abs(value - wanted) <= tolerance;
}

} // namespace

class tst_RandomStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void philoxGivesTheAuthorsVectors();
    void sameKeyGivesTheSameNumbers();
    void firstNumbersOfAKeyNeverChange();
    void everyPartOfTheKeyMatters();
    void manyKeysShareNoBlock();
    void neighbouringKeysAreUncorrelated();
    void uniformFillsItsRangeEvenly();
    void belowIsUnbiased();
    void belowOneIsAlwaysZero();
    void belowReachesTheLargestBounds();
    void normalHasItsMomentsAndTails();
    void gammaHasItsMoments_data();
    void gammaHasItsMoments();
    void dirichletHasItsMeansAndSumsToOne();
    void tinyConcentrationsStillGiveShares();
    void zeroConcentrationGetsNothing();
    void shuffleIsAPermutationWithoutFavourites();
};

/// kat_vectors of the Random123 distribution, philox4x32 with 10 rounds.
void tst_RandomStream::philoxGivesTheAuthorsVectors()
{
    using Block = std::array<std::uint32_t, 4>;
    QCOMPARE(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    QCOMPARE(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
             (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    QCOMPARE(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
             (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

void tst_RandomStream::sameKeyGivesTheSameNumbers()
{
    QCOMPARE(firstWords(kKey, 1000), firstWords(kKey, 1000));
}

/// The key is itself one Philox block, so the stream can be worked out from the tested function
/// alone.
void tst_RandomStream::firstNumbersOfAKeyNeverChange()
{
    const auto mixed = philox({3, 2, 0, static_cast<std::uint32_t>(Purpose::Shuffle)}, {7, 0});
    const auto first = philox({0, 0, mixed[2], mixed[3]}, {mixed[0], mixed[1]});
    const auto second = philox({1, 0, mixed[2], mixed[3]}, {mixed[0], mixed[1]});
    std::vector<std::uint32_t> wanted(first.begin(), first.end());
    wanted.insert(wanted.end(), second.begin(), second.end());
    QCOMPARE(firstWords(kKey, 8), wanted);
}

void tst_RandomStream::everyPartOfTheKeyMatters()
{
    std::vector<StreamKey> keys(7, kKey);
    keys[1].seed = 8;
    keys[2].seed = kKey.seed + (std::uint64_t{1} << 32);
    keys[3].purpose = Purpose::Batch;
    keys[4].round = 4;
    keys[5].client = 3;
    keys[6].peer = 1;
    std::set<std::vector<std::uint32_t>> starts;
    for (const StreamKey& key : keys)
        starts.insert(firstWords(key, 4));
    QCOMPARE(starts.size(), keys.size());
}

void tst_RandomStream::manyKeysShareNoBlock()
{
    std::set<std::vector<std::uint32_t>> starts;
    for (std::uint32_t round = 0; round < 40; ++round) {
        for (std::uint32_t client = 0; client < 40; ++client) {
            for (std::uint32_t peer = 0; peer < 4; ++peer)
                starts.insert(firstWords({.seed = 1,
                                          .purpose = Purpose::Batch,
                                          .round = round,
                                          .client = client,
                                          .peer = peer},
                                         4));
        }
    }
    QCOMPARE(starts.size(), std::size_t{40 * 40 * 4});
}

/// Of 20,000 pairs, the correlation of independent streams is 0 ± 0.0071 (one standard deviation).
void tst_RandomStream::neighbouringKeysAreUncorrelated()
{
    for (std::uint32_t client = 0; client < 10; ++client) {
        RandomStream first({.seed = 1, .purpose = Purpose::Shuffle, .client = client});
        RandomStream second({.seed = 1, .purpose = Purpose::Shuffle, .client = client + 1});
        double product = 0;
        constexpr int kPairs = 20000;
        for (int pair = 0; pair < kPairs; ++pair)
            product += (first.uniform() - 0.5) * (second.uniform() - 0.5);
        QVERIFY(near(product / kPairs * 12, 0, 0.035));
    }
}

/// Chi-squared of 256 cells: mean 255, standard deviation 22.6.
void tst_RandomStream::uniformFillsItsRangeEvenly()
{
    RandomStream stream(kKey);
    constexpr std::size_t kCells = 256;
    constexpr std::size_t kDraws = 256 * 400;
    std::vector<double> counts(kCells);
    for (std::size_t draw = 0; draw < kDraws; ++draw) {
        const double value = stream.uniform();
        QVERIFY(value >= 0 && value < 1);
        counts[static_cast<std::size_t>(value * kCells)] += 1;
    }
    double chiSquared = 0;
    for (const double count : counts)
        chiSquared += (count - 400) * (count - 400) / 400;
    QVERIFY2(near(chiSquared, 255, 4 * 22.6), qPrintable(QString::number(chiSquared)));
    const Moments scaled = momentsOf(100000, [&stream] { return stream.uniform(-1, 3); });
    QVERIFY(near(scaled.mean, 1, 0.015));
    QVERIFY(near(scaled.variance, 16.0 / 12, 0.02));
}

void tst_RandomStream::belowIsUnbiased()
{
    RandomStream stream(kKey);
    std::vector<int> counts(7);
    for (int draw = 0; draw < 70000; ++draw)
        ++counts[static_cast<std::size_t>(stream.below(7))];
    for (const int count : counts)
        QVERIFY(near(count, 10000, 4 * 92.6)); // sqrt(70000 · 1/7 · 6/7)

    // Without refusing draws, numbers below a third of this bound would be twice as frequent as
    // they should be.
    const std::uint64_t bound = (std::uint64_t{1} << 63) + (std::uint64_t{1} << 62);
    int low = 0;
    for (int draw = 0; draw < 30000; ++draw)
        low += stream.below(bound) < bound / 3 ? 1 : 0;
    QVERIFY(near(low, 10000, 4 * 81.6));
}

void tst_RandomStream::belowOneIsAlwaysZero()
{
    RandomStream stream(kKey);
    for (int draw = 0; draw < 100; ++draw)
        QCOMPARE(stream.below(1), std::uint64_t{0});
}

void tst_RandomStream::belowReachesTheLargestBounds()
{
    RandomStream stream(kKey);
    const std::uint64_t bound = ~std::uint64_t{0};
    std::uint64_t largest = 0;
    for (int draw = 0; draw < 1000; ++draw)
        largest = std::max(largest, stream.below(bound));
    QVERIFY(largest > bound / 100 * 99);
}

void tst_RandomStream::normalHasItsMomentsAndTails()
{
    RandomStream stream(kKey);
    int beyondTwo = 0;
    const Moments moments = momentsOf(200000, [&] {
        const double value = stream.normal();
        beyondTwo += std::abs(value) > 2 ? 1 : 0;
        return value;
    });
    QVERIFY(near(moments.mean, 0, 4 / std::sqrt(200000.0)));
    QVERIFY(near(moments.variance, 1, 4 * std::sqrt(2 / 200000.0)));
    QVERIFY(near(beyondTwo / 200000.0, 0.0455, 4 * std::sqrt(0.0455 * 0.9545 / 200000)));
}

void tst_RandomStream::gammaHasItsMoments_data()
{
    QTest::addColumn<double>("shape");
    for (const double shape : {0.1, 0.5, 1.0, 2.5, 40.0})
        QTest::newRow(qPrintable(QString::number(shape))) << shape;
}

/// Mean and variance are both the shape; the fourth central moment is 3k² + 6k.
void tst_RandomStream::gammaHasItsMoments()
{
    QFETCH(const double, shape);
    RandomStream stream(kKey);
    constexpr double kDraws = 100000;
    const Moments moments =
        momentsOf(static_cast<std::size_t>(kDraws), [&] { return stream.gamma(shape); });
    QVERIFY(near(moments.mean, shape, 4 * std::sqrt(shape / kDraws)));
    const double spread = std::sqrt((2 * shape * shape + 6 * shape) / kDraws);
    QVERIFY(near(moments.variance, shape, 4 * spread));
}

void tst_RandomStream::dirichletHasItsMeansAndSumsToOne()
{
    RandomStream stream(kKey);
    const std::vector<double> concentration{0.2, 1.0, 2.8};
    std::vector<double> sums(3);
    constexpr int kDraws = 20000;
    for (int draw = 0; draw < kDraws; ++draw) {
        const std::vector<double> shares = stream.dirichlet(concentration);
        QVERIFY(near(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12));
        for (std::size_t index = 0; index < 3; ++index)
            sums[index] += shares[index];
    }
    // Variance of a share: m (1 - m) / (1 + Σα) with m = α/Σα; Σα = 4.
    for (std::size_t index = 0; index < 3; ++index) {
        const double mean = concentration[index] / 4;
        const double spread = std::sqrt(mean * (1 - mean) / 5 / kDraws);
        QVERIFY(near(sums[index] / kDraws, mean, 4 * spread));
    }
}

void tst_RandomStream::tinyConcentrationsStillGiveShares()
{
    RandomStream stream(kKey);
    const std::vector<double> concentration(10, 1e-9);
    std::vector<int> winners(10);
    for (int draw = 0; draw < 2000; ++draw) {
        const std::vector<double> shares = stream.dirichlet(concentration);
        QVERIFY(near(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12));
        const auto largest = std::ranges::max_element(shares);
        QVERIFY(*largest > 0.99); // so small a concentration gives everything to one
        ++winners[static_cast<std::size_t>(largest - shares.begin())];
    }
    for (const int count : winners)
        QVERIFY(near(count, 200, 4 * 13.4));
}

void tst_RandomStream::zeroConcentrationGetsNothing()
{
    RandomStream stream(kKey);
    const std::vector<double> shares = stream.dirichlet(std::vector<double>{0, 1, 0});
    QCOMPARE(shares, (std::vector<double>{0, 1, 0}));
}

void tst_RandomStream::shuffleIsAPermutationWithoutFavourites()
{
    RandomStream stream(kKey);
    std::vector<std::vector<int>> seen(5, std::vector<int>(5));
    constexpr int kShuffles = 20000;
    for (int turn = 0; turn < kShuffles; ++turn) {
        std::vector<std::size_t> order{0, 1, 2, 3, 4};
        stream.shuffle(std::span<std::size_t>(order));
        for (std::size_t place = 0; place < 5; ++place)
            ++seen[place][order[place]];
        std::ranges::sort(order);
        QCOMPARE(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    }
    for (const std::vector<int>& place : seen) {
        for (const int count : place)
            QVERIFY(near(count, kShuffles / 5.0, 4.5 * 56.6));
    }
}

COTERIE_SECTION(tst_RandomStream)

} // namespace tst_random_stream

#include "tst_random_stream.moc"
