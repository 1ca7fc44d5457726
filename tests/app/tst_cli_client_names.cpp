#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QTest>
#include <QXmlStreamReader>

namespace tst_cli_client_names {

using namespace coterie::test;

namespace {

const char* const kSites = R"json({
  "schema": 1, "name": "Sites",
  "data": { "dataset": { "name": "csv", "path": "%1", "separator": "semicolon", "client": "site" },
            "partition": { "scheme": "natural" }, "test": { "share": 0.25 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 4, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": 1e9 } },
            { "name": "Alone", "algorithm": { "name": "independent" } } ],
  "rounds": 3, "seeds": [1] })json";

/// Three clients with eight rows each. One name would clear a terminal.
QByteArray tableOfSites()
{
    const QList<QByteArray> names{"Bern, Insel", "K\xc3\xb6ln", "z\x1b[2Jz"};
    QByteArray table = "site;dose;ill\n";
    for (int row = 0; row < 24; ++row)
        table += names[row % 3] + ';' + QByteArray::number(row * 0.125) + ';'
                 + QByteArray::number(row / 3 % 2) + '\n';
    return table;
}

} // namespace

/// Clients that a column of the data names, from the file to what is printed.
class TestCliClientNames final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_folder.reset(); }
    // One store for all tests.
    void init() {}
    void cleanup() {}

    void theyAreExported();
    void otherTablesHaveNumbersOnly();
    void commandsTellThemBesideTheNumbers();
    void thePictureOfThePartitionShowsThem();
    void bundlesBringThem();
    void reportsShowThem();
};

void TestCliClientNames::initTestCase()
{
    begin();
    const QString file =
        write("sites.json", QString(kSites).arg(write("sites.csv", tableOfSites())).toUtf8());
    const Outcome run = call({"run", file, "--db", m_database});
    QVERIFY2(run.code == 0, qPrintable(run.err));
}

void TestCliClientNames::theyAreExported()
{
    QCOMPARE(exported(m_database, "clientNames"),
             QString("experiment,arm,seed,sweep,repeat,client,name\n"
                     "Sites,HCCT,1,,1,0,\"Bern, Insel\"\n"
                     "Sites,HCCT,1,,1,1,K\u00f6ln\n"
                     "Sites,HCCT,1,,1,2,z\\u001b[2Jz\n"
                     "Sites,Alone,1,,1,0,\"Bern, Insel\"\n"
                     "Sites,Alone,1,,1,1,K\u00f6ln\n"
                     "Sites,Alone,1,,1,2,z\\u001b[2Jz\n"));
}

void TestCliClientNames::otherTablesHaveNumbersOnly()
{
    for (const char* table : {"rounds", "clients", "groups", "matrices", "participation"})
        QVERIFY2(!exported(m_database, table).contains("Bern"), table);
}

void TestCliClientNames::commandsTellThemBesideTheNumbers()
{
    const Outcome show = call({"show", "1", "--db", m_database});
    QCOMPARE(show.code, 0);
    QVERIFY2(show.out.contains("name in the data") && show.out.contains("Bern, Insel")
                 && show.out.contains("K\u00f6ln") && show.out.contains("z\\u001b[2Jz"),
             qPrintable(show.out));
    const Outcome whatIf =
        call({"whatif", "1", "--round", "3", "--alpha", "1e9", "--db", m_database});
    QCOMPARE(whatIf.code, 0);
    QVERIFY2(whatIf.out.contains("0 (Bern, Insel), 1 (K\u00f6ln), 2 (z\\u001b[2Jz)"),
             qPrintable(whatIf.out));
    QVERIFY2(whatIf.out.contains("client 0 (Bern, Insel)")
                 || whatIf.out.contains("client 1 (K\u00f6ln)"),
             qPrintable(whatIf.out));
    const Outcome diff = call({"diff", "1", "2", "--db", m_database});
    QCOMPARE(diff.code, 0);
    QVERIFY2(diff.out.contains("(Bern, Insel)") || diff.out.contains("(K\u00f6ln)"),
             qPrintable(diff.out));
    for (const QString& out : {show.out, whatIf.out, diff.out})
        QVERIFY(!out.contains(QChar(0x1b)));
}

void TestCliClientNames::thePictureOfThePartitionShowsThem()
{
    const Outcome outcome = call({"partition", path("sites.json"), "--svg", path("sites.svg")});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QXmlStreamReader reader(contents(path("sites.svg")));
    QStringList titles;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement
            && reader.name() == QLatin1String("title"))
            titles << reader.readElementText();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QCOMPARE(titles.size(), 3);
    QVERIFY2(titles[0].startsWith("client 0 (Bern, Insel): "), qPrintable(titles[0]));
    QVERIFY2(titles[2].startsWith("client 2 (z\\u001b[2Jz): "), qPrintable(titles[2]));
}

void TestCliClientNames::bundlesBringThem()
{
    const QString bundle = path("bundle");
    QCOMPARE(
        call({"export", "--all", "--what", "bundle", "--out", bundle, "--db", m_database}).code, 0);
    const Outcome import = call({"import", bundle, "--db", path("other.sqlite")});
    QVERIFY2(import.code == 0, qPrintable(import.err));
    QCOMPARE(exported(path("other.sqlite"), "clientNames"), exported(m_database, "clientNames"));
}

void TestCliClientNames::reportsShowThem()
{
    const QString page = path("report.html");
    const Outcome made = call({"html", "1", "--out", page, "--db", m_database});
    QVERIFY2(made.code == 0, qPrintable(made.err));
    QVERIFY(contents(page).contains("<title>client 0: Bern, Insel</title>"));
    QVERIFY(contents(page).contains("K\xc3\xb6ln  1<"));
    QVERIFY(!contents(page).contains('\x1b'));
}

COTERIE_SECTION(TestCliClientNames)

} // namespace tst_cli_client_names

#include "tst_cli_client_names.moc"
