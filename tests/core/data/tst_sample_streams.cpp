#include "core/data/sample_streams.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_sample_streams {

using namespace coterie;

namespace {

std::vector<std::int32_t> taken(FreshSamples samples, std::size_t count)
{
    std::vector<std::int32_t> numbers(count);
    std::ranges::generate(numbers, [&samples] { return samples.next(); });
    return numbers;
}

} // namespace

class TestSampleStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNumberNamesClientAndPosition_data()
    {
        QTest::addColumn<std::size_t>("clients");
        QTest::addColumn<std::uint64_t>("length");
        // 32 bits less those that hold the clients' numbers 0 … N − 1.
        QTest::newRow("1") << std::size_t{1} << (std::uint64_t{1} << 32);
        QTest::newRow("2") << std::size_t{2} << (std::uint64_t{1} << 31);
        QTest::newRow("3") << std::size_t{3} << (std::uint64_t{1} << 30);
        QTest::newRow("20") << std::size_t{20} << (std::uint64_t{1} << 27);
        QTest::newRow("64") << std::size_t{64} << (std::uint64_t{1} << 26);
        QTest::newRow("65") << std::size_t{65} << (std::uint64_t{1} << 25);
    }

    void aNumberNamesClientAndPosition()
    {
        QFETCH(std::size_t, clients);
        QFETCH(std::uint64_t, length);
        const StreamNumbers numbers(clients);
        QCOMPARE(numbers.length(), length);
        for (const std::size_t client : {std::size_t{0}, clients / 2, clients - 1})
            for (const std::uint64_t position : {std::uint64_t{0}, length / 3, length - 1}) {
                const std::int32_t number = numbers.number(client, position);
                QCOMPARE(numbers.client(number), client);
                QCOMPARE(std::uint64_t{numbers.position(number)}, position);
            }
        QCOMPARE(numbers.number(clients - 1, length + 5), numbers.number(clients - 1, 5));
    }

    /// All-for-one's figure with d = 10 and more: 200 rounds in which each of 20 owners takes 200
    /// samples of client 3.
    void nothingIsSeenTwiceInARun()
    {
        constexpr std::size_t kClients = 20;
        std::vector<std::int32_t> seen;
        for (std::uint32_t round = 0; round < 200; ++round)
            for (std::uint32_t peer = 0; peer <= kClients; ++peer) {
                const auto window = taken({kClients, 5, round, 3, peer}, 200);
                seen.insert(seen.end(), window.begin(), window.end());
            }
        QVERIFY(std::ranges::all_of(
            seen, [](std::int32_t number) { return StreamNumbers(kClients).client(number) == 3; }));
        std::ranges::sort(seen);
        QVERIFY(std::ranges::adjacent_find(seen) == seen.end());
    }

    void pooledClientTakesFromAllInTurnAndNothingTwice()
    {
        constexpr std::size_t kClients = 3;
        const StreamNumbers numbers(kClients);
        std::vector<std::int32_t> seen;
        for (std::uint32_t round = 0; round < 50; ++round) {
            const auto window = taken({kClients, 5, round, kClients, 0}, 300);
            for (std::size_t i = 0; i < window.size(); ++i)
                QCOMPARE(numbers.client(window[i]), i % kClients);
            seen.insert(seen.end(), window.begin(), window.end());
            for (std::uint32_t client = 0; client < kClients; ++client) {
                const auto own = taken({kClients, 5, round, client, 0}, 100);
                seen.insert(seen.end(), own.begin(), own.end());
            }
        }
        std::ranges::sort(seen);
        QVERIFY(std::ranges::adjacent_find(seen) == seen.end());
    }

    void keyDecidesAndNothingElse()
    {
        const auto one = taken({20, 5, 7, 3, 2}, 50);
        QVERIFY(one == taken({20, 5, 7, 3, 2}, 50));
        QVERIFY(one != taken({20, 6, 7, 3, 2}, 50));
        QVERIFY(one != taken({20, 5, 8, 3, 2}, 50));
        QVERIFY(one != taken({20, 5, 7, 4, 2}, 50));
        QVERIFY(one != taken({20, 5, 7, 3, 0}, 50));
    }
};

COTERIE_SECTION(TestSampleStreams)

} // namespace tst_sample_streams

#include "tst_sample_streams.moc"
