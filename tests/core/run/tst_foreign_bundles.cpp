#include "tests/core/fixtures/zip_files.h"
#include "tests/core/run/bundle_fixture.h"
#include "tests/sections.h"

namespace tst_foreign_bundles {

using namespace coterie;
using namespace coterie::test;
namespace fs = std::filesystem;

/// Bundles that were damaged, or that a stranger wrote.
class TestForeignBundles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<BundleFolder>(); }

    void whatIsNoBundleIsRefused();
    void damagedFilesAreNamed();
    void strangersCannotGetAnythingIn_data();
    void strangersCannotGetAnythingIn();
    void aMatrixWithoutLinesHasTheClientsOfItsRun();
    void anotherVersionMayHaveAnotherHash();
    void aRunNamedVeryOftenIsRefused();
    void plansThatFillTheMemoryAreRefused();
    void linksOutOfTheBundleAreNotFollowed();
    void hostileArchivesAreRefused_data();
    void hostileArchivesAreRefused();

private:
    std::unique_ptr<BundleFolder> m_folder;
};

void TestForeignBundles::whatIsNoBundleIsRefused()
{
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    QVERIFY(
        imported(*store, m_folder->path("none")).endsWith("none: there is no such file or folder"));
    fs::create_directory(m_folder->path("empty"));
    QVERIFY(imported(*store, m_folder->path("empty"))
                .endsWith("empty: has no manifest.json, so it is not a bundle of Coterie's"));
    put(m_folder->path("letter.txt"), "Dear reader");
    const QString letter = imported(*store, m_folder->path("letter.txt"));
    QVERIFY2(letter.contains("is neither the folder of a bundle nor a zip archive of one"),
             qPrintable(letter));
    put(m_folder->path("foreign.zip"), zipOf({{"letter.txt", "Dear reader"}}));
    QVERIFY(imported(*store, m_folder->path("foreign.zip")).contains("has no manifest.json"));
    put(m_folder->path("npm.zip"), zipOf({{"manifest.json", R"({"name": "an extension"})"}}));
    QVERIFY(
        imported(*store, m_folder->path("npm.zip")).contains("is not the manifest of a bundle"));
    const QString ownStore = imported(*store, m_folder->path("other.sqlite"));
    QVERIFY2(ownStore.contains("is neither"), qPrintable(ownStore));
    QVERIFY(idsIn(*store).empty());
}

void TestForeignBundles::damagedFilesAreNamed()
{
    m_folder->makeBundle();
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    for (const auto& [name, bytes] : filesIn(m_folder->path("bundle"))) {
        const fs::path file = m_folder->path("bundle") / name;
        for (const std::string& damaged :
             {bytes.substr(0, bytes.size() / 2), bytes + ' ', std::string()}) {
            if (name == "manifest.json" && damaged == bytes + ' ')
                continue; // the same JSON
            put(file, damaged);
            const QString sentence = imported(*store, m_folder->path("bundle"));
            QVERIFY2(sentence.contains("bundle/" + QString::fromStdString(name)),
                     qPrintable(sentence));
        }
        fs::remove(file);
        const QString sentence = imported(*store, m_folder->path("bundle"));
        QVERIFY2(sentence.contains(QString::fromStdString(name)), qPrintable(sentence));
        put(file, bytes);
    }
    QVERIFY(idsIn(*store).empty());
    // Nothing that was refused is left: no gap in the numbers, no experiment.
    QCOMPARE(imported(*store, m_folder->path("bundle")), QString("added 1, known"));
    QCOMPARE(store->runs()->front().experiment, std::int64_t{1});
}

void TestForeignBundles::strangersCannotGetAnythingIn_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("by");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* what,
                        const char* file,
                        const char* pattern,
                        const char* by,
                        const char* sentence) {
        QTest::newRow(what) << QString(file) << QString(pattern) << QString(by)
                            << QString(sentence);
    };
    row("an older format",
        "manifest.json",
        R"("bundle": 2)",
        R"("bundle": 1)",
        "of format 1, which lacks details.jsonl");
    row("a newer format",
        "manifest.json",
        R"("bundle": 2)",
        R"("bundle": 3)",
        "was written by a newer version of Coterie (its format is 3, this program reads 2)");
    row("a format that is none",
        "manifest.json",
        R"("bundle": 2)",
        R"("bundle": "2")",
        "is not the manifest of a bundle");
    row("another file",
        "manifest.json",
        R"("sha256": \{)",
        R"("sha256": {"../../x": "0",)",
        R"(the file "../../x" is none that a bundle has)");
    row("a seed that is none",
        "manifest.json",
        R"("seed": "1")",
        R"("seed": "-1")",
        "\"seed\" is not a seed in digits");
    row("a seed of another run",
        "manifest.json",
        R"("seed": "1")",
        R"("seed": "7")",
        "rounds.csv, line 2: must be round 0 of HCCT, seed 7");
    row("an arm that is not there",
        "manifest.json",
        R"("arm": "HCCT")",
        R"("arm": "X\u001b[2J")",
        "which its experiment does not have");
    row("more rounds than there are",
        "manifest.json",
        R"("rounds": 2)",
        R"("rounds": 1000000000)",
        "plans fewer rounds than the run has done");
    row("fewer rounds than there are",
        "manifest.json",
        R"("rounds": 2)",
        R"("rounds": 1)",
        "details.jsonl, line 4: belongs to no run that the manifest names");
    row("no runs", "manifest.json", R"("runs": \[[^]]*\])", R"("runs": [])", "names no run");
    row("another experiment",
        "experiment.json",
        R"("fedavg"|"hcct")",
        R"("hcctt")",
        "is no experiment that this version can read");
    row("another name",
        "experiment.json",
        R"("small")",
        R"("large")",
        "has another name than in the manifest");
    row("other data",
        "experiment.json",
        R"("alpha": [0-9.]+)",
        R"("alpha": 7)",
        "is not the experiment of these runs");
    row("another hash",
        "manifest.json",
        R"("experimentHash": "....)",
        R"("experimentHash": "wxyz)",
        "in the manifest it is wxyz");
    row("planned rounds",
        "details.jsonl",
        R"("planned":2)",
        R"("planned":2e300)",
        "\"planned\" is not a whole number from 0 to 1000000000");
    row("a line that is no JSON",
        "details.jsonl",
        R"(\{"planned")",
        R"({"planned)",
        "details.jsonl, line 1: is not as Coterie writes it");
    row("nested without end",
        "details.jsonl",
        R"(\{"planned")",
        R"([[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[)"
        R"([[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[{"planned")",
        "details.jsonl, line 1: is not as Coterie writes it");
    row("another number of clients",
        "details.jsonl",
        R"("testSamples":\[)",
        R"("testSamples":[1,)",
        "the lists of the clients have different lengths");
    row("an edge server of nobody",
        "details.jsonl",
        R"("edges":\[\])",
        R"("edges":[{"name":"x","clients":[4]}])",
        "is not a list of whole numbers from 0 to 3");
    const auto names = [&row](const char* what, const char* list, const char* sentence) {
        row(what, "details.jsonl", R"("edges":\[\])", list, sentence);
    };
    names("a name too few",
          R"("edges":[],"clientNames":["a","b","c"])",
          "the lists of the clients have different lengths");
    names("names that are no texts",
          R"("edges":[],"clientNames":["a","b","c",4])",
          "\"clientNames\" is not a list of texts");
    names("names that are no list",
          R"("edges":[],"clientNames":{"a":"b"})",
          "\"clientNames\" is not a list");
    names("a name with an escape sequence",
          R"("edges":[],"clientNames":["a","b\u001b[2J","c","d"])",
          "a client's name has control characters");
    names("a name that turns text around",
          R"("edges":[],"clientNames":["a","b\u202e","c","d"])",
          "a client's name has control characters");
    static const std::string kLong =
        R"("edges":[],"clientNames":[")" + std::string(1001, 'x') + R"(","b","c","d"])";
    names("a name without end", kLong.c_str(), "a client's name has more than 1000 bytes");
    row("groups without members",
        "details.jsonl",
        R"("groups":\d+)",
        R"("groups":9000000)",
        "has 9000000 groups of");
    row("a matrix that is not there",
        "details.jsonl",
        R"("collaboration":\[4,4\])",
        R"("collaboration":[10000000,10000000])",
        "the collaboration matrix of round 1 has more clients than its run");
    row("another round", "details.jsonl", R"("round":1)", R"("round":2)", "must be round 1");
    row("an event that is not there",
        "details.jsonl",
        R"("round":1,)",
        R"("round":1,"events":[{"place":"/x"}],)",
        "fewer events than details.jsonl has");
    row("an unknown column", "rounds.csv", "learningRate", "x\u001b[2J", "has the column");
    row("a field too many",
        "rounds.csv",
        "\nsmall,HCCT,1,,1,1,",
        "\nsmall,HCCT,1,,1,1,0,",
        "fields instead of");
    row("a number that is none",
        "rounds.csv",
        "\nsmall,HCCT,1,,1,1,[^,]*,",
        "\nsmall,HCCT,1,,1,1,1e999,",
        "\"1e999\" is no value of the column learningRate");
    row("another round's row",
        "rounds.csv",
        "\nsmall,HCCT,1,,1,1,",
        "\nsmall,HCCT,1,,1,3,",
        "rounds.csv, line 3: must be round 1 of HCCT, seed 1");
    row("quotes without end",
        "rounds.csv",
        "\nsmall,HCCT,1,,1,1,",
        "\nsmall,\"HCCT,1,,1,1,",
        "ends inside quotes");
    row("a client that is not there",
        "clients.csv",
        "\nsmall,HCCT,1,,1,1,0,",
        "\nsmall,HCCT,1,,1,1,4,",
        "clients.csv, line");
    row("a negative client",
        "participation.csv",
        "\nsmall,HCCT,1,,1,1,1,0",
        "\nsmall,HCCT,1,,1,1,1,-1",
        "is not the next draw of one of the clients");
    row("a group far away",
        "groups.csv",
        "\nsmall,HCCT,1,,1,1,0,",
        "\nsmall,HCCT,1,,1,1,4000000,",
        "is not a member of one of the round's groups");
    row("a node that is not there",
        "merges.csv",
        "(?<=,)(true|false),\\d+,",
        "true,2000000000,",
        "merges nodes that there are not");
    row("an entry twice",
        "matrices.csv",
        "\n(small,HCCT,1,,1,1,collaboration,0,)1",
        "\nsmall,HCCT,1,,1,1,collaboration,0,0",
        "is not the next entry");
    row("a sender that is not there",
        "traffic.csv",
        "ToServer,[^,]*,",
        "ToServer,77,",
        "names a client or edge server that there is not");
    row("an unknown word",
        "traffic.csv",
        "clientToServer",
        "clientToMoon",
        "\"clientToMoon\" is no value of the column link");
    row("a row of no run",
        "events.csv",
        R"(\z)",
        "small,HCCT,1,,2,1,warning,note,,x\n",
        "belongs to no round of a run that the manifest names");
}

void TestForeignBundles::strangersCannotGetAnythingIn()
{
    QFETCH(QString, file);
    QFETCH(QString, pattern);
    QFETCH(QString, by);
    QFETCH(QString, sentence);
    m_folder->makeBundle();
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    m_folder->forge(file.toStdString(), pattern, by);
    const QString found = imported(*store, m_folder->path("bundle"));
    QVERIFY2(found.contains(sentence), qPrintable(found));
    QVERIFY(idsIn(*store).empty());
}

/// Of clients that keep their own model there is no line, of however many.
void TestForeignBundles::aMatrixWithoutLinesHasTheClientsOfItsRun()
{
    m_folder->makeBundle();
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    m_folder->forge(
        "details.jsonl", R"("collaboration":\[4,4\])", R"("collaboration":[10000000,10000000])");
    m_folder->forge("matrices.csv", "(\nsmall,HCCT,1,,1,1,collaboration,[^\n]*){16}", QString());
    const QString found = imported(*store, m_folder->path("bundle"));
    QVERIFY2(found.contains("the collaboration matrix of round 1 has more clients than its run"),
             qPrintable(found));
    QVERIFY(idsIn(*store).empty());
}

/// It may know a setting less, with which the hash of the same experiment is another one.
void TestForeignBundles::anotherVersionMayHaveAnotherHash()
{
    m_folder->makeBundle();
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    m_folder->forge("manifest.json", R"("experimentHash": "....)", R"("experimentHash": "wxyz)");
    QVERIFY(imported(*store, m_folder->path("bundle")).contains("in the manifest it is wxyz"));
    m_folder->forge("manifest.json", R"(engine [0-9a-f]+)", "engine 00000000");
    QCOMPARE(imported(*store, m_folder->path("bundle")), QString("added 1, known"));
}

void TestForeignBundles::aRunNamedVeryOftenIsRefused()
{
    m_folder->makeBundle();
    const QString manifest =
        QString::fromStdString(contentOf(m_folder->path("bundle/manifest.json")));
    const QString run = QRegularExpression(R"("runs": \[([^]]*)\])").match(manifest).captured(1);
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    m_folder->forge("manifest.json", R"("runs": \[)", "\"runs\": [" + (run + ',').repeated(1000));
    const QString found = imported(*store, m_folder->path("bundle"));
    QVERIFY2(found.endsWith("bundle/experiment.json: has a run more than 1,000 times"),
             qPrintable(found));
    QVERIFY(idsIn(*store).empty());
}

/// A plan may repeat what is in the text.
void TestForeignBundles::plansThatFillTheMemoryAreRefused()
{
    m_folder->makeBundle();
    QStringList values;
    for (int value = 1; value <= 2000; ++value)
        values += QString::number(value);
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    m_folder->forge("experiment.json",
                    R"("name": "hcct")",
                    R"("name": "hcct", "alpha": {"sweep": [)" + values.join(',') + "]}");
    m_folder->forge("experiment.json",
                    R"("name": "small")",
                    R"("name": "small", "description": ")" + QString(1'000'000, 'x') + '"');
    const QString found = imported(*store, m_folder->path("bundle"));
    QVERIFY2(found.endsWith("bundle/experiment.json: has too many runs for its size"),
             qPrintable(found));
    QVERIFY(idsIn(*store).empty());
}

void TestForeignBundles::linksOutOfTheBundleAreNotFollowed()
{
    m_folder->makeBundle();
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    const fs::path table = m_folder->path("bundle/clients.csv");
    const std::string bytes = contentOf(table);
    put(m_folder->path("secret"), "a secret of this computer\n");
    for (const fs::path& target : {fs::path("../secret"), m_folder->path("secret")}) {
        fs::remove(table);
        fs::create_symlink(target, table);
        const QString found = imported(*store, m_folder->path("bundle"));
        QVERIFY2(found.contains("has a link that leads out of the bundle, \"clients.csv\""),
                 qPrintable(found));
        QVERIFY(!found.contains("a secret of"));
    }
    QVERIFY(idsIn(*store).empty());
    // Within the bundle it is a file as any other.
    fs::remove(table);
    put(m_folder->path("bundle/kept.txt"), bytes);
    fs::create_symlink("kept.txt", table);
    QCOMPARE(imported(*store, m_folder->path("bundle")), QString("added 1, known"));
}

void TestForeignBundles::hostileArchivesAreRefused_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("above") << "../manifest.json"
                           << "has a file with the path \"../manifest.json\"";
    QTest::newRow("inside above") << "a/../../x"
                                  << "which no bundle has";
    QTest::newRow("absolute") << "/etc/passwd"
                              << "which no bundle has";
    QTest::newRow("of another system") << "..\\x"
                                       << "which no bundle has";
    QTest::newRow("twice") << "manifest.json"
                           << "has two files with the path \"manifest.json\"";
}

void TestForeignBundles::hostileArchivesAreRefused()
{
    QFETCH(QString, path);
    QFETCH(QString, sentence);
    m_folder->makeBundle();
    auto files = filesIn(m_folder->path("bundle"));
    const auto store = *RunStore::open(m_folder->path("other.sqlite"));
    // As it is, it can be imported; cut anywhere or with a flipped bit it cannot.
    const std::string good = zipOf(files);
    files.emplace_back(path.toStdString(), "x");
    put(m_folder->path("sent.zip"), zipOf(files));
    const QString found = imported(*store, m_folder->path("sent.zip"));
    QVERIFY2(found.contains(sentence), qPrintable(found));
    for (std::size_t cut = 0; cut < good.size(); cut += good.size() / 7) {
        put(m_folder->path("sent.zip"), good.substr(0, cut));
        QVERIFY(!imported(*store, m_folder->path("sent.zip")).startsWith("added"));
    }
    std::string flipped = good;
    flipped[good.find("learningRate")] ^= 1;
    put(m_folder->path("sent.zip"), flipped);
    QVERIFY(!imported(*store, m_folder->path("sent.zip")).startsWith("added"));
    // A size that is not there.
    std::string announced = good;
    announced[announced.rfind("PK\x01\x02") + 24 + 2] = '\x7f';
    put(m_folder->path("sent.zip"), announced);
    QVERIFY(!imported(*store, m_folder->path("sent.zip")).startsWith("added"));
    QVERIFY(idsIn(*store).empty());
    put(m_folder->path("sent.zip"), good);
    QCOMPARE(imported(*store, m_folder->path("sent.zip")), QString("added 1, known"));
}

COTERIE_SECTION(TestForeignBundles)

} // namespace tst_foreign_bundles

#include "tst_foreign_bundles.moc"
