#include "tests/coterie_test_main.h"
#include "tests/ui/http_server.h"
#include "ui/fetch/dataset_fetch.h"
#include "ui/fetch/downloads.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QNetworkAccessManager>
#include <QPointer>
#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <unistd.h>

using namespace coterie;
using namespace coterie::ui;
using coterie::test::HttpRequest;
using coterie::test::HttpServer;

namespace {

constexpr qint64 kSize = 300'000;
constexpr qint64 kHalf = kSize / 2;

const QByteArray& content()
{
    static const QByteArray bytes = [] {
        QByteArray random(kSize, Qt::Uninitialized);
        QRandomGenerator generator(7);
        for (char& byte : random)
            byte = static_cast<char>(generator.bounded(256));
        return random;
    }();
    return bytes;
}

QByteArray sha256(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

void say(QTcpSocket& socket, const QByteArray& head, const QByteArray& body = {})
{
    socket.write("HTTP/1.1 " + head + "\r\n\r\n" + body);
}

void close(QTcpSocket& socket)
{
    socket.disconnectFromHost(); // when all is sent
}

QByteArray length(qint64 bytes)
{
    return "Content-Length: " + QByteArray::number(bytes);
}

void sayWhole(QTcpSocket& socket, const QByteArray& bytes = content())
{
    say(socket, "200 OK\r\n" + length(bytes.size()), bytes);
}

qint64 firstOf(const HttpRequest& request)
{
    const QByteArray range = request.header("range"); // "bytes=N-"
    return range.isEmpty() ? 0 : range.mid(6).chopped(1).toLongLong();
}

void sayRest(QTcpSocket& socket, qint64 first, const QByteArray& more = {})
{
    say(socket,
        "206 Partial Content\r\n" + length(kSize - first) + "\r\nContent-Range: bytes "
            + QByteArray::number(first) + '-' + QByteArray::number(kSize - 1) + '/'
            + QByteArray::number(kSize) + more,
        content().mid(first));
}

/// As a server should: whole, or from where it is asked, if the version is still the one asked for.
void serveWell(QTcpSocket& socket, const HttpRequest& request)
{
    const QByteArray version = "\r\nETag: \"one\"";
    const QByteArray wanted = request.header("if-range");
    const qint64 first = firstOf(request);
    if (first > 0 && (wanted.isEmpty() || wanted == "\"one\""))
        return sayRest(socket, first, version);
    say(socket, "200 OK\r\n" + length(kSize) + version, content());
}

void sendHalf(QTcpSocket& socket)
{
    say(socket, "200 OK\r\n" + length(kSize) + "\r\nETag: \"one\"", content().first(kHalf));
}

FetchPatience hasty()
{
    using namespace std::chrono_literals;
    return {.stall = 300ms, .beforeRetry = 10ms, .retries = 3, .redirects = 4};
}

} // namespace

/// The fetcher against a server that lies, stalls, breaks and sometimes serves.
class FetchTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void fetchesAFile();
    void badServersGetTheirSentence_data();
    void badServersGetTheirSentence();
    void goesOnWhereTheConnectionBroke();
    void goesOnAfterACancel();
    void beginsAnewWhereRangesAreIgnored();
    void beginsAnewWhereTheFileIsAnotherNow();
    void doesNotBelieveAWrongRange();
    void aWholePartIsOnlyChecked();
    void aPartOfAnotherAddressIsDropped();
    void withoutDigestItSaysSo();
    void aFileThatIsThereIsNotFetched();
    void anotherFileInItsPlaceIsLeftAlone();
    void aFullDiskIsToldAndThePartKept();
    void foldersThatCannotBeWrittenAreTold();
    void aSecondProgramIsToldToWait();
    void refusedConnectionsAreTold();
    void httpsIsHeldToItsWord();
    void fetchesAWholeDataSet();
    void aCancelBetweenTwoFilesIsHeard();
    void theFirstFailureEndsADataSet();
    void tellsTheLastBytesBeforeASilence();
    void downloadsRunBesideTheWindow();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] FetchFile file(const HttpServer& server) const;
    [[nodiscard]] static FileOutcome fetch(const FetchFile& file);
    /// Under the final name nothing lies unless it is the file itself, and no lock is left.
    void checkNothingHalfMade(const FetchFile& file, bool isThere, qint64 partSize) const;

    std::optional<QTemporaryDir> m_folder;
};

void FetchTest::init()
{
    m_folder.emplace();
}

FetchFile FetchTest::file(const HttpServer& server) const
{
    return {.address = server.url(QStringLiteral("x.bin")),
            .target = path(QStringLiteral("set/x.bin")),
            .name = QStringLiteral("set/x.bin"),
            .bytes = kSize,
            .sha256 = sha256(content()),
            .md5 = {}};
}

FileOutcome FetchTest::fetch(const FetchFile& file)
{
    QNetworkAccessManager network;
    FileFetch fetch(network, file, hasty());
    FileOutcome outcome{.sentence = QStringLiteral("it did not end")};
    int ends = 0;
    QEventLoop loop;
    connect(&fetch, &FileFetch::ended, &loop, [&](const FileOutcome& how) {
        outcome = how;
        ++ends;
        loop.quit();
    });
    QTimer::singleShot(20'000, &loop, &QEventLoop::quit);
    QMetaObject::invokeMethod(&fetch, &FileFetch::start, Qt::QueuedConnection);
    loop.exec();
    QTest::qWait(20); // an end that came twice would be seen
    return ends == 1 ? outcome
                     : FileOutcome{.sentence = QStringLiteral("it ended %1 times").arg(ends)};
}

void FetchTest::checkNothingHalfMade(const FetchFile& file, bool isThere, qint64 partSize) const
{
    if (isThere)
        QCOMPARE(contentsOf(file.target), content());
    else
        QVERIFY(!QFile::exists(file.target));
    const QString part = file.target + QStringLiteral(".part");
    QCOMPARE(QFile::exists(part), partSize > 0);
    QCOMPARE(QFile::exists(part + QStringLiteral(".from")), partSize > 0);
    if (partSize > 0)
        QCOMPARE(contentsOf(part), content().first(partSize));
    QVERIFY(!QFile::exists(part + QStringLiteral(".lock")));
}

void FetchTest::fetchesAFile()
{
    const HttpServer server(serveWell);
    const FetchFile wanted = file(server);
    const FileOutcome outcome = fetch(wanted);
    QCOMPARE(outcome.sentence, QStringLiteral("SHA-256 agrees"));
    QCOMPARE(outcome.end, FetchEnd::Done);
    checkNothingHalfMade(wanted, true, 0);
    QCOMPARE(server.requests().size(), 1);
    QCOMPARE(server.requests().front().header("accept-encoding"), QByteArray("identity"));
    QVERIFY(server.requests().front().header("range").isEmpty());
}

void FetchTest::badServersGetTheirSentence_data()
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
    const char* const half =
        " 150 kB of 300 kB are kept in PART; fetching again goes on from there";
    row(
        "breaks off",
        [](QTcpSocket& socket, const HttpRequest&) {
            sendHalf(socket);
            close(socket);
        },
        qPrintable(QStringLiteral("127.0.0.1 ended before the file did.") + QLatin1String(half)),
        kHalf);
    row(
        "stalls",
        [](QTcpSocket& socket, const HttpRequest&) { sendHalf(socket); },
        qPrintable(QStringLiteral("127.0.0.1 sent nothing for 0.3 s.") + QLatin1String(half)),
        kHalf);
    row(
        "says nothing at all",
        [](QTcpSocket&, const HttpRequest&) {},
        "127.0.0.1 sent nothing for 0.3 s.");
    row(
        "announces too little",
        [](QTcpSocket& socket, const HttpRequest&) { sayWhole(socket, content().chopped(5)); },
        "127.0.0.1 offers 299995 bytes where 300000 are expected: the file at ADDRESS is another "
        "one");
    row(
        "announces too much",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\n" + length(kSize + 5), content());
            close(socket);
        },
        "127.0.0.1 offers 300005 bytes where 300000 are expected: the file at ADDRESS is another "
        "one");
    row(
        "announces too much, nobody knows better",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\n" + length(2 * kSize), content());
            close(socket);
        },
        "127.0.0.1 ended before the file did. 300 kB of 600 kB are kept in PART; fetching again "
        "goes on from there",
        kSize,
        0);
    row(
        "announces too little, nobody knows better",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\n" + length(kHalf), content());
            close(socket);
        },
        "What came from 127.0.0.1 is not set/x.bin: its SHA-256 is FOUND where WANTED is expected. "
        "It was deleted",
        0,
        0);
    row(
        "sends more than announced by nobody",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "200 OK\r\nConnection: close", content() + "more");
            close(socket);
        },
        "127.0.0.1 sends more than the 300000 bytes that are expected of set/x.bin; what came was "
        "deleted.");
    row(
        "wrong bytes",
        [](QTcpSocket& socket, const HttpRequest&) {
            QByteArray wrong = content();
            wrong[1000] = static_cast<char>(~wrong[1000]);
            sayWhole(socket, wrong);
        },
        "What came from 127.0.0.1 is not set/x.bin: its SHA-256 is FOUND where WANTED is expected. "
        "It was deleted");
    row(
        "404",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "404 Not Found\r\n" + length(4), "gone");
        },
        "127.0.0.1 answers 404 (Not Found): the file is no longer at ADDRESS");
    row(
        "500",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "500 Internal Server Error\r\n" + length(0));
        },
        "127.0.0.1 answers 500 (Internal Server Error) for ADDRESS: it has trouble of its own; try "
        "again later");
    row(
        "no HTTP",
        [](QTcpSocket& socket, const HttpRequest&) {
            socket.write("220 mail.example ready\r\n");
            close(socket);
        },
        "127.0.0.1 ended before the file did.");
    row(
        "redirects in a circle",
        [](QTcpSocket& socket, const HttpRequest& request) {
            say(socket, "302 Found\r\nLocation: " + request.path + "x\r\n" + length(0));
        },
        "ADDRESS redirects more than 4 times, perhaps in a circle");
    row(
        "redirects to a file of this computer",
        [](QTcpSocket& socket, const HttpRequest&) {
            say(socket, "302 Found\r\nLocation: file:///etc/passwd\r\n" + length(0));
        },
        "127.0.0.1 redirects to \"file:///etc/passwd\", which is no address on the web");
    row(
        "redirects nowhere",
        [](QTcpSocket& socket, const HttpRequest&) { say(socket, "301 Moved\r\n" + length(0)); },
        "127.0.0.1 redirects to \"\", which is no address on the web");
}

void FetchTest::badServersGetTheirSentence()
{
    QFETCH(HttpServer::Answer, answer);
    QFETCH(qint64, bytes);
    QFETCH(QString, sentence);
    QFETCH(qint64, kept);
    const HttpServer server(answer);
    FetchFile wanted = file(server);
    wanted.bytes = bytes;
    const FileOutcome outcome = fetch(wanted);
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

void FetchTest::goesOnWhereTheConnectionBroke()
{
    int answers = 0;
    const HttpServer server([&answers](QTcpSocket& socket, const HttpRequest& request) {
        if (++answers > 1)
            return serveWell(socket, request);
        sendHalf(socket);
        close(socket);
    });
    const FetchFile wanted = file(server);
    const FileOutcome outcome = fetch(wanted);
    QCOMPARE(outcome.sentence, QStringLiteral("SHA-256 agrees"));
    checkNothingHalfMade(wanted, true, 0);
    // Qt may ask a first time again by itself, where the connection ends with the first bytes.
    QVERIFY(server.requests().size() >= 2);
    QCOMPARE(server.requests().last().header("range"), QByteArray("bytes=150000-"));
    QCOMPARE(server.requests().last().header("if-range"), QByteArray("\"one\""));
}

void FetchTest::goesOnAfterACancel()
{
    bool stalling = true;
    const HttpServer server([&stalling](QTcpSocket& socket, const HttpRequest& request) {
        if (!stalling)
            return serveWell(socket, request);
        sendHalf(socket);
    });
    const FetchFile wanted = file(server);
    QNetworkAccessManager network;
    FileFetch cancelled(network, wanted, {});
    QSignalSpy ends(&cancelled, &FileFetch::ended);
    cancelled.start();
    QTRY_COMPARE(cancelled.received(), kHalf);
    cancelled.cancel();
    cancelled.cancel(); // once is enough
    QCOMPARE(ends.size(), 1);
    const auto outcome = ends.front().front().value<FileOutcome>();
    QCOMPARE(outcome.end, FetchEnd::Cancelled);
    QCOMPARE(outcome.sentence,
             QStringLiteral("cancelled. 150 kB of 300 kB are kept in %1.part; fetching again goes "
                            "on from there")
                 .arg(wanted.target));
    checkNothingHalfMade(wanted, false, kHalf);
    stalling = false;
    QCOMPARE(fetch(wanted).end, FetchEnd::Done);
    checkNothingHalfMade(wanted, true, 0);
    QCOMPARE(server.requests().at(1).header("range"), QByteArray("bytes=150000-"));
}

void FetchTest::beginsAnewWhereRangesAreIgnored()
{
    int answers = 0;
    const HttpServer server([&answers](QTcpSocket& socket, const HttpRequest&) {
        if (++answers > 1)
            return sayWhole(socket);
        sendHalf(socket);
        close(socket);
    });
    const FetchFile wanted = file(server);
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 agrees"));
    checkNothingHalfMade(wanted, true, 0);
}

void FetchTest::beginsAnewWhereTheFileIsAnotherNow()
{
    // Half of an older file, then a server that heeds If-Range; then one that sends the rest of the
    // new file nevertheless, and says so.
    for (const bool heeds : {true, false}) {
        const HttpServer server([heeds](QTcpSocket& socket, const HttpRequest& request) {
            if (heeds || firstOf(request) == 0)
                return serveWell(socket, request);
            sayRest(socket, firstOf(request), "\r\nETag: \"one\"");
        });
        const FetchFile wanted = file(server);
        QVERIFY(QDir().mkpath(path(QStringLiteral("set"))));
        QFile part(wanted.target + QStringLiteral(".part"));
        QVERIFY(part.open(QIODevice::WriteOnly) && part.write(QByteArray(kHalf, 'o')) == kHalf);
        part.close();
        QFile from(part.fileName() + QStringLiteral(".from"));
        QVERIFY(from.open(QIODevice::WriteOnly));
        from.write(wanted.address.toEncoded() + "\n\"old\"\n");
        from.close();
        QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 agrees"));
        checkNothingHalfMade(wanted, true, 0);
        QCOMPARE(server.requests().size(), heeds ? 1 : 2);
        QVERIFY(QFile::remove(wanted.target));
    }
}

void FetchTest::doesNotBelieveAWrongRange()
{
    int answers = 0;
    const HttpServer server([&answers](QTcpSocket& socket, const HttpRequest& request) {
        if (++answers == 1) {
            sendHalf(socket);
            return close(socket);
        }
        if (firstOf(request) > 0)
            return sayRest(socket, firstOf(request) - 7);
        sayWhole(socket);
    });
    const FetchFile wanted = file(server);
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 agrees"));
    checkNothingHalfMade(wanted, true, 0);
    const auto isContinued = [](const HttpRequest& request) { return firstOf(request) > 0; };
    QVERIFY(std::ranges::any_of(server.requests(), isContinued)); // it was offered the wrong range
    QVERIFY(!isContinued(server.requests().last()));              // and asked for the whole file
}

void FetchTest::aWholePartIsOnlyChecked()
{
    // Killed between the last byte and the check: with a known size nothing is asked any more,
    // without one the server says that nothing is missing.
    for (const qint64 bytes : {kSize, qint64{0}}) {
        const HttpServer server([](QTcpSocket& socket, const HttpRequest&) {
            say(socket,
                "416 Range Not Satisfiable\r\nContent-Range: bytes */300000\r\n" + length(0));
        });
        FetchFile wanted = file(server);
        wanted.bytes = bytes;
        QVERIFY(QDir().mkpath(path(QStringLiteral("set"))));
        QFile part(wanted.target + QStringLiteral(".part"));
        QVERIFY(part.open(QIODevice::WriteOnly) && part.write(content()) == kSize);
        part.close();
        QFile from(part.fileName() + QStringLiteral(".from"));
        QVERIFY(from.open(QIODevice::WriteOnly));
        from.write(wanted.address.toEncoded() + "\n\"one\"\n");
        from.close();
        QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 agrees"));
        checkNothingHalfMade(wanted, true, 0);
        QCOMPARE(server.requests().size(), bytes > 0 ? 0 : 1);
        QVERIFY(QFile::remove(wanted.target));
    }
}

void FetchTest::aPartOfAnotherAddressIsDropped()
{
    const HttpServer server(serveWell);
    const FetchFile wanted = file(server);
    QVERIFY(QDir().mkpath(path(QStringLiteral("set"))));
    QFile part(wanted.target + QStringLiteral(".part"));
    QVERIFY(part.open(QIODevice::WriteOnly) && part.write("something else") > 0);
    part.close();
    QCOMPARE(fetch(wanted).end, FetchEnd::Done);
    QVERIFY(server.requests().front().header("range").isEmpty());
    checkNothingHalfMade(wanted, true, 0);
}

void FetchTest::withoutDigestItSaysSo()
{
    const HttpServer server(serveWell);
    FetchFile wanted = file(server);
    wanted.sha256.clear();
    wanted.md5 = QCryptographicHash::hash(content(), QCryptographicHash::Md5).toHex();
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("MD5 agrees"));
    QVERIFY(QFile::remove(wanted.target));
    wanted.md5.clear();
    QCOMPARE(fetch(wanted).sentence,
             QStringLiteral("no digest of it is published: nothing but its size could be checked"));
    QVERIFY(QFile::remove(wanted.target));
    wanted.bytes = 0;
    QCOMPARE(
        fetch(wanted).sentence,
        QStringLiteral("neither its size nor a digest is published: nothing could be checked"));
    checkNothingHalfMade(wanted, true, 0);
}

void FetchTest::aFileThatIsThereIsNotFetched()
{
    const HttpServer server(serveWell);
    const FetchFile wanted = file(server);
    QCOMPARE(fetch(wanted).end, FetchEnd::Done);
    const FileOutcome again = fetch(wanted);
    QCOMPARE(again.end, FetchEnd::AlreadyThere);
    QCOMPARE(again.sentence, QStringLiteral("it is there already; SHA-256 agrees"));
    QCOMPARE(server.requests().size(), 1);
}

void FetchTest::anotherFileInItsPlaceIsLeftAlone()
{
    const HttpServer server(serveWell);
    const FetchFile wanted = file(server);
    QVERIFY(QDir().mkpath(path(QStringLiteral("set"))));
    QFile mine(wanted.target);
    QVERIFY(mine.open(QIODevice::WriteOnly) && mine.write("mine") == 4);
    mine.close();
    const FileOutcome outcome = fetch(wanted);
    QCOMPARE(outcome.end, FetchEnd::Failed);
    QCOMPARE(outcome.sentence,
             QStringLiteral("%1 is there already, but it is another file (it has 4 bytes where "
                            "300000 are expected). Move it away to fetch the published one")
                 .arg(wanted.target));
    QCOMPARE(contentsOf(wanted.target), QByteArray("mine"));
    QVERIFY(server.requests().isEmpty());
}

void FetchTest::aFullDiskIsToldAndThePartKept()
{
    const HttpServer server(serveWell);
    const FetchFile wanted = file(server);
    QVERIFY(QDir().mkpath(path(QStringLiteral("set"))));
    QVERIFY(QFile::link(QStringLiteral("/dev/full"), wanted.target + QStringLiteral(".part")));
    const FileOutcome outcome = fetch(wanted);
    QCOMPARE(outcome.end, FetchEnd::Failed);
    QCOMPARE(
        outcome.sentence,
        QStringLiteral("%1.part cannot be written: No space left on device.").arg(wanted.target));
    QVERIFY(!QFile::exists(wanted.target));
    // And one that is known to be too small is told before a byte is asked for.
    FetchFile huge = wanted;
    huge.target = path(QStringLiteral("huge/x.bin"));
    huge.bytes = qint64{1} << 60;
    const HttpServer lavish([](QTcpSocket& socket, const HttpRequest&) {
        say(socket, "200 OK\r\n" + length(qint64{1} << 60), "x");
    });
    huge.address = lavish.url(QStringLiteral("x.bin"));
    const FileOutcome tooLarge = fetch(huge);
    QVERIFY2(tooLarge.sentence.startsWith(QStringLiteral("The disk of %1 has ").arg(huge.target))
                 && tooLarge.sentence.endsWith(QStringLiteral(" left, 1152922 TB are needed")),
             qPrintable(tooLarge.sentence));
    checkNothingHalfMade(huge, false, 0);
}

void FetchTest::foldersThatCannotBeWrittenAreTold()
{
    const HttpServer server(serveWell);
    FetchFile wanted = file(server);
    QFile inTheWay(path(QStringLiteral("set")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    const FileOutcome outcome = fetch(wanted);
    QVERIFY2(outcome.sentence.startsWith(
                 QStringLiteral("The folder %1 cannot be made: ").arg(path(QStringLiteral("set")))),
             qPrintable(outcome.sentence));
    QVERIFY(server.requests().isEmpty());
    if (geteuid() == 0)
        QSKIP("root may write anywhere");
    QVERIFY(QDir().mkpath(path(QStringLiteral("closed"))));
    QFile::setPermissions(path(QStringLiteral("closed")), QFile::ReadOwner | QFile::ExeOwner);
    wanted.target = path(QStringLiteral("closed/x.bin"));
    QCOMPARE(fetch(wanted).sentence,
             QStringLiteral("%1.part cannot be written: Permission denied").arg(wanted.target));
}

void FetchTest::aSecondProgramIsToldToWait()
{
    const HttpServer server([](QTcpSocket& socket, const HttpRequest&) { sendHalf(socket); });
    const FetchFile wanted = file(server);
    QNetworkAccessManager network;
    FileFetch first(network, wanted, {});
    first.start();
    QTRY_COMPARE(first.received(), kHalf);
    QCOMPARE(fetch(wanted).sentence,
             QStringLiteral("%1 is being fetched by another program just now").arg(wanted.target));
    QCOMPARE(contentsOf(wanted.target + QStringLiteral(".part")), content().first(kHalf));
    first.cancel();
}

void FetchTest::refusedConnectionsAreTold()
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
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("127.0.0.1 refuses the connection."));
    checkNothingHalfMade(wanted, false, 0);
}

/// A certificate that nobody vouches for is refused; one that is trusted may not send us to http.
void FetchTest::httpsIsHeldToItsWord()
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
    QVERIFY(maker.waitForFinished() && maker.exitCode() == 0);
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
    QVERIFY2(stranger.sentence.startsWith(
                 QStringLiteral("127.0.0.1 cannot prove that it is 127.0.0.1: ")),
             qPrintable(stranger.sentence));
    const QSslConfiguration before = QSslConfiguration::defaultConfiguration();
    QSslConfiguration trusting = before;
    trusting.addCaCertificate(certificate);
    QSslConfiguration::setDefaultConfiguration(trusting);
    const FileOutcome downgraded = fetch(wanted);
    QSslConfiguration::setDefaultConfiguration(before);
    QCOMPARE(downgraded.sentence,
             QStringLiteral("127.0.0.1 redirects from https to http://127.0.0.1/x, where anyone on "
                            "the way could change the file: not followed"));
    checkNothingHalfMade(wanted, false, 0);
}

void FetchTest::fetchesAWholeDataSet()
{
    const HttpServer server(serveWell);
    FetchPlan plan{.dataset = QStringLiteral("made"),
                   .title = QStringLiteral("Made up"),
                   .folder = m_folder->path(),
                   .files = {},
                   .elsewhere = {}};
    for (const char* name : {"a", "b", "c"}) {
        plan.files.push_back(file(server));
        plan.files.back().name = QString::fromLatin1(name);
        plan.files.back().target = path(QString::fromLatin1(name));
    }
    QVERIFY(QFile(plan.files[1].target).open(QIODevice::WriteOnly));
    QFile there(plan.files[1].target);
    QVERIFY(there.open(QIODevice::WriteOnly) && there.write(content()) == kSize);
    there.close();
    DatasetFetch fetch(plan, hasty());
    QSignalSpy ends(&fetch, &DatasetFetch::ended);
    QStringList told;
    connect(
        &fetch, &DatasetFetch::fileEnded, this, [&](const QString& name, const FileOutcome& how) {
            told << name + QStringLiteral(": ") + how.sentence;
        });
    QList<FetchProgress> progress;
    connect(&fetch, &DatasetFetch::progressed, this, [&](const FetchProgress& now) {
        progress << now;
    });
    fetch.start();
    QTRY_COMPARE(ends.size(), 1);
    QCOMPARE(ends.front().front().value<FileOutcome>().end, FetchEnd::Done);
    QCOMPARE(told,
             (QStringList{QStringLiteral("a: SHA-256 agrees"),
                          QStringLiteral("b: it is there already; SHA-256 agrees"),
                          QStringLiteral("c: SHA-256 agrees")}));
    QVERIFY(progress.size() >= 2);
    QCOMPARE(progress.last().number, 3);
    QCOMPARE(progress.last().received, kSize);
    QCOMPARE(progress.last().setReceived, 3 * kSize);
    QCOMPARE(progress.last().setTotal, 3 * kSize);
    for (const FetchFile& one : plan.files)
        QCOMPARE(contentsOf(one.target), content());
    DatasetFetch again(plan, hasty());
    QSignalSpy second(&again, &DatasetFetch::ended);
    again.start();
    QTRY_COMPARE(second.size(), 1);
    QCOMPARE(second.front().front().value<FileOutcome>().end, FetchEnd::AlreadyThere);
}

void FetchTest::aCancelBetweenTwoFilesIsHeard()
{
    const HttpServer server(serveWell);
    FetchPlan plan{.dataset = QStringLiteral("made"),
                   .title = QStringLiteral("Made up"),
                   .folder = m_folder->path(),
                   .files = {file(server), file(server)},
                   .elsewhere = {}};
    plan.files[1].target = path(QStringLiteral("second"));
    DatasetFetch fetch(plan, hasty());
    QSignalSpy ends(&fetch, &DatasetFetch::ended);
    connect(&fetch, &DatasetFetch::fileEnded, &fetch, &DatasetFetch::cancel);
    fetch.start();
    QTRY_COMPARE(ends.size(), 1);
    QCOMPARE(ends.front().front().value<FileOutcome>().end, FetchEnd::Cancelled);
    QVERIFY(QFile::exists(plan.files[0].target));
    QVERIFY(!QFile::exists(plan.files[1].target));
    QCOMPARE(server.requests().size(), 1);
}

void FetchTest::theFirstFailureEndsADataSet()
{
    const HttpServer server([](QTcpSocket& socket, const HttpRequest& request) {
        if (request.path == "/gone")
            return say(socket, "404 Not Found\r\n" + length(0));
        serveWell(socket, request);
    });
    FetchPlan plan{.dataset = QStringLiteral("made"),
                   .title = QStringLiteral("Made up"),
                   .folder = m_folder->path(),
                   .files = {file(server), file(server), file(server)},
                   .elsewhere = {}};
    plan.files[1].address = server.url(QStringLiteral("gone"));
    plan.files[1].target = path(QStringLiteral("gone"));
    plan.files[1].name = QStringLiteral("gone");
    DatasetFetch fetch(plan, hasty());
    QSignalSpy ends(&fetch, &DatasetFetch::ended);
    fetch.start();
    QTRY_COMPARE(ends.size(), 1);
    const auto outcome = ends.front().front().value<FileOutcome>();
    QCOMPARE(outcome.end, FetchEnd::Failed);
    QVERIFY(outcome.sentence.startsWith(QStringLiteral("gone: 127.0.0.1 answers 404")));
    QCOMPARE(server.requests().size(), 2);
}

void FetchTest::tellsTheLastBytesBeforeASilence()
{
    const HttpServer server([](QTcpSocket& socket, const HttpRequest&) {
        say(socket, "200 OK\r\n" + length(kSize), content().first(1000));
        QTimer::singleShot(20, &socket, [&socket] { socket.write(content().sliced(1000, 2000)); });
    });
    const FetchPlan plan{.dataset = QStringLiteral("made"),
                         .title = QStringLiteral("Made up"),
                         .folder = m_folder->path(),
                         .files = {file(server)},
                         .elsewhere = {}};
    FetchPatience patient = hasty();
    patient.stall = std::chrono::seconds(30);
    DatasetFetch fetch(plan, patient);
    qint64 told = 0;
    connect(&fetch, &DatasetFetch::progressed, this, [&told](const FetchProgress& now) {
        told = now.received;
    });
    fetch.start();
    QTRY_COMPARE(told, qint64{3000});
    fetch.cancel();
    QCOMPARE(told, qint64{3000});
}

void FetchTest::downloadsRunBesideTheWindow()
{
    bool stalling = true;
    const HttpServer server([&stalling](QTcpSocket& socket, const HttpRequest& request) {
        if (!stalling)
            return serveWell(socket, request);
        sendHalf(socket);
    });
    const FetchPlan plan{.dataset = QStringLiteral("made"),
                         .title = QStringLiteral("Made up"),
                         .folder = m_folder->path(),
                         .files = {file(server)},
                         .elsewhere = {}};
    FetchPlan other = plan;
    other.dataset = QStringLiteral("other");
    Downloads downloads(hasty());
    QSignalSpy ends(&downloads, &Downloads::ended);
    QSignalSpy progress(&downloads, &Downloads::progressed);
    bool onThisThread = true;
    connect(&downloads, &Downloads::ended, this, [&onThisThread] {
        onThisThread = onThisThread && QThread::currentThread() == qApp->thread();
    });
    downloads.start(plan);
    downloads.start(plan); // is under way already
    downloads.start(other);
    QVERIFY(downloads.isUnderWay(QStringLiteral("made")));
    QVERIFY(downloads.isUnderWay(QStringLiteral("other")));
    downloads.cancel(QStringLiteral("other"));
    QCOMPARE(ends.size(), 1);
    QTRY_VERIFY(!progress.isEmpty());
    downloads.cancel(QStringLiteral("made"));
    QTRY_COMPARE(ends.size(), 2);
    QCOMPARE(ends.at(1).at(1).value<FileOutcome>().end, FetchEnd::Cancelled);
    QVERIFY(!downloads.isUnderWay(QStringLiteral("made")));
    checkNothingHalfMade(plan.files.front(), false, kHalf);
    stalling = false;
    downloads.start(plan);
    QTRY_COMPARE(ends.size(), 3);
    QCOMPARE(ends.at(2).at(1).value<FileOutcome>().end, FetchEnd::Done);
    checkNothingHalfMade(plan.files.front(), true, 0);
    QVERIFY(onThisThread);
    // Closing the window in the middle leaves what can be gone on with.
    stalling = true;
    QVERIFY(QFile::remove(plan.files.front().target));
    {
        Downloads closing(hasty());
        QSignalSpy seen(&closing, &Downloads::progressed);
        closing.start(plan);
        QTRY_VERIFY(!seen.isEmpty());
    }
    checkNothingHalfMade(plan.files.front(), false, kHalf);
}

COTERIE_WIDGET_TEST_MAIN(FetchTest)
#include "tst_fetch.moc"
