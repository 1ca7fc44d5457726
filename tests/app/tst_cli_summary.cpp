#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>
#include <QtEndian>

namespace tst_cli_summary {

using namespace coterie::test;

/// Reports and explanations of stored runs.
class TestCliSummary final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theReportHoldsEverythingAndNeedsNothing();
    void theTalkHasOneFigure();
    void textsFromFilesStayTexts();
    void equalRunsGiveEqualReports();
    void whatCannotBeReportedIsRefused();
    void runsAreExplained();
    void tensorBoardGetsTheMetrics();
    void aForkIsToldApartFromItsParent();
    void theCommandsRepeatTheRuns();
    void seedsOfSeveralSessionsAreOneDesign();
    void standardOutputAndPdfAreToldApart();
    void describedFiguresAreDrawn();
    void aFigureThatNeedsNoRunIsDrawn();

private:
    /// The lines that repeat the runs of a report.
    [[nodiscard]] static QStringList commandsIn(const QString& page)
    {
        const qsizetype start = page.indexOf("<pre>", page.indexOf("<h3>To repeat it</h3>")) + 5;
        QString text = page.mid(start, page.indexOf("</pre>", start) - start);
        text.replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&");
        return text.split('\n');
    }
    [[nodiscard]] QString report(const QStringList& arguments) const
    {
        const QString file = path("report.html");
        const Outcome written =
            call(QStringList{"html", "--db", m_database, "--out", file} + arguments);
        return written.code == 0 ? QString::fromUtf8(contents(file)) : QString();
    }
};

void TestCliSummary::theReportHoldsEverythingAndNeedsNothing()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QString page = report({m_file});
    QVERIFY(page.startsWith("<!doctype html>"));
    QVERIFY(page.endsWith("</body></html>\n"));
    for (const char* const part : {"Federation",
                                   "Figures",
                                   "Results",
                                   "What the numbers say",
                                   "Settings",
                                   "Computed with",
                                   "To repeat it"})
        QVERIFY2(page.contains(QStringLiteral("<h3>%1</h3>").arg(part)), part);
    // The federation, errors and losses, and a matrix for each arm.
    QCOMPARE(page.count("<svg "), 5);
    QVERIFY(page.contains("LibTorch"));
    // The same numbers as the report on the terminal, with decimals that align.
    const QJsonObject results =
        jsonLines(call({"report", m_file, "--db", m_database, "--json"}).out).front();
    const QJsonArray arms = results.value("results").toObject().value("arms").toArray();
    QCOMPARE(arms.size(), 2);
    for (const QJsonValue arm : arms) {
        const QJsonObject error = arm["metrics"]["meanTestError"].toObject();
        const QString spread = QStringLiteral("%1 ± %2")
                                   .arg(error.value("mean").toDouble(), 0, 'f', 2)
                                   .arg(error.value("deviation").toDouble(), 0, 'f', 2);
        QVERIFY2(page.contains(spread), qPrintable(spread));
    }
    // Nothing is loaded and nothing is run.
    QString links = page;
    links.remove("http://www.w3.org/2000/svg");
    for (const char* const word : {"http:", "https:", "<script", "src=", "url("})
        QVERIFY2(!links.contains(word), word);
}

void TestCliSummary::theTalkHasOneFigure()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const QString page = report({"1", "2", "--template", "talk"});
    QCOMPARE(page.count("<svg "), 1);
    QVERIFY(!page.contains("<h3>Settings</h3>"));
    QVERIFY(!page.contains("<table>")); // one figure and sentences
    QVERIFY2(page.count("<li>") <= 3, qPrintable(page));
    QVERIFY(page.size() < report({"1", "2"}).size());
}

void TestCliSummary::textsFromFilesStayTexts()
{
    QByteArray text(kSmall);
    text.replace("\"name\": \"Independent\"", "\"name\": \"<script>alert(1)</script>\"");
    const QString file = write("evil.json", text);
    QCOMPARE(call({"run", file, "--db", m_database, "--seed", "1"}).code, 0);
    const QString page = report({file, "--seed", "1"});
    QVERIFY(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    QVERIFY(!page.contains("<script"));
}

void TestCliSummary::equalRunsGiveEqualReports()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QString page = report({m_file});
    const QString other = path("other.sqlite");
    QCOMPARE(call({"run", m_file, "--db", other}).code, 0);
    const QString file = path("again.html");
    QCOMPARE(call({"html", m_file, "--db", other, "--out", file}).code, 0);
    QCOMPARE(QString::fromUtf8(contents(file)), page);
}

void TestCliSummary::whatCannotBeReportedIsRefused()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const QString file = path("report.html");
    const Outcome unknown = call({"html", "77", "--db", m_database, "--out", file});
    QCOMPARE(unknown.code, 2);
    QVERIFY(unknown.err.contains("77"));
    QCOMPARE(call({"html", "1", "--db", m_database}).code, 2);
    QCOMPARE(call({"html", "1", "--db", m_database, "--out", ""}).code, 2);
    const Outcome style =
        call({"html", "1", "--db", m_database, "--out", file, "--template", "poster"});
    QCOMPARE(style.code, 2);
    QVERIFY(style.err.contains("appendix"));
    const Outcome chosen =
        call({"html", "1", "--db", m_database, "--out", file, "--arm", "FedAvg"});
    QCOMPARE(chosen.code, 2);
    QVERIFY(chosen.err.contains("--arm"));
    const Outcome folder = call({"html", "1", "--db", m_database, "--out", m_folder->path()});
    QVERIFY(folder.code != 0);
    QVERIFY(folder.err.contains(m_folder->path()));
}

void TestCliSummary::runsAreExplained()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const Outcome said = call({"explain", "1", "2", "3", "4", "--db", m_database});
    QCOMPARE(said.code, 0);
    QCOMPARE(said.out.count("Run "), 4);
    QVERIFY2(said.out.contains("to tell this from chance, at least 6 seeds are needed."),
             qPrintable(said.out));
    const QList<QJsonObject> lines =
        jsonLines(call({"explain", "1", "--db", m_database, "--json"}).out);
    QVERIFY(!lines.isEmpty());
    for (const QJsonObject& line : lines) {
        QCOMPARE(line.value("run").toInt(), 1);
        QVERIFY(said.out.contains(line.value("sentence").toString()));
        QVERIFY(!line.value("rule").toString().isEmpty());
    }
    QCOMPARE(call({"explain", "77", "--db", m_database}).code, 2);
}

namespace {

/// The messages of an event file, whose lengths must add up to it.
QList<QByteArray> messagesOf(const QByteArray& file)
{
    QList<QByteArray> messages;
    for (qsizetype at = 0; at < file.size();) {
        const auto length = qFromLittleEndian<quint64>(file.constData() + at);
        messages << file.mid(at + 12, qsizetype(length));
        at += 12 + qsizetype(length) + 4;
        if (at > file.size())
            return {};
    }
    return messages;
}

} // namespace

void TestCliSummary::tensorBoardGetsTheMetrics()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const QString folder = path("events");
    const QStringList command{
        "export", "1", "2", "--db", m_database, "--what", "tensorboard", "--out", folder};
    QCOMPARE(call(command).code, 0);
    const QString shown =
        folder + "/run 1, Small, Independent, seed 1/events.out.tfevents.0.coterie";
    QVERIFY(QFile::exists(folder + "/run 2, Small, FedAvg, seed 1/events.out.tfevents.0.coterie"));
    const QList<QByteArray> messages = messagesOf(contents(shown));
    QVERIFY(!messages.isEmpty());
    QVERIFY(messages.front().endsWith("brain.Event:2"));
    // The last number of a metric is that of its last message.
    const QByteArray tag("meanTestError");
    float last = -1;
    for (const QByteArray& message : messages)
        if (const qsizetype at = message.indexOf(QByteArray("\x0a\x0d") + tag); at >= 0)
            last = qFromLittleEndian<float>(message.constData() + at + 2 + tag.size() + 1);
    const QString table = exported(m_database, "runs");
    QVERIFY(last > 0);
    bool isThere = false;
    for (const QString& line : table.split('\n'))
        if (line.contains(",Independent,1,") && line.contains(",meanTestError,"))
            for (const QString& cell : line.split(','))
                isThere = isThere || qAbs(cell.toDouble() - double(last)) < 1e-5;
    QVERIFY2(isThere, qPrintable(table));
    const Outcome again = call(command); // the folder is not empty any more
    QCOMPARE(again.code, 2);
    QVERIFY(again.err.contains("not empty"));
    QCOMPARE(call({"export", "1", "--db", m_database, "--what", "tensorboard", "--out", "-"}).code,
             2);
}

void TestCliSummary::aForkIsToldApartFromItsParent()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const QString place = "/local/optimizer/learningRate";
    QCOMPARE(call({"fork", "2", "--round", "1", "--set", place + "=0.01", "--db", m_database}).code,
             0);
    const QString page = report({"1", "2", "3"});
    QVERIFY2(
        page.contains("goes on from run 2 after round 1, Optimizer: Learning rate (η) = 0.01 from "
                      "round 2 on"),
        qPrintable(page.left(4000)));
    QVERIFY(page.contains("0.05 → 0.01"));
    QCOMPARE(page.count("<h2>Small</h2>"), 2); // a design of its own, in no mean with the others
    // Its experiment, as `report` takes it, is without it.
    QVERIFY(!report({m_file, "--seed", "1"}).contains("goes on from"));
    // Nor are its settings those of its parent.
    const Outcome difference = call({"diff", "2", "3", "--db", m_database});
    QVERIFY2(difference.out.contains("0.05 → 0.01"), qPrintable(difference.out));
}

void TestCliSummary::theCommandsRepeatTheRuns()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "7", "--seed", "8"}).code, 0);
    QCOMPARE(commandsIn(report({"1", "2", "3", "4"})),
             QStringList({"coterie-cli run experiment.json --seed 7 --seed 8 --data DATA",
                          "coterie-cli report experiment.json"}));
    const QString page = report({"3"});
    const QStringList one = commandsIn(page);
    QCOMPARE(one.front(),
             QString("coterie-cli run experiment.json --arm FedAvg --seed 7 --data "
                     "DATA"));
    // What it says, done: just this run, with the same numbers.
    const qsizetype start = page.lastIndexOf("<pre>") + 5;
    QString text = page.mid(start, page.lastIndexOf("</pre>") - start);
    text.replace("&quot;", "\"").replace("&amp;", "&");
    const QString file = write("experiment.json", text.toUtf8());
    const QString again = path("again.sqlite");
    QCOMPARE(call({"run", file, "--arm", "FedAvg", "--seed", "7", "--db", again}).code, 0);
    const QString repeated = path("again.html");
    QCOMPARE(call({"html", "1", "--db", again, "--out", repeated}).code, 0);
    QCOMPARE(QString::fromUtf8(contents(repeated)), page);
    // A fork by its command, after the run that it was forked from.
    const QString place = "/local/optimizer/learningRate";
    QCOMPARE(call({"fork", "3", "--round", "1", "--set", place + "=0.01", "--db", m_database}).code,
             0);
    const QStringList fork = commandsIn(report({"5"}));
    QCOMPARE(fork.size(), 4);
    QCOMPARE(fork[0], one.front());
    QVERIFY(fork[1].startsWith("# RUN: ") && fork[1].contains("FedAvg, seed 7"));
    QCOMPARE(fork[2], "coterie-cli fork RUN --round 1 --set " + place + "=0.01 --data DATA");
    // Of a sweep just the points that are reported.
    QByteArray swept(kSmall);
    swept.replace("\"FedAvg\"", "\"It's FedAvg\"")
        .replace("\"learningRate\": 0.05", "\"learningRate\": { \"sweep\": [0.05, 0.2] }");
    const QString sweep = write("sweep.json", swept);
    const QString points = path("points.sqlite");
    QCOMPARE(call({"run", sweep, "--db", points, "--seed", "3"}).code, 0);
    const auto commandsOf = [&](const QStringList& runs) {
        const QString out = path("points.html");
        const Outcome written = call(QStringList{"html", "--db", points, "--out", out} + runs);
        return written.code == 0 ? commandsIn(QString::fromUtf8(contents(out))) : QStringList();
    };
    QCOMPARE(commandsOf({"1", "2", "3", "4"}).front(),
             QString("coterie-cli run experiment.json --seed 3 --data DATA"));
    QCOMPARE(commandsOf({"4"}).front(),
             "coterie-cli run experiment.json --set " + place
                 + "=0.2 --arm 'It'\\''s FedAvg' --seed 3 --data DATA");
}

void TestCliSummary::seedsOfSeveralSessionsAreOneDesign()
{
    QByteArray other(kSmall);
    other.replace("\"seeds\": [1, 2]", "\"seeds\": [5]");
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    QCOMPARE(call({"run", write("other.json", other), "--db", m_database}).code, 0);
    const QString page = report({"1", "2", "3", "4"});
    QCOMPARE(page.count("<h2>"), 0); // one design
    QVERIFY(page.contains(QString::fromUtf8("±")));
    QVERIFY(page.contains("<td>FedAvg</td><td class=\"n\">2</td>"));
    QByteArray longer(kSmall);
    longer.replace("\"rounds\": 3", "\"rounds\": 4");
    QCOMPARE(call({"run", write("longer.json", longer), "--db", m_database, "--seed", "1"}).code,
             0);
    QCOMPARE(report({"1", "2", "3", "4", "5", "6"}).count("<h2>"), 2);
}

void TestCliSummary::standardOutputAndPdfAreToldApart()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    for (const char* const name : {"q.pdf", "q.PDF"}) {
        const Outcome pdf = call({"html", "1", "--db", m_database, "--out", path(name)});
        QCOMPARE(pdf.code, 2);
        QVERIFY2(pdf.err.contains("not a PDF") && pdf.err.contains(".html"), qPrintable(pdf.err));
        QVERIFY(!QFile::exists(path(name)));
    }
    const Outcome shown = call({"html", "1", "--db", m_database, "--out", "-"});
    QCOMPARE(shown.code, 0);
    QCOMPARE(shown.out, report({"1"}));
    QVERIFY(!QFile::exists("-"));
}

void TestCliSummary::describedFiguresAreDrawn()
{
    QByteArray text(kSmall);
    text.replace("\"learningRate\": 0.05", "\"learningRate\": { \"sweep\": [0.01, 0.1] }")
        .replace("\"rounds\": 3,",
                 R"("rounds": 3, "figures": [
                     { "title": "Error over the rate", "kind": "points", "y": "meanTestError",
                       "x": "/local/optimizer/learningRate", "logarithmicX": true,
                       "xTitle": "rate" },
                     { "title": "Losses", "kind": "curves", "y": "meanTestLoss" } ],)");
    QCOMPARE(call({"run", write("sweep.json", text), "--db", m_database}).code, 0);
    const QStringList all{"1", "2", "3", "4", "5", "6", "7", "8"};
    const QString page = report(all);
    QVERIFY(page.contains("<figcaption>Error over the rate.</figcaption>"));
    QVERIFY(page.contains("<figcaption>Losses.</figcaption>"));
    QCOMPARE(page.count("<circle"), 4); // two arms at two rates, each a mean over seeds
    QVERIFY(page.contains(">rate</text>"));
    QVERIFY(page.contains(">Mean test loss</text>") || page.contains(">mean test loss</text>"));
    QVERIFY(!page.contains(">meanTest")); // no axis has the name of a file's column
    QCOMPARE(report(all + QStringList{"--template", "talk"}).count("<svg "), 1);
    // Runs of one rate make no figure, and the report says so.
    const QString one = report({"1", "3"});
    QVERIFY2(one.contains("Not drawn: Error over the rate"), qPrintable(one.left(9000)));
}

/// Also where no run of its experiment makes another one.
void TestCliSummary::aFigureThatNeedsNoRunIsDrawn()
{
    QByteArray text(kSmall);
    text.replace("\"rounds\": 3,",
                 R"("rounds": 3, "figures": [
                     { "title": "Sizes", "kind": "sufficientClusters" } ],)");
    QCOMPARE(call({"run", write("sizes.json", text), "--db", m_database, "--seed", "1"}).code, 0);
    const QString page = report({"1"});
    QVERIFY2(page.contains("<figcaption>Sizes.</figcaption>"), qPrintable(page.left(9000)));
    for (const char* const words : {">precision ε</text>",
                                    ">clients</text>",
                                    ">v = 0.001</text>",
                                    ">v = 1</text>",
                                    ">1e-05</text>",
                                    ">10</text>"})
        QVERIFY2(page.contains(QString::fromUtf8(words)), words);
}

COTERIE_SECTION(TestCliSummary)

} // namespace tst_cli_summary

#include "tst_cli_summary.moc"
