#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

namespace tst_cli_fork {

using namespace coterie::test;

/// fork, and where a fork's parent is named.
class TestCliFork final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aForkGoesOnFromItsParent();
    void itsParentIsTold();
    void aBundleKeepsTheParent();
    void whatCannotBeForkedIsTold();

private:
    /// Run 1 is Independent's, run 2 FedAvg's, run 3 a fork of that one.
    void makeFork(const QStringList& settings = {}) const
    {
        QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
        const Outcome made =
            call(QStringList{"fork", "2", "--round", "1", "--db", m_database} + settings);
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QVERIFY2(made.out.contains("Runs: 3\n"), qPrintable(made.out));
    }
    [[nodiscard]] QStringList roundsOf(const QString& run) const
    {
        const Outcome out =
            call({"export", run, "--what", "rounds", "--out", "-", "--db", m_database});
        return out.out.split('\n');
    }
    [[nodiscard]] QJsonObject listed(const QString& database, int line) const
    {
        return jsonLines(call({"list", "--db", database, "--json"}).out).value(line);
    }
};

void TestCliFork::aForkGoesOnFromItsParent()
{
    makeFork();
    QCOMPARE(roundsOf("3"), roundsOf("2"));
    const Outcome changed = call({"fork",
                                  "2",
                                  "--round",
                                  "2",
                                  "--set",
                                  "/local/optimizer/learningRate=0.01",
                                  "--set",
                                  "/rounds=5",
                                  "--db",
                                  m_database});
    QVERIFY2(changed.code == 0, qPrintable(changed.err));
    const QStringList parent = roundsOf("2");
    const QStringList fork = roundsOf("4");
    QCOMPARE(fork.size(), parent.size() + 2);
    const auto numbers = [](const QString& line) { return line.section(',', 5); };
    for (int line = 0; line <= 3; ++line) // the header and rounds 0 to 2
        QCOMPARE(numbers(fork[line]), numbers(parent[line]));
    QVERIFY(numbers(fork[4]) != numbers(parent[4]));
    QVERIFY2(fork[4].contains("learningRate = 0.05 → 0.01 (round 3)"), qPrintable(fork[4]));
    QCOMPARE(call({"verify", "4", "--db", m_database}).code, 0);
}

void TestCliFork::itsParentIsTold()
{
    makeFork();
    const QString list = call({"list", "--db", m_database}).out;
    QVERIFY2(list.contains("fork of"), qPrintable(list));
    QVERIFY2(list.contains("run 2 after round 1"), qPrintable(list));
    QCOMPARE(listed(m_database, 2)["parent"].toInt(), 2);
    QCOMPARE(listed(m_database, 2)["parentRound"].toInt(), 1);
    QVERIFY(!listed(m_database, 1).contains("parent"));
    const QString shown = call({"show", "3", "--db", m_database}).out;
    QVERIFY2(
        shown.contains(QRegularExpression("\nFork of +run 2 after round 1 \\(FedAvg, seed 1\\)\n")),
        qPrintable(shown));
    const QStringList timings =
        call({"export", "3", "--what", "timings", "--out", "-", "--db", m_database})
            .out.split('\n');
    const qsizetype parent = timings[0].split(',').indexOf("parentRun");
    QVERIFY(parent > 0);
    QCOMPARE(timings[1].split(',').value(parent), QString("2"));
    QCOMPARE(timings[1].split(',').value(parent + 1), QString("1"));
}

void TestCliFork::aBundleKeepsTheParent()
{
    makeFork({"--set", "/rounds=4"});
    const auto imported = [this](const QStringList& runs, const QString& name) {
        const Outcome written =
            call(QStringList{"export"} + runs
                 + QStringList{"--what", "bundle", "--out", path(name), "--db", m_database});
        const Outcome read = call({"import", path(name), "--db", path(name + ".sqlite")});
        return written.code == 0 && read.code == 0 ? path(name + ".sqlite")
                                                   : written.err + read.err;
    };
    const QString both = imported({"3", "2"}, "both");
    QCOMPARE(listed(both, 1)["parent"].toInt(), 1);
    QCOMPARE(listed(both, 1)["parentRound"].toInt(), 1);
    const QString alone = imported({"3"}, "alone");
    QVERIFY(!listed(alone, 0).contains("parent"));
    QCOMPARE(listed(alone, 0)["parentRound"].toInt(), 1);
    const QString shown = call({"show", "1", "--db", alone}).out;
    QVERIFY2(shown.contains(QRegularExpression("\nFork of +FedAvg, seed 1 after round 1\n")),
             qPrintable(shown));
    // Where the parent is known already, the fork finds it.
    const Outcome again = call({"import", path("both"), "--db", m_database, "--json"});
    QCOMPARE(again.code, 0);
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out).size(), 3);
}

void TestCliFork::whatCannotBeForkedIsTold()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const auto refusal = [this](const QStringList& arguments) {
        const Outcome outcome =
            call(QStringList{"fork"} + arguments + QStringList{"--db", m_database});
        return QString::number(outcome.code) + ' ' + outcome.err;
    };
    QVERIFY(refusal({"2"}).contains("--round"));
    QVERIFY(refusal({"9", "--round", "1"}).startsWith("2 "));
    QVERIFY(refusal({"2", "--round", "4"}).contains("must be from 0 to 3"));
    QVERIFY(refusal({"2", "--round", "3"}).contains("/rounds: must be at least 4"));
    QVERIFY(refusal({"2", "--round", "1", "--set", "rounds=5"}).contains("/POINTER=VALUE"));
    const QString data = refusal({"2", "--round", "1", "--set", "/data/test/share=0.5"});
    QVERIFY2(data.startsWith("2 "), qPrintable(data));
    QVERIFY2(data.contains("/data/test/share: this setting cannot change in a fork: the rounds "
                           "that a fork repeats depend on the data"),
             qPrintable(data));
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out).size(), 2);
}

COTERIE_SECTION(TestCliFork)

} // namespace tst_cli_fork

#include "tst_cli_fork.moc"
