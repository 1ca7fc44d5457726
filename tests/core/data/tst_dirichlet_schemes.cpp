#include "core/data/partition/dirichlet_draw.h"
#include "core/data/partition_statistics.h"
#include "tests/core/data/labelled_data.h"
#include "tests/sections.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

namespace tst_dirichlet_schemes {

using namespace coterie;
using namespace labelled_data;

class TestDirichletSchemes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsFollowTheShares()
    {
        // ALGORITHMS §9.10: X = (.2, .3, .5) of 1,200 samples: 240, 360, 600.
        QVERIFY((cutsOf(std::vector<double>{.2, .3, .5}, 1200)
                 == std::vector<std::size_t>{0, 240, 600, 1200}));
        // Clients that are full have share 0; the others share as before, 1 : 3.
        QVERIFY((cutsOf(std::vector<double>{0, .125, .375, 0}, 800)
                 == std::vector<std::size_t>{0, 0, 200, 800, 800}));
        QVERIFY(cutsOf(std::vector<double>{0, 0}, 10).empty());
        QVERIFY((cutsOf(std::vector<double>{0, 0}, 0) == std::vector<std::size_t>{0, 0, 0}));
        QVERIFY(cutsOf(std::vector<double>{std::nan(""), 1}, 10).empty());
    }

    void partsHaveTheirOwnAlphaAndTheirOwnData()
    {
        const Dataset dataset = balanced(10000, 10);
        const auto shards = makeShards(dataset,
                                       scheme("dirichlet",
                                              {{"clients", Whole{20}},
                                               {"alphas", std::vector<double>{0.05, 1000}},
                                               {"minimum", Whole{5}}}),
                                       {},
                                       3);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(usedOnce(*shards, 10000), std::ptrdiff_t{10000});
        std::vector<std::int64_t> firstPart(10, 0);
        double dominance[2] = {0, 0};
        for (std::size_t client = 0; client < 20; ++client) {
            const std::vector<std::int64_t> mix = mixOf(dataset, (*shards)[client]);
            if (client < 10)
                std::ranges::transform(mix, firstPart, firstPart.begin(), std::plus<>());
            dominance[client / 10] += static_cast<double>(std::ranges::max(mix))
                                      / static_cast<double>(sizeOf((*shards)[client])) / 10;
        }
        QVERIFY(firstPart == std::vector<std::int64_t>(10, 500));
        QVERIFY(dominance[0] > 0.5 && dominance[1] < 0.15);
    }

    void hicsSettingTwoWorksWithQuotaAndOfficialTest()
    {
        // FMNIST, setting 2 of HiCS-FL: 50 clients, five parts, quota 1,200 and 200.
        const Dataset dataset = withOfficialTest(balanced(60000, 10), 10000);
        const auto settings = scheme("dirichlet",
                                     {{"clients", Whole{50}},
                                      {"alphas", std::vector<double>{.001, .002, .005, .01, .2}},
                                      {"quota", true},
                                      {"minimumShare", 0.2},
                                      {"test", std::string("official")}});
        const auto shards = makeShards(dataset, settings, {}, 42);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        std::vector<int> tested(10000, 0);
        std::size_t trained = 0;
        for (const Shard& shard : *shards) {
            QVERIFY(shard.testIsOfficial);
            QVERIFY(shard.train.size() >= 240 && shard.test.size() >= 40);
            // The quota stops a client only after the class that fills it: 1,199 + 1,200 at most.
            QVERIFY(shard.train.size() < 2400);
            trained += shard.train.size();
            for (const std::int32_t sample : shard.test)
                ++tested[static_cast<std::size_t>(sample)];
        }
        QCOMPARE(trained, std::size_t{60000});
        QVERIFY(std::ranges::all_of(tested, [](int times) { return times == 1; }));
        // The test samples are cut by the same proportions.
        double difference = 0; // mean total variation between a client's two mixes
        for (const Shard& shard : *shards) {
            std::vector<std::int64_t> test(10, 0);
            for (const std::int32_t sample : shard.test)
                ++test[static_cast<std::size_t>(
                    dataset.officialTest.labels[static_cast<std::size_t>(sample)])];
            difference += totalVariation(test, classCounts(dataset, shard.train)) / 50;
        }
        QVERIFY2(difference < 0.05, qPrintable(QString::number(difference)));
    }

    void aClassThatThePartLacksNeedsNobodyWithRoom()
    {
        // The only client is full when the last class, of which the part has nothing, is dealt.
        const DirichletDraw draw = drawDirichlet(
            {.trainSizes = {3, 2, 0}, .testSizes = {}, .clients = 1, .alpha = 0.1, .quota = true},
            0);
        QVERIFY(draw.feasible());
        QCOMPARE(draw.emptiestCount, std::size_t{5});
        QVERIFY((draw.train == Cuts{{0, 3}, {0, 2}, {0, 0}}));
    }

    void anAlphaThatCannotWorkIsNamed()
    {
        const Dataset dataset = balanced(60000, 10);
        const auto dealt = [&dataset](Whole clients) {
            return makeShards(dataset,
                              scheme("dirichlet",
                                     {{"clients", clients},
                                      {"alphas", std::vector<double>{.5, .001}},
                                      {"quota", true},
                                      {"minimumShare", 0.2}}),
                              {},
                              42);
        };
        const auto shards = dealt(100);
        QVERIFY(!shards.has_value());
        const QString sentence = sentenceOf(shards);
        const QRegularExpression form(
            "^/data/partition/minimumShare: with alpha 0.001 and 100 clients, client (\\d+) got "
            "only \\d+ samples in the best of 200 attempts, but must have 120; with this seed "
            "(\\d+) clients were tried and fit; a larger alpha helps too$");
        const QRegularExpressionMatch match = form.match(sentence);
        QVERIFY2(match.hasMatch(), qPrintable(sentence));
        QVERIFY(match.captured(1).toInt() >= 50); // the second part's
        QVERIFY(match.captured(2).toInt() >= 10 && match.captured(2).toInt() < 100);
        const auto feasible = dealt(match.captured(2).toInt());
        QVERIFY2(feasible.has_value(), qPrintable(sentenceOf(feasible)));
    }

    void topUpFillsTheEmptyFromTheFullest()
    {
        const Dataset dataset = balanced(2000, 10);
        const auto settings = scheme(
            "dirichlet",
            {{"clients", Whole{100}}, {"alpha", 0.01}, {"minimum", Whole{10}}, {"topUp", true}});
        const auto shards = makeShards(dataset, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(usedOnce(*shards, 2000), std::ptrdiff_t{2000});
        for (const Shard& shard : *shards)
            QVERIFY(sizeOf(shard) >= 10);
        QVERIFY(*shards == *makeShards(dataset, settings, {}, 1));
    }

    void eachClientsLabelsHaveAConcentrationOfTheirOwn()
    {
        // HiCS-FL §6.2: 250 clients, α from 0.01 to 50, entropies from 0 to ln 10.
        const Dataset dataset = balanced(60000, 10);
        DataSettings settings = scheme("labelDirichlet", {});
        settings.testShare = 0;
        const auto shards = makeShards(dataset, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{250});
        QCOMPARE(usedOnce(*shards, 60000), std::ptrdiff_t{60000});
        for (const Shard& shard : *shards)
            QCOMPARE(shard.train.size(), std::size_t{240});
        const auto meanEntropy = [&](std::size_t first, std::size_t last) {
            double sum = 0;
            for (std::size_t k = first; k < last; ++k)
                for (const std::int64_t count : classCounts(dataset, (*shards)[k].train)) {
                    const double share = static_cast<double>(count) / 240;
                    sum -= share > 0 ? share * std::log(share) : 0.0;
                }
            return sum / static_cast<double>(last - first);
        };
        QVERIFY(meanEntropy(0, 25) < 0.25);
        QVERIFY(meanEntropy(100, 150) > 0.8 && meanEntropy(100, 150) < 1.9);
        QVERIFY(meanEntropy(200, 225) > 2.1);
    }
};

COTERIE_SECTION(TestDirichletSchemes)

} // namespace tst_dirichlet_schemes

#include "tst_dirichlet_schemes.moc"
