#include "core/base/outside_program.h"
#include "tests/sections.h"

#include <QTest>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <vector>

namespace tst_outside_program {

using namespace coterie;
using namespace std::chrono_literals;

namespace {

Result<ProgramAnswer> shell(const std::string& script,
                            std::chrono::milliseconds patience = 1ms * kTryMilliseconds)
{
    constexpr std::array<std::string_view, 1> kWithout{"COTERIE_TEST_T"};
    return askProgram({"sh", "-c", script}, kWithout, patience);
}

} // namespace

/// Programs of the system that are asked and waited for, such as those of Slurm.
class TestOutsideProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itsAnswerIsTold()
    {
        QVERIFY(::setenv("COTERIE_TEST_TWO", "2", 1) == 0);
        const auto answer =
            shell("read -r line; echo \"one$COTERIE_TEST_TWO\"; echo two >&2; exit 3");
        ::unsetenv("COTERIE_TEST_TWO");
        QVERIFY(answer);
        QVERIFY(answer->hasEnded);
        QCOMPARE(answer->status, 3);
        QCOMPARE(answer->out, std::string("one\n"));
        QCOMPARE(answer->err, std::string("two\n"));
        const auto killed = shell("kill -KILL $$");
        QVERIFY(killed && killed->hasEnded);
        QCOMPARE(killed->status, 128 + SIGKILL);
        const auto none = askProgram({"there-is-no-such-program"}, {}, 1min);
        QVERIFY(!none);
        QCOMPARE(none.error().kind, ErrorKind::NotFound);
    }

    /// As one that waits for a network, or has closed its outputs and goes on.
    void oneThatDoesNotEndIsEnded_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("silent") << QByteArray("exec sleep 600");
        QTest::newRow("without outputs") << QByteArray("exec sleep 600 >/dev/null 2>&1");
    }

    void oneThatDoesNotEndIsEnded()
    {
        QFETCH(const QByteArray, script);
        const auto answer = shell(script.toStdString(), 300ms);
        QVERIFY(answer);
        QVERIFY(!answer->hasEnded);
        QVERIFY(answer->status != 0);
        errno = 0;
        QCOMPARE(::waitpid(-1, nullptr, WNOHANG), pid_t{-1}); // no process is left
        QCOMPARE(errno, ECHILD);
    }
};

COTERIE_SECTION(TestOutsideProgram)

} // namespace tst_outside_program

#include "tst_outside_program.moc"
