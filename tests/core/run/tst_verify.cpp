#include "core/run/verify.h"
#include "core/store/database.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <stop_token>
#include <string>

namespace tst_verify {

using namespace coterie;
using namespace coterie::test;

/// Stored runs played again.
class TestVerify : public QueueFixture
{
    Q_OBJECT

    void compute(const Experiment& experiment,
                 const std::function<void(RunQueue&, int)>& at = {}) const
    {
        Witness witness;
        RunQueue queue(options(), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (at)
                at(queue, report.round);
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
    }

    Result<Verification> verification(std::int64_t run = 1, const std::stop_token& stop = {}) const
    {
        const auto opened = store();
        RunData data(DataFolders{});
        return verifyRun(
            **opened, *(*opened)->run(run), data, {.threads = 1, .device = "cpu"}, stop);
    }

    void change(const char* sql) const
    {
        Database database(file(), Database::Access::ReadWrite);
        database.execute(sql);
    }

private Q_SLOTS:
    void aRunIsTheSameAgain()
    {
        compute(experimentWithMuchState().read());
        const Result<Verification> found = verification();
        QVERIFY2(found, found ? "" : found.error().sentence().c_str());
        QVERIFY2(!found->difference, verdictOf(*found).c_str());
        QCOMPARE(found->lastSame, found->lastStored);
        QCOMPARE(QString::fromStdString(verdictOf(*found)),
                 QString("The same to the bit in all %1 rounds.").arg(found->lastStored));
    }

    /// More rounds and another learning rate, each in the middle of the run.
    void changesByHandAreRepeatedInTheirRounds()
    {
        compute(SmallExperiment{.rounds = 4}.read(), [](RunQueue& queue, int round) {
            if (round == 1)
                (void)queue.change({.place = "/local/optimizer/learningRate", .value = 0.01});
            if (round == 2)
                (void)queue.change({.place = "/rounds", .value = 6});
        });
        QVERIFY((*store())->run(1)->isMixed);
        const Result<Verification> found = verification();
        QVERIFY(found);
        QVERIFY2(!found->difference, verdictOf(*found).c_str());
        QCOMPARE(found->lastStored, 6);
        QCOMPARE(found->lastSame, 6);
    }

    void theFirstOtherNumberIsNamed()
    {
        compute(SmallExperiment{.rounds = 4}.read());
        change(
            "UPDATE client_metric SET train_loss = train_loss + 1 WHERE round = 3 AND client = 2");
        const Result<Verification> found = verification();
        QVERIFY(found && found->difference);
        QCOMPARE(found->lastSame, 2);
        QCOMPARE(found->difference->place, std::string("client 2"));
        QCOMPARE(found->difference->column, std::string("trainLoss"));
        const QString verdict = QString::fromStdString(verdictOf(*found));
        QVERIFY2(verdict.startsWith("It differs from round 3, client 2: training loss is "),
                 qPrintable(verdict));
        QVERIFY2(verdict.endsWith("are the same as then."), qPrintable(verdict));

        change("UPDATE run SET blas_core = 'Prescott'");
        const QString elsewhere = QString::fromStdString(verdictOf(*verification()));
        QVERIFY2(elsewhere.contains(" Then the BLAS core was Prescott, now it is "),
                 qPrintable(elsewhere));
    }

    void anotherNumberOfRanksOnCardsIsSaid()
    {
        compute(SmallExperiment{.rounds = 2}.read());
        change(
            "UPDATE client_metric SET train_loss = train_loss + 1 WHERE round = 1 AND client = 2");
        change("UPDATE run SET device = device || ', 2 ranks'");
        const std::string verdict = verdictOf(*verification());
        QVERIFY2(contains(verdict, " Then it was computed with 2 ranks on cards, now with 1 rank."),
                 verdict.c_str());
    }

    /// The row has what computed the last round.
    void whatComputedARoundIsThatOfItsTime()
    {
        compute(SmallExperiment{.rounds = 4}.read());
        change("INSERT INTO event (run, round, position, severity, kind, sentence, value) VALUES "
               "(1, 3, 0, 'warning', 'environment', 'Resumed.', "
               "'{\"what\": \"BLAS core\", \"before\": \"Prescott\", \"now\": \"Katmai\"}')");
        change("UPDATE run SET blas_core = 'Katmai'");
        change("UPDATE client_metric SET train_loss = 7 WHERE round = 4");
        const std::string late = verdictOf(*verification());
        QVERIFY2(contains(late, "Then the BLAS core was Katmai, now it is "), late.c_str());
        change("UPDATE client_metric SET train_loss = 7 WHERE round = 2");
        const std::string early = verdictOf(*verification());
        QVERIFY2(contains(early, "Then the BLAS core was Prescott, now it is "), early.c_str());
    }

    void round0CanDifferToo()
    {
        compute(SmallExperiment{.rounds = 1}.read());
        change("UPDATE client_metric SET personal_test_loss = 7 WHERE round = 0");
        const Result<Verification> found = verification();
        QVERIFY(found && found->difference);
        QCOMPARE(found->lastSame, -1);
        QVERIFY(contains(verdictOf(*found), "It differs from round 0, client 0: "));
    }

    void whatDiffersHasItsTitle()
    {
        const auto said = [](ReportDifference difference) {
            difference.one = "1";
            difference.other = "2";
            return differenceText(3, difference, "here", "there");
        };
        QCOMPARE(said({.table = "rounds", .place = {}, .column = "meanTestError_percent"}),
                 std::string("round 3: mean test error (%) is 1 here and 2 there"));
        QCOMPARE(said({.table = "clients", .place = "client 1", .column = "personalTestLoss"}),
                 std::string("round 3, client 1: test loss is 1 here and 2 there"));
        QCOMPARE(said({.table = "clients", .place = "client 1", .column = "localSteps_count"}),
                 std::string("round 3, client 1: local steps is 1 here and 2 there"));
    }

    /// What was stopped reads no data: here it would find none.
    void stoppedItIsNotPrepared()
    {
        compute(SmallExperiment{.rounds = 1}.read());
        change("UPDATE run SET plan = replace(plan, 'glyphDigits', 'mnist')");
        QVERIFY(!verification());
        std::stop_source stop;
        stop.request_stop();
        const Result<Verification> found = verification(1, stop.get_token());
        QVERIFY2(found, found ? "" : found.error().sentence().c_str());
        QVERIFY(found->isStopped);
        QCOMPARE(verdictOf(*found),
                 std::string("Stopped before the first round was played again."));
    }

    void aRunWithoutRoundsIsRefused()
    {
        compute(SmallExperiment{.rounds = 1}.read());
        change("DELETE FROM round");
        QCOMPARE(verification().error().sentence(),
                 std::string("run 1: has no round to compare with"));
    }
};

COTERIE_SECTION(TestVerify)

} // namespace tst_verify

#include "tst_verify.moc"
