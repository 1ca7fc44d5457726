#include "tests/app/cli_fixture.h"

#include "tests/build_folder.h"
#include "tests/patience.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace coterie::test {

const char* const kSmall = R"json({
  "schema": 1, "name": "Small", "description": "Two ways to train one small model.",
  "data": { "dataset": { "name": "glyphDigits", "samples": 400 },
            "partition": { "scheme": "iid", "clients": 4 }, "test": { "share": 0.25 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 20, "localEpochs": 1 },
  "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 3, "seeds": [1, 2],
  "reference": { "source": "A table", "metric": "meanTestError", "unit": "%",
                 "values": { "FedAvg": [29.55, 1.37] } } })json";

namespace {

/// What the process tells waits in one page, so that it is never more than some rounds ahead of its
/// reader, however long the reader has no turn: a run needs few rounds to be met by a signal.
void tellPageByPage(const QProcess& process)
{
    const std::string out = "/proc/" + std::to_string(process.processId()) + "/fd/1";
    const int pipe = ::open(out.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (pipe < 0)
        return; // it has ended, which whoever waits for it says with its words
    if (::fcntl(pipe, F_SETPIPE_SZ, ::getpagesize()) < 0 && errno != EBUSY) // ahead already
        qFatal("the pipe of the process cannot be made small: %s", std::strerror(errno));
    ::close(pipe);
}

} // namespace

QList<QJsonObject> jsonLines(const QString& text)
{
    QList<QJsonObject> objects;
    for (const QString& line : text.split('\n', Qt::SkipEmptyParts)) {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(line.toUtf8(), &error);
        if (error.error != QJsonParseError::NoError || !document.isObject())
            qFatal("not a JSON object: %s", qPrintable(line));
        objects.append(document.object());
    }
    return objects;
}

QByteArray contents(const QString& file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("(unreadable)");
}

void CliFixture::begin()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_file = write("small.json", kSmall);
    m_database = path("runs.sqlite");
}

QString CliFixture::write(const QString& name, const QByteArray& text) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

QProcessEnvironment CliFixture::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", m_folder->path());
    environment.insert("XDG_DATA_HOME", path("share"));
    environment.insert("COTERIE_CLI", tests::builtFile("app/coterie-cli"));
    environment.remove("COTERIE_DATA");
    return environment;
}

void CliFixture::prepare(QProcess& process) const
{
    process.setProcessEnvironment(environment());
    process.setWorkingDirectory(m_folder->path());
}

Outcome CliFixture::call(const QStringList& arguments) const
{
    return m_cli.call(arguments, m_folder->path(), environment());
}

Outcome CliFixture::shell(const QString& line) const
{
    QProcess process;
    prepare(process);
    process.start("bash", {"-o", "pipefail", "-c", line});
    if (!process.waitForFinished(10 * kTryMilliseconds))
        process.kill();
    return {.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = QString::fromUtf8(process.readAllStandardOutput()),
            .err = QString::fromUtf8(process.readAllStandardError())};
}

void CliFixture::startUntil(QProcess& process, const QStringList& arguments, int round) const
{
    prepare(process);
    process.start(tests::builtFile("app/coterie-cli"), arguments + QStringList{"--json"});
    if (!process.waitForStarted(kTryMilliseconds))
        qFatal("the program does not start");
    tellPageByPage(process);
    const QString told = "\"round\":" + QString::number(round) + ',';
    QString seen;
    while (!seen.contains(told) && process.waitForReadyRead(kTryMilliseconds))
        seen += QString::fromUtf8(process.readAllStandardOutput());
    // Without a process its number is 0, which would signal this test itself.
    if (!seen.contains(told) || process.processId() == 0)
        qFatal("the run did not come to its round: %s", qPrintable(seen));
    ::kill(static_cast<pid_t>(process.processId()), SIGSTOP);
}

Outcome CliFixture::end(QProcess& process)
{
    ::kill(static_cast<pid_t>(process.processId()), SIGCONT);
    if (!process.waitForFinished(10 * kTryMilliseconds))
        process.kill();
    const QString out = QString::fromUtf8(process.readAllStandardOutput());
    return {.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = out.mid(out.indexOf("{\"event\"")), // from the first whole line
            .err = QString::fromUtf8(process.readAllStandardError())};
}

QString CliFixture::exported(const QString& database, const QString& table) const
{
    const Outcome outcome =
        call({"export", "--all", "--what", table, "--out", "-", "--db", database});
    return outcome.code == 0 ? outcome.out : "failed: " + outcome.err;
}

} // namespace coterie::test
