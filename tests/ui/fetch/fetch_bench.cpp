#include "tests/ui/fetch/fetch_bench.h"

#include "tests/patience.h"

#include <QCryptographicHash>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QNetworkAccessManager>
#include <QRandomGenerator>
#include <QTimer>

namespace coterie::test {

using namespace ui;

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

void say(QTcpSocket& socket, const QByteArray& head, const QByteArray& body)
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

void sayWhole(QTcpSocket& socket, const QByteArray& bytes)
{
    say(socket, "200 OK\r\n" + length(bytes.size()), bytes);
}

qint64 firstOf(const HttpRequest& request)
{
    const QByteArray range = request.header("range"); // "bytes=N-"
    return range.isEmpty() ? 0 : range.mid(6).chopped(1).toLongLong();
}

void sayRest(QTcpSocket& socket, qint64 first, const QByteArray& more)
{
    say(socket,
        "206 Partial Content\r\n" + length(kSize - first) + "\r\nContent-Range: bytes "
            + QByteArray::number(first) + '-' + QByteArray::number(kSize - 1) + '/'
            + QByteArray::number(kSize) + more,
        content().mid(first));
}

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

ui::FetchPatience hasty(std::chrono::milliseconds stall)
{
    using namespace std::chrono_literals;
    return {.stall = stall, .beforeRetry = 10ms, .retries = 3, .redirects = 4};
}

FetchFile FetchBench::file(const HttpServer& server) const
{
    return {.address = server.url(QStringLiteral("x.bin")),
            .target = path(QStringLiteral("set/x.bin")),
            .name = QStringLiteral("set/x.bin"),
            .bytes = kSize,
            .sha256 = sha256(content()),
            .md5 = {}};
}

FileOutcome FetchBench::fetch(const FetchFile& file, const FetchPatience& patience)
{
    QNetworkAccessManager network;
    FileFetch fetch(network, file, patience);
    FileOutcome outcome{.sentence = QStringLiteral("it did not end")};
    int ends = 0;
    QEventLoop loop;
    connect(&fetch, &FileFetch::ended, &loop, [&](const FileOutcome& how) {
        outcome = how;
        ++ends;
        loop.quit();
    });
    QTimer::singleShot(kTryMilliseconds, &loop, &QEventLoop::quit);
    QMetaObject::invokeMethod(&fetch, &FileFetch::start, Qt::QueuedConnection);
    loop.exec();
    QTest::qWait(20); // an end that came twice would be seen
    return ends == 1 ? outcome
                     : FileOutcome{.sentence = QStringLiteral("it ended %1 times").arg(ends)};
}

void FetchBench::leavePart(const FetchFile& file, const QByteArray& bytes, const QByteArray& origin)
{
    QVERIFY(QDir().mkpath(QFileInfo(file.target).path()));
    QFile part(file.target + QStringLiteral(".part"));
    QVERIFY(part.open(QIODevice::WriteOnly) && part.write(bytes) == bytes.size());
    QFile from(part.fileName() + QStringLiteral(".from"));
    QVERIFY(from.open(QIODevice::WriteOnly) && from.write(origin) == origin.size());
}

void FetchBench::checkNothingHalfMade(const FetchFile& file, bool isThere, qint64 partSize) const
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

} // namespace coterie::test
