#include "core/base/files.h"
#include "tests/core/base/file_checks.h"
#include "tests/ordinary_user.h"
#include "tests/sections.h"

#include <QtTest>

#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace tst_read_files {

using namespace coterie;
using namespace coterie::test;
namespace fs = std::filesystem;

namespace {

/// The flags with which a process, by its folder in /proc, has a file open; −1: it has not.
int flagsOf(const fs::path& process, const fs::path& file)
{
    std::error_code ignored; // it may close one meanwhile
    for (const auto& entry : fs::directory_iterator(process / "fd", ignored)) {
        if (fs::read_symlink(entry.path(), ignored) != file)
            continue;
        std::ifstream info(process / "fdinfo" / entry.path().filename());
        for (std::string word; info >> word;) {
            int flags = -1;
            if (word == "flags:" && info >> std::oct >> flags)
                return flags;
        }
    }
    return -1;
}

bool isAsleep(const fs::path& process)
{
    const std::string stat = contents(process / "stat");
    return stat.find(") S ") != std::string::npos;
}

} // namespace

class TestReadFiles : public FolderFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aFileIsReadUpToALimit();
    void whatCannotBeReadIsRefused();
    void aPipeIsReadToItsEnd();
    void aWriterThatIsSlowToBeginIsWaitedFor();
    void aPipeThatNobodyWritesIsRefused();
};

void TestReadFiles::aFileIsReadUpToALimit()
{
    const fs::path file = folder() / "a.txt";
    std::ofstream(file) << std::string(200'000, 'x') << '\0' << "end";
    const Result<std::string> all = readWholeFile(file, 1'000'000);
    QVERIFY(all);
    QCOMPARE(*all, contents(file));
    const Result<std::string> part = readWholeFile(file, 100'001);
    QVERIFY(part);
    QCOMPARE(*part, std::string(100'001, 'x'));
}

void TestReadFiles::whatCannotBeReadIsRefused()
{
    const fs::path here = folder();
    const auto sentence = [](const fs::path& file) {
        const Result<std::string> text = readWholeFile(file, 10);
        return text ? "read" : text.error().sentence();
    };
    QCOMPARE(sentence(here / "no"), (here / "no").string() + ": there is no such file");
    QCOMPARE(sentence(here), here.string() + ": must be a file (is a folder or device)");
    QCOMPARE(sentence("/dev/zero"),
             std::string("/dev/zero: must be a file (is a folder or device)"));
    const fs::path secret = here / "secret";
    std::ofstream(secret) << "x";
    fs::permissions(secret, fs::perms(0));
    fs::permissions(here, fs::perms(0755));
    fs::permissions(root(), fs::perms(0755));
    asOrdinaryUser([&] {
        QCOMPARE(sentence(secret),
                 secret.string() + ": the file cannot be opened (Permission denied)");
    });
}

/// Its writer may come late, write slowly and more than the pipe holds.
void TestReadFiles::aPipeIsReadToItsEnd()
{
    const fs::path pipe = folder() / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(120);
        const int writer = ::open(pipe.c_str(), O_WRONLY); // when a reader is there
        ::usleep(100'000);                                 // which then finds nothing yet
        const std::string bytes(200'000, 'x');
        for (std::size_t at = 0; at < bytes.size();)
            at += static_cast<std::size_t>(::write(writer, bytes.data() + at, bytes.size() - at));
        ::_exit(0);
    }
    const Result<std::string> text = readWholeFile(pipe, 1'000'000);
    QVERIFY2(text, text ? "" : text.error().sentence().c_str());
    QCOMPARE(*text, std::string(200'000, 'x'));
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

void TestReadFiles::aWriterThatIsSlowToBeginIsWaitedFor()
{
    const fs::path pipe = fs::canonical(folder()) / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const fs::path reader = "/proc/" + std::to_string(::getpid());
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(120);
        while (flagsOf(reader, pipe) < 0 || !isAsleep(reader)) // it found no writer, and waits
            ::usleep(1000);
        const int writer = ::open(pipe.c_str(), O_WRONLY);
        // Once it has lost patience it either gives up or waits for the bytes.
        while (flagsOf(reader, pipe) >= 0 && (flagsOf(reader, pipe) & O_NONBLOCK) != 0)
            ::usleep(1000);
        ::signal(SIGPIPE, SIG_IGN);
        ::_exit(::write(writer, "late", 4) == 4 ? 7 : 1);
    }
    const Result<std::string> text = readWholeFile(pipe, 100);
    QVERIFY2(text, text ? "" : text.error().sentence().c_str());
    QCOMPARE(*text, std::string("late"));
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

void TestReadFiles::aPipeThatNobodyWritesIsRefused()
{
    const fs::path pipe = folder() / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(holdsInTime([&] {
        const Result<std::string> text = readWholeFile(pipe, 10);
        return !text
               && text.error().sentence() == pipe.string() + ": no program writes to this pipe";
    }));
}

COTERIE_SECTION(TestReadFiles)

} // namespace tst_read_files

#include "tst_read_files.moc"
