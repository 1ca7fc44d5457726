#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/module_settings.h"
#include "core/run/card_ranks.h"
#include "core/run/led_ranks.h"
#include "core/run/started_ranks.h"
#include "core/train/federation.h"
#include "core/train/rank_links.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTest>

#include <string>
#include <vector>

namespace tst_card_ranks {

using namespace coterie;
using coterie::test::SmallExperiment;

namespace {

const std::string kCards(kStackedOnCpu); ///< stands for the device of cards

/// Four clients. `more` stands in the arm, behind the algorithm.
RunPlan cardPlan(const std::string& algorithm, const std::string& more = {})
{
    SmallExperiment small;
    small.arms =
        "[{\"name\": \"A\", \"algorithm\": {\"name\": \"" + algorithm + "\"}" + more + "}]";
    return expand(small.read(), registry()).front();
}

int noCards()
{
    return 0;
}

int fourCards()
{
    return 4;
}

} // namespace

/// How many ranks compute a run on a machine with several cards.
class TestCardRanks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const Result<void> available = checkRanksAvailable(); !available)
            QSKIP(available.error().sentence().c_str());
    }

    void thereIsOneForEachCard()
    {
        QCOMPARE(cardRanks(cardPlan("fedavg"), kCards, 2),
                 (CardRanks{.count = 2,
                            .sentence = "2 ranks compute this run, one on each graphics card."}));
        QCOMPARE(cardRanks(cardPlan("hcct"), kCards, 4).count, 4);
    }

    void oneCardOrNoneHasNothingToSay()
    {
        QCOMPARE(cardRanks(cardPlan("fedavg"), kCards, 1), CardRanks());
        QCOMPARE(cardRanks(cardPlan("fedavg"), kCards, 0), CardRanks());
        QCOMPARE(cardRanks(cardPlan("fedavg"), "cpu", 8), CardRanks());
    }

    void whereOneModelTrainsInARoundOneCardIsUsed()
    {
        const CardRanks one{.count = 1,
                            .sentence = "Only the first of 4 graphics cards is used, because one "
                                        "model trains in each round."};
        const std::string oneClient = ", \"sampler\": {\"name\": \"random\", \"count\": 1}";
        QCOMPARE(cardRanks(cardPlan("fedavg", oneClient), kCards, 4), one);
        QCOMPARE(cardRanks(cardPlan("centralised"), kCards, 4), one);
    }

    /// Whether it computes by itself, on the processor, is known once it is loaded.
    void aModuleUsesOneCardAtMost()
    {
        RunPlan plan = cardPlan("fedavg");
        plan.model.model = {.name = std::string(kTorchScript), .parameters = {}};
        plan.model.model.parameters.set(kModulePath, std::string("net.pt"));
        QCOMPARE(cardRanks(plan, kCards, 4),
                 (CardRanks{.count = 1,
                            .sentence = "At most one of 4 graphics cards is used, because the "
                                        "network is a PyTorch module."}));
        QCOMPARE(cardRanks(plan, kCards, 1), CardRanks());
    }

    void thereAreNotMoreThanClientsInARound()
    {
        const CardRanks few{.count = 3,
                            .sentence = "3 ranks compute this run, one on each of the first 3 of 8 "
                                        "graphics cards, because no more clients train in a "
                                        "round."};
        const std::string three = ", \"sampler\": {\"name\": \"random\", \"count\": 3}";
        QCOMPARE(cardRanks(cardPlan("fedavg", three), kCards, 8), few);
        QCOMPARE(cardRanks(cardPlan("fedavg"), kCards, 8).count, 4); // all clients of the partition
    }

    void theNumberThatSomebodyHasSaidHolds()
    {
        RunPlan plan = cardPlan("fedavg");
        QCOMPARE(ranksOfRun(plan, kCards, 0, &fourCards).count, 4);
        QCOMPARE(ranksOfRun(plan, kCards, 3, &fourCards), (CardRanks{.count = 3}));
        QCOMPARE(ranksOfRun(plan, kCards, 1, &fourCards), CardRanks());
        QCOMPARE(ranksOfRun(plan, "cpu", 0, &fourCards), CardRanks());
        QCOMPARE(ranksOfRun(plan, "cpu", 2, &fourCards).count, 2);
        plan.device = kCards; // where nobody has said one either
        QCOMPARE(ranksOfRun(plan, {}, 0, &fourCards).count, 4);
    }

    void ofSeveralRunsTheOneWithTheMostRanksCounts()
    {
        const std::string three = ", \"sampler\": {\"name\": \"random\", \"count\": 3}";
        const std::vector<RunPlan> plans{
            cardPlan("centralised"), cardPlan("fedavg", three), cardPlan("centralised")};
        const CardRanks most = ranksOfRuns(plans, kCards, 0, &fourCards);
        QCOMPARE(most, ranksOfRun(plans[1], kCards, 0, &fourCards));
        QCOMPARE(most.count, 3);
        QCOMPARE(ranksOfRuns(plans, kCards, 2, &fourCards), (CardRanks{.count = 2}));
        QCOMPARE(mostRanksHere(0, &fourCards), 4);
        QCOMPARE(mostRanksHere(1, &fourCards), 1);
        QCOMPARE(mostRanksHere(0, &noCards), 1);
    }

    void ranksThatNobodyHasAskedForShareTheThreads()
    {
        QCOMPARE(threadsOfEach({.count = 0, .threads = 8}, 2), 4);
        QCOMPARE(threadsOfEach({.count = 0, .threads = 7}, 2), 3);
        QCOMPARE(threadsOfEach({.count = 0, .threads = 1}, 4), 1);
        QCOMPARE(threadsOfEach({.count = 2, .threads = 8}, 2), 8);
        QCOMPARE(threadsOfEach({.count = 0, .threads = 0}, 2), threadsOfRank(0, 2));
        QCOMPARE(threadsOfEach({.count = 2, .threads = 0}, 2), threadsOfRank(0, 2));
    }

    void ranksThatShareACardAreCounted()
    {
        using Places = std::vector<std::string>;
        QCOMPARE(sharedCards(Places{"a 0A", "a 0B", "b 0A"}), std::string());
        QCOMPARE(sharedCards(Places{"a 0A", "a 0B", "a 0A", "a 0B"}),
                 std::string("4 ranks share 2 graphics cards."));
        QCOMPARE(sharedCards(Places{"a 0A", "a 0A"}),
                 std::string("2 ranks share one graphics card."));
    }
};

COTERIE_SECTION(TestCardRanks)

} // namespace tst_card_ranks

#include "tst_card_ranks.moc"
