#include "core/store/csv_writer.h"
#include "core/store/exports.h"
#include "tests/core/metrics/measured.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_exports {

using namespace coterie;
using namespace coterie::test;

namespace {

std::string
csvOf(RunStore& store, std::string_view kind, const std::vector<std::int64_t>& runs = {})
{
    std::ostringstream out;
    const auto done = exportCsv(store, kind, runs, out);
    return done ? out.str() : done.error().sentence();
}

/// A report with something in every table.
RoundReport fullReport(int round)
{
    RoundReport report;
    report.round = round;
    report.learningRate = 0.1;
    ClientReport client;
    client.client = 1;
    client.trainLoss = std::nan("");
    client.personalTest = Score{.loss = 0.25, .accuracy = 0.75, .samples = 8};
    client.steps = 5;
    client.updateNorm = std::numeric_limits<double>::infinity();
    report.clients = {client};
    report.participants = {1, 1};
    Merge merge;
    merge.right = 1;
    merge.score = 1.0 / 3.0;
    merge.size = 2;
    merge.dataGain = 0.5;
    Merge refused;
    refused.left = 2;
    refused.right = 3;
    refused.score = -std::numeric_limits<double>::infinity();
    refused.kind = MergeKind::Distance;
    refused.size = 3;
    report.grouping = Grouping{.groups = {{0, 1}, {2}},
                               .merges = {merge},
                               .stopReason = "no pair gains, so \"stop\"",
                               .refused = refused};
    report.samplingClusters =
        Grouping{.groups = {{0}, {1, 2}}, .merges = {refused}, .stopReason = {}, .refused = {}};
    report.collaboration = Matrix(1, 2, 0.1);
    report.gram = Matrix(1, 1, 1.0 / 3.0);
    report.clientValues = {{.name = "entropy", .values = {0.5, std::nullopt}}};
    report.groupValues = {{.name = "utility", .values = {-2.0}}};
    report.metrics = {{"gamma1", 0.25}};
    report.traffic = {sent(1e9)};
    report.events = {{.severity = Severity::Warning,
                      .what = LossNotFinite{},
                      .client = 1,
                      .sentence = "a, \"b\"\nc"}};
    report.timings = {{.phase = "train", .seconds = 0.125 + round}};
    report.seconds = 0.5;
    return report;
}

constexpr std::string_view kIdentity = "experiment,arm,seed,sweep,repeat,";

std::string readFile(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

class TestExports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersAreShortestAndReadBack_data();
    void numbersAreShortestAndReadBack();
    void fieldsAreQuotedOnlyWhereTheyMust_data();
    void fieldsAreQuotedOnlyWhereTheyMust();
    void textsThatLookLikeFormulasAreMarkedForSpreadsheets_data();
    void textsThatLookLikeFormulasAreMarkedForSpreadsheets();
    void everyTableHoldsWhatWasReported_data();
    void everyTableHoldsWhatWasReported();
    void roundsHoldTheMetrics();
    void everyRowHasAsManyFieldsAsTheHeader();
    void curvesAreExportedSmoothed();
    void equalRunsGiveEqualBytesWhateverElseIsStored();
    void runsAskedForAlikeAreCounted();
    void longRunsAreExportedWhole();
    void unknownKindsAndRunsAreNamed();
    void aFileIsWrittenWholeOrNotAtAll();
    void aReadOnlyFolderIsNamed();
};

void TestExports::numbersAreShortestAndReadBack_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("tenth") << 0.1 << QByteArray("0.1");
    QTest::newRow("third") << 1.0 / 3.0 << QByteArray("0.3333333333333333");
    QTest::newRow("whole") << 3.0 << QByteArray("3");
    QTest::newRow("large") << 1e300 << QByteArray("1e+300");
    QTest::newRow("minus zero") << -0.0 << QByteArray("-0");
    QTest::newRow("NaN") << std::nan("") << QByteArray("NaN");
    QTest::newRow("negative NaN") << -std::nan("") << QByteArray("NaN");
    QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << QByteArray("Inf");
    QTest::newRow("minus infinity")
        << -std::numeric_limits<double>::infinity() << QByteArray("-Inf");
}

void TestExports::numbersAreShortestAndReadBack()
{
    QFETCH(double, value);
    QFETCH(QByteArray, text);
    std::ostringstream out;
    {
        CsvWriter csv(out);
        csv.row(value, std::optional<double>());
    }
    QCOMPARE(out.str(), text.toStdString() + ",\n");
}

void TestExports::fieldsAreQuotedOnlyWhereTheyMust_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("plain") << QByteArray("FedAvg") << QByteArray("FedAvg");
    QTest::newRow("space") << QByteArray("HCCT, \xCE\xB1") << QByteArray("\"HCCT, \xCE\xB1\"");
    QTest::newRow("quote") << QByteArray("a\"b") << QByteArray("\"a\"\"b\"");
    QTest::newRow("line") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
    QTest::newRow("return") << QByteArray("a\rb") << QByteArray("\"a\rb\"");
    QTest::newRow("empty") << QByteArray("") << QByteArray("");
}

void TestExports::fieldsAreQuotedOnlyWhereTheyMust()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, field);
    QCOMPARE(csvField(value.toStdString()), field.toStdString());
}

void TestExports::textsThatLookLikeFormulasAreMarkedForSpreadsheets_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("field");
    const auto row = [](const char* value, const char* field) {
        QTest::newRow(value) << QByteArray(value) << QByteArray(field);
    };
    row("=1+1", "'=1+1");
    row("=HYPERLINK(\"http://x\",\"a\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"a\"\")\"");
    row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
    row("-2+3", "'-2+3");
    row("@SUM(A1)", "'@SUM(A1)");
    row("\t=1", "'\t=1");
    row("-", "'-");
    row("-0.25", "-0.25");
    row("+1e-3", "+1e-3");
    row("-1e999", "-1e999"); // a number, if a large one
    row("learningRate = 0.1", "learningRate = 0.1");
    row("FedAvg", "FedAvg");
    row("", "");
}

void TestExports::textsThatLookLikeFormulasAreMarkedForSpreadsheets()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, field);
    QCOMPARE(csvField(value.toStdString(), CsvReader::Spreadsheet), field.toStdString());
    QVERIFY(!csvField(value.toStdString()).starts_with('\'')); // pandas reads what there is
    std::ostringstream out;
    {
        CsvWriter csv(out, CsvReader::Spreadsheet);
        csv.row(value.toStdString(), -1, -0.5);
    }
    QCOMPARE(out.str(), field.toStdString() + ",-1,-0.5\n");
}

void TestExports::everyTableHoldsWhatWasReported_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("clients")
        << QByteArray("clients")
        << QByteArray("round,client,trueGroup,trainSamples_count,trainLoss,trainAccuracy_share,"
                      "personalTestLoss,personalTestAccuracy_share,personalTestSamples_count,"
                      "globalTestLoss,globalTestAccuracy_share,globalTestSamples_count,"
                      "personalValidationLoss,personalValidationAccuracy_share,"
                      "personalValidationSamples_count,globalValidationLoss,"
                      "globalValidationAccuracy_share,globalValidationSamples_count,"
                      "steps_count,updateNorm\n"
                      "ID1,1,4,20,NaN,,0.25,0.75,8,,,,,,,,,,5,Inf\n");
    QTest::newRow("groups") << QByteArray(
        "groups") << QByteArray("round,group,client,trueGroup\nID1,0,0,3\nID1,0,1,4\nID1,1,2,\n");
    QTest::newRow("merges")
        << QByteArray("merges")
        << QByteArray("round,step,done,left,right,kind,score,size_count,dataGain,similarityLoss\n"
                      "ID1,1,true,0,1,gain,0.3333333333333333,2,0.5,\n"
                      "ID1,2,false,2,3,distance,-Inf,3,,\n");
    QTest::newRow("matrices") << QByteArray("matrices")
                              << QByteArray("round,kind,row,column,value\n"
                                            "ID1,collaboration,0,0,0.1\nID1,collaboration,0,1,0.1\n"
                                            "ID1,gram,0,0,0.3333333333333333\n");
    QTest::newRow("values") << QByteArray("values")
                            << QByteArray("round,scope,index,name,value\n"
                                          "ID1,client,0,entropy,0.5\nID1,client,1,entropy,\n"
                                          "ID1,group,0,utility,-2\n"
                                          "ID1,round,,gamma1,0.25\n");
    QTest::newRow("participation")
        << QByteArray("participation") << QByteArray("round,draw,client\nID1,1,1\nID1,2,1\n");
    QTest::newRow("traffic") << QByteArray(
        "traffic") << QByteArray("round,link,client,traffic_bits\nID1,clientToServer,,1e+09\n");
    QTest::newRow("events") << QByteArray("events")
                            << QByteArray("round,severity,kind,client,sentence\n"
                                          "ID1,warning,nonFinite,1,\"a, \"\"b\"\"\nc\"\n");
}

void TestExports::everyTableHoldsWhatWasReported()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, expected);
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun("HCCT, \"swept\"", 0xffffffffffffffffU);
    FederationFacts facts = trainedOn({10, 20});
    facts.trueGroup = {3, 4};
    QVERIFY(fixture.store->setFacts(run, facts).has_value());
    QVERIFY(fixture.store->commit(run, measured({shared(fullReport(1))}), nullptr).has_value());
    expected.replace("ID", "digits,\"HCCT, \"\"swept\"\"\",18446744073709551615,,1,");
    QCOMPARE(csvOf(*fixture.store, kind.toStdString()),
             std::string(kIdentity) + expected.toStdString());
}

void TestExports::roundsHoldTheMetrics()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->commit(run, measured({shared(fullReport(1))}), nullptr).has_value());
    const QString csv = QString::fromStdString(csvOf(*fixture.store, "rounds"));
    const QStringList lines = csv.split('\n');
    QCOMPARE(lines.size(), 3);
    const QStringList names = lines[0].split(',');
    QVERIFY(
        lines[1].startsWith("digits,FedAvg,1,,1,1,0.1,2,\"no pair gains, so \"\"stop\"\"\",25,0,"));
    // The quoted field holds one comma of its own.
    const QStringList fields = lines[1].split(',');
    QCOMPARE(fields.size(), names.size() + 1);
    QCOMPARE(fields[names.indexOf("meanTestError_percent") + 1], QString("25"));
    QCOMPARE(fields[names.indexOf("meanTrainLoss") + 1], QString("NaN"));
    QCOMPARE(fields[names.indexOf("globalAccuracy_share") + 1], QString());
    QCOMPARE(fields[names.indexOf("gamma1") + 1], QString("0.25"));
    QCOMPARE(fields[names.indexOf("totalTrafficBits_bits") + 1], QString("1e+09"));
}

void TestExports::everyRowHasAsManyFieldsAsTheHeader()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report = fullReport(1);
    report.grouping->stopReason = "done";
    report.events[0].sentence = "plain";
    FederationFacts facts = trainedOn({10, 20});
    facts.clientNames = {"Bern", "Basel"};
    QVERIFY(fixture.store->setFacts(run, facts).has_value());
    QVERIFY(fixture.store->commit(run, measured({shared(report)}), nullptr).has_value());
    QVERIFY(fixture.store->setStatus(run, RunStatus::Finished, "").has_value());
    int kinds = 0;
    for (const ExportKind& kind : exportKinds()) {
        QVERIFY(!kind.meaning.empty());
        QStringList lines = QString::fromStdString(csvOf(*fixture.store, kind.name)).split('\n');
        QCOMPARE(lines.takeLast(), QString());
        QVERIFY2(lines.size() >= 2, std::string(kind.name).c_str());
        for (const QString& line : lines)
            QCOMPARE(line.count(','), lines.front().count(','));
        ++kinds;
    }
    QCOMPARE(kinds, 18);
}

/// What tst_metrics checks by hand: one lucky round of 30 is worth 25/143 once smoothed.
void TestExports::curvesAreExportedSmoothed()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    std::vector<std::shared_ptr<const RoundReport>> reports;
    for (int round = 0; round <= 20; ++round) {
        RoundReport report;
        report.round = round;
        report.officialTest = Score{.loss = 1, .accuracy = round == 10 ? 1.0 : 0.0, .samples = 1};
        reports.push_back(shared(report));
    }
    QVERIFY(fixture.store->commit(run, measured(reports), nullptr).has_value());
    const QStringList lines = QString::fromStdString(csvOf(*fixture.store, "smoothed")).split('\n');
    const auto column = lines[0].split(',').indexOf("officialAccuracy_share");
    QVERIFY(column > 5);
    QCOMPARE(lines[0].split(',')[5], QString("round"));
    QCOMPARE(lines.size(), 22); // a header, rounds 1 to 20, and the end of the last line
    const QStringList tenth = lines[10].split(',');
    QCOMPARE(tenth[5], QString("10"));
    QVERIFY(std::abs(tenth[column].toDouble() - 25.0 / 143) < 1e-12);
}

void TestExports::equalRunsGiveEqualBytesWhateverElseIsStored()
{
    StoreFixture first;
    StoreFixture second;
    static_cast<void>(second.addRun("another", 9)); // moves the ids
    const auto fill = [](StoreFixture& fixture, double seconds, bool backwards) {
        std::vector<std::int64_t> runs;
        for (const std::uint64_t seed : {backwards ? 2U : 1U, backwards ? 1U : 2U}) {
            const std::int64_t run = fixture.addRun("HCCT", seed);
            RoundReport report = fullReport(static_cast<int>(seed));
            report.seconds = seconds;
            report.timings[0].seconds = seconds;
            if (!fixture.store->commit(run, measured({shared(report)}), nullptr)
                || !fixture.store->setStatus(run, RunStatus::Finished, ""))
                qFatal("not committed");
            runs.push_back(run);
        }
        return runs;
    };
    const auto firstRuns = fill(first, 1.5, false);
    const auto secondRuns = fill(second, 2.5, true);
    Environment elsewhere = hostNamed("elsewhere");
    QVERIFY(second.store->setEnvironment(secondRuns.front(), elsewhere).has_value());
    for (const ExportKind& kind : exportKinds()) {
        const std::string one = csvOf(*first.store, kind.name, firstRuns);
        const std::string other = csvOf(*second.store, kind.name, secondRuns);
        if (kind.name == "timings")
            QVERIFY(one != other);
        else
            QCOMPARE(one, other);
        QCOMPARE(one.find("here") != std::string::npos, kind.name == "timings");
    }
}

void TestExports::runsAskedForAlikeAreCounted()
{
    StoreFixture fixture;
    for (int i = 0; i < 2; ++i)
        QVERIFY(fixture.store->commit(fixture.addRun(), measured({shared(fullReport(1))}), nullptr)
                    .has_value());
    QCOMPARE(csvOf(*fixture.store, "participation"),
             std::string(kIdentity)
                 + "round,draw,client\n"
                   "digits,FedAvg,1,,1,1,1,1\ndigits,FedAvg,1,,1,1,2,1\n"
                   "digits,FedAvg,1,,2,1,1,1\ndigits,FedAvg,1,,2,1,2,1\n");
}

void TestExports::longRunsAreExportedWhole()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    Reports reports;
    constexpr int kRounds = 200; // more than are read at a time
    for (int round = 0; round <= kRounds; ++round) {
        RoundReport report = plainReport(round, 1);
        report.collaboration = Matrix(1, 1, 1.0);
        reports.push_back(shared(std::move(report)));
    }
    QVERIFY(fixture.store->commit(run, reports, nullptr).has_value());
    for (const char* kind : {"rounds", "clients", "matrices"}) {
        const QStringList lines = QString::fromStdString(csvOf(*fixture.store, kind)).split('\n');
        QCOMPARE(lines.size(), kRounds + 3); // header, rounds 0..200, the end
        QVERIFY(lines[kRounds + 1].startsWith("digits,FedAvg,1,,1,200,"));
    }
}

void TestExports::unknownKindsAndRunsAreNamed()
{
    const StoreFixture fixture;
    QCOMPARE(csvOf(*fixture.store, "round"),
             std::string("what: must be one of: rounds, smoothed, clients, groups, merges, "
                         "clusters, clusterMerges, matrices, values, participation, traffic, "
                         "events, timings, runs, roundsOverSeeds, clientsOverSeeds, points, "
                         "clientNames (is \"round\"; did you mean \"rounds\"?)"));
    QCOMPARE(csvOf(*fixture.store, "rounds", {5}),
             fixture.file().string() + ": there is no run 5 in this run store");
}

void TestExports::aFileIsWrittenWholeOrNotAtAll()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    Reports reports;
    for (int round = 0; round < 50; ++round) {
        RoundReport report = plainReport(round, 20);
        report.gram = Matrix(20, 20, round + 0.1);
        reports.push_back(shared(std::move(report)));
    }
    QVERIFY(fixture.store->commit(run, reports, nullptr).has_value());
    const auto file = fixture.path("exports") / "matrices.csv";
    const std::string missing = sentenceOf(exportCsvFile(*fixture.store, "matrices", {}, file));
    QCOMPARE(missing, file.string() + ": the file cannot be written (No such file or directory)");

    std::filesystem::create_directory(file.parent_path());
    std::ofstream(file) << "what was there before";
    // A limit on the size of files stands for a disk without room: the write is refused half way.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 200000;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string full = sentenceOf(exportCsvFile(*fixture.store, "matrices", {}, file));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    QCOMPARE(full, file.string() + ": the file cannot be written (File too large)");
    QCOMPARE(readFile(file), std::string("what was there before"));
    const auto entries = std::filesystem::directory_iterator(file.parent_path());
    QCOMPARE(std::distance(begin(entries), end(entries)), 1); // nothing half-saved beside it

    QVERIFY(exportCsvFile(*fixture.store, "matrices", {}, file).has_value());
    QCOMPARE(readFile(file), csvOf(*fixture.store, "matrices"));
    QVERIFY(readFile(file).size() > 200000);
    QCOMPARE(sentenceOf(exportCsvFile(*fixture.store, "matrices", {}, file.parent_path())),
             file.parent_path().string() + ": must be a file name (is a folder)");
}

void TestExports::aReadOnlyFolderIsNamed()
{
    StoreFixture fixture;
    const auto folder = fixture.path("read-only");
    std::filesystem::create_directory(folder);
    QCOMPARE(::chmod(fixture.folder.path().toStdString().c_str(), 0755), 0);
    QCOMPARE(::chmod(folder.c_str(), 0555), 0);
    const bool isRoot = ::geteuid() == 0; // whom no folder refuses
    if (isRoot)
        QCOMPARE(::seteuid(65534), 0);
    const std::string sentence =
        sentenceOf(exportCsvFile(*fixture.store, "rounds", {}, folder / "rounds.csv"));
    if (isRoot)
        QCOMPARE(::seteuid(0), 0);
    QCOMPARE(sentence,
             (folder / "rounds.csv").string() + ": the file cannot be written (Permission denied)");
    QVERIFY(std::filesystem::is_empty(folder));
}

COTERIE_SECTION(TestExports)

} // namespace tst_exports

#include "tst_exports.moc"
