#include "tests/sections.h"
#include "tests/ui/fetch/fetch_bench.h"

#include <QDir>
#include <QFile>
#include <QNetworkAccessManager>
#include <QSignalSpy>

namespace tst_fetch_resume {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::test;

/// What is left of a broken download, and when it is gone on with.
class FetchResumeTest final : public FetchBench
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void goesOnWhereTheConnectionBroke();
    void goesOnAfterACancel();
    void beginsAnewWhereRangesAreIgnored();
    void beginsAnewWhereTheFileIsAnotherNow();
    void doesNotBelieveAWrongRange();
    void aWholePartIsOnlyChecked();
    void aPartOfAnotherAddressIsDropped();
    void aRefusedRangeWithoutAWordIsAskedForWhole();
};

void FetchResumeTest::goesOnWhereTheConnectionBroke()
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
    QCOMPARE(outcome.sentence, QStringLiteral("SHA-256 matches"));
    checkNothingHalfMade(wanted, true, 0);
    // Qt may ask a first time again by itself, where the connection ends with the first bytes.
    QVERIFY(server.requests().size() >= 2);
    QCOMPARE(server.requests().last().header("range"), QByteArray("bytes=150000-"));
    QCOMPARE(server.requests().last().header("if-range"), QByteArray("\"one\""));
}

void FetchResumeTest::goesOnAfterACancel()
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
             QStringLiteral(
                 "cancelled. 150 kB of 300 kB are kept in %1.part; the next download resumes there")
                 .arg(wanted.target));
    checkNothingHalfMade(wanted, false, kHalf);
    stalling = false;
    QCOMPARE(fetch(wanted).end, FetchEnd::Done);
    checkNothingHalfMade(wanted, true, 0);
    QCOMPARE(server.requests().at(1).header("range"), QByteArray("bytes=150000-"));
}

void FetchResumeTest::beginsAnewWhereRangesAreIgnored()
{
    int answers = 0;
    const HttpServer server([&answers](QTcpSocket& socket, const HttpRequest&) {
        if (++answers > 1)
            return sayWhole(socket);
        sendHalf(socket);
        close(socket);
    });
    const FetchFile wanted = file(server);
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 matches"));
    checkNothingHalfMade(wanted, true, 0);
}

void FetchResumeTest::beginsAnewWhereTheFileIsAnotherNow()
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
        leavePart(wanted, QByteArray(kHalf, 'o'), wanted.address.toEncoded() + "\n\"old\"\n");
        QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 matches"));
        checkNothingHalfMade(wanted, true, 0);
        QCOMPARE(server.requests().size(), heeds ? 1 : 2);
        QVERIFY(QFile::remove(wanted.target));
    }
}

void FetchResumeTest::doesNotBelieveAWrongRange()
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
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 matches"));
    checkNothingHalfMade(wanted, true, 0);
    const auto isContinued = [](const HttpRequest& request) { return firstOf(request) > 0; };
    QVERIFY(std::ranges::any_of(server.requests(), isContinued)); // it was offered the wrong range
    QVERIFY(!isContinued(server.requests().last()));              // and asked for the whole file
}

void FetchResumeTest::aWholePartIsOnlyChecked()
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
        leavePart(wanted, content(), wanted.address.toEncoded() + "\n\"one\"\n");
        QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 matches"));
        checkNothingHalfMade(wanted, true, 0);
        QCOMPARE(server.requests().size(), bytes > 0 ? 0 : 1);
        QVERIFY(QFile::remove(wanted.target));
    }
}

void FetchResumeTest::aPartOfAnotherAddressIsDropped()
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

void FetchResumeTest::aRefusedRangeWithoutAWordIsAskedForWhole()
{
    const HttpServer server([](QTcpSocket& socket, const HttpRequest& request) {
        if (firstOf(request) > 0)
            return say(socket, "416 Range Not Satisfiable\r\n" + length(0));
        sayWhole(socket);
    });
    const FetchFile wanted = file(server);
    leavePart(wanted, content().first(kHalf), wanted.address.toEncoded() + "\n\"one\"\n");
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("SHA-256 matches"));
    QCOMPARE(server.requests().size(), 2);
}

COTERIE_WIDGET_SECTION(FetchResumeTest)

} // namespace tst_fetch_resume

#include "tst_fetch_resume.moc"
