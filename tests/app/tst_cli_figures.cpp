#include "core/store/database.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

namespace tst_cli_figures {

using namespace coterie::test;

/// export of an experiment: one command for one figure.
class TestCliFigures final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void anExperimentIsExportedByItsFile();
    void itsArmsAndSeedsCanBeChosen();
    void runsUnderAnotherNameGetTheExperimentsOwn();
    void sweptSettingsAreColumns();
    void tablesOverSeedsSayWhichRunsTheyLeaveOut();
    void whatCannotBeChosenIsTold_data();
    void whatCannotBeChosenIsTold();
    void aPapersRoundsStandBesideSmoothedOnesToo();
    void aFigureOfTheFileIsExportedByItsName();
    void whatAFigureLacksIsSaid();
    void allForOnesFirstFigureNeedsNoRun();

private:
    /// The small experiment with two figures.
    [[nodiscard]] QString withFigures() const
    {
        return changed("figures.json", {{"\"rounds\": 3", R"("figures": [
            { "title": "Errors", "kind": "curves", "y": "meanTestError" },
            { "title": "Classes, by client", "kind": "heatMap", "arms": ["FedAvg"] } ], "rounds": 3)"}});
    }
    [[nodiscard]] QStringList
    lines(const QString& file, const QString& table, const QStringList& more = {}) const
    {
        const Outcome outcome = call(
            QStringList{"export", file, "--what", table, "--out", "-", "--db", m_database} + more);
        return outcome.code == 0 ? outcome.out.split('\n', Qt::SkipEmptyParts)
                                 : QStringList{"failed: " + outcome.err};
    }

    /// All fields of a column, in the order of the rows.
    static QStringList column(const QStringList& lines, const QString& name)
    {
        const auto place = lines.value(0).split(',').indexOf(name);
        QStringList fields;
        for (const QString& line : lines.mid(1))
            fields << (place < 0 ? QString("(no column)") : line.split(',').value(place));
        return fields;
    }

    [[nodiscard]] QString changed(const QString& name,
                                  const QList<std::pair<QByteArray, QByteArray>>& changes) const
    {
        QByteArray text = kSmall;
        for (const auto& [before, after] : changes) {
            if (!text.contains(before))
                qFatal("the small experiment has no %s", before.constData());
            text.replace(before, after);
        }
        return write(name, text);
    }
};

void TestCliFigures::anExperimentIsExportedByItsFile()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    QCOMPARE(call({"run", m_file, "--db", m_database, "--set", "/rounds=1"}).code, 0); // another
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "7"}).code, 0);
    const QStringList rounds = lines("small.json", "rounds");
    QCOMPARE(rounds.size(), 1 + 2 * 3 * 4); // arms, seeds with the later one, rounds 0 to 3
    QVERIFY(column(rounds, "seed").contains("7"));
    QCOMPARE(lines("small.json", "rounds", {"--set", "/rounds=1"}).size(), 1 + 2 * 2 * 2);
    const QStringList over = lines("small.json", "roundsOverSeeds");
    QCOMPARE(column(over, "seeds_count").count("3"), over.size() - 1);
    QCOMPARE(
        call({"export", m_file, "--what", "runs", "--out", path("runs.csv"), "--db", m_database})
            .code,
        0);
    QCOMPARE(QString::fromUtf8(contents(path("runs.csv"))).split('\n', Qt::SkipEmptyParts),
             lines(m_file, "runs"));
}

void TestCliFigures::tablesOverSeedsSayWhichRunsTheyLeaveOut()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QStringList all{
        "export", m_file, "--what", "clientsOverSeeds", "--out", "-", "--db", m_database};
    QCOMPARE(call(all).err, QString());
    const auto stop = [this](const char* which) {
        coterie::Database database(m_database.toStdString(), coterie::Database::Access::ReadWrite);
        database.execute(std::string("UPDATE run SET status = 'stopped' WHERE id ") + which);
    };
    stop("= 2");
    const Outcome some = call(all);
    QCOMPARE(some.code, 0);
    QVERIFY2(some.err.contains("Left out: run 2, which has not finished."), qPrintable(some.err));
    stop("> 0");
    const Outcome none = call(all);
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("none of these runs has finished"), qPrintable(none.err));
    QCOMPARE(none.out, QString());
}

void TestCliFigures::aFigureOfTheFileIsExportedByItsName()
{
    const QString file = withFigures();
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0); // a figure is no other experiment
    const QStringList errors = lines(file, "figure", {"--figure", "Errors"});
    QCOMPARE(errors.value(0), QString("figure,line,x,mean,sd,seeds_count"));
    QCOMPARE(errors.size(), 1 + 2 * 4);
    QCOMPARE(lines(file, "figure", {"--figure", "1"}), errors);
    const QStringList table = lines(file, "roundsOverSeeds");
    QStringList means;
    for (const QString& row : table)
        if (row.contains(",meanTestError,"))
            means << row.split(',').value(table[0].split(',').indexOf("mean"));
    QCOMPARE(column(errors, "mean"), means);
    QCOMPARE(column(errors, "seeds_count"), QStringList(8, "2"));
    const QStringList classes = lines(file, "figure", {"--figure", "Classes, by client"});
    QCOMPARE(classes.size(), 1 + 4 * 10);
    QVERIFY2(classes[1].startsWith("\"Classes, by client\",1,0,0,"), qPrintable(classes[1]));
}

void TestCliFigures::whatAFigureLacksIsSaid()
{
    const QString file = withFigures();
    QCOMPARE(call({"run", file, "--db", m_database, "--seed", "1"}).code, 0);
    const auto exported = [this](const QString& from, const QStringList& more) {
        return call(
            QStringList{"export", from, "--what", "figure", "--out", "-", "--db", m_database}
            + more);
    };
    const QString all = "the experiment describes 1 “Errors”, 2 “Classes, by client”";
    const Outcome none = exported(file, {});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("name one of the figures; " + all), qPrintable(none.err));
    const Outcome unknown = exported(file, {"--figure", "3"});
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.err.contains("there is no figure “3”; " + all), qPrintable(unknown.err));
    const Outcome without = exported(m_file, {"--figure", "1"});
    QCOMPARE(without.code, 2);
    QVERIFY2(without.err.contains("describes no figure"), qPrintable(without.err));
    QCOMPARE(exported("1", {"--figure", "1"}).code, 2);
    const Outcome some = exported(file, {"--figure", "1"});
    QCOMPARE(some.code, 0);
    QVERIFY2(some.err.contains("2 of 4 runs of the figure are finished."), qPrintable(some.err));
}

void TestCliFigures::allForOnesFirstFigureNeedsNoRun()
{
    const QStringList rows = lines("papers/allForOne/figure2b_synthetic_10",
                                   "figure",
                                   {"--figure", "Figure 1: sufficient clusters"});
    QCOMPARE(rows.value(0), QString("figure,line,x,mean,sd,seeds_count"));
    // The sizes that `sufficient` prints at the ends: nobody, and everybody.
    const QStringList printed = call({"sufficient", "--csv"}).out.split('\n');
    QCOMPARE(column(printed, "variation").indexOf("1"), 21); // at the precision 1e-5
    const QString alone = column(printed, "sufficient_clients").value(21);
    const QString all = column(printed, "sufficient_clients").value(6);
    QCOMPARE(alone, QString("1"));
    QCOMPARE(all, QString("20"));
    QVERIFY2(rows.contains("Figure 1: sufficient clusters,v = 1,1e-05,1,,"),
             qPrintable(rows.join('\n').left(2000)));
    QVERIFY(rows.contains("Figure 1: sufficient clusters,v = 0.001,10,20,,"));
}

void TestCliFigures::itsArmsAndSeedsCanBeChosen()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QStringList one = lines(m_file, "rounds", {"--arm", "FedAvg", "--seed", "2"});
    QCOMPARE(one.size(), 5);
    for (const QString& line : one.mid(1))
        QVERIFY2(line.startsWith("Small,FedAvg,2,,1,"), qPrintable(line));
    QCOMPARE(lines(m_file, "rounds", {"--seed", "1", "--seed", "2"}), lines(m_file, "rounds"));
    QCOMPARE(call({"export",
                   m_file,
                   "--arm",
                   "FedAvg",
                   "--seed",
                   "2",
                   "--what",
                   "bundle",
                   "--out",
                   path("bundle"),
                   "--db",
                   m_database})
                 .code,
             0);
    QVERIFY(contents(path("bundle/rounds.csv")).count('\n') == 5);
}

void TestCliFigures::runsUnderAnotherNameGetTheExperimentsOwn()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QString other = changed("other.json",
                                  {{"\"name\": \"Small\"", "\"name\": \"Other\""},
                                   {"\"name\": \"FedAvg\"", "\"name\": \"Together\""},
                                   {"\"FedAvg\":", "\"Together\":"}});
    const QStringList rows = lines(other, "rounds", {"--arm", "Together"});
    QCOMPARE(rows.size(), 9);
    QVERIFY2(rows[1].startsWith("Other,Together,1,,1,0,"), qPrintable(rows[1]));
}

void TestCliFigures::sweptSettingsAreColumns()
{
    const QString swept =
        changed("swept.json", {{"\"clients\": 4", "\"clients\": { \"sweep\": [2, 4] }"}});
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0); // has those with 4
    QCOMPARE(call({"run", swept, "--db", m_database, "--seed", "1"}).code, 0);
    const QStringList runs = lines(swept, "runs", {"--arm", "FedAvg", "--seed", "1"});
    const QStringList numbers = column(runs, "data/partition/clients");
    QVERIFY2(numbers.contains("2") && numbers.contains("4"), qPrintable(runs.join('\n')));
    QCOMPARE(column(runs, "clients_count"), numbers);
    for (const QString& last : column(runs, "last"))
        QVERIFY2(!last.isEmpty(), qPrintable(runs.join('\n')));
    const QStringList over = lines(swept, "clientsOverSeeds");
    QVERIFY(column(over, "data/partition/clients").contains("2"));
    QVERIFY(column(over, "metric").contains("personalTestError"));
}

void TestCliFigures::whatCannotBeChosenIsTold_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("other settings") << QStringList{"small.json", "--set", "/rounds=9"}
                                    << "has no run of this experiment; start one with";
    QTest::newRow("seed") << QStringList{"small.json", "--seed", "99"}
                          << "has no run of this experiment with this arm and seed";
    QTest::newRow("arm") << QStringList{"small.json", "--arm", "FedAgv"}
                         << "did you mean \"FedAvg\"";
    QTest::newRow("no experiment")
        << QStringList{"1", "--arm", "FedAvg"} << "--arm chooses among the runs of an experiment";
    QTest::newRow("no file") << QStringList{"nowhere.json"} << "nowhere.json";
}

void TestCliFigures::whatCannotBeChosenIsTold()
{
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1", "--set", "/rounds=3"}).code,
             0);
    const Outcome outcome =
        call(QStringList{"export", "--what", "rounds", "--out", "-", "--db", m_database} + words);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
}

void TestCliFigures::aPapersRoundsStandBesideSmoothedOnesToo()
{
    const QString file = changed("target.json",
                                 {{"\"metric\": \"meanTestError\", \"unit\": \"%\"",
                                   "\"metric\": \"globalAccuracy\", \"target\": 0.3"},
                                  {"[29.55, 1.37]", "5"},
                                  {"\"rounds\": 3", "\"rounds\": 15"}});
    QCOMPARE(call({"run", file, "--db", m_database}).code, 0);
    const QStringList report{"report", file, "--db", m_database};
    const QJsonObject found =
        jsonLines(call(report + QStringList{"--json", "--target", "0.3"}).out).value(0);
    const QJsonArray rows = found["results"].toObject()["reference"].toObject()["rows"].toArray();
    const QJsonArray arms = found["target"].toObject()["arms"].toArray();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(arms.size(), 2);
    QCOMPARE(rows[1].toObject()["arm"].toString(), QString("FedAvg"));
    QVERIFY(!rows[1].toObject()["smoothed"].toObject().isEmpty());
    QCOMPARE(rows[1].toObject()["smoothed"], arms[1].toObject()["smoothed"]);
    QCOMPARE(rows[1].toObject()["rounds"], arms[1].toObject()["raw"]);
    const QString text = call(report).out;
    QVERIFY2(
        text.contains(QRegularExpression("rounds here +reached by +speed-up +smoothed +reached "
                                         "by +speed-up +reference")),
        qPrintable(text));
    QVERIFY2(text.contains(QRegularExpression("\nFedAvg +[0-9.]+ +2 of 2 .* 2 of 2 ")),
             qPrintable(text));
}

COTERIE_SECTION(TestCliFigures)

} // namespace tst_cli_figures

#include "tst_cli_figures.moc"
