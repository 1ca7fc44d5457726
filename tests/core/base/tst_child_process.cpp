#include "core/base/base64.h"
#include "core/base/child_process.h"
#include "core/base/start_program.h"
#include "tests/sections.h"

#include <QStandardPaths>
#include <QTest>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tst_child_process {

using namespace coterie;
using Ending = ChildProcess::Ending;

std::unique_ptr<ChildProcess> shell(const std::string& script)
{
    Result<std::unique_ptr<ChildProcess>> child =
        ChildProcess::start({.command = {"sh", "-c", script}, .folder = "/"});
    return child ? std::move(*child) : nullptr;
}

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// A program of the user beside this one, in every way in which it can behave; and base64.
class TestChildProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itAnswersLineByLine()
    {
        const auto child = shell("while read -r line; do echo \"got $line\"; done");
        QVERIFY(child);
        for (const char* line : {"one", "two"}) {
            const ChildProcess::Answer answer = child->ask(line, {}, {});
            QCOMPARE(answer.ending, Ending::Line);
            QCOMPARE(answer.line, "got " + std::string(line));
        }
    }

    void whatIsLongerThanAPipeGoesBothWays()
    {
        const auto child = shell("cat");
        const std::string line(3'000'000, 'x');
        const ChildProcess::Answer answer = child->ask(line, {}, {});
        QCOMPARE(answer.ending, Ending::Line);
        QVERIFY(answer.line == line);
    }

    void bytesGoBothWaysWithTheirNumberInFront()
    {
        const auto child = shell("cat");
        for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{3'000'000}}) {
            const std::uint64_t number = size;
            std::string message(sizeof number, '\0');
            std::memcpy(message.data(), &number, sizeof number);
            std::string bytes(size, '\n');
            if (size > 2)
                bytes[2] = '\0';
            const ChildProcess::Answer answer = child->askBytes(message + bytes, {}, {});
            QCOMPARE(answer.ending, Ending::Line);
            QVERIFY(answer.line == bytes);
        }
        const std::string large(sizeof(std::uint64_t), '\x7F');
        QCOMPARE(child->askBytes(large, {.bytes = 100}, {}).ending, Ending::TooLong);
        QCOMPARE(shell("exit 3")->askBytes("x", {}, {}).ending, Ending::Ended);
    }

    void itHasNoneOfThisProgramsFiles()
    {
        // Not closed by exec, as libraries open them.
        const int open = ::open("/dev/null", O_RDONLY);
        QVERIFY(open > 2);
        const auto child = shell("read -r line; if [ -e /proc/self/fd/" + std::to_string(open)
                                 + " ]; then echo inherited; else echo none; fi");
        QVERIFY(child);
        QCOMPARE(child->ask("go", {}, {}).line, std::string("none"));
        ::close(open);
    }

    void itRunsInItsFolderWithItsEnvironment()
    {
        ::setenv("COTERIE_TEST_WORD", "before", 1);
        auto child =
            ChildProcess::start({.command = {"sh", "-c", "read -r l; echo $PWD $COTERIE_TEST_WORD"},
                                 .folder = "/",
                                 .environment = {{"COTERIE_TEST_WORD", "now"}}});
        QVERIFY(child);
        QCOMPARE((*child)->ask("", {}, {}).line, std::string("/ now"));
    }

    void aProgramIsStartedWithWhatIsNamed()
    {
        // Another name than that of its file, variables in place of others, and none that begins
        // so; what it writes is lost, and there is nothing to read.
        QVERIFY(::setenv("COTERIE_TEST_ONE", "1", 1) == 0);
        QVERIFY(::setenv("COTERIE_TEST_TWO", "2", 1) == 0);
        const std::array<std::string_view, 1> kWithout{"COTERIE_TEST_T"};
        const auto endOf = [&](const char* script) {
            pid_t process = 0;
            const int problem = startProgram({.command = {"named", "-c", script},
                                              .program = "/bin/sh",
                                              .folder = "/",
                                              .environment = {{"COTERIE_TEST_ONE", "one"}},
                                              .without = kWithout},
                                             process);
            int status = 0;
            if (problem != 0 || ::waitpid(process, &status, 0) != process)
                return -1;
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        };
        QCOMPARE(endOf("echo lost; read -r line; [ \"$0 $COTERIE_TEST_ONE$COTERIE_TEST_TWO $PWD\" "
                       "= 'named one /' ]"),
                 0);
        QCOMPARE(endOf("exit 7"), 7);
        ::unsetenv("COTERIE_TEST_ONE");
        ::unsetenv("COTERIE_TEST_TWO");
        pid_t process = 0;
        QCOMPARE(startProgram({.command = {"x"}, .program = "/there/is/none"}, process), ENOENT);
    }

    void itsEndIsTold()
    {
        const auto child = shell("echo first >&2; echo '  last ' >&2; exit 3");
        QCOMPARE(child->ask("hello", {}, {}).ending, Ending::Ended);
        QCOMPARE(child->howItEnded(), std::string("ended with status 3"));
        QCOMPARE(child->lastWords(), std::string("first | last"));
        // It is asked again: no signal ends this program.
        QCOMPARE(child->ask("hello", {}, {}).ending, Ending::Ended);
    }

    void whatItLeavesRunningDoesNotHoldItsOutput()
    {
        const auto child = shell("sleep 1000 & exit 0");
        QCOMPARE(child->ask("hello", {}, {}).ending, Ending::Ended);
    }

    void theTimeIsBounded()
    {
        const auto child = shell("sleep 1000");
        QCOMPARE(child->ask("", {.time = std::chrono::milliseconds(50)}, {}).ending,
                 Ending::TimedOut);
        QCOMPARE(child->howItEnded(), std::string());
    }

    void aLineIsBounded()
    {
        const auto child = shell("yes x | tr -d '\\n'");
        QCOMPARE(child->ask("", {.bytes = 100'000}, {}).ending, Ending::TooLong);
    }

    void theWishToStopComesFirst()
    {
        const auto child = shell("sleep 1000");
        std::stop_source stop;
        const std::jthread later([&stop] { stop.request_stop(); });
        QCOMPARE(child->ask("", {.time = std::chrono::hours(1)}, stop.get_token()).ending,
                 Ending::Stopped);
    }

    void longWordsEndWithTheLast()
    {
        const auto child =
            shell("i=0; while [ $i -lt 3000 ]; do echo line $i >&2; i=$((i+1)); done");
        QCOMPARE(child->ask("", {}, {}).ending, Ending::Ended);
        const std::string words = child->lastWords();
        QVERIFY2(words.ends_with("| line 2999") && words.size() < 700, words.c_str());
    }

    void aProgramThatIsNotThereIsNotStarted()
    {
        const auto none = ChildProcess::start({.command = {"no-such-program"}, .folder = {}});
        QCOMPARE(none.error().complaint(), std::string("No such file or directory"));
        const auto nowhere = ChildProcess::start({.command = {"sh"}, .folder = "/no/such"});
        QCOMPARE(nowhere.error().complaint(), std::string("its folder /no/such is not there"));
    }

    void whatEndsLateIsEnded()
    {
        pid_t process = 0;
        {
            const auto child = shell("trap '' TERM; read -r l; echo $$; while :; do sleep 1; done");
            process = std::stoi(child->ask("", {}, {}).line);
            QCOMPARE(::kill(process, 0), 0);
        }
        QVERIFY(::kill(process, 0) != 0); // ended and waited for
    }

    void noProgramIsNoCommand()
    {
        for (const std::vector<std::string>& command :
             {std::vector<std::string>(), std::vector<std::string>{""}}) {
            const auto child = ChildProcess::start({.command = command, .folder = {}});
            QVERIFY(!child);
            QCOMPARE(child.error().complaint(), std::string("no program is named"));
        }
    }

    void aProgramThatLeftItsGroupIsEndedToo()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
            QSKIP("python3 is not installed");
        Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(
            {.command = {"python3",
                         "-c",
                         "import os, time; os.setpgid(0, os.getpgid(os.getppid()))"
                         "; print(os.getpgrp(), flush=True); time.sleep(1000)"},
             .folder = "/"});
        QVERIFY(child);
        QCOMPARE((*child)->ask("", {}, {}).ending, Ending::Line);
        const auto begin = std::chrono::steady_clock::now();
        child->reset();
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
    }

    void base64ThereAndBack_data()
    {
        QTest::addColumn<QString>("plain");
        QTest::addColumn<QString>("text");
        // RFC 4648, section 10
        const std::pair<const char*, const char*> known[] = {{"", ""},
                                                             {"f", "Zg=="},
                                                             {"fo", "Zm8="},
                                                             {"foo", "Zm9v"},
                                                             {"foob", "Zm9vYg=="},
                                                             {"fooba", "Zm9vYmE="},
                                                             {"foobar", "Zm9vYmFy"}};
        for (const auto& [plain, text] : known)
            QTest::addRow("\"%s\"", plain) << plain << text;
    }

    void base64ThereAndBack()
    {
        QFETCH(const QString, plain);
        QFETCH(const QString, text);
        const std::vector<std::byte> bytes = bytesOf(plain.toStdString());
        QCOMPARE(toBase64(bytes), text.toStdString());
        QVERIFY(fromBase64(text.toStdString()) == bytes);
    }

    void onlyBase64IsRead()
    {
        for (const char* text :
             {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zm9v\n", "Zg==Zg==", "Zm_v"})
            QVERIFY2(!fromBase64(text), text);
    }
};

COTERIE_SECTION(TestChildProcess)

} // namespace tst_child_process

#include "tst_child_process.moc"
