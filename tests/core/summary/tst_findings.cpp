#include "tests/core/summary/finding_runs.h"
#include "tests/sections.h"

#include <QTest>

#include <clocale>
#include <limits>

namespace tst_findings {

using namespace coterie;
using namespace coterie::test;

namespace {

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
    void whoGainsAndLosesAgainstTrainingAlone();
    void clientsWithoutAnErrorAreLeftOut();
    void numbersAreWrittenTheSameEverywhere();
    void groupsSettleOrDoNot();
    void aFewChangesAreCounted();
    void groupsAreHeldAgainstTheTruth();
    void groupsThatBecameTrueNeverFailToSettle();
    void clientsInNoGroupAreNotHeldAgainstTheTruth();
    void aClientFromWhomNobodyTakesIsNamed();
    void aClientFarBehindIsNamed();
    void clientsThatNeverTookPartAreNamed();
    void clientsAreToldWithTheirNames();
    void aClientThatIsExcludedIsNoFinding();
    void fewSeedsTellNothing();
    void chanceHasATryWithEachArm();
    void onlyArmsOfTheSamePointAreRivals();
    void aSteadyRunGivesRiseToNothing();
    void theMostImportantComeFirstAndNotTooMany();
};

void tst_Findings::whoGainsAndLosesAgainstTrainingAlone()
{
    const RunHistory run = steady({10, 25, 30, 20}, 3);
    RunHistory alone = steady({20, 20, 30, 22.5}, 3);
    alone.row.id = 2;
    QCOMPARE(said("againstAlone", {.run = run, .alone = &alone}),
             std::string("2 of 4 clients err less than alone (run 2), 1 errs more; client 0 gains "
                         "most, 10.0 points, client 1 loses most, 5.0 points."));
    RunHistory oneGains = alone;
    oneGains.rounds.back().errors[3] = 20;
    QCOMPARE(said("againstAlone", {.run = run, .alone = &oneGains}),
             std::string("1 of 4 clients errs less than alone (run 2), 1 errs more; client 0 gains "
                         "most, 10.0 points, client 1 loses most, 5.0 points."));
    RunHistory better = alone;
    better.rounds.back().errors = {5, 20, 30, 20};
    QCOMPARE(said("againstAlone", {.run = run, .alone = &better}),
             std::string("None of 4 clients errs less than alone (run 2), 2 err more; client 0 "
                         "loses most, 5.0 points."));
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
    QCOMPARE(
        said("againstAlone", {.run = run, .alone = &alone}),
        std::string("2 of 2 tested clients err less than alone (run 2), none errs more; client 0 "
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
    // Clients of a file are domains of their own: no groups are known.
    QCOMPARE(said("groupsAndTruth", {.run = grouped({kPairs}, {0, 1, 2, 3})}), std::string());
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
             std::string("No other client takes anything from client 2 in the last round (5)."));
    weights.at(0, 2) = 0.1;
    run.lastCollaboration = weights;
    QCOMPARE(said("outsiders", {.run = run}), std::string());
    run.lastCollaboration = Matrix(3, 3); // all alone
    QCOMPARE(said("outsiders", {.run = run}), std::string());
}

void tst_Findings::aClientThatIsExcludedIsNoFinding()
{
    RunHistory run = steady({20, 20, 20, 20}, 5);
    for (RoundFacts& round : run.rounds)
        std::erase(round.participants, 3);
    Matrix weights(4, 4);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            weights.at(i, j) = 0.3; // nothing from client 3
    run.lastCollaboration = weights;
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

void tst_Findings::clientsAreToldWithTheirNames()
{
    RunHistory run = steady({20, 21, 19, 20, 20, 60}, 3);
    run.facts.clientNames = {"Bern", "", "", "Basel", "", std::string(60, 'x')};
    const std::string cut = std::string(20, 'x') + "…" + std::string(19, 'x');
    QCOMPARE(said("leftBehind", {.run = run}),
             "Client 5 (" + cut + ") is left behind: it errs 60.0 %, the mean is 26.7 %.");
    for (RoundFacts& round : run.rounds)
        std::erase_if(round.participants, [](int client) { return client == 1 || client == 3; });
    QCOMPARE(said("neverDrawn", {.run = run}),
             std::string("Clients 1 and 3 (Basel) never took part in 3 rounds."));
    RunHistory alone = steady({30, 21, 19, 10, 20, 60}, 3);
    alone.row.id = 2;
    QVERIFY(said("againstAlone", {.run = run, .alone = &alone})
                .ends_with("client 0 (Bern) gains most, 10.0 points, client 3 (Basel) loses most, "
                           "10.0 points."));
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

void tst_Findings::fewSeedsTellNothing()
{
    RunHistory run = steady({20, 20}, 3);
    std::vector<ArmSummary> arms{arm("HCCT", 0, {20, 21, 22}), arm("FedAvg", 1, {23, 24, 25})};
    QCOMPARE(said("seedsAndChance", {.run = run, .arms = arms}),
             std::string("Over 3 seeds the mean test error of HCCT is 3.0 points below that of "
                         "FedAvg; to tell this from chance, at least 6 seeds are needed."));
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
                         "FedAvg; to tell this from chance, at least 8 seeds are needed, because "
                         "the best of 4 other arms was picked."));
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
                         "that of Ditto (alpha = 1); to tell this from chance, at least 7 seeds "
                         "are needed, because the best of 2 other arms was picked."));
    arms.erase(arms.begin() + 2);
    QVERIFY(said("seedsAndChance", {.run = run, .arms = arms}).find("that of FedAvg; to tell")
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
    Matrix weights(4, 4);
    weights.at(0, 1) = weights.at(1, 2) = 1;
    run.lastCollaboration = weights;
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
