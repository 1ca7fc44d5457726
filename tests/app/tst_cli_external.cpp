#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

namespace tst_cli_external {

using namespace coterie::test;

/// Experiments that start a command, on the command line: nobody starts one unasked.
class TestCliExternal final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        begin();
        // Beside the experiment: everybody in one group.
        write("who.sh",
              "echo started >> told\nread -r hello\n"
              "echo '{\"message\": \"ready\", \"protocol\": 1}'\n"
              "while read -r line; do round=${line#*'\"round\":'}; round=${round%%,*}\n"
              "echo '{\"message\": \"answer\", \"groups\": [[0, 1, 2, 3]], \"round\": '$round'}'\n"
              "done\n");
        QJsonObject experiment = QJsonDocument::fromJson(kSmall).object();
        const QJsonObject algorithm{{"name", "external"}, {"command", QJsonArray{"sh", "who.sh"}}};
        experiment["arms"] = QJsonArray{QJsonObject{{"name", "Own"}, {"algorithm", algorithm}}};
        experiment["seeds"] = QJsonArray{1};
        experiment.remove("reference");
        m_own = write("own.json", QJsonDocument(experiment).toJson());
    }

    void validateNamesTheCommandAndStartsNothing()
    {
        const Outcome outcome = call({"validate", m_own});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains(
                     "1 arm × 1 seed = 1 run; starts the command sh who.sh, if --allow-external "
                     "is given\n"),
                 qPrintable(outcome.out));
        QVERIFY(!started());
    }

    void withoutConsentARunIsRefusedBeforeAnything()
    {
        const Outcome outcome = call({"run", m_own, "--db", m_database});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("/arms/0/algorithm/command: starts the command sh who.sh"),
                 qPrintable(outcome.err));
        QVERIFY(outcome.err.contains("--allow-external"));
        QVERIFY(!QFile::exists(m_database));
        QVERIFY(!started());
    }

    void withConsentItRunsWhereTheFileIs()
    {
        const QStringList run{"run", m_own, "--db", m_database, "--allow-external"};
        const Outcome outcome = call(run);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
        QVERIFY(started());
        // Its script may have changed: the stored run is not taken for the result.
        const Outcome again = call(run);
        QVERIFY2(again.out.contains("Runs: 2\n"), qPrintable(again.out));
    }

    void aResumeNeedsConsentToo()
    {
        const QStringList rest{"--db", m_database};
        write("who.sh", "echo 'not today' >&2\nexit 1\n");
        const Outcome failed = call(QStringList{"run", m_own, "--allow-external"} + rest);
        QCOMPARE(failed.code, 3);
        QVERIFY2((failed.err + failed.out).contains("It said: not today"),
                 qPrintable(failed.err + failed.out));
        const Outcome refused = call(QStringList{"resume", "1"} + rest);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("starts the command sh who.sh"), qPrintable(refused.err));
        QVERIFY2(refused.err.contains("run 1, /arms/0"), qPrintable(refused.err));
    }

    void theReportSaysHowToRepeatIt()
    {
        const QStringList rest{"--db", m_database};
        QCOMPARE(call(QStringList{"run", m_own, "--allow-external"} + rest).code, 0);
        const QString page = path("report.html");
        QCOMPARE(call(QStringList{"html", "1", "--out", page} + rest).code, 0);
        QFile file(page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("run experiment.json --allow-external --data DATA"));
    }

    void verifyNeedsTheFolder()
    {
        const QStringList rest{"--db", m_database, "--allow-external"};
        QCOMPARE(call(QStringList{"run", m_own} + rest).code, 0);
        const Outcome nowhere = call(QStringList{"verify", "1"} + rest);
        QVERIFY2(nowhere.out.contains("Name it with --command-folder"),
                 qPrintable(nowhere.out + nowhere.err));
        const QString folder = QFileInfo(m_own).absolutePath();
        const Outcome there = call(QStringList{"verify", "1", "--command-folder", folder} + rest);
        QVERIFY2(there.code == 0, qPrintable(there.out + there.err));
    }

    void aMissingOrWrongCommandIsSaid_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no list") << "/arms/0/algorithm/command=\"sh who.sh\""
                                 << "/arms/0/algorithm/command: must be a list of texts";
        QTest::newRow("no text") << "/arms/0/algorithm/command=[\"sh\", 1]"
                                 << "/arms/0/algorithm/command/1: must be text (is 1)";
        QTest::newRow("nothing") << "/arms/0/algorithm/command=[]"
                                 << "/arms/0/algorithm/command: must be a program";
        QTest::newRow("a word") << "/arms/0/algorithm/wants=[\"gramm\"]"
                                << "did you mean \"gram\"?";
        QTest::newRow("twice") << "/arms/0/algorithm/wants=[\"gram\", \"gram\"]"
                               << "/arms/0/algorithm/wants/1: must be different";
        QTest::newRow("labels") << "/arms/0/algorithm/wants=[\"labelCounts\"]"
                                << "/arms/0/algorithm/wants: labelCounts needs";
    }

    void aMissingOrWrongCommandIsSaid()
    {
        QFETCH(const QString, setting);
        QFETCH(const QString, sentence);
        const Outcome outcome = call({"validate", m_own, "--set", setting});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.out.contains(sentence), qPrintable(outcome.out));
    }

private:
    [[nodiscard]] bool started() const { return QFile::exists(path("told")); }

    QString m_own;
};

COTERIE_SECTION(TestCliExternal)

} // namespace tst_cli_external

#include "tst_cli_external.moc"
