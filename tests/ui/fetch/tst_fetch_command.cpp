#include "tests/build_folder.h"
#include "tests/sections.h"
#include "tests/ui/http_server.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_fetch_command {

using coterie::test::HttpRequest;
using coterie::test::HttpServer;

namespace {

constexpr qint64 kPictures = 26'421'880; // of Fashion-MNIST's training pictures, packed

QByteArray length(qint64 bytes)
{
    return "Content-Length: " + QByteArray::number(bytes);
}

} // namespace

/// The real program, without a display. Its requests go through a proxy, as in many companies; the
/// proxy is the test's own, so nothing leaves this machine.
class FetchCommandTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder.emplace(); }
    void aMisspeltNameGetsTheNearest();
    void namesCannotCommandTheTerminal();
    void fetchesTheRealFiles();
    void controlCKeepsThePart();
    void aWrongFileIsRefused();

private:
    void begin(QProcess& program, const QStringList& arguments, const HttpServer* proxy) const;

    std::optional<QTemporaryDir> m_folder;
};

void FetchCommandTest::begin(QProcess& program,
                             const QStringList& arguments,
                             const HttpServer* proxy) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY",
                             "WAYLAND_DISPLAY",
                             "QT_QPA_PLATFORM",
                             "COTERIE_DATA",
                             "no_proxy",
                             "NO_PROXY",
                             "HTTP_PROXY",
                             "all_proxy",
                             "ALL_PROXY"})
        environment.remove(QString::fromLatin1(name));
    if (proxy)
        environment.insert(QStringLiteral("http_proxy"), proxy->url({}).toString());
    program.setProcessEnvironment(environment);
    program.start(coterie::tests::builtFile("app/coterie"),
                  QStringList{QStringLiteral("--data"), m_folder->path()} + arguments);
}

void FetchCommandTest::namesCannotCommandTheTerminal()
{
    QProcess program;
    begin(program, {QStringLiteral("--fetch"), QStringLiteral("\x1b[2Jmnist")}, nullptr);
    QVERIFY(program.waitForFinished(kTryMilliseconds));
    QCOMPARE(program.exitCode(), 2);
    const QString said = QString::fromUtf8(program.readAllStandardError());
    QVERIFY2(said.contains(QStringLiteral("\\u001b[2Jmnist")) && !said.contains(QChar(0x1b)),
             qPrintable(said));
}

void FetchCommandTest::aMisspeltNameGetsTheNearest()
{
    QProcess program;
    begin(program, {QStringLiteral("--fetch"), QStringLiteral("fashionMnits")}, nullptr);
    QVERIFY(program.waitForFinished(kTryMilliseconds));
    QCOMPARE(program.exitCode(), 2);
    const QString said = QString::fromUtf8(program.readAllStandardError());
    QVERIFY2(said.contains(QStringLiteral("there is no data set \"fashionMnits\""))
                 && said.contains(QStringLiteral("fashionMnist\"?")),
             qPrintable(said));
    QVERIFY(program.readAllStandardOutput().isEmpty());
}

void FetchCommandTest::fetchesTheRealFiles()
{
    const QString real =
        QFileInfo(QStringLiteral(COTERIE_SOURCE_DIR)).path() + QStringLiteral("/shared/data/");
    if (!QFile::exists(real + QStringLiteral("fashion-mnist/train-images-idx3-ubyte.gz")))
        QSKIP("Fashion-MNIST's files are not on this machine");
    const HttpServer proxy([&real](QTcpSocket& socket, const HttpRequest& request) {
        QFile file(real + QStringLiteral("fashion-mnist/")
                   + QFileInfo(QString::fromLatin1(request.path)).fileName());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("asked for %s", request.path.constData());
        const QByteArray bytes = file.readAll();
        socket.write("HTTP/1.1 200 OK\r\n" + length(bytes.size()) + "\r\n\r\n" + bytes);
    });
    QProcess program;
    begin(program, {QStringLiteral("--fetch=fashionMnist")}, &proxy);
    QTRY_COMPARE(program.state(), QProcess::NotRunning);
    const QString said = QString::fromUtf8(program.readAllStandardOutput());
    QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
    QCOMPARE(
        said,
        QStringLiteral("Downloading Fashion-MNIST to %1 (4 files, 30.9 MB)\n  "
                       "fashion-mnist/train-images-idx3-ubyte.gz: SHA-256 matches\n  "
                       "fashion-mnist/train-labels-idx1-ubyte.gz: SHA-256 matches\n  "
                       "fashion-mnist/t10k-images-idx3-ubyte.gz: SHA-256 matches\n  "
                       "fashion-mnist/t10k-labels-idx1-ubyte.gz: SHA-256 matches\nFashion-MNIST is "
                       "complete. Experiments call it \"fashionMnist\".\n")
            .arg(m_folder->path()));
    QVERIFY(proxy.requests().front().path.startsWith("http://fashion-mnist."));
    QCOMPARE(proxy.requests().size(), 4);
    QProcess again;
    begin(again, {QStringLiteral("--fetch=fashionMnist")}, &proxy);
    QVERIFY(again.waitForFinished(kTryMilliseconds));
    QCOMPARE(again.exitCode(), 0);
    QCOMPARE(proxy.requests().size(), 4);
}

void FetchCommandTest::controlCKeepsThePart()
{
    const HttpServer proxy([](QTcpSocket& socket, const HttpRequest&) {
        socket.write("HTTP/1.1 200 OK\r\nETag: \"one\"\r\n" + length(kPictures) + "\r\n\r\n"
                     + QByteArray(1'000'000, 'x'));
    });
    const QString part =
        m_folder->filePath(QStringLiteral("fashion-mnist/train-images-idx3-ubyte.gz.part"));
    QProcess program;
    begin(program, {QStringLiteral("--fetch"), QStringLiteral("fashionMnist")}, &proxy);
    QTRY_COMPARE(QFileInfo(part).size(), 1'000'000);
    ::kill(static_cast<pid_t>(program.processId()), SIGINT);
    QTRY_COMPARE(program.state(), QProcess::NotRunning);
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 130);
    QCOMPARE(QString::fromUtf8(program.readAllStandardError()),
             QStringLiteral("coterie: fashion-mnist/train-images-idx3-ubyte.gz: cancelled. 1.0 MB "
                            "of 26.4 MB are kept in %1; the next download resumes there\n")
                 .arg(part));
    QCOMPARE(QFileInfo(part).size(), 1'000'000);
    QVERIFY(!QFile::exists(part.chopped(5)));
    QProcess again;
    begin(again, {QStringLiteral("--fetch"), QStringLiteral("fashionMnist")}, &proxy);
    QTRY_COMPARE(proxy.requests().size(), 2);
    QCOMPARE(proxy.requests().last().header("range"), QByteArray("bytes=1000000-"));
    QCOMPARE(proxy.requests().last().header("if-range"), QByteArray("\"one\""));
    again.kill();
    again.waitForFinished(kTryMilliseconds);
}

void FetchCommandTest::aWrongFileIsRefused()
{
    const HttpServer proxy([](QTcpSocket& socket, const HttpRequest&) {
        socket.write("HTTP/1.1 200 OK\r\n" + length(5) + "\r\n\r\nhello");
    });
    QProcess program;
    begin(program, {QStringLiteral("--fetch"), QStringLiteral("fashionMnist")}, &proxy);
    QTRY_COMPARE(program.state(), QProcess::NotRunning);
    QCOMPARE(program.exitCode(), 3);
    const QString said = QString::fromUtf8(program.readAllStandardError());
    QVERIFY2(said.contains(QStringLiteral("offers 5 bytes instead of 26421880")), qPrintable(said));
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("fashion-mnist"))).isEmpty());
}

COTERIE_SECTION(FetchCommandTest)

} // namespace tst_fetch_command

#include "tst_fetch_command.moc"
