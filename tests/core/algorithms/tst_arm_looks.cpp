#include "core/algorithms/registry.h"
#include "core/base/json_parse.h"
#include "core/experiment/arm_looks.h"
#include "core/experiment/experiment.h"
#include "tests/sections.h"

#include <QTest>

#include <set>

namespace tst_arm_looks {

using namespace coterie;

/// A method is told by its colour, in whichever experiment it stands.
class ArmLooksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMethodHasTheSameLookInEveryExperiment()
    {
        const std::vector<std::size_t> alone = looksOf({{"fedavg", "all"}});
        QCOMPARE(looksOf({{"independent", "all"}, {"fedavg", "all"}})[1], alone.front());
        QCOMPARE(looksOf({{"hcct", "all"}, {"independent", "all"}, {"fedavg", "all"}})[2],
                 alone.front());
        QCOMPARE(looksOf({{"hcct", "all"}})[0], looksOf({{"fedavg", "all"}, {"hcct", "all"}})[1]);
        // Who takes part makes HCCT no other method.
        QCOMPARE(looksOf({{"hcct", "random"}, {"independent", "random"}}),
                 looksOf({{"hcct", "all"}, {"independent", "all"}}));
        // FedAvg that samples is told by how.
        QCOMPARE(looksOf({{"fedavg", "hicsFl"}})[0],
                 looksOf({{"fedavg", "random"}, {"fedavg", "powD"}, {"fedavg", "hicsFl"}})[2]);
    }

    void armsOfOneExperimentDiffer()
    {
        // As in sFedHP's tables: one method with several settings beside others.
        std::vector<std::pair<const char*, const char*>> arms{{"fedavg", "all"}};
        for (int setting = 0; setting < 4; ++setting)
            arms.emplace_back("pfedme", "all");
        arms.emplace_back("sfedhp", "all");
        arms.emplace_back("never heard of", "all");
        const std::vector<std::size_t> looks = looksOf(arms);
        std::set<std::size_t> colours;
        for (const std::size_t look : looks)
            colours.insert(look % kLookColours);
        QCOMPARE(colours.size(), arms.size());
        QCOMPARE(looks[5], looksOf({{"sfedhp", "all"}}).front()); // though it came late
        // More arms than colours: the looks still differ.
        for (int more = 0; more < 20; ++more)
            arms.emplace_back("sfedhp", "all");
        const std::vector<std::size_t> many = looksOf(arms);
        QCOMPARE(std::set(many.begin(), many.end()).size(), arms.size());
    }

    void theFileSaysTheSame()
    {
        const auto json = parseJson(R"({"arms": [
            {"name": "A", "algorithm": {"name": "hcct"}},
            {"name": "B", "algorithm": {"name": "fedavg"}, "sampler": {"name": "random"}},
            {"name": "C", "algorithm": 3}, 7]})");
        QVERIFY(json.has_value());
        const std::vector<std::size_t> looks = armLooks(json->root);
        QCOMPARE(looks.size(), std::size_t{4});
        const std::vector<std::size_t> sound = looksOf({{"hcct", "all"}, {"fedavg", "random"}});
        QCOMPARE(std::vector<std::size_t>(looks.begin(), looks.begin() + 2), sound);
        QVERIFY(armLooks(JsonNode::fromWhole(3)).empty());
    }

    /// Those of one paper stand side by side in its tables.
    void methodsOfOnePaperDifferInColour()
    {
        using Names = std::vector<std::pair<const char*, const char*>>;
        for (const Names& paper : {Names{{"independent", "all"},
                                         {"fedavg", "all"},
                                         {"maxfl", "all"},
                                         {"fedfa", "all"},
                                         {"ifca", "all"},
                                         {"flsc", "all"},
                                         {"hcct", "all"},
                                         {"hcctE", "all"}},
                                   Names{{"allForOne", "all"},
                                         {"independent", "all"},
                                         {"fedavg", "all"},
                                         {"ditto", "all"},
                                         {"cobo", "all"},
                                         {"wgaBc", "all"},
                                         {"apfl", "all"}},
                                   Names{{"fedavg", "all"},
                                         {"hierfavg", "all"},
                                         {"pfedme", "all"},
                                         {"sfedhp", "all"},
                                         {"heurfedamp", "all"},
                                         {"perfedavg", "all"},
                                         {"pfedgp", "all"}},
                                   Names{{"fedavg", "random"},
                                         {"fedavg", "powD"},
                                         {"fedavg", "clusteredSampling"},
                                         {"fedavg", "divFl"},
                                         {"fedavg", "hicsFl"},
                                         {"fedavg", "oracleHics"}}}) {
            const std::vector<std::size_t> together = looksOf(paper);
            std::set<std::size_t> colours;
            for (std::size_t arm = 0; arm < paper.size(); ++arm) {
                QVERIFY(findPart(registry().algorithms, paper[arm].first));
                QVERIFY(findPart(registry().samplers, paper[arm].second));
                QCOMPARE(together[arm], looksOf({paper[arm]}).front());
                colours.insert(together[arm] % kLookColours);
            }
            QCOMPARE(colours.size(), paper.size());
        }
    }

private:
    static std::vector<std::size_t>
    looksOf(const std::vector<std::pair<const char*, const char*>>& arms)
    {
        Experiment experiment;
        for (const auto& [algorithm, sampler] : arms) {
            Arm arm;
            arm.algorithm.name = algorithm;
            arm.sampler.name = sampler;
            experiment.arms.push_back(arm);
        }
        return armLooks(experiment);
    }
};

COTERIE_SECTION(ArmLooksTest)

} // namespace tst_arm_looks

#include "tst_arm_looks.moc"
