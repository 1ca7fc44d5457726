#include "core/data/catalog.h"
#include "core/data/detect_data.h"
#include "core/data/formats/leaf_json.h"
#include "core/data/formats/pickle.h"
#include "core/data/partition.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/zip_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

namespace tst_client_folders {

using namespace coterie;
using seedfiles::plain;
using seedfiles::replaced;
using seedfiles::seed;
using seedfiles::sentenceOf;
using zipfiles::zipOf;

namespace {

using Names = std::vector<std::string>;
using Settings = std::vector<std::pair<const char*, std::string>>;
using Labels = std::vector<std::int32_t>;

std::vector<float> valuesOf(const Samples& samples)
{
    return std::get<std::vector<float>>(samples.values);
}

/// Samples of 2 × 2 bytes, all of one value.
QByteArray archive(int samples, char value)
{
    QByteArray x = seed("npy/bytes"); // (2, 2, 2, 1), version 2
    x.replace("(2, 2, 2, 1)", QByteArray("(%, 2, 2)   ").replace('%', QByteArray::number(samples)));
    x.chop(8);
    QByteArray y = seed("npy/labels"); // (3,)
    y.replace("(3,)", QByteArray("(%,)").replace('%', QByteArray::number(samples)));
    y.chop(24);
    for (int i = 0; i < samples; ++i)
        y += QByteArray("\1\0\0\0\0\0\0\0", 8);
    return zipOf({{"x.npy", x + QByteArray(4 * samples, value)}, {"y.npy", y}});
}

QByteArray pflArchive(const char* name = "pickle/protocol3")
{
    return zipOf({{"data.npy", seed(name)}});
}

QString leafSentence(const QByteArray& text)
{
    return sentenceOf(readLeaf(*plain(text), [](const LeafUser&) -> Result<void> { return {}; }));
}

} // namespace

/// Folders that hold a federation as it was collected, or as other projects write it.
class TestClientFolders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    // --- a file for each client ---

    /// As many as a federation has, without an open file for each.
    void manyTablesNeedFewDescriptors()
    {
        constexpr int kClients = 300;
        for (int client = 0; client < kClients; ++client)
            put(qPrintable(QString("f/%1.csv").arg(client)),
                "age,colour,ill\n1,red,no\n2,blue,yes\n");
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit low = before;
        low.rlim_cur = 100;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &low), 0);
        const auto dataset = load("clientFiles", {{"path", "f"}});
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE((*dataset)->domainNames.size(), std::size_t{kClients});
    }

    void everyTableIsAClient()
    {
        put("f/site 10.csv", "age,colour,ill\n1,red,no\n2,blue,yes\n");
        put("f/site 2.csv.gz", idxfiles::packed("age,colour,ill\n3,green,no\n"));
        put("f/about.txt", "not a client");
        const auto dataset = load("clientFiles", {{"path", "f"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const Dataset& data = **dataset;
        QVERIFY(data.domainNames == (Names{"site 2", "site 10"}));
        QVERIFY(data.domainsAreClients);
        // One table: the categories are those of all clients.
        QVERIFY(valuesOf(data.train) == (std::vector<float>{3, 0, 1, 0, 1, 0, 0, 1, 2, 1, 0, 0}));
        QVERIFY(data.train.domains == (Labels{0, 1, 1}));
        QVERIFY(data.train.labels == (Labels{0, 0, 1}));
        const auto shards = naturalShards(data);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE((*shards)[1].name, std::string("site 10"));
        QCOMPARE(told("f"), "clientFiles path=F/f");
    }

    void foldersOrAColumnMayGiveTheTestRows()
    {
        put("f/train/a.csv", "x,y\n1,0\n2,1\n");
        put("f/train/b.csv", "x,y\n3,0\n");
        put("f/test/a.csv", "x,y\n4,0\n");
        put("f/test/b.csv", "x,y\n5,2\n");
        const auto folders = load("clientFiles", {{"path", "f"}});
        QVERIFY2(folders.has_value(), qPrintable(sentenceOf(folders)));
        QVERIFY(valuesOf((*folders)->train) == (std::vector<float>{1, 2, 3}));
        QVERIFY(valuesOf((*folders)->officialTest) == (std::vector<float>{4, 5}));
        QVERIFY((*folders)->officialTest.domains == (Labels{0, 1}));
        QCOMPARE((*folders)->classes, std::size_t{3});
        put("g/a.csv", "x,part,y\n1,train,0\n2,test,1\n");
        const auto column = load("clientFiles", {{"path", "g"}, {"split", "part"}});
        QVERIFY2(column.has_value(), qPrintable(sentenceOf(column)));
        QVERIFY(valuesOf((*column)->officialTest) == (std::vector<float>{2}));
    }

    void everyArchiveIsAClient()
    {
        put("f/train/10.npz", archive(1, '\x0A'));
        put("f/train/2.npz", archive(2, '\x02'));
        put("f/test/2.npz", archive(1, '\x03'));
        const auto dataset = load("clientFiles", {{"path", "f"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const Dataset& data = **dataset;
        QVERIFY(data.domainNames == (Names{"2", "10"}));
        QVERIFY(data.train.shape == (SampleShape{.channels = 1, .height = 2, .width = 2}));
        const auto& bytes = std::get<std::vector<std::uint8_t>>(data.train.values);
        QCOMPARE(bytes.size(), std::size_t{12});
        QCOMPARE(bytes[8], std::uint8_t{10});
        QVERIFY(data.train.domains == (Labels{0, 0, 1}));
        QCOMPARE(data.officialTest.count(), std::size_t{1});
        QVERIFY(sentenceOf(naturalShards(data))
                    .contains("has no samples for client 1 (\"10\")")); // to test on
        QCOMPARE(told("f"), "clientFiles path=F/f");
    }

    void foldersThatDoNotFitAreRefused()
    {
        put("both/a.csv", "1,0\n");
        put("both/b.npz", archive(1, '\0'));
        QVERIFY(sentenceOf(load("clientFiles", {{"path", "both"}})).contains("both kinds"));
        put("none/a.txt", "x");
        QVERIFY(sentenceOf(load("clientFiles", {{"path", "none"}}))
                    .contains("must have a file .csv or .npz for each client"));
        put("twice/a.csv", "1,0\n");
        put("twice/a.csv.gz", idxfiles::packed("1,0\n"));
        QVERIFY(sentenceOf(load("clientFiles", {{"path", "twice"}}))
                    .contains("two files of client \"a\""));
        put("header/a.csv", "x,y\n1,0\n");
        put("header/b.csv", "x,z\n1,0\n");
        const QString header = sentenceOf(load("clientFiles", {{"path", "header"}}));
        QVERIFY2(header.contains("b.csv: at byte 0 (line 1): the first line must be the header"),
                 qPrintable(header));
        put("missing/a.csv", "x,y\n1,0\n");
        put("missing/b.csv", "x,y\n1,0\n,1\n");
        const QString missing = sentenceOf(load("clientFiles", {{"path", "missing"}}));
        QVERIFY2(missing.contains("b.csv: at byte 8 (line 3): column 0 (\"x\") has no value"),
                 qPrintable(missing));
        put("sizes/a.npz", archive(1, '\0'));
        put("sizes/b.npz", pflArchive());
        QVERIFY(sentenceOf(load("clientFiles", {{"path", "sizes"}}))
                    .contains("must have the size of the other clients' samples"));
    }

    // --- PFLlib ---

    void whatPfllibWritesIsRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("NumPy 1") << "pickle/protocol3";
        QTest::newRow("NumPy 2") << "pickle/protocol4";
    }
    void whatPfllibWritesIsRead()
    {
        QFETCH(QString, name);
        for (const char* file : {"p/train/0.npz", "p/train/1.npz", "p/test/0.npz", "p/test/1.npz"})
            put(file, pflArchive(qPrintable(name)));
        put("p/config.json", "{\"num_clients\": 2}");
        const auto dataset = load("clientFiles", {{"path", "p"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY(valuesOf((*dataset)->train)
                == (std::vector<float>{1, 2, 3, 4, 5, 6.5F, 1, 2, 3, 4, 5, 6.5F}));
        QVERIFY((*dataset)->train.labels == (Labels{1, 0, 1, 0}));
        const auto shards = naturalShards(**dataset);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{2});
        QVERIFY((*shards)[1].testIsOfficial);
        for (const char* path : {"p", "p/train/0.npz"})
            QCOMPARE(told(path), "clientFiles path=F/p");
    }

    void whatNumpyItselfWritesIsRead()
    {
        QProcess python;
        const QString script =
            "import numpy as np\n"
            "for part in ('train', 'test'):\n"
            "    for k in (0, 1, 10):\n"
            "        data = {'x': np.arange(24, dtype=np.float32).reshape(2, 3, 2, 2) + k,\n"
            "                'y': np.array([k % 2, 1], dtype=np.int64)}\n"
            "        np.savez_compressed(f'p/{part}/{k}.npz', data=data)\n";
        QDir(m_folder->path()).mkpath("p/train");
        QDir(m_folder->path()).mkpath("p/test");
        python.setWorkingDirectory(m_folder->path());
        for (const char* program : {"python3", "/usr/bin/python3"}) {
            python.start(program, {"-c", script});
            if (python.waitForFinished(60'000) && python.exitStatus() == QProcess::NormalExit
                && python.exitCode() == 0)
                break;
        }
        if (!QFile::exists(m_folder->filePath("p/test/10.npz")))
            QSKIP("python3-numpy is not installed");
        const auto dataset = load("clientFiles", {{"path", "p"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY((*dataset)->domainNames == (Names{"0", "1", "10"}));
        QVERIFY((*dataset)->train.shape == (SampleShape{.channels = 3, .height = 2, .width = 2}));
        QCOMPARE(valuesOf((*dataset)->train)[24], 1.0F);
        QVERIFY((*dataset)->train.labels == (Labels{0, 1, 1, 1, 0, 1}));
    }

    void aPickleOfListsIsRead()
    {
        const auto arrays = readPickledArrays(*plain(seed("pickle/lists")));
        QVERIFY2(arrays.has_value(), qPrintable(sentenceOf(arrays)));
        QVERIFY(arrays->at("y").values == Numbers(std::vector<float>{-1, 1}));
    }

    void aPickleRunsNothing()
    {
        const QString said = sentenceOf(readPickledArrays(*plain(seed("pickle/runs_a_command"))));
        QVERIFY2(said.contains("the pickle asks for os.system; only dictionaries, lists, numbers "
                               "and NumPy arrays are read"),
                 qPrintable(said));
    }

    void aDamagedPickleGetsASentence()
    {
        const auto said = [](const QByteArray& bytes) {
            return sentenceOf(readPickledArrays(*plain(bytes)));
        };
        const QByteArray good = seed("pickle/protocol3");
        QVERIFY(said(seed("npy/floats")).contains("must be an array of one Python dictionary"));
        QVERIFY(said(good + "x").contains("the file goes on after the pickle"));
        QVERIFY(said(good.left(200)).contains("the file ends"));
        // The shape says 3 × 3.
        const QByteArray shape("K\2K\3\x86", 5);
        QVERIFY(said(replaced(good, good.indexOf(shape), QByteArray("K\3", 2)))
                    .contains("must have 36 bytes (has 24)"));
        const QByteArray begin = good.left(good.indexOf('\n') + 1);
        QVERIFY(said(begin + "\x80\x03.").contains("an object is missing"));
        QVERIFY(said(begin + "\x80\x03t.").contains("a mark is missing"));
        QVERIFY(said(begin + "h\x07.").contains("recalled that was never made"));
        QVERIFY(said(begin + QByteArray("B\xFF\xFF\xFF\x7F", 5) + "ab").contains("cannot hold"));
        QVERIFY(said(begin + "i").contains("instruction 105 of the pickle is not read"));
    }

    // --- LEAF ---

    void theUsersOfLeafAreClients()
    {
        const QByteArray train = R"({"users":["u10","u2"],"user_data":{
            "u10":{"x":[[1,2,3,4],[5,6,7,8]],"y":[1,0]},"u2":{"x":[[0,0,0,9]],"y":[2]}}})";
        const QByteArray test = R"({"user_data":{"u2":{"x":[[0,1,0,1]],"y":[2]},
            "u10":{"x":[[2,2,2,2]],"y":[1]}}})";
        put("l/data/train/a.json", train);
        put("l/data/test/a.json", test);
        const auto dataset = load("leaf", {{"path", "l"}, {"layout", "square"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const Dataset& data = **dataset;
        QVERIFY(data.domainNames == (Names{"u2", "u10"}));
        QVERIFY(data.train.shape == (SampleShape{.channels = 1, .height = 2, .width = 2}));
        QVERIFY(data.train.domains == (Labels{1, 1, 0}));
        QVERIFY(data.train.labels == (Labels{1, 0, 2}));
        const auto shards = naturalShards(data);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QVERIFY((*shards)[0].test == (Labels{0}));
        QVERIFY((*shards)[1].test == (Labels{1}));
        QCOMPARE(told("l"), "leaf path=F/l");
        QCOMPARE(told("l/data/train/a.json"), "leaf path=F/l/data/train/a.json");
        put("all/all_data/0.json", train);
        const auto flat = load("leaf", {{"path", "all"}, {"task", "regression"}});
        QVERIFY2(flat.has_value(), qPrintable(sentenceOf(flat)));
        QVERIFY((*flat)->train.shape == (SampleShape{.channels = 4, .height = 1, .width = 1}));
        QVERIFY((*flat)->train.targets == (std::vector<float>{1, 0, 2}));
    }

    void leafsFilesAreReadUserByUser()
    {
        std::vector<LeafUser> users;
        for (const char* name : {"leaf/two_users", "leaf/rows"}) {
            const auto done =
                readLeaf(*plain(seed(name)), [&users](const LeafUser& user) -> Result<void> {
                    users.push_back(user);
                    return {};
                });
            QVERIFY2(done.has_value(), qPrintable(sentenceOf(done)));
        }
        QCOMPARE(users.size(), std::size_t{3});
        QCOMPARE(users[0].name, std::string("u10"));
        QVERIFY(users[1].values == (std::vector<float>{-0.15F, 2, 3, 4}));
        QCOMPARE(users[2].name, std::string("ä"));
        QVERIFY(users[2].shape == (SampleShape{.channels = 1, .height = 3, .width = 2}));
    }

    void malformedFilesOfLeafGetASentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        const auto user = [](const char* name, const char* data, const char* sentence) {
            QTest::newRow(name) << QByteArray(R"({"user_data":{"u":)") + data + "}}" << sentence;
        };
        user("text", R"({"x":["a tweet"],"y":[0]})", "user \"u\" has samples of text");
        user("words", R"({"x":[["a"]],"y":[0]})", "no lists or rows of numbers");
        user("labels", R"({"x":[[1]],"y":["a"]})", "has labels that are no numbers");
        user("count", R"({"x":[[1]],"y":[0,1]})", "user \"u\" has 1 samples, but 2 labels");
        user("sizes", R"({"x":[[1],[1,2]],"y":[0,1]})", "has samples of different sizes");
        user("rows", R"({"x":[[[1],[1,2]]],"y":[0]})", "rows have different lengths");
        user("empty", R"({"x":[[]],"y":[0]})", "has an empty sample");
        user("number", R"({"x":[[1e99]],"y":[0]})", "a number that single precision holds");
        user("comma", R"({"x":[[1 2]],"y":[0]})", "must be , here");
        QTest::newRow("other") << QByteArray(R"({"a":1})") << "must have \"user_data\"";
        const auto named = [](const char* name, const QByteArray& key, const QString& sentence) {
            QTest::newRow(name) << "{\"user_data\":{\"" + key + "\":{}}}" << sentence;
        };
        named("half a pair", "a\\ud83dx", "at byte 23: half a surrogate pair");
        named("two first halves", "\\ud83d\\ud83d", "half a surrogate pair, which is no character");
        named("second half", "\\ude00", "half a surrogate pair, which is no character");
        named("character 0", "a\\u0000", "a name cannot have the character 0");
        named("not UTF-8", "caf\xe9", "the name \"caf\uFFFD\" is not valid UTF-8");
        named("surrogate in UTF-8", "\xed\xa0\x80", "is not valid UTF-8");
        named("long name",
              QByteArray(1001, 'n'),
              "at byte 1016: a name must have at most 1000 bytes (this one begins \"nnnn");
        QTest::newRow("cut") << QByteArray("{\"user_data\":{\"u") << "the file ends too early";
        QTest::newRow("more") << QByteArray(R"({"user_data":{}} 1)") << "goes on after its end";
        QTest::newRow("deep") << QByteArray("{\"a\":") + QByteArray(1'000'000, '[')
                              << "nested more than 100 times";
    }
    void malformedFilesOfLeafGetASentence()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        QVERIFY2(leafSentence(text).contains(sentence), qPrintable(leafSentence(text)));
    }

    void namesOfUsersMayHaveAnyCharacter()
    {
        std::vector<std::string> names;
        const QByteArray longest(1000, 'n');
        const auto read = readLeaf(
            *plain(QByteArray("{\"users\": [\"\\ud83d\"], \"user_data\": {\"\\ud83d\\ude00\": "
                              "{\"x\": [], \"y\": []}, \"caf\\u00e9 \\\"1\\\"\": {}, "
                              "\"é😀\": {}, \"LONGEST\": {}}}")
                       .replace("LONGEST", longest)),
            [&names](const LeafUser& user) -> Result<void> {
                names.push_back(user.name);
                return {};
            });
        QVERIFY2(read.has_value(), qPrintable(sentenceOf(read)));
        QVERIFY((names == Names{"😀", "café \"1\"", "é😀", longest.toStdString()}));
    }

    void wrongLabelsOfUsersAreNamed()
    {
        put("l.json", R"({"user_data":{"u":{"x":[[1],[2]],"y":[0,0.5]}}})");
        QVERIFY(sentenceOf(load("leaf", {{"path", "l.json"}}))
                    .contains("user \"u\" sample 1: the label must be a whole number"));
        put("m.json", R"({"user_data":{"u":{"x":[[1,2,3]],"y":[0]}}})");
        QVERIFY(sentenceOf(load("leaf", {{"path", "m.json"}, {"layout", "square"}}))
                    .contains("3 numbers are no square picture"));
    }

    void everyFileOfLeafCountsOnce()
    {
        QByteArray numbers = QByteArray("1,").repeated(1000);
        numbers.chop(1);
        const QByteArray data = "{\"x\":[" + numbers + "],\"y\":[" + numbers + "]}}}";
        put("l/all_data/a.json", "{\"user_data\":{\"a\":" + data); // 12,000 bytes each
        put("l/all_data/b.json", "{\"user_data\":{\"b\":" + data);
        qputenv("COTERIE_DATA_GB", "0.00003");
        const QString enough = sentenceOf(load("leaf", {{"path", "l"}}));
        qputenv("COTERIE_DATA_GB", "0.00002");
        const QString tooMuch = sentenceOf(load("leaf", {{"path", "l"}}));
        qunsetenv("COTERIE_DATA_GB");
        QCOMPARE(enough, QString("accepted"));
        QVERIFY2(tooMuch.contains("the data set needs"), qPrintable(tooMuch));
    }

    void aLongListOfLeafIsRefusedOnTheWay()
    {
        const QByteArray numbers = QByteArray("1,").repeated(300'000);
        qputenv("COTERIE_DATA_GB", "0.0005");
        const QString labels = leafSentence(R"({"user_data":{"u":{"y":[)" + numbers);
        const QString sample = leafSentence(R"({"user_data":{"u":{"x":[[)" + numbers);
        qunsetenv("COTERIE_DATA_GB");
        QVERIFY2(labels.contains("the data set needs"), qPrintable(labels));
        QVERIFY2(sample.contains("the data set needs"), qPrintable(sample));
    }

    void tablesWithClientsAreTold()
    {
        put("t.csv", "client,colour,x,y,split\na,red,1,0,train\nb,blue,2,1,test\n");
        QCOMPARE(told("t.csv"), "csv path=F/t.csv client=client split=split");
    }

private:
    void put(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(QFileInfo(m_folder->filePath(name)).path());
        idxfiles::write(m_folder->filePath(name), bytes);
    }
    [[nodiscard]] Result<DatasetPointer> load(const char* name, const Settings& settings) const
    {
        Part part{.name = name, .parameters = {}};
        for (const auto& [parameter, value] : settings)
            part.parameters.set(parameter, value);
        return loadDataset(part, {.folders = {m_folder->path().toStdString()}});
    }
    static Result<Shards> naturalShards(const Dataset& dataset)
    {
        DataSettings settings;
        settings.partition = {.name = "natural", .parameters = {}};
        return makeShards(dataset, settings, {}, 1);
    }
    /// What a path is taken for: "csv path=F/t.csv".
    [[nodiscard]] QString told(const char* name) const
    {
        const auto found = detectData(m_folder->filePath(name).toStdString());
        if (!found)
            return sentenceOf(found);
        QString words = QString::fromStdString(found->dataset.name);
        for (const Parameter& parameter : found->dataset.parameters.all())
            words +=
                QString(" %1=%2").arg(QString::fromStdString(parameter.name),
                                      QString::fromStdString(toText(parameter.values.front())));
        return words.replace(m_folder->path(), "F");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestClientFolders)

} // namespace tst_client_folders

#include "tst_client_folders.moc"
