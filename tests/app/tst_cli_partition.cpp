#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

namespace tst_cli_partition {

using namespace coterie::test;

namespace {

constexpr const char* kFile = R"json({
  "schema": 1, "name": "Split <1>", "description": "Nothing is trained here.",
  "data": { "dataset": { "name": "glyphDigits", "samples": 400 },
            "partition": { "scheme": "shards", "clients": 4, "shards": 20 },
            "test": { "share": 0.5 }, "validation": { "share": 0.1 } },
  "model": { "name": "mlr" },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ] })json";

} // namespace

class TestCliPartition : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        begin();
        write("split.json", kFile);
    }

    void tableAndSummarySayWhoHoldsWhat()
    {
        const Outcome outcome = call({"partition", "split.json"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QStringList lines = outcome.out.split('\n');
        QCOMPARE(lines[0], QString("Split <1>: Glyph digits, shards, seed 1"));
        const QRegularExpression head(
            "^client +train +test +validation +classes +entropy +0 +1 +2 +3 +4 +5 +6 +7 +8 +9$");
        QVERIFY2(head.match(lines[2]).hasMatch(), qPrintable(lines[2]));
        QVERIFY(outcome.out.contains("mean distance between clients"));
        QVERIFY(!outcome.out.contains("MMD"));
        QVERIFY(call({"partition", "split.json", "--features"}).out.contains("MMD"));
    }

    void growthOfThePartitionIsDrawn()
    {
        const Outcome outcome =
            call({"bench", "--partition", "--clients", "60", "--svg", "growth.svg"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QFile file(m_folder->filePath("growth.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QStringList texts;
        int points = 0;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            points += xml.attributes().value("width") == QStringLiteral("6");
            if (xml.name() == QStringLiteral("text"))
                texts << xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(points, 3);
        for (const char* name : {"separated", "unstructured", "all into one", "clients", "100"})
            QVERIFY2(texts.contains(name), name);
    }

    void theTidyTableHoldsEverySample()
    {
        QCOMPARE(call({"partition", "split.json", "--csv", "who.csv"}).code, 0);
        QFile file(m_folder->filePath("who.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).trimmed().split('\n');
        QCOMPARE(lines[0], QString("client,class,split,count"));
        QCOMPARE(lines.size(), 1 + 4 * 10 * 3);
        int sum = 0;
        for (const QString& line : lines.mid(1))
            sum += line.split(',')[3].toInt();
        // Half-normal floors lose less than one shard of 20 samples per client.
        QVERIFY2(sum <= 400 && sum > 400 - 4 * 20, qPrintable(QString::number(sum)));
        QCOMPARE(sum % 20, 0);
    }

    void thePictureIsWellFormedAndHasABarForEveryClient()
    {
        QCOMPARE(call({"partition", "split.json", "--svg", "who.svg"}).code, 0);
        QFile file(m_folder->filePath("who.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&file);
        QStringList bars;
        bool titled = false;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isStartElement() && reader.name() == QLatin1String("title"))
                bars << reader.readElementText();
            else if (reader.isStartElement() && reader.name() == QLatin1String("text"))
                titled |= reader.readElementText().startsWith("Split <1>");
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(titled);
        QCOMPARE(bars.size(), 4);
        QVERIFY(bars[0].startsWith("client 0: "));
    }

    void manyClientsAreCutShortUnlessAllAreAskedFor()
    {
        const QStringList many{"partition",
                               "split.json",
                               "--set",
                               "/data/partition/clients=40",
                               "--set",
                               "/data/partition/shards=100"};
        const Outcome some = call(many);
        QVERIFY2(some.code == 0, qPrintable(some.err));
        QVERIFY(some.out.contains("30 of 40 clients; --all shows all"));
        const Outcome all = call(many + QStringList{"--all"});
        QVERIFY(all.out.contains(QRegularExpression("\n +39 ")));
    }

    void anotherSeedIsAnotherSplit()
    {
        const QString first = call({"partition", "split.json"}).out;
        QCOMPARE(call({"partition", "split.json"}).out, first);
        QVERIFY(call({"partition", "split.json", "--seed", "2"}).out != first);
    }

    void whatCannotBeDealtIsAnError()
    {
        const Outcome outcome =
            call({"partition", "split.json", "--set", "/data/partition/shards=500"});
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.err.trimmed(),
                 QString("coterie-cli: /data/partition/shards: must be at most 400, the number of "
                         "samples of Glyph digits (is 500)"));
    }

    /// Without loading any data, `validate` says what is wrong with the parameters.
    void validateFindsParametersThatDoNotFit_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("expected");
        QTest::newRow("out of range")
            << "/data/partition/clients=0"
            << "/data/partition/clients: must be a whole number from 1 to 100000 (is 0)";
        QTest::newRow("too few shards")
            << "/data/partition/shards=3"
            << "/data/partition/shards: must be at least 4, one for each client (is 3)";
        QTest::newRow("unknown word") << "/data/partition/sizes=\"equall\""
                                      << "/data/partition/sizes: must be one of: halfNormal, equal "
                                         "(is \"equall\"; did you mean \"equal\"?)";
        QTest::newRow("nothing by hand") << R"(/data/partition={"scheme": "byHand", "clients": 3})"
                                         << "/data/partition/counts: is missing; must be a list of "
                                            "numbers, each from 0 to 2147483647";
        QTest::newRow("counts that do not divide")
            << R"(/data/partition={"scheme": "byHand", "clients": 3, "counts": [1, 2]})"
            << "/data/partition/counts: must be a list with one number per class for each of the 3 "
               "clients (is a list of 2)";
        QTest::newRow("alphas and clients")
            << R"(/data/partition={"scheme": "dirichlet", "clients": 10, "alphas": [1, 2, 3]})"
            << "/data/partition/clients: must be a multiple of 3, the number of alphas (is 10)";
    }
    void validateFindsParametersThatDoNotFit()
    {
        QFETCH(QString, setting);
        QFETCH(QString, expected);
        const Outcome outcome = call({"validate", "split.json", "--set", setting});
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.out.trimmed(), expected);
    }
};

COTERIE_SECTION(TestCliPartition)

} // namespace tst_cli_partition

#include "tst_cli_partition.moc"
