#include "core/experiment/external_command.h"
#include "tests/core/run/external_fixture.h"
#include "tests/sections.h"

#include <fstream>
#include <string>
#include <vector>

namespace tst_external_consent {

using namespace coterie;
using namespace coterie::test;

/// What a yes to a command is for, and that nothing else starts.
class TestExternalConsent final : public ExternalFixture
{
    Q_OBJECT

private Q_SLOTS:
    void consentIsForTheseBytes()
    {
        write("who.sh", "one");
        const std::vector<std::string> command{"sh", "who.sh"};
        const CommandFiles before = commandFiles(command, folder());
        QVERIFY(commandFiles(command, folder()) == before);
        QVERIFY(before.showsChanges);
        QCOMPARE(before.named, std::vector{folder() / "who.sh"});
        QVERIFY(consentDigest("{ }", before) != consentDigest("{}", before));
        QVERIFY(commandFiles(std::vector<std::string>{"sh who.sh"}, folder()).digest
                != before.digest);
        write("who.sh", "two");
        QVERIFY(commandFiles(command, folder()).digest != before.digest);
    }

    void consentIsForEveryByteOfALongScript()
    {
        const std::vector<std::string> command{"sh", "who.sh"};
        std::string script(std::size_t{17} << 20, '#');
        write("who.sh", script);
        const CommandFiles before = commandFiles(command, folder());
        QVERIFY(before.showsChanges);
        script.back() = '!';
        write("who.sh", script);
        QVERIFY(commandFiles(command, folder()).digest != before.digest);
    }

    void whereNoFileIsSeenChangesAreNotSeen_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<bool>("showsChanges");
        QTest::newRow("a module") << QStringList{"python3", "-m", "package.who"} << false;
        QTest::newRow("a folder") << QStringList{"python3", "package"} << false;
        QTest::newRow("the system's program by its path") << QStringList{"/bin/sh", "-s"} << false;
        QTest::newRow("a link to the system's program") << QStringList{"./shell", "-s"} << false;
        QTest::newRow("a name that PATH finds") << QStringList{"who"} << false;
        QTest::newRow("behind =") << QStringList{"python3", "--script=who"} << true;
        QTest::newRow("the program") << QStringList{"./who"} << true;
        QTest::newRow("its argument") << QStringList{"/bin/sh", "who"} << true;
    }

    void whereNoFileIsSeenChangesAreNotSeen()
    {
        QFETCH(const QStringList, command);
        QFETCH(const bool, showsChanges);
        write("who", "one");
        std::filesystem::create_directories(folder() / "package");
        std::error_code isThere;
        std::filesystem::create_symlink("/bin/sh", folder() / "shell", isThere);
        std::vector<std::string> words;
        for (const QString& word : command)
            words.push_back(word.toStdString());
        QCOMPARE(commandFiles(words, folder()).showsChanges, showsChanges);
    }

    void aFileThatCannotBeReadShowsNoChanges()
    {
        write("who.sh", "one");
        std::filesystem::permissions(folder() / "who.sh", std::filesystem::perms::none);
        if (std::ifstream(folder() / "who.sh"))
            QSKIP("this user reads every file");
        const CommandFiles files = commandFiles(std::vector<std::string>{"sh", "who.sh"}, folder());
        QCOMPARE(files.named.size(), std::size_t{1});
        QVERIFY(!files.showsChanges);
    }

    void whatChangedSinceTheYesDoesNotStart()
    {
        write("who.sh", shellScript());
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        QueueOptions agreed = allowed();
        agreed.commands.agreed = {
            commandFiles(commandOf(plans(experiment).front().algorithm), folder()).digest};
        write("who.sh", "echo started > told\n" + shellScript());
        Witness witness;
        {
            RunQueue queue(agreed, witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        const RunRow failed = *(*store())->run(1);
        QCOMPARE(failed.status, RunStatus::Failed);
        QVERIFY2(contains(failed.reason,
                          "The command sh who.sh was not started: the command, its "
                          "folder or a file that it names is not what you allowed"),
                 failed.reason.c_str());
        QVERIFY(!std::filesystem::exists(folder() / "told"));

        write("who.sh", shellScript()); // as it was agreed to
        RunQueue queue(agreed, witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
    }
};

COTERIE_SECTION(TestExternalConsent)

} // namespace tst_external_consent

#include "tst_external_consent.moc"
