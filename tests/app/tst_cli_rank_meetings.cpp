#include "app/cli/ranks.h"
#include "core/base/packed_bytes.h"
#include "core/train/rank_group.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QRegularExpression>
#include <QTest>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tst_cli_rank_meetings {

using namespace coterie;
using coterie::test::CliFixture;

/// How ranks meet and read each other's messages, what ends that, and that they part when rank 0 is
/// lost.
class TestCliRankMeetings final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aBatchScriptIsOneProcess();
    void oneOfSeveralIsARankByItself();
    void aMessageIsNotTakenAtItsWord();
    void aWatchEndsTheWaitForTheOthers();
    void aRankThatDiesFirstEndsTheCommand();
    void aWrongFolderEndsARankBeforeItMeets();
    void theOthersEndWithRankZero();
    void aKilledCommandLeavesNoFolder();
};

void TestCliRankMeetings::initTestCase()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
}

/// Slurm gives it a number like that of a task, and says how many tasks its job may start.
void TestCliRankMeetings::aBatchScriptIsOneProcess()
{
    std::map<std::string, std::string, std::less<>> all{{"SLURM_NTASKS", "4"},
                                                        {"SLURM_NPROCS", "4"},
                                                        {"SLURM_PROCID", "0"},
                                                        {"SLURM_LOCALID", "0"},
                                                        {"SLURM_JOB_ID", "7"},
                                                        {"SLURM_JOB_NODELIST", "n[1-2]"}};
    const cli::Variables variables = [&all](std::string_view name) -> std::optional<std::string> {
        const auto found = all.find(name);
        return found == all.end() ? std::nullopt : std::optional(found->second);
    };
    QVERIFY(!cli::isOneOfSeveral(variables));
    const auto alone = cli::rankPlaceIn(variables);
    QVERIFY(!alone);
    QVERIFY2(alone.error().sentence().find("this process has no rank") != std::string::npos,
             alone.error().sentence().c_str());
    all["SLURM_STEP_NUM_TASKS"] = "4"; // as srun starts it there
    QVERIFY(cli::isOneOfSeveral(variables));
    QCOMPARE(cli::rankPlaceIn(variables)->count, 4);
    all["SLURM_STEP_NUM_TASKS"] = "1"; // srun -n 1
    QVERIFY(!cli::isOneOfSeveral(variables));
    for (const char* other : {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE"}) {
        all[other] = "2";
        QVERIFY2(cli::isOneOfSeveral(variables), other);
        all.erase(other);
    }
}

/// The cards decide only where nobody has started several processes.
void TestCliRankMeetings::oneOfSeveralIsARankByItself()
{
    bool isSeveral = false;
    const cli::Variables variables = [&](std::string_view name) -> std::optional<std::string> {
        return isSeveral && name == "SLURM_STEP_NUM_TASKS" ? std::optional<std::string>("4")
                                                           : std::nullopt;
    };
    cli::Arguments arguments;
    QCOMPARE(cli::askedRanks(arguments, variables), 0);
    isSeveral = true;
    QCOMPARE(cli::askedRanks(arguments, variables), 1);
    arguments.options["--ranks"] = {"3"};
    QCOMPARE(cli::askedRanks(arguments, variables), 3);
}

void TestCliRankMeetings::aMessageIsNotTakenAtItsWord()
{
    PackedBytes bytes;
    bytes.put(std::uint64_t{3});
    bytes.put(1.0);
    bytes.put(2.0);
    const std::string message = bytes.take();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(UnpackedBytes(message).getCount(sizeof(double))),
                             std::runtime_error);
    QCOMPARE(UnpackedBytes(message).getCount(5), std::size_t{3});
    PackedBytes huge;
    huge.put(std::numeric_limits<std::uint64_t>::max());
    const std::string wrong = huge.take();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(UnpackedBytes(wrong).getCount(1)),
                             std::runtime_error);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(UnpackedBytes(wrong).getText()), std::runtime_error);
}

void TestCliRankMeetings::aWatchEndsTheWaitForTheOthers()
{
    RankPlace place;
    place.count = 2;
    place.file = path("meeting").toStdString();
    int asked = 0;
    const auto group = RankGroup::join(place, [&asked]() -> Result<void> {
        return ++asked < 3 ? Result<void>() : fail("--ranks", "rank 1 will not come");
    });
    QVERIFY(!group);
    QCOMPARE(group.error().sentence(), std::string("--ranks: rank 1 will not come"));
    QCOMPARE(asked, 3);
}

void TestCliRankMeetings::aRankThatDiesFirstEndsTheCommand()
{
    const coterie::test::Outcome outcome =
        shell(QStringLiteral("\"$COTERIE_CLI\" run '%1' --ranks 2 --db '%2' & id=$!\n"
                             "until others=$(cat /proc/$id/task/$id/children) && [ -n \"$others\" ]"
                             "; do kill -0 $id || exit 99; done\n"
                             "kill -9 $others; wait $id")
                  .arg(m_file, m_database));
    // The signal may come after the meeting if this machine is busy.
    static const QRegularExpression named("rank 1 ended [(]signal 9[)] before it met the others"
                                          "|the ranks did not meet"
                                          "|[Rr]ank 1 ended while the ranks met"
                                          "|Rank 1 has ended, or its connection is broken");
    QVERIFY2((outcome.out + outcome.err).contains(named), qPrintable(outcome.out + outcome.err));
    QVERIFY(outcome.code == 2 || outcome.code == 3);
}

void TestCliRankMeetings::aWrongFolderEndsARankBeforeItMeets()
{
    const coterie::test::Outcome outcome =
        shell(QStringLiteral("RANK=1 WORLD_SIZE=2 COTERIE_RANK_FILE=\"$HOME/meeting\" "
                             "\"$COTERIE_CLI\" run '%1' --ranks env --data '%2'")
                  .arg(m_file, path("missing")));
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("missing\" is not a folder"), qPrintable(outcome.err));
}

void TestCliRankMeetings::theOthersEndWithRankZero()
{
    const QString start = QStringLiteral("\"$COTERIE_CLI\" run '%1' --set /rounds=100000 --ranks "
                                         "env --threads 1 --json --db '%2' > \"$HOME/said.$rank\" "
                                         "2>&1 &")
                              .arg(m_file, m_database);
    const coterie::test::Outcome outcome = shell(
        "export WORLD_SIZE=3 COTERIE_RANK_FILE=\"$HOME/meeting\"\n"
        "for rank in 1 2; do RANK=$rank "
        + start + " ids+=($!); done\nrank=0; RANK=0 " + start
        + " zero=$!\n"
          "until grep -q '\"round\":3,' \"$HOME/said.0\"; do kill -0 $zero || exit 99; sleep 0.05; "
          "done\n"
          "kill -9 $zero\n"
          "for id in \"${ids[@]}\"; do wait $id; echo \"code $?\"; done");
    QCOMPARE(outcome.out, QString("code 2\ncode 2\n"));
    for (const char* rank : {"1", "2"}) {
        const QByteArray said = coterie::test::contents(path(QStringLiteral("said.%1").arg(rank)));
        QVERIFY2(said.contains("rank " + QByteArray(rank) + " has lost rank 0"), said.data());
    }
}

void TestCliRankMeetings::aKilledCommandLeavesNoFolder()
{
    const coterie::test::Outcome outcome = shell(
        QStringLiteral(
            "export TMPDIR=\"$HOME/tmp\"; mkdir \"$TMPDIR\"\n"
            "\"$COTERIE_CLI\" run '%1' --set /rounds=100000 --ranks 2 --json --db '%2' > "
            "\"$HOME/said\" & id=$!\n"
            "until grep -q '\"round\":3,' \"$HOME/said\"; do kill -0 $id || exit 99; sleep 0.05; "
            "done\n"
            "kill -9 $id; wait $id; ls \"$TMPDIR\"")
            .arg(m_file, m_database));
    QCOMPARE(outcome.code, 0);
    QVERIFY2(!outcome.out.contains("coterie-ranks"), qPrintable(outcome.out));
}

COTERIE_SECTION(TestCliRankMeetings)

} // namespace tst_cli_rank_meetings

#include "tst_cli_rank_meetings.moc"
