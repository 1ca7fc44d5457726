#include "core/data/catalog.h"
#include "core/data/formats/natural_order.h"
#include "core/data/partition.h"
#include "core/data/partition_statistics.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/experiment_write.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_client_tables {

using namespace coterie;
using seedfiles::sentenceOf;

namespace {

using Names = std::vector<std::string>;
using Settings = std::vector<std::pair<const char*, std::string>>;

const QByteArray kHospitals = "age,colour,hospital,part,ill\n"
                              "50,red,site 10,train,yes\n"
                              "60,blue,site 2,train,no\n"
                              "70,red,site 2,test,yes\n"
                              "40,green,site 10,test,no\n"
                              "30,blue,site 2,train,no\n";

std::vector<float> valuesOf(const Samples& samples)
{
    return std::get<std::vector<float>>(samples.values);
}

DataSettings naturally(std::int64_t clients = 0)
{
    DataSettings settings;
    settings.partition = {.name = "natural", .parameters = {}};
    settings.partition.parameters.set("clients", clients);
    return settings;
}

} // namespace

/// Tables that say whose rows they hold, with words and missing values.
class TestClientTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void namesAreSortedAsPeopleDo()
    {
        Names names{"b", "site 10", "07", "site 2", "7", "site 2b", "a", ""};
        std::ranges::sort(names, &naturallyBefore);
        QVERIFY(names == (Names{"", "07", "7", "a", "b", "site 2", "site 2b", "site 10"}));
        QVERIFY(!naturallyBefore("site 2", "site 2"));
        // More digits than any number type holds.
        QVERIFY(naturallyBefore("99999999999999999999", "100000000000000000000"));
    }

    void aColumnNamesTheClients()
    {
        const auto dataset = load(kHospitals, {{"client", "hospital"}, {"split", "part"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const Dataset& data = **dataset;
        QVERIFY(data.domainsAreClients);
        QVERIFY(data.domainNames == (Names{"site 2", "site 10"}));
        QVERIFY(data.classNames == (Names{"no", "yes"}));
        QVERIFY(data.featureNames
                == (Names{"age", "colour = blue", "colour = green", "colour = red"}));
        QVERIFY(valuesOf(data.train)
                == (std::vector<float>{50, 0, 0, 1, 60, 1, 0, 0, 30, 1, 0, 0}));
        QVERIFY(data.train.labels == (std::vector<std::int32_t>{1, 0, 0}));
        QVERIFY(data.train.domains == (std::vector<std::int32_t>{1, 0, 0}));
        QVERIFY(valuesOf(data.officialTest) == (std::vector<float>{70, 0, 0, 1, 40, 0, 1, 0}));
        QVERIFY(data.officialTest.labels == (std::vector<std::int32_t>{1, 0}));
        QVERIFY(data.officialTest.domains == (std::vector<std::int32_t>{0, 1}));
        QVERIFY(
            data.notes
            == (Names{"column 1 (\"colour\") became 3 features, one for each of its categories: "
                      "blue, green, red"}));
    }

    void thePartitionNaturalHasTheTablesClients()
    {
        const auto dataset = load(kHospitals, {{"client", "hospital"}, {"split", "part"}});
        for (const std::int64_t stated : {0, 2}) {
            const auto shards = makeShards(**dataset, naturally(stated), {}, 1);
            QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
            QCOMPARE(shards->size(), std::size_t{2});
            QCOMPARE((*shards)[0].name, std::string("site 2"));
            QVERIFY((*shards)[0].train == (std::vector<std::int32_t>{1, 2}));
            QVERIFY((*shards)[0].testIsOfficial);
            QVERIFY((*shards)[0].test == (std::vector<std::int32_t>{0}));
            QVERIFY((*shards)[1].test == (std::vector<std::int32_t>{1}));
            const auto statistics = partitionStatistics(**dataset, *shards, usualKind(**dataset));
            QVERIFY(statistics.kind == HoldingKind::Class);
            QCOMPARE(statistics.clients[1].name, std::string("site 10"));
        }
        const auto wrong = makeShards(**dataset, naturally(5), {}, 1);
        QCOMPARE(
            sentenceOf(wrong),
            QString("/data/partition/clients: must be 2, the number of clients of table.csv, or "
                    "0 (is 5)"));
    }

    void aClientWithoutTrainingRowsIsNamed()
    {
        const auto dataset = load("x,who,part,y\n1,a,train,0\n2,b,test,1\n3,a,test,1\n",
                                  {{"client", "who"}, {"split", "part"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY(sentenceOf(makeShards(**dataset, naturally(), {}, 1))
                    .contains("client 1 of table.csv (\"b\") has test samples but none to train "
                              "on"));
    }

    void missingValuesAreFilledInFromTheTrainingRows_data()
    {
        QTest::addColumn<std::string>("how");
        QTest::addColumn<float>("age");
        QTest::newRow("mean") << std::string("mean") << 5.0F;
        QTest::newRow("median") << std::string("median") << 4.0F;
        QTest::newRow("most frequent") << std::string("mostFrequent") << 2.0F;
    }
    void missingValuesAreFilledInFromTheTrainingRows()
    {
        QFETCH(std::string, how);
        QFETCH(float, age);
        // 1000 and the two greens are for test only.
        const QByteArray table = "age,colour,part,y\n2,red,train,0\n2,blue,train,1\n6,red,train,0\n"
                                 "10,,train,1\nNA,red,train,1\n?,green,test,0\n1000,green,test,1\n";
        const auto dataset = load(table, {{"split", "part"}, {"missing", how}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const std::vector<float> values = valuesOf((*dataset)->train);
        QCOMPARE(values[4 * 4], age);
        QVERIFY((std::vector<float>(values.begin() + 13, values.begin() + 16)
                 == std::vector<float>{0, 0, 1})); // red
        QCOMPARE(valuesOf((*dataset)->officialTest)[0], age);
        QCOMPARE((*dataset)->notes.size(), std::size_t{3});
        QVERIFY((*dataset)->notes[1].starts_with("2 missing values of column 0 (\"age\")"));
        QVERIFY((*dataset)->notes[1].find(" of the training rows: ") != std::string::npos);
    }

    /// The table holds floats, of which a cast would tell "5.199999809265137".
    void whatIsFilledInReadsAsItIsWritten()
    {
        const auto dataset = load("age,y\n5.2,0\nNA,1\n5.2,0\n", {{"missing", "mean"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY2((*dataset)->notes.front().ends_with(": 5.2"), (*dataset)->notes.front().c_str());
    }

    /// The partition chooses the test samples later.
    void aTableWithoutASplitSaysThatAllRowsWereMeasured()
    {
        const auto dataset = load("age,colour,y\n2,red,0\n4,red,1\nNA,,0\n", {{"missing", "mean"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE(valuesOf((*dataset)->train)[4], 3.0F);
        for (const std::size_t note : {1, 2})
            QVERIFY2((*dataset)->notes[note].find(
                         " of all rows, as the table does not say which ones are for test: ")
                         != std::string::npos,
                     (*dataset)->notes[note].c_str());
    }

    /// Then too the partition chooses them later.
    void aSplitWithoutTestRowsSaysThatAllRowsWereMeasured()
    {
        const auto dataset = load("age,colour,part,y\n2,red,train,0\n4,red,train,1\nNA,,train,0\n",
                                  {{"split", "part"}, {"missing", "mean"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        for (const std::size_t note : {1, 2})
            QVERIFY2((*dataset)->notes[note].find(" of all rows, as the table has none for test: ")
                         != std::string::npos,
                     (*dataset)->notes[note].c_str());
    }

    void rowsWithMissingValuesMayBeLeftOut()
    {
        const auto dataset = load("age,colour,y\n1,red,0\n2,,1\nNaN,blue,0\n4,red,?\n5,red,1\n",
                                  {{"missing", "drop"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY(valuesOf((*dataset)->train) == (std::vector<float>{1, 1, 5, 1}));
        QCOMPARE((*dataset)->notes.back(), std::string("3 rows with missing values left out"));
        QVERIFY(sentenceOf(load("age,y\nNA,0\n?,1\n", {{"label", "y"}, {"missing", "drop"}}))
                    .contains("at least one row without missing values"));
    }

    void numbersAreCategoriesIfTheyAreListed()
    {
        const auto dataset = load("zip,x,y\n10,1,0\n20,2,1\n10,3,1\n", {{"categories", "zip"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY(valuesOf((*dataset)->train) == (std::vector<float>{1, 0, 1, 0, 1, 2, 1, 0, 3}));
    }

    void whatIsWrongIsNamedByFileLineAndColumn_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name,
                            const char* table,
                            const char* setting,
                            const char* value,
                            const char* sentence) {
            QTest::newRow(name) << QByteArray(table) << QString(setting) << QString(value)
                                << QString(sentence);
        };
        row("missing",
            "a,b,y\n1,2,0\n1,?,0\n",
            "label",
            "y",
            "table.csv: at byte 12 (line 3): column 1 (\"b\") has no value (is \"?\"); "
            "missing values can be filled in with the column's mean, median or most frequent "
            "value, or their rows left out");
        row("missing category",
            "a,b,y\n1,r,0\n1,,0\n",
            "label",
            "y",
            "(line 3): column 1 (\"b\") has no value (is \"\")");
        row("missing label",
            "a,b,y\n1,2,0\n1,2,\n",
            "label",
            "y",
            "(line 3): column 2 (\"y\") must be a label (is \"\")");
        row("words among numbers",
            "a,y\n1,0\nx2,0\n3,1\n",
            "label",
            "y",
            "(line 3): column 0 (\"a\") must be a number as in other rows (is \"x2\"); list the "
            "column in \"categories\"");
        row("no such client column",
            "site,a,y\n1,2,0\n",
            "client",
            "sight",
            "no column is called sight");
        row("client missing",
            "s,a,y\nx,1,0\n,1,0\n",
            "client",
            "s",
            "(line 3): column 0 (\"s\") must name the client (is \"\")");
        row("split",
            "a,p,y\n1,train,0\n1,later,0\n",
            "split",
            "p",
            "(line 3): column 1 (\"p\") must be train or test (is \"later\")");
        row("only test", "a,p,y\n1,test,0\n", "split", "p", "at least one row to train on");
        row("nothing to fill in",
            "a,b,y\n1,NA,0\n2,?,1\n",
            "missing",
            "mean",
            "column 1 (\"b\") has no values in the training rows");
        row("no features", "a,y\n1,0\n", "client", "a", "at least one column of features");
        row("categories of the label",
            "a,y\n1,0\n",
            "categories",
            "y",
            "column 1 (\"y\") is no feature");
    }
    void whatIsWrongIsNamedByFileLineAndColumn()
    {
        QFETCH(QByteArray, table);
        QFETCH(QString, setting);
        QFETCH(QString, value);
        QFETCH(QString, sentence);
        const QByteArray name = setting.toUtf8();
        const auto dataset = load(table, {{name.constData(), value.toStdString()}});
        QVERIFY2(sentenceOf(dataset).contains(sentence), qPrintable(sentenceOf(dataset)));
    }

    void aColumnOfFreeTextIsRefused()
    {
        QByteArray table = "name,x,y\n";
        for (int i = 0; i < 1001; ++i)
            table += "person" + QByteArray::number(i) + "," + QByteArray::number(i) + ",0\n";
        QVERIFY(
            sentenceOf(load(table, {}))
                .contains("(line 1002): column 0 (\"name\") has more than 1000 different words"));
    }

    void oneHotColumnsCountInTheLimitOfMemory()
    {
        // 1,000 categories of 2,000 rows take 8 MB, the table itself 16 kB.
        QByteArray table = "name,x,y\n";
        for (int i = 0; i < 2000; ++i)
            table += "n" + QByteArray::number(i % 1000) + "," + QByteArray::number(i) + ",0\n";
        qputenv("COTERIE_DATA_GB", "0.004");
        const QString sentence = sentenceOf(load(table, {}));
        qunsetenv("COTERIE_DATA_GB");
        QVERIFY2(sentence.contains("0.00801 GB"), qPrintable(sentence));
    }

    void olderExperimentsKeepTheirHash()
    {
        Registry known = sample::kRegistry;
        known.datasets = datasetParts();
        known.partitions = partitionParts();
        const auto formOf = [&known](const std::string& dataset) {
            const auto experiment = parseExperiment(
                R"({"schema": 1, "name": "a", "data": {"dataset": {"name": "csv", "path": "a.csv")"
                    + dataset + R"(}, "partition": {"scheme": "natural"}},
                    "arms": [{"name": "a", "algorithm": {"name": "fedavg"}}]})",
                known);
            return experiment ? canonicalForm(*experiment, known)
                              : experiment.error().front().sentence();
        };
        const std::string old = formOf("");
        QVERIFY2(old.find(R"("label":"")") != std::string::npos, old.c_str());
        for (const char* later : {"\"missing\"", "\"categories\"", "\"split\"", "\"client\""})
            QVERIFY2(old.find(later) == std::string::npos, later);
        QVERIFY(old.find(R"("clients":0)") == std::string::npos);
        QVERIFY(formOf(R"(, "missing": "mean")").find(R"("missing":"mean")") != std::string::npos);
        QCOMPARE(formOf(R"(, "missing": "refuse")"), old);
    }

private:
    [[nodiscard]] Result<DatasetPointer> load(const QByteArray& table,
                                              const Settings& settings) const
    {
        idxfiles::write(m_folder->filePath("table.csv"), table);
        Part part{.name = "csv", .parameters = {}};
        part.parameters.set("path", std::string("table.csv"));
        for (const auto& [parameter, value] : settings)
            part.parameters.set(parameter, value);
        return loadDataset(part, {.folders = {m_folder->path().toStdString()}});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestClientTables)

} // namespace tst_client_tables

#include "tst_client_tables.moc"
