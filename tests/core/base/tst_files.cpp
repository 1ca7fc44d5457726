#include "core/base/files.h"
#include "tests/core/base/file_checks.h"
#include "tests/sections.h"

#include <QtTest>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <ucontext.h>
#include <unistd.h>

namespace tst_files {

using namespace coterie;
using namespace coterie::test;
namespace fs = std::filesystem;

Result<void> hello(std::ostream& out)
{
    out << "hello\n";
    return {};
}

/// Makes this process's file systems such as have no files without a name.
bool refuseUnnamedFiles()
{
    constexpr std::uint32_t kUnnamed = O_TMPFILE & ~O_DIRECTORY;
    std::array<sock_filter, 6> filter{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kUnnamed, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{.len = filter.size(), .filter = filter.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// The thread sanitizer hands a signal over at some later call, and forked processes start no
/// threads.
#ifdef __SANITIZE_THREAD__
constexpr bool kSignalsComeLate = true;
#else
constexpr bool kSignalsComeLate = false;
#endif

std::atomic<bool> isUnlinking = false;
std::atomic<bool> isWritten = false;
std::string temporaryBegins;

#ifdef __x86_64__
/// Has SIGSYS sent by a call that removes a file.
bool catchUnlink(void (*handler)(int, siginfo_t*, void*))
{
    struct sigaction action = {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    std::array<sock_filter, 4> filter{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_unlink, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{.len = filter.size(), .filter = filter.data()};
    return ::sigaction(SIGSYS, &action, nullptr) == 0
           && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// The file is complete before the call that removes its temporary reads the name.
void finishWhileUnlinking(int, siginfo_t*, void* context)
{
    isUnlinking = true;
    while (!isWritten)
        ::usleep(1000);
    const auto name = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RDI];
    const std::string_view text(reinterpret_cast<const char*>(name));
    ::_exit(text.starts_with(temporaryBegins) ? 7 : 1);
}
#endif

class tst_Files : public FolderFixture
{
    Q_OBJECT

private Q_SLOTS:
    void newFilesCanBeReadByAllAndOldOnesKeepTheirMode();
    void aFailureKeepsTheOldFile();
    void aReadOnlyFileIsRefused();
    void aFolderIsRefused();
    void aSymbolicLinkStaysAndItsTargetIsWritten();
    void aLinkToNothingMakesItsTarget();
    void linksInACircleAreRefused();
    void aPipeIsWrittenToAndStays();
    void aPipeThatNobodyReadsIsRefused();
    void aDeviceStays();
    void aFullDeviceIsTold();
    void standardOutputIsNotReplaced_data();
    void standardOutputIsNotReplaced();
    void standardOutputNeedsNoRightToOpenItAgain();
    void aKilledProcessLeavesNothing_data();
    void aKilledProcessLeavesNothing();
    void aSignalWhileAFileBecomesCompleteReadsItsName();
};

void tst_Files::newFilesCanBeReadByAllAndOldOnesKeepTheirMode()
{
    const fs::path file = folder() / "a.csv";
    QVERIFY(writeFileAtomically(file, &hello));
    QCOMPARE(contents(file), std::string("hello\n"));
    QCOMPARE(int(fs::status(file).permissions()), 0644);
    fs::permissions(file, fs::perms(0600));
    QVERIFY(writeFileAtomically(file, [](std::ostream& out) -> Result<void> {
        out << "again\n";
        return {};
    }));
    QCOMPARE(contents(file), std::string("again\n"));
    QCOMPARE(int(fs::status(file).permissions()), 0600);
    QCOMPARE(std::distance(fs::directory_iterator(file.parent_path()), {}), 1);
}

void tst_Files::aFailureKeepsTheOldFile()
{
    const fs::path file = folder() / "a.csv";
    QVERIFY(writeFileAtomically(file, &hello));
    const Result<void> failed = writeFileAtomically(file, [](std::ostream& out) -> Result<void> {
        out << "half";
        return fail("data", "is wrong");
    });
    QVERIFY(!failed);
    QCOMPARE(failed.error().sentence(), std::string("data: is wrong"));
    QCOMPARE(contents(file), std::string("hello\n"));
    QCOMPARE(std::distance(fs::directory_iterator(file.parent_path()), {}), 1);
}

void tst_Files::aReadOnlyFileIsRefused()
{
    const fs::path there = folder();
    const fs::path file = there / "a.csv";
    std::ofstream(file) << "old";
    fs::permissions(there.parent_path(), fs::perms(0755));
    fs::permissions(there, fs::perms(0777)); // whoever may write here could replace the file
    fs::permissions(file, fs::perms(0444));
    const bool isRoot = ::geteuid() == 0; // whom no file refuses
    if (isRoot)
        QCOMPARE(::seteuid(65534), 0);
    const Result<void> written = writeFileAtomically(file, &hello);
    if (isRoot)
        QCOMPARE(::seteuid(0), 0);
    QVERIFY(!written);
    QCOMPARE(written.error().sentence(),
             file.string() + ": the file cannot be written (Permission denied)");
    QCOMPARE(contents(file), std::string("old"));
}

void tst_Files::aFolderIsRefused()
{
    const fs::path there = folder();
    const Result<void> written = writeFileAtomically(there, &hello);
    QVERIFY(!written);
    QCOMPARE(written.error().sentence(), there.string() + ": must be a file name (is a folder)");
    fs::create_directory_symlink(there, there / "link");
    QVERIFY(!writeFileAtomically(there / "link", &hello));
    const Result<void> nameless = writeFileAtomically("", &hello);
    QVERIFY(!nameless);
    QCOMPARE(nameless.error().sentence(), std::string("The name of the file to write is empty."));
}

void tst_Files::aSymbolicLinkStaysAndItsTargetIsWritten()
{
    const fs::path there = folder();
    fs::create_directory(there / "sub");
    std::ofstream(there / "sub" / "real") << "old";
    fs::create_symlink("real", there / "sub" / "second"); // relative to its folder
    fs::create_symlink(there / "sub" / "second", there / "first");
    QVERIFY(writeFileAtomically(there / "first", &hello));
    QVERIFY(fs::is_symlink(there / "first") && fs::is_symlink(there / "sub" / "second"));
    QVERIFY(fs::is_regular_file(fs::symlink_status(there / "sub" / "real")));
    QCOMPARE(contents(there / "sub" / "real"), std::string("hello\n"));
}

void tst_Files::aLinkToNothingMakesItsTarget()
{
    const fs::path there = folder();
    fs::create_symlink("later", there / "link");
    QVERIFY(writeFileAtomically(there / "link", &hello));
    QVERIFY(fs::is_symlink(there / "link"));
    QCOMPARE(contents(there / "later"), std::string("hello\n"));
}

void tst_Files::linksInACircleAreRefused()
{
    const fs::path there = folder();
    fs::create_symlink("b", there / "a");
    fs::create_symlink("a", there / "b");
    QVERIFY(!writeFileAtomically(there / "a", &hello));
    QVERIFY(fs::is_symlink(there / "a") && fs::is_symlink(there / "b"));
}

void tst_Files::aPipeIsWrittenToAndStays()
{
    const fs::path pipe = folder() / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    // Held open, so that a program which replaces the pipe cannot leave its reader waiting.
    const int held = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);
    QVERIFY(writeFileAtomically(pipe, &hello));
    QVERIFY(fs::is_fifo(pipe));
    std::array<char, 16> read{};
    QCOMPARE(::read(held, read.data(), read.size()), ssize_t{6});
    QCOMPARE(std::string(read.data()), std::string("hello\n"));
    ::close(held);
}

void tst_Files::aPipeThatNobodyReadsIsRefused()
{
    const fs::path pipe = folder() / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(holdsInTime([&] {
        const Result<void> written = writeFileAtomically(pipe, &hello);
        return !written
               && written.error().sentence() == pipe.string() + ": no program reads this pipe";
    }));
}

void tst_Files::aDeviceStays()
{
    // By a link, so that a program which replaces what it is given does not harm the machine.
    const fs::path link = folder() / "null";
    fs::create_symlink("/dev/null", link);
    QVERIFY(writeFileAtomically(link, &hello));
    QVERIFY(fs::is_symlink(link));
    QVERIFY(fs::is_character_file(link));
}

void tst_Files::aFullDeviceIsTold()
{
    const fs::path link = folder() / "full";
    fs::create_symlink("/dev/full", link);
    const Result<void> written = writeFileAtomically(link, &hello);
    QVERIFY(!written);
    QCOMPARE(written.error().sentence(),
             link.string() + ": the disk is full; the file was not written");
}

void tst_Files::standardOutputIsNotReplaced_data()
{
    QTest::addColumn<int>("mode");
    QTest::newRow("> log") << 0;
    QTest::newRow(">> log") << O_APPEND;
}

void tst_Files::standardOutputIsNotReplaced()
{
    QFETCH(int, mode);
    const fs::path file = folder() / "log";
    const int held = ::open(file.c_str(), O_WRONLY | O_CREAT | mode, 0644);
    QCOMPARE(::write(held, "before\n", 7), ssize_t{7});
    QVERIFY(writeFileAtomically("/proc/self/fd/" + std::to_string(held), &hello));
    QVERIFY(writeFileAtomically("/dev/fd/" + std::to_string(held), &hello));
    QCOMPARE(::write(held, "after\n", 6), ssize_t{6});
    ::close(held);
    QCOMPARE(contents(file), std::string("before\nhello\nhello\nafter\n"));
}

/// As that of `sudo -u other coterie-cli … > log`.
void tst_Files::standardOutputNeedsNoRightToOpenItAgain()
{
    const fs::path file = folder() / "log";
    const int held = ::open(file.c_str(), O_WRONLY | O_CREAT, 0400);
    const pid_t child = ::fork();
    if (child == 0) {
        const bool ordinary = ::geteuid() != 0 || ::setuid(65534) == 0;
        ::prctl(PR_SET_DUMPABLE, 1); // as after exec: /proc/self/fd is its own
        const bool written(writeFileAtomically("/dev/fd/" + std::to_string(held), &hello));
        ::_exit(ordinary && written ? 7 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    ::close(held);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 7);
    QCOMPARE(contents(file), std::string("hello\n"));
}

void tst_Files::aKilledProcessLeavesNothing_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("named");
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL})
        QTest::newRow(::strsignal(signal)) << signal << false;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        QTest::addRow("%s, file with a name", ::strsignal(signal)) << signal << true;
}

void tst_Files::aKilledProcessLeavesNothing()
{
    QFETCH(int, signal);
    QFETCH(bool, named);
    if (named && kSignalsComeLate)
        QSKIP("under the thread sanitizer a signal is handed over after the file has its name");
    const fs::path file = folder() / "a.csv";
    const int unnamed = ::open(file.parent_path().c_str(), O_TMPFILE | O_WRONLY, 0600);
    if (unnamed < 0 && signal == SIGKILL)
        QSKIP("this file system has no files without a name");
    ::close(unnamed);
    std::ofstream(file) << "old";
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(signal, SIG_DFL);
        if (named && !refuseUnnamedFiles())
            ::_exit(1);
        (void)writeFileAtomically(file, [signal](std::ostream& out) -> Result<void> {
            out << std::string(1'000'000, 'x') << std::flush;
            ::raise(signal);
            return {};
        });
        ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), signal);
    QCOMPARE(std::distance(fs::directory_iterator(file.parent_path()), {}), 1);
    QCOMPARE(contents(file), std::string("old"));
}

void tst_Files::aSignalWhileAFileBecomesCompleteReadsItsName()
{
#ifdef __x86_64__
    if (kSignalsComeLate)
        QSKIP("under the thread sanitizer a forked process starts no threads");
    const fs::path file = folder() / "a.csv";
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(120);
        std::signal(SIGTERM, SIG_DFL);
        temporaryBegins = file.string() + '.';
        if (!refuseUnnamedFiles() || !catchUnlink(&finishWhileUnlinking))
            ::_exit(2);
        std::atomic<bool> isWriting = false;
        std::jthread writer([&] {
            (void)writeFileAtomically(file, [&](std::ostream&) -> Result<void> {
                isWriting = true;
                while (!isUnlinking)
                    ::usleep(1000);
                return {};
            });
            isWritten = true;
        });
        while (!isWriting)
            ::usleep(1000);
        ::raise(SIGTERM); // on this thread, while the writer goes on
        ::_exit(3);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 7);
#else
    QSKIP("where an argument of a system call lies is known of x86-64 only");
#endif
}

COTERIE_SECTION(tst_Files)

} // namespace tst_files

#include "tst_files.moc"
