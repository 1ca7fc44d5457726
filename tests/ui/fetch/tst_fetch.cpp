#include "tests/sections.h"
#include "tests/ui/fetch/fetch_bench.h"
#include "ui/fetch/dataset_fetch.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QNetworkAccessManager>
#include <QSignalSpy>
#include <QThread>

#include <unistd.h>

namespace tst_fetch {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::test;

/// The fetcher against a server that serves, and against folders and disks that do not take it.
class FetchTest final : public FetchBench
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void fetchesAFile();
    void withoutDigestItSaysSo();
    void aFileThatIsThereIsNotFetched();
    void anotherFileInItsPlaceIsLeftAlone();
    void aFullDiskIsToldAndThePartKept();
    void foldersThatCannotBeWrittenAreTold();
    void aSecondProgramIsToldToWait();
    void fetchesAWholeDataSet();
    void aCancelBetweenTwoFilesIsHeard();
    void theFirstFailureEndsADataSet();
    void downloadsRunBesideTheWindow();
};

void FetchTest::fetchesAFile()
{
    const HttpServer server(serveWell);
    const FetchFile wanted = file(server);
    const FileOutcome outcome = fetch(wanted);
    QCOMPARE(outcome.sentence, QStringLiteral("SHA-256 matches"));
    QCOMPARE(outcome.end, FetchEnd::Done);
    checkNothingHalfMade(wanted, true, 0);
    QCOMPARE(server.requests().size(), 1);
    QCOMPARE(server.requests().front().header("accept-encoding"), QByteArray("identity"));
    QVERIFY(server.requests().front().header("range").isEmpty());
}

void FetchTest::withoutDigestItSaysSo()
{
    const HttpServer server(serveWell);
    FetchFile wanted = file(server);
    wanted.sha256.clear();
    wanted.md5 = QCryptographicHash::hash(content(), QCryptographicHash::Md5).toHex();
    QCOMPARE(fetch(wanted).sentence, QStringLiteral("MD5 matches"));
    QVERIFY(QFile::remove(wanted.target));
    wanted.md5.clear();
    QCOMPARE(fetch(wanted).sentence,
             QStringLiteral("no checksum is published, so only its size was checked"));
    QVERIFY(QFile::remove(wanted.target));
    wanted.bytes = 0;
    QCOMPARE(fetch(wanted).sentence,
             QStringLiteral("neither size nor checksum is published, so it was not checked"));
    checkNothingHalfMade(wanted, true, 0);
}

void FetchTest::aFileThatIsThereIsNotFetched()
{
    const HttpServer server(serveWell);
    const FetchFile wanted = file(server);
    QCOMPARE(fetch(wanted).end, FetchEnd::Done);
    const FileOutcome again = fetch(wanted);
    QCOMPARE(again.end, FetchEnd::AlreadyThere);
    QCOMPARE(again.sentence, QStringLiteral("already downloaded; SHA-256 matches"));
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
             QStringLiteral("%1 exists, but is a different file (it has 4 bytes instead of "
                            "300000). Move it away to download the published one")
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
    QCOMPARE(outcome.sentence,
             QStringLiteral("Cannot write %1.part: No space left on device.").arg(wanted.target));
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
    QVERIFY2(tooLarge.sentence.startsWith(
                 QStringLiteral("Not enough disk space for %1: ").arg(huge.target))
                 && tooLarge.sentence.endsWith(QStringLiteral(" free, 1152922 TB needed")),
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
                 QStringLiteral("Cannot create the folder %1: ").arg(path(QStringLiteral("set")))),
             qPrintable(outcome.sentence));
    QVERIFY(server.requests().isEmpty());
    if (geteuid() == 0)
        QSKIP("root may write anywhere");
    QVERIFY(QDir().mkpath(path(QStringLiteral("closed"))));
    QFile::setPermissions(path(QStringLiteral("closed")), QFile::ReadOwner | QFile::ExeOwner);
    wanted.target = path(QStringLiteral("closed/x.bin"));
    QCOMPARE(fetch(wanted).sentence,
             QStringLiteral("Cannot write %1.part: Permission denied").arg(wanted.target));
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
             QStringLiteral("Another program is downloading %1").arg(wanted.target));
    QCOMPARE(contentsOf(wanted.target + QStringLiteral(".part")), content().first(kHalf));
    first.cancel();
}

void FetchTest::fetchesAWholeDataSet()
{
    const HttpServer server(serveWell);
    FetchPlan plan{.dataset = QStringLiteral("made"),
                   .title = QStringLiteral("Made up"),
                   .folder = folder(),
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
             (QStringList{QStringLiteral("a: SHA-256 matches"),
                          QStringLiteral("b: already downloaded; SHA-256 matches"),
                          QStringLiteral("c: SHA-256 matches")}));
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
                   .folder = folder(),
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
                   .folder = folder(),
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
    QVERIFY(outcome.sentence.startsWith(QStringLiteral("gone: 127.0.0.1 answered 404")));
    QCOMPARE(server.requests().size(), 2);
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
                         .folder = folder(),
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

COTERIE_WIDGET_SECTION(FetchTest)

} // namespace tst_fetch

#include "tst_fetch.moc"
