#include "core/summary/findings.h"
#include "tests/sections.h"

#include <QTest>

#include <clocale>
#include <limits>

namespace tst_findings {

using namespace coterie;

namespace {

/// A run of some clients with the same errors, in percent, in every round of training; before it
/// they are ten points higher.
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
            facts.errors.emplace_back(errors[i] + (round == 0 ? 10 : 0));
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
    if (index == 0)
        summary.runs.push_back(7); // the run of steady()
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
    void clientsWithoutAnErrorAreLeftOut();
    void divergenceFromTheStartIsTold();
    void aRunThatLearnsNothingIsTold();
    void overfittingIsToldFromDivergence();
    void theTrainingLossIsOnlyNamedWhereItIsComparable();
    void numbersAreWrittenTheSameEverywhere();
    void groupsSettleOrDoNot();
    void aFewChangesAreCounted();
    void groupsAreHeldAgainstTheTruth();
    void groupsThatBecameTrueNeverFailToSettle();
    void clientsInNoGroupAreNotHeldAgainstTheTruth();
    void aClientFromWhomNobodyTakesIsNamed();
    void aClientFarBehindIsNamed();
    void clientsThatNeverTookPartAreNamed();
    void aClientThatIsExcludedIsNoFinding();
    void aRunThatStillLearnsIsTold();
    void fewSeedsTellNothing();
    void chanceHasATryWithEachArm();
    void onlyArmsOfTheSamePointAreRivals();
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
    for (std::optional<double>& error : unmeasured.rounds.back().errors)
        error.reset();
    QCOMPARE(said("againstAlone", {.run = unmeasured, .alone = &alone}), std::string());
}

void tst_Findings::clientsWithoutAnErrorAreLeftOut()
{
    RunHistory run = steady({10, 25, 30, 20}, 3);
    RunHistory alone = steady({20, 20, 30, 22.5}, 3);
    alone.row.id = 2;
    run.rounds.back().errors[1].reset();
    alone.rounds.back().errors[2].reset();
    QCOMPARE(said("againstAlone", {.run = run, .alone = &alone}),
             std::string("2 of 2 tested clients err less than alone (run 2) and 0 more; client 0 "
                         "gains most, 10.0 points."));
    alone.rounds.back().errors = run.rounds.back().errors;
    QCOMPARE(said("againstAlone", {.run = run, .alone = &alone}),
             std::string("Every tested client errs exactly as much as alone (run 2)."));

    run = steady({20, 21, 19, 20, 20, 60, 50}, 3);
    run.rounds.back().errors[6].reset();
    QCOMPARE(said("leftBehind", {.run = run}),
             std::string("Client 5 is left behind: it errs 60.0 %, the mean of 6 tested clients is "
                         "26.7 %."));
    run = steady({20, 20, 60}, 3);
    run.rounds.back().errors[0].reset(); // two tell nothing
    QCOMPARE(said("leftBehind", {.run = run}), std::string());
}

void tst_Findings::divergenceFromTheStartIsTold()
{
    // As a learning rate of 5 does it: one round of enormous losses, then models that tell nothing.
    RunHistory run = steady({89, 90}, 6);
    run.rounds[0].errors.assign(2, 90.5);
    for (RoundFacts& round : run.rounds) {
        round.testLosses.assign(2, round.round == 1 ? 3e23 : 2.31);
        round.trainLosses.assign(2, round.round == 2 ? 2e32 : 2.2);
    }
    const std::string errors =
        "; the mean test error ends at 89.5 %, before training it was 90.5 %.";
    const std::string sentence = "Training diverged: the mean test loss was 3e+23 in round 1, of "
                                 "the untrained models 2.31"
                                 + errors;
    QCOMPARE(said("diverged", {.run = run}), sentence);
    QCOMPARE(findingsOf({.run = run}).front().sentence, sentence);
    RunHistory infinite = run;
    infinite.rounds[3].testLosses.assign(2, std::numeric_limits<double>::quiet_NaN());
    QCOMPARE(said("diverged", {.run = infinite}),
             "Training diverged: the mean test loss was no number in round 3, of the untrained "
             "models 2.31"
                 + errors);
    infinite.rounds[2].events.push_back({.what = LossNotFinite{}, .client = 1});
    QCOMPARE(said("diverged", {.run = infinite}), std::string()); // lossNotFinite says it
    // It recovered.
    RunHistory recovered = run;
    recovered.rounds.back().errors.assign(2, 20.0);
    QCOMPARE(said("diverged", {.run = recovered}), std::string());
    // Without errors the last loss counts.
    for (RoundFacts& round : run.rounds)
        round.errors.assign(2, std::nullopt);
    QCOMPARE(said("diverged", {.run = run}), std::string());
    for (RoundFacts& round : run.rounds) {
        round.testLosses.assign(2, std::nullopt);
        round.trainLosses.assign(2, round.round < 3 ? 1.5 : 600.0);
    }
    QCOMPARE(said("diverged", {.run = run}),
             std::string("Training diverged: the mean training loss was 600 in round 3, at first "
                         "1.5."));
    // A loss that is high because the models are sure of themselves: their errors fell.
    RunHistory sure = steady({20, 20}, 6);
    for (RoundFacts& round : sure.rounds)
        round.testLosses.assign(2, round.round == 0 ? 2.3 : 40.0);
    QCOMPARE(said("diverged", {.run = sure}), std::string());
    for (RoundFacts& round : sure.rounds)
        round.testLosses.assign(2, round.round == 0 ? 2.3 : 4e9);
    QVERIFY(!said("diverged", {.run = sure}).empty());
    QCOMPARE(said("overfits", {.run = sure}), std::string()); // once is enough
}

void tst_Findings::aRunThatLearnsNothingIsTold()
{
    RunHistory run = steady({90, 90}, 3);
    run.rounds[0].errors.assign(2, 90.0);
    QCOMPARE(said("diverged", {.run = run}),
             std::string("It learned nothing: the mean test error never fell below that of the "
                         "untrained models, 90.0 %."));
    run.rounds[2].errors[1] = 89;
    QCOMPARE(said("diverged", {.run = run}), std::string());
    RunHistory early = steady({90, 90}, 2);
    early.rounds[0].errors.assign(2, 90.0);
    QCOMPARE(said("diverged", {.run = early}), std::string()); // two rounds tell nothing yet
    RunHistory perfect = steady({0, 0}, 5);
    perfect.rounds[0].errors.assign(2, 0.0);
    QCOMPARE(said("diverged", {.run = perfect}), std::string());
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

void tst_Findings::theTrainingLossIsOnlyNamedWhereItIsComparable()
{
    RunHistory run = steady({20, 20}, 10);
    for (RoundFacts& round : run.rounds)
        for (std::size_t i = 0; i < 2; ++i) {
            round.testLosses[i] = round.round <= 4 ? 2 - 0.25 * round.round : 2;
            round.trainLosses[i] = 2 - 0.15 * round.round;
        }
    const std::string alone =
        "The mean test loss was lowest in round 4 (1.000) and ends 100 % higher.";
    RunHistory other = run;
    other.rounds[4].participants = {1};
    QCOMPARE(said("overfits", {.run = other}), alone);
    other = run;
    for (std::optional<double>& loss : other.rounds[10].trainLosses)
        loss.reset();
    QCOMPARE(said("overfits", {.run = other}), alone);
    other = run;
    other.rounds[10].trainLosses[0].reset(); // a mean of another client
    QCOMPARE(said("overfits", {.run = other}), alone);
    other = run;
    other.rounds[10].trainLosses = other.rounds[4].trainLosses; // neither fell nor rose
    QCOMPARE(said("overfits", {.run = other}), alone);
    other.rounds[10].trainLosses.assign(2, 3.0);
    QCOMPARE(said("overfits", {.run = other}),
             alone.substr(0, alone.size() - 1)
                 + ", and the training loss rose too: training diverges.");
    other = run;
    other.rounds[10].testLosses[0] = std::numeric_limits<double>::infinity();
    QCOMPARE(said("overfits", {.run = other}), std::string());
    other = run;
    other.rounds[4].testLosses.assign(2, 0.0); // no share of nothing
    QCOMPARE(said("overfits", {.run = other}), std::string());
}

void tst_Findings::numbersAreWrittenTheSameEverywhere()
{
    RunHistory run = steady({20, 20}, 10);
    for (RoundFacts& round : run.rounds)
        round.testLosses.assign(2, round.round == 4 ? 0x1p200 : 0x1p201);
    const std::string before = std::setlocale(LC_NUMERIC, nullptr);
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
        if (std::setlocale(LC_NUMERIC, name) == nullptr)
            continue; // not on this computer
        // 2^200, all its digits
        QCOMPARE(
            said("overfits", {.run = run}),
            std::string("The mean test loss was lowest in round 4 (1606938044258990275541962092"
                        "341162602522202993782792835301376.000) and ends 100 % higher."));
    }
    std::setlocale(LC_NUMERIC, before.c_str());
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
    // One change, or few rounds, say nothing of whether they settle.
    QCOMPARE(said("groupsSettle", {.run = grouped({kAll, kPairs, kPairs, kPairs})}), std::string());
    QCOMPARE(said("groupsSettle", {.run = grouped({kAll, kPairs, kAll, kPairs})}), std::string());
    QCOMPARE(said("groupsSettle", {.run = steady({20, 20}, 9)}), std::string());
}

void tst_Findings::aFewChangesAreCounted()
{
    std::vector<Groups> rounds(20, kPairs);
    rounds[19] = kAll; // one change, late
    QCOMPARE(said("groupsSettle", {.run = grouped(rounds)}),
             std::string("The groups changed once, in round 20: all clients are one group since."));
    rounds[5] = kAll; // three, the last ones late
    QCOMPARE(
        said("groupsSettle", {.run = grouped(rounds)}),
        std::string("The groups never settled: they changed in 3 of 19 rounds, last in round 20."));
    rounds[5] = kPairs;
    for (std::size_t i = 8; i < 20; ++i)
        rounds[i] = i < 16 ? kAll : kPairs; // kept for 4 of 20
    QCOMPARE(said("groupsSettle", {.run = grouped(rounds)}),
             std::string("The groups changed 2 times, last in round 17: 2 groups since."));
}

void tst_Findings::clientsInNoGroupAreNotHeldAgainstTheTruth()
{
    const std::vector<int> truth{0, 0, 1, 1};
    const Groups partial{{0, 1}, {2}}; // client 3 is in none
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kAll, partial, partial}, truth)}),
             std::string("The groups are the true ones from round 2 to the end."));
    const Groups mixed{{0, 2}, {1}}; // client 3 alone would give another number
    QCOMPARE(said("groupsAndTruth", {.run = grouped({mixed}, truth)}),
             std::string("The groups are not the true ones: in round 1 the adjusted Rand index is "
                         "-0.50 (1: the same, 0: as by chance)."));
    const Groups overlapping{{0, 1}, {1, 2, 3}};
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kPairs, overlapping}, truth)}), std::string());
    // Below zero: in no true group.
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kPairs}, {0, 0, -1, -1})}), std::string());
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

void tst_Findings::groupsThatBecameTrueNeverFailToSettle()
{
    const std::vector<int> truth{0, 0, 1, 1};
    for (std::size_t rounds = 4; rounds < 24; ++rounds)
        for (std::size_t since = 1; since < rounds; ++since)
            for (const bool wavers : {false, true}) {
                std::vector<Groups> groups(rounds, kPairs);
                for (std::size_t i = 0; i < since; ++i)
                    groups[i] = wavers && (since - i) % 2 == 0 ? kPairs : kAll;
                const RunHistory run = grouped(groups, truth);
                const std::string ofTruth = said("groupsAndTruth", {.run = run});
                QVERIFY(ofTruth.starts_with("The groups are the true ones"));
                QVERIFY(said("groupsSettle", {.run = run}).find("never settled")
                        == std::string::npos);
            }
    // Also not where they ended as they should by chance.
    QCOMPARE(said("groupsAndTruth",
                  {.run = grouped({kAll, kPairs, kAll, kPairs, kAll, kAll, kAll, kPairs}, truth)}),
             std::string("The groups are the true ones in round 8, the last with groups."));
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

void tst_Findings::aClientThatIsExcludedIsNoFinding()
{
    RunHistory run = steady({20, 20, 20, 20}, 5);
    for (RoundFacts& round : run.rounds)
        std::erase(round.participants, 3);
    run.lastCollaboration = Matrix(4, 4);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            run.lastCollaboration->at(i, j) = 0.3; // nothing from client 3
    run.lastCollaborationRound = 5;
    QCOMPARE(said("neverDrawn", {.run = run}),
             std::string("Client 3 never took part in 5 rounds."));
    QCOMPARE(said("outsiders", {.run = run}), std::string()); // it did not take part
    for (RoundFacts& round : run.rounds)
        round.participants.clear(); // all
    QVERIFY(said("outsiders", {.run = run}).find("from client 3") != std::string::npos);
    QCOMPARE(said("neverDrawn", {.run = run}), std::string());
    for (RoundFacts& round : run.rounds)
        round.trainLosses[3].reset();
    QCOMPARE(said("neverDrawn", {.run = run}),
             std::string("Client 3 never took part in 5 rounds."));
    run.excludesLast = true;
    QCOMPARE(said("outsiders", {.run = run}), std::string());
    QCOMPARE(said("neverDrawn", {.run = run}), std::string());
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
             std::string("Over 3 seeds the mean test error of HCCT is 3.0 points below that of "
                         "FedAvg; so few seeds cannot tell that from chance, it takes 6."));
    arms = {arm("HCCT", 0, {20, 21, 22, 20, 21, 22}), arm("FedAvg", 1, {23, 25, 25, 22, 24, 26})};
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms})
                .ends_with("below that of FedAvg, more than chance would give (p = 0.031)."));
    arms = {arm("HCCT", 0, {20, 26, 22, 23, 21, 27}), arm("FedAvg", 1, {23, 25, 25, 22, 24, 26})};
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms})
                .find(", no more than chance can give (p = ")
            != std::string::npos);
    arms = {arm("HCCT", 0, {20, 21}), arm("Global", 1, {20, 21}), arm("FedAvg", 2, {40, 41})};
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}),
             std::string("The mean test error of HCCT is exactly that of Global in 2 seeds."));
    arms.resize(1);
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}), std::string());
}

void tst_Findings::chanceHasATryWithEachArm()
{
    const RunHistory run = steady({20, 20}, 3);
    std::vector<ArmSummary> arms{arm("HCCT", 0, {20, 21, 22, 20, 21, 22})};
    for (const char* name : {"FedAvg", "Ditto", "AFO", "Global"})
        arms.push_back(arm(name, arms.size(), {23, 25, 25, 22, 24, 26}));
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}),
             std::string("Over 6 seeds the mean test error of HCCT is 3.2 points below that of "
                         "FedAvg; so few seeds cannot tell that from chance, it takes 8 for 4 "
                         "arms."));
    arms = {arm("HCCT", 0, {1, 2, 3, 4, 5, 6, 7, 8})};
    for (const char* name : {"FedAvg", "Ditto", "AFO", "Global"})
        arms.push_back(arm(name, arms.size(), {2, 4, 6, 8, 10, 12, 14, 16}));
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms})
                .ends_with("more than chance would give (p = 0.031 for 4 arms)."));
    for (std::size_t i = 1; i < arms.size(); ++i)
        arms[i] = arm(arms[i].arm, i, {2, 1, 6, 8, 10, 12, 14, 16});
    const double p = *comparePaired(arms[0], arms[1], "meanTestError").wilcoxon.p;
    QVERIFY(p < 0.05 && 4 * p >= 0.05);
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms})
                .find("no more than chance can give (p = ")
            != std::string::npos);
}

void tst_Findings::onlyArmsOfTheSamePointAreRivals()
{
    RunHistory run = steady({20, 20}, 3);
    std::vector<ArmSummary> arms{arm("HCCT", 0, {20, 21}),
                                 arm("Ditto", 1, {10, 11}),
                                 arm("Ditto", 1, {24, 25}),
                                 arm("FedAvg", 2, {30, 31}),
                                 arm("HCCT", 3, {1, 2})};
    arms[0].sweep = arms[2].sweep = "alpha = 1";
    arms[1].sweep = arms[4].sweep = "alpha = 10";
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}),
             std::string("Over 2 seeds the mean test error of HCCT (alpha = 1) is 4.0 points below "
                         "that of Ditto (alpha = 1); so few seeds cannot tell that from chance, it "
                         "takes 7 for 2 arms."));
    arms.erase(arms.begin() + 2);
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms}).find("that of FedAvg; so few")
            != std::string::npos);
    run.row.id = 8; // a newer run of its seed counts
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
