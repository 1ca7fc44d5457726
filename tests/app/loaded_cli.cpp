#include "tests/app/loaded_cli.h"

#include "app/cli/program.h"
#include "tests/sections.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QFile>
#include <QTemporaryDir>

#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace coterie::test {

namespace {

/// A call that has not ended by then never will.
constexpr unsigned kMostSeconds = 600;

struct Call
{
    QList<QByteArray> words{};
    QList<QByteArray> environment{}; ///< NAME=VALUE
    QByteArray folder;
    QByteArray out; ///< files for its two streams
    QByteArray err;
};

QDataStream& operator<<(QDataStream& stream, const Call& call)
{
    return stream << call.words << call.environment << call.folder << call.out << call.err;
}

QDataStream& operator>>(QDataStream& stream, Call& call)
{
    return stream >> call.words >> call.environment >> call.folder >> call.out >> call.err;
}

void redirect(int stream, const char* file, int flags)
{
    const int opened = ::open(file, flags | O_CLOEXEC, 0600);
    if (opened < 0 || ::dup2(opened, stream) < 0)
        ::_exit(125);
    ::close(opened);
}

/// In the forked process.
[[noreturn]] void become(Call call)
{
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, call.out.constData(), O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, call.err.constData(), O_WRONLY | O_CREAT | O_TRUNC);
    if (::chdir(call.folder.constData()) != 0 || ::clearenv() != 0)
        ::_exit(125);
    for (QByteArray& variable : call.environment)
        ::putenv(variable.data());
    ::alarm(kMostSeconds);
    std::vector<std::string_view> words;
    for (const QByteArray& word : std::as_const(call.words))
        words.emplace_back(word.constData(), std::size_t(word.size()));
    std::exit(cli::runProgram(words));
}

/// What follows has its length before it.
bool readAll(int stream, char* bytes, qsizetype size)
{
    while (size > 0) {
        const ssize_t got = ::read(stream, bytes, std::size_t(size));
        if (got <= 0)
            return false;
        bytes += got;
        size -= got;
    }
    return true;
}

/// Calls come over standard input, exit codes go back over standard output. It starts no thread of
/// its own, so that it can fork.
int serve(int /*argc*/, char** /*argv*/)
{
    qint32 size = 0;
    while (readAll(STDIN_FILENO, reinterpret_cast<char*>(&size), sizeof size)) {
        QByteArray packed(size, '\0');
        if (!readAll(STDIN_FILENO, packed.data(), size))
            return 1;
        Call call;
        QDataStream unpacked(packed);
        unpacked >> call;
        const pid_t child = ::fork();
        if (child == 0)
            become(std::move(call));
        int status = 0;
        if (child < 0 || ::waitpid(child, &status, 0) != child)
            return 1;
        const qint32 code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (::write(STDOUT_FILENO, &code, sizeof code) != sizeof code)
            return 1;
    }
    return 0;
}

const tests::Section kServer = tests::Section::companion("cli_server", &serve);

QString textOf(const QString& file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
}

} // namespace

LoadedCli::~LoadedCli()
{
    m_server.closeWriteChannel();
    if (!m_server.waitForFinished(kTryMilliseconds))
        m_server.kill();
}

Outcome LoadedCli::call(const QStringList& arguments,
                        const QString& folder,
                        const QProcessEnvironment& environment)
{
    if (m_server.state() == QProcess::NotRunning) {
        m_server.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_server.start(QCoreApplication::applicationFilePath(), {"cli_server"});
    }
    const QTemporaryDir streams;
    const QString out = streams.filePath("out");
    const QString err = streams.filePath("err");
    Call call{.folder = QFile::encodeName(folder),
              .out = QFile::encodeName(out),
              .err = QFile::encodeName(err)};
    for (const QString& word : arguments)
        call.words << word.toLocal8Bit();
    for (const QString& variable : environment.toStringList())
        call.environment << variable.toLocal8Bit();
    QByteArray packed;
    QDataStream packing(&packed, QIODevice::WriteOnly);
    packing << call;
    const qint32 size = qint32(packed.size());
    m_server.write(reinterpret_cast<const char*>(&size), sizeof size);
    m_server.write(packed);
    qint32 code = -1;
    while (m_server.bytesAvailable() < qint64(sizeof code))
        if (!m_server.waitForReadyRead(int(kMostSeconds + 60) * 1000))
            qFatal("the process that calls the command line does not answer");
    m_server.read(reinterpret_cast<char*>(&code), sizeof code);
    return {.code = code, .out = textOf(out), .err = textOf(err)};
}

} // namespace coterie::test
