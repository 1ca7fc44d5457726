#include "tests/core/summary/finding_runs.h"
#include "tests/sections.h"

#include <QTest>

#include <limits>

namespace tst_loss_findings {

using namespace coterie;
using namespace coterie::test;

class TestLossFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void divergenceFromTheStartIsTold();
    void aRunThatLearnsNothingIsTold();
    void overfittingIsToldFromDivergence();
    void theTrainingLossIsOnlyNamedWhereItIsComparable();
    void aLossThatIsNoNumberIsNamed();
    void aRunThatStillLearnsIsTold();
};

void TestLossFindings::divergenceFromTheStartIsTold()
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

void TestLossFindings::aRunThatLearnsNothingIsTold()
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

void TestLossFindings::overfittingIsToldFromDivergence()
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

void TestLossFindings::theTrainingLossIsOnlyNamedWhereItIsComparable()
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

void TestLossFindings::aLossThatIsNoNumberIsNamed()
{
    RunHistory run = steady({20, 20, 20}, 3);
    QCOMPARE(said("lossNotFinite", {.run = run}), std::string());
    run.rounds[2].events.push_back({.what = LossNotFinite{"trainLoss"}, .client = 1});
    QCOMPARE(
        said("lossNotFinite", {.run = run}),
        std::string("Training broke in round 2: a loss of client 1 is infinite or no number."));
}

void TestLossFindings::aRunThatStillLearnsIsTold()
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

COTERIE_SECTION(TestLossFindings)

} // namespace tst_loss_findings

#include "tst_loss_findings.moc"
