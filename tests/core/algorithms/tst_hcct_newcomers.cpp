#include "tests/core/algorithms/hcct_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>

namespace tst_hcct_newcomers {

using namespace coterie;
using namespace hcct_bed;
using small::Played;
using small::tablePlay;

/// Clients that arrive while HCCT runs.
class TestHcctNewcomers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void newcomersWaitTrainAloneAndJoin()
    {
        // Four clients repeat one sample each, so their updates are equal up to rounding.
        Shards shards(4);
        for (Shard& shard : shards)
            shard.train = std::vector<std::int32_t>(12, 5);
        for (const double alpha : {1e-3, 1.0, 1e3}) {
            RunPlan plan =
                planOf("hcct", {{"alpha", alpha}, {"repartitionEvery", std::int64_t{0}}});
            plan.clients.arrivals = {{.round = 3, .clients = {1}}};
            Played played = tablePlay(plan, shards);
            const auto round = [&](int index) {
                return small::playRound(
                    played.federation, *played.algorithm, *played.sampler, index);
            };
            (void)round(0);
            QVERIFY((round(1).grouping->groups == Groups{{0, 2, 3}}));
            const RoundReport arrival = round(2);
            QVERIFY((arrival.grouping->groups == Groups{{0, 2, 3}, {1}}));
            QCOMPARE(arrival.clients[1].steps, 4);
            QVERIFY(std::ranges::any_of(arrival.events, [](const Event& event) {
                return std::holds_alternative<ClientJoined>(event.what)
                       && event.sentence.starts_with("Client 1 joins the group of client 0;");
            }));
            QVERIFY(small::same(played.modelOf(1).parameters, played.modelOf(0).parameters));
            QVERIFY((round(3).grouping->groups == Groups{{0, 1, 2, 3}}));
        }
    }

    void twoNewcomersOfOneRoundAreInOneGroupOnce()
    {
        Shards shards(4);
        for (std::size_t i = 0; i < shards.size(); ++i)
            shards[i].train = std::vector<std::int32_t>(12, i < 2 ? 5 : 40);
        RunPlan plan = planOf("hcct", {{"alpha", 1e-3}, {"repartitionEvery", std::int64_t{0}}});
        plan.clients.arrivals = {{.round = 3, .clients = {2, 3}}}; // alike, unlike the others
        Played played = tablePlay(plan, shards);
        (void)played.play(3);
        const RoundReport next =
            small::playRound(played.federation, *played.algorithm, *played.sampler, 3);
        QVERIFY((next.grouping->groups == Groups{{0, 1}, {2, 3}}));
    }

    void newcomersAreTriedOnTheMeanOfTheNewGroups()
    {
        for (const char* algorithm : {"hcct", "hcctP"}) {
            RunPlan plan = planOf(algorithm, {{"alpha", 1e9}}); // all in one from round 1 on
            plan.clients.arrivals = {{.round = 2, .clients = {1}}};
            Played played = tablePlay(plan, small::shards({31, 27, 18, 40}));
            (void)played.play(1); // everybody alone
            std::vector<at::Tensor> own;
            for (std::size_t i = 0; i < 4; ++i)
                own.push_back(played.modelOf(i).parameters[0].clone());
            (void)small::playRound(played.federation, *played.algorithm, *played.sampler, 1);
            const at::Tensor expected = (31 * own[0] + 18 * own[2] + 40 * own[3]) / 89.0;
            const Trained& trained = played.federation.lastTrained();
            const at::Tensor start =
                trained.starts.parameters[static_cast<std::int64_t>(trained.startRow[1])];
            const at::Tensor off = (start - expected).abs();
            if (plan.algorithm.name == "hcct") {
                QVERIFY(off.max().item<double>() < 1e-6);
            } else { // the head is the newcomer's own
                const Slice& bias = played.federation.network().layout().parameters.back();
                const auto from = static_cast<std::int64_t>(bias.offset);
                QVERIFY(at::equal(start.slice(0, from), own[1].slice(0, from)));
                QVERIFY(off.slice(0, 0, 4).max().item<double>() < 1e-6);
            }
        }
    }

    void newcomersOfTheReleasedCodeWaitForAPartition()
    {
        RunPlan plan = planOf("hcct",
                              {{"alpha", 1e9},
                               {"newcomerProbe", std::string("init")},
                               {"newcomerMode", std::string("repartition")}});
        plan.clients.arrivals = {{.round = 3, .clients = {1}}};
        Played played = tablePlay(plan, small::shards({31, 27, 18, 40}));
        const at::Tensor initial = played.modelOf(1).parameters.clone();
        (void)played.play(2);
        const RoundReport arrival =
            small::playRound(played.federation, *played.algorithm, *played.sampler, 2);
        QVERIFY((arrival.grouping->groups == Groups{{0, 2, 3}, {1}}));
        const Trained& trained = played.federation.lastTrained();
        QVERIFY(small::same(trained.starts.parameters[1], initial[0]));
        const RoundReport next =
            small::playRound(played.federation, *played.algorithm, *played.sampler, 3);
        QVERIFY((next.grouping->groups == Groups{{0, 1, 2, 3}}));
    }
};

COTERIE_SECTION(TestHcctNewcomers)

} // namespace tst_hcct_newcomers

#include "tst_hcct_newcomers.moc"
