#include "tests/sections.h"
#include "tests/ui/fetch/fetch_bench.h"
#include "ui/fetch/dataset_fetch.h"

#include <QProcess>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QStandardPaths>
#include <QTimer>

namespace tst_fetch_servers {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::test;

/// The fetcher against servers that lie, stall, redirect and refuse.
class FetchServersTest final : public FetchBench
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void badServersGetTheirSentence_data();
    void badServersGetTheirSentence();
    void refusedConnectionsAreTold();
    void httpsIsHeldToItsWord();
    void tellsTheLastBytesBeforeASilence();
};

void FetchServersTest::badServersGetTheirSentence_data()
{
    QTest::addColumn<HttpServer::Answer>("answer");
    QTest::addColumn<qint64>("bytes"); // known beforehand
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<qint64>("kept");
    const auto row = [](const char* name,
                        const HttpServer::Answer& answer,
                        const char* sentence,
                        qint64 kept = 0,
                        qint64 bytes = kSize) {
        QTest::newRow(name) << answer << bytes << QString::fromUtf8(sentence) << kept;
    };
    const char* const half = " 150 kB of 300 kB are kept in PART; the next download resumes there";
    row(
        "breaks off",
        [](QTcpSocket& socket, const HttpRequest&) {
            sendHalf(socket);
            close(socket);
        },
        qPrintable(QStringLiteral("127.0.0.1 closed the connection before the file was complete.")
                   + QLatin1String(half)),
        kHalf);
    row(
        "stalls",
        [](QTcpSocket& socket, const HttpRequest&) { sendHalf(socket); },
        qPrintable(QStringLiteral("127.0.0.1 sent nothing for 2 s.") + QLatin1String(half)),
        kHalf);
    row(
        "says nothing at all",
        [](QTcpSocket&, const HttpRequest&) {},
        "127.0.0.1 sent nothing for 2 s.");
    row(
        "announces too little",
        [](QTcpSocket& socket, const HttpRequest&) { sayWhole(socket, content().chopped(5)); },
        "127.0.0.1 offers 299995 bytes instead of 300000: the file at ADDRESS is a different one");
    row(
        "announces too much",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\n" + length(kSize + 5), content());
            close(socket);
        },
        "127.0.0.1 offers 300005 bytes instead of 300000: the file at ADDRESS is a different one");
    row(
        "announces too much, nobody knows better",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\n" + length(2 * kSize), content());
            close(socket);
        },
        "127.0.0.1 closed the connection before the file was complete. 300 kB of 600 kB are kept "
        "in PART; the next download resumes there",
        kSize,
        0);
    row(
        "announces too little, nobody knows better",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\n" + length(kHalf), content());
            close(socket);
        },
        "The download from 127.0.0.1 is not set/x.bin: its SHA-256 is FOUND instead of WANTED. It "
        "was deleted",
        0,
        0);
    row(
        "sends more than announced by nobody",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\nConnection: close", content() + "more");
            close(socket);
        },
        "127.0.0.1 sent more than the expected 300000 bytes of set/x.bin; the download was "
        "deleted.");
    row(
        "wrong bytes",
        [](QTcpSocket& socket, const HttpRequest&) {
            QByteArray wrong = content();
            wrong[1000] = static_cast<char>(~wrong[1000]);
            sayWhole(socket, wrong);
        },
        "The download from 127.0.0.1 is not set/x.bin: its SHA-256 is FOUND instead of WANTED. It "
        "was deleted");
    row(
        "404",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "404 Not Found\r\n" + length(4), "gone");
        },
        "127.0.0.1 answered 404 (Not Found): the file is no longer at ADDRESS");
    row(
        "500",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "500 Internal Server Error\r\n" + length(0));
        },
        "127.0.0.1 answered 500 (Internal Server Error) for ADDRESS. The server has a problem; try "
        "again later");
    row(
        "no HTTP",
        [](QTcpSocket& socket, const HttpRequest&) {
            socket.write("220 mail.example ready\r\n");
            close(socket);
        },
        "127.0.0.1 closed the connection before the file was complete.");
    row(
        "redirects in a circle",
        [](QTcpSocket& socket, const HttpRequest& request) {
            say(socket, "302 Found\r\nLocation: " + request.path + "x\r\n" + length(0));
        },
        "ADDRESS redirected more than 4 times, perhaps in a loop");
    row(
        "redirects to a file of this computer",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "302 Found\r\nLocation: file:///etc/passwd\r\n" + length(0));
        },
        "127.0.0.1 redirects to \"file:///etc/passwd\", which is not a web address");
    row(
        "redirects nowhere",
        [](QTcpSocket& socket, const HttpRequest&) { say(socket, "301 Moved\r\n" + length(0)); },
        "127.0.0.1 redirects to \"\", which is not a web address");
}

void FetchServersTest::badServersGetTheirSentence()
{
    QFETCH(HttpServer::Answer, answer);
    QFETCH(qint64, bytes);
    QFETCH(QString, sentence);
    QFETCH(qint64, kept);
    const HttpServer server(answer);
    FetchFile wanted = file(server);
    wanted.bytes = bytes;
    const bool isSilent = sentence.contains(QStringLiteral("sent nothing"));
    const FileOutcome outcome = fetch(wanted, isSilent ? hasty(std::chrono::seconds(2)) : hasty());
    QString said = outcome.sentence;
    said.replace(wanted.target + QStringLiteral(".part"), QStringLiteral("PART"));
    said.replace(wanted.address.toString(), QStringLiteral("ADDRESS"));
    said.replace(QString::fromLatin1(wanted.sha256), QStringLiteral("WANTED"));
    static const QRegularExpression kDigest(QStringLiteral("[0-9a-f]{64}"));
    said.replace(kDigest, QStringLiteral("FOUND"));
    QCOMPARE(said, sentence);
    QCOMPARE(outcome.end, FetchEnd::Failed);
    checkNothingHalfMade(wanted, false, kept);
}

void FetchServersTest::refusedConnectionsAreTold()
{
    QTcpServer nobody;
    QVERIFY(nobody.listen(QHostAddress::LocalHost));
    const quint16 port = nobody.serverPort();
    nobody.close();
    FetchFile wanted{.address = QUrl(QStringLiteral("http://127.0.0.1:%1/x").arg(port)),
                     .target = path(QStringLiteral("x.bin")),
                     .name = QStringLiteral("x.bin"),
                     .sha256 = {},
                     .md5 = {}};
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("127.0.0.1 refused the connection."));
    checkNothingHalfMade(wanted, false, 0);
}

/// A certificate that nobody vouches for is refused; one that is trusted may not send us to http.
void FetchServersTest::httpsIsHeldToItsWord()
{
    const QString openssl = QStandardPaths::findExecutable(QStringLiteral("openssl"));
    if (openssl.isEmpty() || !QSslSocket::supportsSsl())
        QSKIP("no openssl here to make a certificate with");
    QProcess maker;
    maker.start(openssl,
                {"req",
                 "-x509",
                 "-newkey",
                 "rsa:2048",
                 "-nodes",
                 "-days",
                 "2",
                 "-subj",
                 "/CN=127.0.0.1",
                 "-addext",
                 "subjectAltName=IP:127.0.0.1",
                 "-keyout",
                 path("key.pem"),
                 "-out",
                 path("certificate.pem")});
    QVERIFY(maker.waitForFinished(kTryMilliseconds) && maker.exitCode() == 0);
    const QSslCertificate certificate(contentsOf(path("certificate.pem")));
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(certificate);
    configuration.setPrivateKey(QSslKey(contentsOf(path("key.pem")), QSsl::Rsa));
    QSslServer server;
    server.setSslConfiguration(configuration);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    connect(&server, &QTcpServer::pendingConnectionAvailable, this, [&server] {
        QTcpSocket* socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            socket->readAll();
            say(*socket, "302 Found\r\nLocation: http://127.0.0.1/x\r\n" + length(0));
        });
    });
    const FetchFile wanted{
        .address = QUrl(QStringLiteral("https://127.0.0.1:%1/x").arg(server.serverPort())),
        .target = path(QStringLiteral("x.bin")),
        .name = QStringLiteral("x.bin"),
        .sha256 = {},
        .md5 = {}};
    const FileOutcome stranger = fetch(wanted);
    QVERIFY2(stranger.sentence.startsWith(QStringLiteral("127.0.0.1 has no valid certificate: ")),
             qPrintable(stranger.sentence));
    const QSslConfiguration before = QSslConfiguration::defaultConfiguration();
    QSslConfiguration trusting = before;
    trusting.addCaCertificate(certificate);
    QSslConfiguration::setDefaultConfiguration(trusting);
    const FileOutcome downgraded = fetch(wanted);
    QSslConfiguration::setDefaultConfiguration(before);
    QCOMPARE(downgraded.sentence,
             QStringLiteral("127.0.0.1 redirects from https to the insecure http://127.0.0.1/x. "
                            "The redirect was not followed"));
    checkNothingHalfMade(wanted, false, 0);
}

void FetchServersTest::tellsTheLastBytesBeforeASilence()
{
    const HttpServer server([](QTcpSocket& socket, const HttpRequest&) {
        say(socket, "200 OK\r\n" + length(kSize), content().first(1000));
        QTimer::singleShot(20, &socket, [&socket] { socket.write(content().sliced(1000, 2000)); });
    });
    const FetchPlan plan{.dataset = QStringLiteral("made"),
                         .title = QStringLiteral("Made up"),
                         .folder = folder(),
                         .files = {file(server)},
                         .elsewhere = {}};
    DatasetFetch fetch(plan, hasty());
    qint64 told = 0;
    connect(&fetch, &DatasetFetch::progressed, this, [&told](const FetchProgress& now) {
        told = now.received;
    });
    fetch.start();
    QTRY_COMPARE(told, qint64{3000});
    fetch.cancel();
    QCOMPARE(told, qint64{3000});
}

COTERIE_WIDGET_SECTION(FetchServersTest)

} // namespace tst_fetch_servers

#include "tst_fetch_servers.moc"
