#include "core/report/client_names.h"
#include "core/store/database.h"
#include "core/store/exports.h"
#include "core/store/schema.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <sstream>
#include <string>
#include <vector>

namespace tst_client_names {

using namespace coterie;
using namespace coterie::test;

namespace {

using Names = std::vector<std::string>;

FederationFacts factsWith(Names names)
{
    FederationFacts facts = trainedOn({3, 4, 5});
    facts.clientNames = std::move(names);
    return facts;
}

/// Adds a run that has done round 0, and ends it.
std::int64_t addDone(RunStore& store, const FederationFacts& facts)
{
    const auto experiment = store.addExperiment("digits", "{\"name\": \"digits\"}", "abc");
    RunPlan plan;
    plan.armName = "FedAvg";
    plan.seed = 1;
    const std::int64_t run = *store.addRun(*experiment, plan, "{}", hostNamed("here"));
    if (!store.setFacts(run, facts) || !store.commit(run, {shared(plainReport(0, 3))}, nullptr)
        || !store.setStatus(run, RunStatus::Finished, ""))
        qFatal("cannot store a run");
    return run;
}

std::string csvOf(RunStore& store, std::string_view kind)
{
    std::ostringstream out;
    const auto done = exportCsv(store, kind, {}, out);
    return done ? out.str() : done.error().sentence();
}

} // namespace

/// The names that clients have in the data.
class TestClientNames final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKeptNameIsShortAndOnlyShown_data();
    void aKeptNameIsShortAndOnlyShown();
    void longTextsAreCutInTheMiddle_data();
    void longTextsAreCutInTheMiddle();
    void aClientIsToldByNumberAndName();
    void theStoreKeepsThem();
    void aStrangersStoreCannotGetAnythingIn();
    void anOlderStoreOpensWithoutThem();
    void theyAreATableOfTheirOwn();
    void runsAreEqualWithAndWithoutThem();
    void otherNamesStay();
    void mergedRunsHaveThem();
};

void TestClientNames::aKeptNameIsShortAndOnlyShown_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("kept");
    const auto row = [](const char* what, const QString& name, const QString& kept) {
        QTest::newRow(what) << name << kept;
    };
    row("plain", "St. Anna, \"Köln\"", "St. Anna, \"Köln\"");
    row("none", "", "");
    row("control characters", "a\tb\n\x1b[2J", "a\\u0009b\\n\\u001b[2J");
    row("right to left", QString::fromUtf8("a\u202eb"), "a\\u202eb");
    row("Arabic", QString::fromUtf8("مستشفى"), QString::fromUtf8("مستشفى"));
    row("as long as may be", QString(1000, 'x'), QString(1000, 'x'));
    row("too long",
        QString(1001, 'x'),
        QString(499, 'x') + QString::fromUtf8("…") + QString(498, 'x'));
    // 1,200 bytes of two each: no letter is cut in half.
    row("too long of wide letters",
        QString(600, QChar(0xe4)),
        QString(249, QChar(0xe4)) + QString::fromUtf8("…") + QString(249, QChar(0xe4)));
}

void TestClientNames::aKeptNameIsShortAndOnlyShown()
{
    QFETCH(QString, name);
    QFETCH(QString, kept);
    const std::string made = keptClientName(name.toStdString());
    QCOMPARE(QString::fromStdString(made), kept);
    QVERIFY(made.size() <= kLongestClientName);
    QCOMPARE(keptClientName(made), made);
}

void TestClientNames::longTextsAreCutInTheMiddle_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("most");
    QTest::addColumn<QString>("cut");
    QTest::newRow("short") << "Anna" << 4 << "Anna";
    QTest::newRow("one more") << "Annas" << 4 << QString::fromUtf8("An…s");
    QTest::newRow("odd") << "abcdefgh" << 5 << QString::fromUtf8("ab…gh");
    QTest::newRow("wide letters") << QString::fromUtf8("äöüß😀x") << 3 << QString::fromUtf8("ä…x");
    QTest::newRow("ends with one") << QString::fromUtf8("abcdef😀") << 3 << QString::fromUtf8("a…😀");
    QTest::newRow("nothing") << "" << 3 << "";
}

void TestClientNames::longTextsAreCutInTheMiddle()
{
    QFETCH(QString, text);
    QFETCH(int, most);
    QFETCH(QString, cut);
    QCOMPARE(QString::fromStdString(cutInTheMiddle(text.toStdString(), std::size_t(most))), cut);
}

void TestClientNames::aClientIsToldByNumberAndName()
{
    const FederationFacts facts = factsWith({"Lindenhof", "", std::string(50, 'a')});
    QCOMPARE(numberedClient(facts, 0), std::string("0 (Lindenhof)"));
    QCOMPARE(numberedClient(facts, 1), std::string("1"));
    QCOMPARE(numberedClient(facts, 2),
             "2 (" + std::string(20, 'a') + "…" + std::string(19, 'a') + ")");
    QCOMPARE(numberedClient(facts, 3), std::string("3"));
    QCOMPARE(numberedClient(facts, -1), std::string("-1"));
    QCOMPARE(numberedClient(FederationFacts{}, 7), std::string("7"));
}

void TestClientNames::theStoreKeepsThem()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const FederationFacts first = factsWith({"site 2", "site 10", "x"});
    QVERIFY(fixture.store->setFacts(run, first).has_value());
    QVERIFY(valueOf(fixture.openAgain()->facts(run)) == first);
    const FederationFacts second = factsWith({"", "Lindenhof", ""}); // said anew on resume
    QVERIFY(fixture.store->setFacts(run, second).has_value());
    QVERIFY(valueOf(fixture.openAgain()->facts(run)) == second);
    QVERIFY(fixture.store->setFacts(run, trainedOn({1, 2})).has_value());
    QVERIFY(valueOf(fixture.openAgain()->facts(run)).clientNames.empty());
}

void TestClientNames::aStrangersStoreCannotGetAnythingIn()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->setFacts(run, factsWith({"a", "b", "c"})).has_value());
    Database(fixture.file(), Database::Access::ReadWrite)
        .execute("UPDATE federation_client_name SET name = 'a' || char(27) || '[2J'"
                 " WHERE client = 0;"
                 "UPDATE federation_client_name SET name = hex(zeroblob(5000000))"
                 " WHERE client = 1;"
                 "UPDATE federation_client_name SET name = x'ff0041' WHERE client = 2;"
                 "INSERT INTO federation_client_name SELECT run, 3, 'one too many' FROM federation;"
                 "INSERT INTO federation_client_name SELECT run, -1, 'x' FROM federation;"
                 "INSERT INTO federation_client_name SELECT run, 9223372036854775807, 'x'"
                 " FROM federation");
    const Names names = valueOf(fixture.store->facts(run)).clientNames;
    QCOMPARE(names.size(), std::size_t{3});
    QCOMPARE(names[0], std::string("a\\u001b[2J"));
    QVERIFY(names[1].size() <= kLongestClientName && names[1].starts_with("000"));
    for (const std::string& name : names)
        QCOMPARE(keptClientName(name), name);
}

void TestClientNames::anOlderStoreOpensWithoutThem()
{
    const StoreFixture fixture;
    const auto older = fixture.path("older.sqlite");
    {
        Database database(older, Database::Access::ReadWrite);
        createTables(database, 11);
        database.execute(
            "INSERT INTO experiment VALUES (1, 'digits', 'abc', '{}', '2026-11-20T12:00:00Z');"
            "INSERT INTO run (id, experiment, arm, arm_index, seed, sweep, plan, status, rounds,"
            " created, program, torch, blas, blas_core, instructions, device, sqlite, host)"
            " VALUES (1, 1, 'FedAvg', 0, 1, '', '{}', 'finished', 3, '', '', '', '', '', '', '',"
            " '', '');"
            "INSERT INTO federation VALUES (1, 10, 2);"
            "INSERT INTO federation_client VALUES (1, 0, 3, 1, NULL, NULL, '2,1')");
    }
    const auto store = valueOf(RunStore::open(older));
    FederationFacts facts = valueOf(store->facts(1));
    QCOMPARE(facts.trainSamples, std::vector<std::int64_t>{3});
    QVERIFY(facts.clientNames.empty());
    QCOMPARE(numberedClient(facts, 0), std::string("0"));
    facts.clientNames = {"Lindenhof"};
    QVERIFY(store->setFacts(1, facts).has_value());
    QVERIFY(valueOf(store->facts(1)) == facts);
    // Its tables are those of a new one.
    QVERIFY(RunStore::open(older, RunStore::Mode::ReadOnly).has_value());
}

void TestClientNames::theyAreATableOfTheirOwn()
{
    StoreFixture named;
    StoreFixture plain;
    addDone(*named.store, factsWith({"Bern, Insel", "", "=1+1"}));
    addDone(*plain.store, factsWith({}));
    const std::string header = "experiment,arm,seed,sweep,repeat,client,name\n";
    QCOMPARE(csvOf(*plain.store, "clientNames"), header);
    QCOMPARE(csvOf(*named.store, "clientNames"),
             header
                 + "digits,FedAvg,1,,1,0,\"Bern, Insel\"\n"
                   "digits,FedAvg,1,,1,2,=1+1\n");
    std::ostringstream sheet;
    QVERIFY(exportCsv(*named.store, "clientNames", {}, sheet, CsvReader::Spreadsheet).has_value());
    QVERIFY(sheet.str().ends_with(",2,'=1+1\n"));
    for (const ExportKind& kind : exportKinds())
        if (kind.name != "clientNames" && kind.name != "timings")
            QCOMPARE(csvOf(*named.store, kind.name), csvOf(*plain.store, kind.name));
}

/// A store that an earlier version has written has none.
void TestClientNames::runsAreEqualWithAndWithoutThem()
{
    StoreFixture fixture;
    const FederationFacts facts = factsWith({"a", "b", "c"});
    const std::int64_t known = addDone(*fixture.store, factsWith({}));
    addDone(*valueOf(RunStore::open(fixture.path("named"))), facts);
    addDone(*valueOf(RunStore::open(fixture.path("plain"))), factsWith({}));
    const auto merge = [&](const char* name) {
        return valueOf(fixture.store->merge(std::vector{fixture.path(name)}));
    };
    QCOMPARE(merge("named").known, std::vector{known});
    QVERIFY(valueOf(fixture.openAgain()->facts(known)) == facts); // the names are here now
    QCOMPARE(merge("plain").known, std::vector{known});
    QVERIFY(valueOf(fixture.openAgain()->facts(known)) == facts);
    QCOMPARE(valueOf(fixture.store->runs()).size(), std::size_t{1});
}

void TestClientNames::otherNamesStay()
{
    StoreFixture fixture;
    const FederationFacts facts = factsWith({"a", "b", "c"});
    const std::int64_t known = addDone(*fixture.store, facts);
    addDone(*valueOf(RunStore::open(fixture.path("other"))), factsWith({"x", "y", "z"}));
    const MergedRuns merged = valueOf(fixture.store->merge(std::vector{fixture.path("other")}));
    QVERIFY(merged.added.empty());
    QCOMPARE(merged.known, std::vector{known});
    QVERIFY(valueOf(fixture.openAgain()->facts(known)) == facts);
}

void TestClientNames::mergedRunsHaveThem()
{
    StoreFixture fixture;
    const FederationFacts facts = factsWith({"a", "", "c"});
    addDone(*valueOf(RunStore::open(fixture.path("other"))), facts);
    const MergedRuns merged = valueOf(fixture.store->merge(std::vector{fixture.path("other")}));
    QCOMPARE(merged.added.size(), std::size_t{1});
    QVERIFY(valueOf(fixture.store->facts(merged.added.front())) == facts);
}

COTERIE_SECTION(TestClientNames)

} // namespace tst_client_names

#include "tst_client_names.moc"
