#include "core/store/database.h"
#include "core/store/run_labels.h"
#include "core/store/schema.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <array>
#include <filesystem>

namespace tst_run_labels {

using namespace coterie;
using namespace coterie::test;

using Words = std::vector<std::string>;

/// Tags of many runs at once, folders of runs, and saved views.
class TestRunLabels final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tagsOfSeveralRunsChangeAtOnceAndGoBack();
    void tagsThatCannotBeStoredAreRefused_data();
    void tagsThatCannotBeStoredAreRefused();
    void aRunThatIsNotThereChangesNothing();
    void aRunIsInOneFolderAndGoesBack();
    void whatAnotherChangedSinceStays();
    void whatIsUndoneMayHaveOutlivedARun();
    void aStrangersLabelsAreBounded();
    void foldersThatCannotBeStoredAreRefused_data();
    void foldersThatCannotBeStoredAreRefused();
    void aFolderIsRenamedWithThoseInIt();
    void aFoldersNameIsNotTakenTwice();
    void aFolderThatIsTakenApartLeavesItsRuns();
    void aRunIsNamedAndGetsItsOldNameBack();
    void viewsAreKept();
    void viewsWithoutANameOfTheirOwnAreRefused();
    void anOlderStoreGetsFoldersAndViews();
};

void TestRunLabels::tagsOfSeveralRunsChangeAtOnceAndGoBack()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun(), fixture.addRun()};
    QVERIFY(fixture.store->addTag(runs[0], "paper").has_value());
    QVERIFY(fixture.store->addTag(runs[1], "old").has_value());
    const std::vector<TagChange> made =
        valueOf(fixture.store->changeTags(runs, {"paper", "  two   words "}, {"old"}));
    for (const std::int64_t run : runs)
        QCOMPARE(valueOf(fixture.store->run(run)).tags, (Words{"paper", "two words"}));
    QCOMPARE(made,
             (std::vector<TagChange>{
                 {.run = runs[0], .added = {"two words"}, .removed = {}},
                 {.run = runs[1], .added = {"paper", "two words"}, .removed = {"old"}},
                 {.run = runs[2], .added = {"paper", "two words"}, .removed = {}}}));
    QVERIFY(valueOf(fixture.store->changeTags(runs, {"paper"}, {"old"})).empty());
    QVERIFY(fixture.store->undoTags(made).has_value());
    QCOMPARE(valueOf(fixture.store->run(runs[0])).tags, (Words{"paper"}));
    QCOMPARE(valueOf(fixture.store->run(runs[1])).tags, (Words{"old"}));
    QCOMPARE(valueOf(fixture.store->run(runs[2])).tags, Words{});
}

void TestRunLabels::tagsThatCannotBeStoredAreRefused_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("empty") << "  "
                           << "A tag must have at least one letter.";
    QTest::newRow("what looks empty")
        << QString::fromUtf8("\u00a0\u3000\u00ad") << "A tag must have at least one letter.";
    QTest::newRow("long") << QString(61, u'ä')
                          << "A tag must have at most 60 characters (this one has 61).";
    QTest::newRow("comma") << "a,b"
                           << "A tag cannot have a comma, which separates tags (“a,b”).";
    QTest::newRow("control") << "a\x1b[2J"
                             << "A tag cannot have characters that are not seen.";
    QTest::newRow("both") << "old"
                          << "The tag “old” cannot be added and removed at once.";
}

void TestRunLabels::tagsThatCannotBeStoredAreRefused()
{
    QFETCH(QString, tag);
    QFETCH(QString, sentence);
    StoreFixture fixture;
    const std::array runs{fixture.addRun()};
    const auto made = fixture.store->changeTags(runs, {"good", tag.toStdString()}, {"old"});
    QCOMPARE(QString::fromStdString(sentenceOf(made)), sentence);
    QCOMPARE(valueOf(fixture.store->run(runs[0])).tags, Words{});
    QVERIFY(fixture.store->changeTags(runs, {QString(60, u'ä').toStdString()}, {}).has_value());
}

void TestRunLabels::aRunThatIsNotThereChangesNothing()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), std::int64_t{99}};
    QVERIFY(!fixture.store->changeTags(runs, {"paper"}, {}).has_value());
    const std::array places{RunFolder{.run = runs[0], .folder = "paper"},
                            RunFolder{.run = 99, .folder = "paper"}};
    QVERIFY(!fixture.store->moveRuns(places).has_value());
    QCOMPARE(valueOf(fixture.store->run(runs[0])).tags, Words{});
    QCOMPARE(valueOf(fixture.store->run(runs[0])).folder, std::string());
}

void TestRunLabels::aRunIsInOneFolderAndGoesBack()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun()};
    QVERIFY(fixture.store->moveRuns(std::array{RunFolder{.run = runs[0], .folder = "old"}})
                .has_value());
    const std::vector<LabelChange> before = valueOf(
        fixture.store->moveRuns(std::array{RunFolder{.run = runs[0], .folder = " paper / tables "},
                                           RunFolder{.run = runs[1], .folder = "paper"}}));
    QCOMPARE(valueOf(fixture.store->runs())[0].folder, std::string("paper/tables"));
    QCOMPARE(valueOf(fixture.store->runs())[1].folder, std::string("paper"));
    QVERIFY(fixture.store->moveBack(before).has_value());
    QCOMPARE(valueOf(fixture.store->run(runs[0])).folder, std::string("old"));
    QCOMPARE(valueOf(fixture.store->run(runs[1])).folder, std::string());
    // It goes with the run.
    QVERIFY(fixture.store->deleteRun(runs[0]).has_value());
    fixture.store.reset();
    Database database(fixture.file(), Database::Access::ReadOnly);
    QCOMPARE(database.firstValue("SELECT count(*) FROM folder"), std::string("0"));
}

void TestRunLabels::whatAnotherChangedSinceStays()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun()};
    const auto moved = valueOf(fixture.store->moveRuns(std::array{
        RunFolder{.run = runs[0], .folder = "a"}, RunFolder{.run = runs[1], .folder = "a"}}));
    const auto named = valueOf(fixture.store->nameRuns(std::array{
        RunName{.run = runs[0], .name = "one"}, RunName{.run = runs[1], .name = "two"}}));
    const auto other = valueOf(RunStore::open(fixture.file())); // as another window has it
    QVERIFY(other->moveRuns(std::array{RunFolder{.run = runs[0], .folder = "b"}}).has_value());
    QVERIFY(other->nameRuns(std::array{RunName{.run = runs[1], .name = "best"}}).has_value());
    QCOMPARE(valueOf(fixture.store->moveBack(moved)), std::size_t{1});
    QCOMPARE(valueOf(fixture.store->nameBack(named)), std::size_t{1});
    const std::vector<RunRow> rows = valueOf(fixture.store->runs());
    QCOMPARE(rows[0].folder, std::string("b"));
    QCOMPARE(rows[1].folder, std::string());
    QCOMPARE(rows[0].name, std::string());
    QCOMPARE(rows[1].name, std::string("best"));
}

void TestRunLabels::whatIsUndoneMayHaveOutlivedARun()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun()};
    const auto tagged = valueOf(fixture.store->changeTags(runs, {"good"}, {}));
    const auto moved = valueOf(fixture.store->moveRuns(std::array{
        RunFolder{.run = runs[0], .folder = "a"}, RunFolder{.run = runs[1], .folder = "a"}}));
    const auto named = valueOf(fixture.store->nameRuns(std::array{
        RunName{.run = runs[0], .name = "one"}, RunName{.run = runs[1], .name = "two"}}));
    QVERIFY(fixture.store->deleteRun(runs[0]).has_value());
    QVERIFY(fixture.store->nameBack(named).has_value());
    QVERIFY(fixture.store->moveBack(moved).has_value());
    QVERIFY(fixture.store->undoTags(tagged).has_value());
    const RunRow left = valueOf(fixture.store->run(runs[1]));
    QVERIFY(left.tags.empty() && left.folder.empty() && left.name.empty());
}

void TestRunLabels::aStrangersLabelsAreBounded()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->addView({.name = "mine", .state = "{}"}).has_value());
    fixture.store.reset();
    {
        Database database(fixture.file(), Database::Access::ReadWrite);
        const std::string longText(1'000'000, 'x');
        database.statement("INSERT INTO folder VALUES (?, ?)", run, longText).run();
        database.statement("INSERT INTO shown_name VALUES (?, ?)", run, longText).run();
        database.statement("INSERT INTO saved_view VALUES (?, '{}')", longText).run();
        database.statement("INSERT INTO saved_view VALUES ('large', ?)", longText).run();
    }
    const auto store = valueOf(RunStore::open(fixture.file()));
    QCOMPARE(valueOf(store->run(run)).folder.size(), kLongestFolder);
    QCOMPARE(valueOf(store->run(run)).name.size(), kLongestRunName);
    QCOMPARE(valueOf(store->savedViews()).size(), std::size_t{1});
}

void TestRunLabels::foldersThatCannotBeStoredAreRefused_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("sentence");
    const QString parts = QStringLiteral(
        "A folder's name must have a word before and after each \"/\", as in paper/figures.");
    QTest::newRow("spaces") << " "
                            << "A folder's name must have at least one letter.";
    QTest::newRow("begins") << "/a" << parts;
    QTest::newRow("ends") << "a/" << parts;
    QTest::newRow("between") << "a/ /b" << parts;
    QTest::newRow("long") << QString(121, u'a')
                          << "A folder's name must have at most 120 characters (this one has 121).";
    QTest::newRow("quote") << "a\"b"
                           << "A folder's name cannot have a \".";
}

void TestRunLabels::foldersThatCannotBeStoredAreRefused()
{
    QFETCH(QString, folder);
    QFETCH(QString, sentence);
    StoreFixture fixture;
    const std::array places{RunFolder{.run = fixture.addRun(), .folder = folder.toStdString()}};
    QCOMPARE(QString::fromStdString(sentenceOf(fixture.store->moveRuns(places))), sentence);
}

void TestRunLabels::aFolderIsRenamedWithThoseInIt()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun(), fixture.addRun()};
    QVERIFY(fixture.store
                ->moveRuns(std::array{RunFolder{.run = runs[0], .folder = "a"},
                                      RunFolder{.run = runs[1], .folder = "a/b"},
                                      RunFolder{.run = runs[2], .folder = "ab"}})
                .has_value());
    QVERIFY(fixture.store->discardRuns(std::array{runs[1]}).has_value());
    const auto before = valueOf(fixture.store->renameFolder("a", "c/d"));
    QVERIFY(fixture.store->restoreRuns(std::array{runs[1]}).has_value());
    QCOMPARE(valueOf(fixture.store->run(runs[0])).folder, std::string("c/d"));
    QCOMPARE(valueOf(fixture.store->run(runs[1])).folder, std::string("c/d/b"));
    QCOMPARE(valueOf(fixture.store->run(runs[2])).folder, std::string("ab"));
    QVERIFY(fixture.store->moveBack(before).has_value());
    QCOMPARE(valueOf(fixture.store->run(runs[1])).folder, std::string("a/b"));
}

void TestRunLabels::aFoldersNameIsNotTakenTwice()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun()};
    QVERIFY(fixture.store
                ->moveRuns(std::array{RunFolder{.run = runs[0], .folder = "a"},
                                      RunFolder{.run = runs[1], .folder = "b/c"}})
                .has_value());
    QCOMPARE(sentenceOf(fixture.store->renameFolder("a", "b")),
             std::string("There is a folder “b” already. Choose another name."));
    QCOMPARE(valueOf(fixture.store->run(runs[0])).folder, std::string("a"));
    QVERIFY(fixture.store->renameFolder("a", "a/b").has_value()); // into itself
}

void TestRunLabels::aFolderThatIsTakenApartLeavesItsRuns()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun()};
    QVERIFY(fixture.store
                ->moveRuns(std::array{RunFolder{.run = runs[0], .folder = "a"},
                                      RunFolder{.run = runs[1], .folder = "a/b"}})
                .has_value());
    QCOMPARE(valueOf(fixture.store->renameFolder("a", "")).size(), std::size_t{2});
    for (const RunRow& run : valueOf(fixture.store->runs()))
        QCOMPARE(run.folder, std::string());
}

void TestRunLabels::aRunIsNamedAndGetsItsOldNameBack()
{
    StoreFixture fixture;
    const std::array runs{fixture.addRun(), fixture.addRun()};
    QVERIFY(
        fixture.store->nameRuns(std::array{RunName{.run = runs[0], .name = "first"}}).has_value());
    const std::vector<LabelChange> before = valueOf(fixture.store->nameRuns(std::array{
        RunName{.run = runs[0], .name = " the  best "}, RunName{.run = runs[1], .name = "other"}}));
    QCOMPARE(valueOf(fixture.store->runs())[0].name, std::string("the best"));
    QCOMPARE(valueOf(fixture.store->runs())[0].arm, std::string("FedAvg")); // stays
    QCOMPARE(valueOf(fixture.store->run(runs[1])).name, std::string("other"));
    QVERIFY(fixture.store->nameBack(before).has_value());
    QCOMPARE(valueOf(fixture.store->run(runs[0])).name, std::string("first"));
    QCOMPARE(valueOf(fixture.store->run(runs[1])).name, std::string());
    QCOMPARE(sentenceOf(fixture.store->nameRuns(
                 std::array{RunName{.run = runs[0], .name = std::string(61, 'a')}})),
             std::string("A run's name must have at most 60 characters (this one has 61)."));
    QCOMPARE(sentenceOf(fixture.store->nameRuns(std::array{RunName{.run = runs[0], .name = " "}})),
             std::string("A run's name must have at least one letter."));
}

void TestRunLabels::viewsAreKept()
{
    StoreFixture fixture;
    QVERIFY(fixture.store->addView({.name = " my  view", .state = "{}"}).has_value());
    QVERIFY(fixture.store->addView({.name = "another", .state = "1"}).has_value());
    QVERIFY(fixture.store->setView({.name = "another", .state = "2"}).has_value());
    QVERIFY(fixture.store->renameView("another", "a third").has_value());
    fixture.store = fixture.openAgain();
    QCOMPARE(valueOf(fixture.store->savedViews()),
             (std::vector<SavedView>{{.name = "a third", .state = "2"},
                                     {.name = "my view", .state = "{}"}}));
    QVERIFY(fixture.store->dropView("a third").has_value());
    QCOMPARE(valueOf(fixture.store->savedViews()).size(), std::size_t{1});
}

void TestRunLabels::viewsWithoutANameOfTheirOwnAreRefused()
{
    StoreFixture fixture;
    QVERIFY(fixture.store->addView({.name = "one", .state = "1"}).has_value());
    QVERIFY(fixture.store->addView({.name = "two", .state = "2"}).has_value());
    const std::string taken = "There is a view “one” already. Choose another name.";
    QCOMPARE(sentenceOf(fixture.store->addView({.name = "one", .state = "3"})), taken);
    QCOMPARE(sentenceOf(fixture.store->renameView("two", "one")), taken);
    QCOMPARE(sentenceOf(fixture.store->addView({.name = "", .state = ""})),
             std::string("A view's name must have at least one letter."));
    QCOMPARE(sentenceOf(fixture.store->addView({.name = std::string(61, 'a'), .state = ""})),
             std::string("A view's name must have at most 60 characters (this one has 61)."));
    const std::string gone = "There is no view “three” any more.";
    QCOMPARE(sentenceOf(fixture.store->setView({.name = "three", .state = ""})), gone);
    QCOMPARE(sentenceOf(fixture.store->renameView("three", "four")), gone);
    QCOMPARE(sentenceOf(fixture.store->dropView("three")), gone);
    QCOMPARE(
        valueOf(fixture.store->savedViews()),
        (std::vector<SavedView>{{.name = "one", .state = "1"}, {.name = "two", .state = "2"}}));
}

void TestRunLabels::anOlderStoreGetsFoldersAndViews()
{
    const StoreFixture fixture;
    const auto older = fixture.path("older.sqlite");
    {
        Database database(older, Database::Access::ReadWrite);
        createTables(database, 8);
        database.execute(
            "INSERT INTO experiment VALUES (1, 'digits', 'abc', '{}', '2026-11-20T12:00:00Z');"
            "INSERT INTO run (id, experiment, arm, arm_index, seed, sweep, plan, status, rounds,"
            " created, program, torch, blas, blas_core, instructions, device, sqlite, host)"
            " VALUES (1, 1, 'FedAvg', 0, 1, '', '{}', 'finished', 3, '', '', '', '', '', '', '',"
            " '', '');"
            "INSERT INTO tag VALUES (1, 'kept')");
    }
    const auto store = valueOf(RunStore::open(older));
    QCOMPARE(valueOf(store->run(1)).folder, std::string());
    QCOMPARE(valueOf(store->run(1)).tags, Words{"kept"});
    QVERIFY(valueOf(store->savedViews()).empty());
    QVERIFY(store->moveRuns(std::array{RunFolder{.run = 1, .folder = "paper"}}).has_value());
    QVERIFY(store->addView({.name = "mine", .state = "{}"}).has_value());
    // Its tables are those of a new one.
    QVERIFY(RunStore::open(older, RunStore::Mode::ReadOnly).has_value());
}

COTERIE_SECTION(TestRunLabels)

} // namespace tst_run_labels

#include "tst_run_labels.moc"
