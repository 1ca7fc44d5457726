#include "core/summary/findings.h"
#include "tests/sections.h"

#include <QTest>

#include <limits>

namespace tst_findings {

using namespace coterie;

namespace {

/// A run of some clients with the same errors, in percent, in every round.
RunHistory steady(const std::vector<double>& errors, int rounds)
{
    RunHistory run;
    run.row.id = 7;
    run.row.seed = 1;
    run.row.roundsDone = rounds;
    for (std::size_t i = 0; i < errors.size(); ++i)
        run.facts.trainSamples.push_back(100 + std::int64_t(i));
    for (int round = 0; round <= rounds; ++round) {
        RoundFacts facts;
        facts.round = round;
        for (std::size_t i = 0; i < errors.size(); ++i) {
            facts.errors.emplace_back(errors[i]);
            facts.testLosses.emplace_back(1);
            facts.trainLosses.emplace_back(1);
            if (round > 0)
                facts.participants.push_back(int(i));
        }
        run.rounds.push_back(std::move(facts));
    }
    return run;
}

using Groups = std::vector<std::vector<int>>;

/// The groups of rounds 1, 2 …
RunHistory grouped(const std::vector<Groups>& rounds, std::vector<int> truth = {})
{
    RunHistory run = steady({20, 20, 20, 20}, int(rounds.size()));
    for (std::size_t i = 0; i < rounds.size(); ++i)
        run.rounds[i + 1].groups = rounds[i];
    run.facts.trueGroup = std::move(truth);
    return run;
}

/// What a rule says; empty: nothing.
std::string said(std::string_view rule, const FindingContext& context)
{
    for (const FindingRule& each : findingRules())
        if (each.name == rule) {
            const std::optional<Finding> found = each.find(context);
            return found ? found->sentence : std::string();
        }
    return "there is no such rule";
}

ArmSummary arm(const std::string& name, std::size_t index, const std::vector<double>& errors)
{
    ArmSummary summary;
    summary.arm = name;
    summary.armIndex = index;
    for (std::size_t i = 0; i < errors.size(); ++i)
        summary.ofSeeds["meanTestError"].push_back({.seed = i + 1, .value = errors[i]});
    summary.values["meanTestError"] = *spreadOf(errors);
    return summary;
}

const Groups kPairs{{0, 1}, {2, 3}};
const Groups kAll{{0, 1, 2, 3}};

} // namespace

class tst_Findings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLossThatIsNoNumberIsNamed();
    void whoGainsAndLosesAgainstTrainingAlone();
    void overfittingIsToldFromDivergence();
    void groupsSettleOrDoNot();
    void groupsAreHeldAgainstTheTruth();
    void aClientFromWhomNobodyTakesIsNamed();
    void aClientFarBehindIsNamed();
    void clientsThatNeverTookPartAreNamed();
    void aRunThatStillLearnsIsTold();
    void fewSeedsTellNothing();
    void aSteadyRunGivesRiseToNothing();
    void theMostImportantComeFirstAndNotTooMany();
};

void tst_Findings::aLossThatIsNoNumberIsNamed()
{
    RunHistory run = steady({20, 20, 20}, 3);
    QCOMPARE(said("lossNotFinite", {.run = run}), std::string());
    run.rounds[2].events.push_back({.what = LossNotFinite{"trainLoss"}, .client = 1});
    QCOMPARE(
        said("lossNotFinite", {.run = run}),
        std::string("Training broke in round 2: a loss of client 1 is infinite or no number."));
}

void tst_Findings::whoGainsAndLosesAgainstTrainingAlone()
{
    const RunHistory run = steady({10, 25, 30, 20}, 3);
    RunHistory alone = steady({20, 20, 30, 22.5}, 3);
    alone.row.id = 2;
    QCOMPARE(said("againstAlone", {.run = run, .alone = &alone}),
             std::string("2 of 4 clients err less than alone (run 2) and 1 more; client 0 gains "
                         "most, 10.0 points, client 1 loses most, 5.0 points."));
    QCOMPARE(said("againstAlone", {.run = run}), std::string());
    RunHistory same = run;
    same.row.id = 3;
    QCOMPARE(said("againstAlone", {.run = run, .alone = &same}),
             std::string("Every client errs exactly as much as alone (run 3)."));
    const RunHistory shorter = steady({20, 20, 30, 22.5}, 2); // another last round
    QCOMPARE(said("againstAlone", {.run = run, .alone = &shorter}), std::string());
    RunHistory unmeasured = run;
    unmeasured.rounds.back().errors[1].reset();
    QCOMPARE(said("againstAlone", {.run = unmeasured, .alone = &alone}), std::string());
}

void tst_Findings::overfittingIsToldFromDivergence()
{
    RunHistory run = steady({20, 20}, 10);
    for (RoundFacts& round : run.rounds)
        for (std::size_t i = 0; i < 2; ++i) {
            round.testLosses[i] = round.round <= 4 ? 2 - 0.25 * round.round : 1 + 0.1 * round.round;
            round.trainLosses[i] = 2 - 0.15 * round.round;
        }
    QCOMPARE(said("overfits", {.run = run}),
             std::string("The mean test loss was lowest in round 4 (1.000) and ends 100 % higher, "
                         "while the training loss went on falling: the models memorise their own "
                         "samples."));
    for (RoundFacts& round : run.rounds)
        for (std::optional<double>& loss : round.trainLosses)
            loss = 1 + round.round;
    QVERIFY(said("overfits", {.run = run}).ends_with("training diverges."));
    for (RoundFacts& round : run.rounds)
        for (std::optional<double>& loss : round.testLosses)
            loss = std::min(*loss, 1.19); // a little higher is no finding
    QCOMPARE(said("overfits", {.run = run}), std::string());
}

void tst_Findings::groupsSettleOrDoNot()
{
    QCOMPARE(said("groupsSettle", {.run = grouped({kPairs, kPairs, kPairs, kPairs})}),
             std::string("The groups never changed: 2 groups from round 1 on."));
    QCOMPARE(said("groupsSettle", {.run = grouped({kAll, kPairs, kAll, kAll, kAll, kAll, kAll})}),
             std::string("The groups settled in round 3: all clients are one group, the same in "
                         "the 5 rounds from then on."));
    QCOMPARE(
        said("groupsSettle", {.run = grouped({kAll, kPairs, kAll, kPairs, kAll, kPairs, kAll})}),
        std::string("The groups never settled: they changed in 6 of 6 rounds, last in round 7."));
    QCOMPARE(said("groupsSettle", {.run = grouped({kAll, kPairs, kAll})}), std::string());
    QCOMPARE(said("groupsSettle", {.run = steady({20, 20}, 9)}), std::string());
}

void tst_Findings::groupsAreHeldAgainstTheTruth()
{
    const std::vector<int> truth{0, 0, 1, 1};
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kAll, kPairs, kPairs}, truth)}),
             std::string("The groups are the true ones from round 2 to the end."));
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kPairs, kPairs}, truth)}),
             std::string("The groups are the true ones from round 1, the first with groups, on."));
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kPairs, kAll}, truth)}),
             std::string("The groups are not the true ones: in round 2 the adjusted Rand index is "
                         "0.00 (1: the same, 0: as by chance)."));
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kPairs, kAll})}), std::string());
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kAll}, {0, 0, 0, 0})}), std::string());
}

void tst_Findings::aClientFromWhomNobodyTakesIsNamed()
{
    RunHistory run = steady({20, 20, 20}, 5);
    Matrix weights(3, 3);
    for (std::size_t i = 0; i < 3; ++i)
        weights.at(i, i) = 0.5;
    weights.at(0, 1) = weights.at(1, 0) = weights.at(2, 1) = 0.5; // none from client 2
    run.lastCollaboration = weights;
    run.lastCollaborationRound = 5;
    QCOMPARE(said("outsiders", {.run = run}),
             std::string("Nobody takes anything from client 2 in round 5, the last."));
    run.lastCollaboration->at(0, 2) = 0.1;
    QCOMPARE(said("outsiders", {.run = run}), std::string());
    run.lastCollaboration = Matrix(3, 3); // all alone
    QCOMPARE(said("outsiders", {.run = run}), std::string());
}

void tst_Findings::aClientFarBehindIsNamed()
{
    RunHistory run = steady({20, 21, 19, 20, 20, 60}, 3);
    QCOMPARE(said("leftBehind", {.run = run}),
             std::string("Client 5 is left behind: it errs 60.0 %, the mean is 26.7 %."));
    run.facts.trainSamples[5] = 4;
    QVERIFY(said("leftBehind", {.run = run}).ends_with("; it has the fewest training samples, 4."));
    QCOMPARE(said("leftBehind", {.run = steady({20, 30, 25}, 3)}), std::string());
}

void tst_Findings::clientsThatNeverTookPartAreNamed()
{
    RunHistory run = steady({20, 20, 20, 20}, 6);
    QCOMPARE(said("neverDrawn", {.run = run}), std::string());
    for (RoundFacts& round : run.rounds)
        std::erase_if(round.participants, [](int client) { return client == 1 || client == 3; });
    QCOMPARE(said("neverDrawn", {.run = run}),
             std::string("Clients 1 and 3 never took part in 6 rounds."));
}

void tst_Findings::aRunThatStillLearnsIsTold()
{
    RunHistory run = steady({50, 50}, 20);
    for (RoundFacts& round : run.rounds)
        for (std::optional<double>& error : round.errors)
            error = 50 - round.round;
    QCOMPARE(said("stillImproves", {.run = run}),
             std::string("It was still learning when it ended: the mean test error fell by 2.0 "
                         "points after round 18. More rounds may change the order of arms."));
    QCOMPARE(said("stillImproves", {.run = steady({50, 50}, 20)}), std::string());
}

void tst_Findings::fewSeedsTellNothing()
{
    RunHistory run = steady({20, 20}, 3);
    std::vector<ArmSummary> arms{arm("HCCT", 0, {20, 21, 22}), arm("FedAvg", 1, {23, 24, 25})};
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}),
             std::string("Over 3 seeds its mean test error is 3.0 points below that of FedAvg; so "
                         "few seeds cannot tell that from chance, it takes 6."));
    arms = {arm("HCCT", 0, {20, 21, 22, 20, 21, 22}), arm("FedAvg", 1, {23, 25, 25, 22, 24, 26})};
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms})
                .ends_with("below that of FedAvg, more than chance would give (p = 0.031)."));
    arms = {arm("HCCT", 0, {20, 26, 22, 23, 21, 27}), arm("FedAvg", 1, {23, 25, 25, 22, 24, 26})};
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms})
                .find(", no more than chance can give (p = ")
            != std::string::npos);
    arms = {arm("HCCT", 0, {20, 21}), arm("Global", 1, {20, 21}), arm("FedAvg", 2, {40, 41})};
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}),
             std::string("Its mean test error is exactly that of Global in 2 seeds."));
    arms.resize(1);
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}), std::string());
}

void tst_Findings::aSteadyRunGivesRiseToNothing()
{
    const RunHistory run = steady({20, 21, 19}, 20);
    QVERIFY(findingsOf({.run = run}).empty());
    QVERIFY(findingsOf({.run = RunHistory()}).empty()); // no round at all
}

void tst_Findings::theMostImportantComeFirstAndNotTooMany()
{
    RunHistory run = grouped({kAll, kPairs, kPairs, kPairs, kPairs}, {0, 0, 1, 1});
    run.rounds[3].events.push_back({.what = LossNotFinite{}});
    for (RoundFacts& round : run.rounds) {
        std::erase(round.participants, 2);
        round.errors[3] = 90;
        for (std::optional<double>& loss : round.testLosses)
            loss = round.round < 2 ? 1 : 3;
    }
    run.rounds[0].testLosses[0] = 5;
    run.lastCollaboration = Matrix(4, 4);
    run.lastCollaboration->at(0, 1) = run.lastCollaboration->at(1, 2) = 1;
    RunHistory alone = steady({30, 30, 30, 30}, 5);
    const std::vector<ArmSummary> arms{arm("HCCT", 0, {20}), arm("FedAvg", 1, {23})};
    const std::vector<Finding> found = findingsOf({.run = run, .alone = &alone, .arms = arms});
    QCOMPARE(found.size(), kMostFindings);
    QCOMPARE(found[0].rule, std::string_view("lossNotFinite"));
    QCOMPARE(found[1].rule, std::string_view("againstAlone"));
    QCOMPARE(found[5].rule, std::string_view("overfits"));
}

COTERIE_SECTION(tst_Findings)

} // namespace tst_findings

#include "tst_findings.moc"
