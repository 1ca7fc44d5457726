#include "core/store/database.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_cli_files {

using namespace coterie::test;

/// What else can be where the command line expects a file.
class TestCliFiles final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void anExperimentComesThroughAPipe();
    void aPipeThatNobodyWritesIsRefused();
    void aPipeThatNobodyReadsIsRefused();
    void aTerminalNamedAsAFileIsNotCommanded();
    void aStoredPlanBeginsNoLinesOfItsOwn();
};

void TestCliFiles::anExperimentComesThroughAPipe()
{
    const Outcome outcome =
        shell("timeout 120 \"$COTERIE_CLI\" validate <(cat small.json) && mkfifo pipe && "
              "{ cat small.json > pipe & timeout 120 \"$COTERIE_CLI\" validate pipe; }");
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    QCOMPARE(outcome.out.count(": valid, 2 arms × 2 seeds = 4 runs\n"), 2);
}

void TestCliFiles::aPipeThatNobodyWritesIsRefused()
{
    for (const QString& command : {QString("validate"), QString("run"), QString("report")}) {
        const Outcome outcome = shell("test -p pipe || mkfifo pipe; timeout 120 \"$COTERIE_CLI\" "
                                      + command + " pipe 2>&1");
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.out.endsWith("pipe: no program writes to this pipe\n"),
                 qPrintable(outcome.out));
    }
}

void TestCliFiles::aPipeThatNobodyReadsIsRefused()
{
    const Outcome outcome =
        shell("mkfifo pipe; timeout 120 \"$COTERIE_CLI\" partition small.json --csv pipe");
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.err, QString("coterie-cli: pipe: no program reads this pipe\n"));
}

void TestCliFiles::aTerminalNamedAsAFileIsNotCommanded()
{
    if (shell("command -v script").code != 0)
        QSKIP("`script`, which makes a terminal, is not installed");
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    coterie::Database(m_database.toStdString(), coterie::Database::Access::ReadWrite)
        .execute("UPDATE run SET arm = char(27) || '[2J' || char(8238)");
    for (const QString& terminal : {QString("/dev/stdout"), QString("/dev/tty")}) {
        const Outcome outcome =
            shell("script -qec '\"$COTERIE_CLI\" export 1 --what rounds --db runs.sqlite --out "
                  + terminal + "' /dev/null < /dev/null");
        QVERIFY2(outcome.out.contains("\\u001b[2J\\u202e,"), qPrintable(outcome.out));
        QVERIFY(!outcome.out.contains(QString("\x1b[2J")));
    }
}

void TestCliFiles::aStoredPlanBeginsNoLinesOfItsOwn()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    coterie::Database(m_database.toStdString(), coterie::Database::Access::ReadWrite)
        .execute("UPDATE run SET status = 'stopped', rounds_done = 1,"
                 " plan = replace(plan, '\"arm\":\"', '\"arm\":\"A\\nFAKE ') WHERE id = 1");
    const Outcome outcome = call({"resume", "1", "--db", m_database});
    QVERIFY2(outcome.out.contains("Run 1 (A\\nFAKE "), qPrintable(outcome.out + outcome.err));
    QVERIFY2(!outcome.out.contains("\nFAKE "), qPrintable(outcome.out));
}

COTERIE_SECTION(TestCliFiles)

} // namespace tst_cli_files

#include "tst_cli_files.moc"
