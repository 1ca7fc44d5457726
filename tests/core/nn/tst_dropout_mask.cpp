#include "core/nn/dropout_mask.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace tst_dropout_mask {

using namespace coterie;

namespace {

constexpr DropoutKey kKey{.seed = 0x123456789ABCDEF0, .round = 3, .client = 5, .peer = 5};

template <typename Scalar = float>
std::vector<Scalar> mask(const DropoutKey& key,
                         std::uint32_t step,
                         std::uint32_t layer,
                         double probability,
                         std::size_t count = 1000)
{
    std::vector<Scalar> filled(count, Scalar{-7});
    fillDropoutMask(key, step, layer, probability, filled.data(), count);
    return filled;
}

} // namespace

class TestDropoutMask : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dropsTheGivenShareAndKeepsTheExpectation_data();
    void dropsTheGivenShareAndKeepsTheExpectation();
    void extremesKeepOrDropAll();
    void everyPartOfTheKeyMatters();
    void sameKeyGivesTheSameMask();
    void aValueDependsOnItsPositionAlone();
    void precisionsDropTheSamePlaces();
};

void TestDropoutMask::dropsTheGivenShareAndKeepsTheExpectation_data()
{
    QTest::addColumn<double>("probability");
    for (const double probability : {0.2, 0.25, 0.5, 0.9})
        QTest::addRow("%g", probability) << probability;
}

void TestDropoutMask::dropsTheGivenShareAndKeepsTheExpectation()
{
    QFETCH(double, probability);
    constexpr std::size_t count = 200000;
    const std::vector<double> factors = mask<double>(kKey, 0, 1, probability, count);
    std::size_t dropped = 0;
    for (const double factor : factors) {
        QVERIFY(factor == 0 || factor == 1 / (1 - probability));
        dropped += factor == 0 ? 1 : 0;
    }
    const double share = static_cast<double>(dropped) / count;
    const double standardError = std::sqrt(probability * (1 - probability) / count);
    QVERIFY(std::abs(share - probability) < 5 * standardError);
}

void TestDropoutMask::extremesKeepOrDropAll()
{
    QCOMPARE(std::ranges::count(mask(kKey, 0, 0, 0.0), 1.0F), 1000);
    QCOMPARE(std::ranges::count(mask(kKey, 0, 0, 1.0), 0.0F), 1000);
}

void TestDropoutMask::everyPartOfTheKeyMatters()
{
    std::vector<std::vector<float>> masks{mask(kKey, 2, 4, 0.5)};
    const auto changed = [](auto member, auto value) {
        DropoutKey key = kKey;
        key.*member = value;
        return mask(key, 2, 4, 0.5);
    };
    masks.push_back(changed(&DropoutKey::seed, kKey.seed + 1));
    masks.push_back(changed(&DropoutKey::seed, kKey.seed + (std::uint64_t{1} << 40)));
    masks.push_back(changed(&DropoutKey::round, 4U));
    masks.push_back(changed(&DropoutKey::client, 6U));
    masks.push_back(changed(&DropoutKey::peer, 6U));
    masks.push_back(mask(kKey, 3, 4, 0.5));
    masks.push_back(mask(kKey, 2, 5, 0.5));
    for (std::size_t i = 0; i < masks.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            std::size_t equal = 0;
            for (std::size_t k = 0; k < masks[i].size(); ++k)
                equal += masks[i][k] == masks[j][k] ? 1 : 0;
            // Independent masks agree at half of 1000 places, give or take 16.
            QVERIFY2(equal > 420 && equal < 580, qPrintable(QString("%1 %2").arg(i).arg(j)));
        }
}

void TestDropoutMask::sameKeyGivesTheSameMask()
{
    QVERIFY(mask(kKey, 9, 2, 0.25) == mask(kKey, 9, 2, 0.25));
}

void TestDropoutMask::aValueDependsOnItsPositionAlone()
{
    // A shorter batch sees the first samples' masks of a longer one, wherever it ends within a
    // block of four.
    const std::vector<float> longest = mask(kKey, 1, 1, 0.5, 64);
    for (std::size_t count = 0; count < longest.size(); ++count) {
        const std::vector<float> shorter = mask(kKey, 1, 1, 0.5, count);
        QVERIFY(std::ranges::equal(shorter, std::span(longest).first(count)));
    }
}

void TestDropoutMask::precisionsDropTheSamePlaces()
{
    const std::vector<float> single = mask<float>(kKey, 1, 1, 0.3);
    const std::vector<double> twice = mask<double>(kKey, 1, 1, 0.3);
    QVERIFY(std::ranges::equal(single, twice, [](float narrow, double wide) {
        return narrow == static_cast<float>(wide);
    }));
}

COTERIE_SECTION(TestDropoutMask)

} // namespace tst_dropout_mask

#include "tst_dropout_mask.moc"
