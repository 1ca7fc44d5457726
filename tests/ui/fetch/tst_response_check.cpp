#include "core/data/catalog.h"
#include "tests/sections.h"
#include "ui/fetch/dataset_fetch.h"
#include "ui/fetch/fetch_plan.h"
#include "ui/fetch/response_check.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tst_response_check {

using namespace coterie;
using namespace coterie::ui;
using Step = AnswerVerdict::Step;

namespace {

const QUrl kAddress(QStringLiteral("https://data.example/set/x.gz"));

QString sentenceOf(const Result<FetchPlan>& plan)
{
    return plan ? QStringLiteral("accepted") : QString::fromStdString(plan.error().sentence());
}

} // namespace

/// What a fetch decides before any byte arrives, and what it says while they do.
class ResponseCheckTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsContentRanges_data();
    void readsContentRanges();
    void judgesAnswers_data();
    void judgesAnswers();
    void followsOnlySafeRedirects_data();
    void followsOnlySafeRedirects();
    void plansGoWhereTheReadersLook();
    void aSetThatLiesElsewhereIsNamed();
    void namesWithoutFilesAreExplained_data();
    void namesWithoutFilesAreExplained();
    void saysSizes();
    void saysProgress();
    void ratesFollowTheLastSeconds();
};

void ResponseCheckTest::readsContentRanges_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isRange");
    QTest::addColumn<ContentRange>("range");
    const auto row = [](const char* text, const std::optional<ContentRange>& range) {
        QTest::newRow(text) << QByteArray(text) << range.has_value()
                            << range.value_or(ContentRange());
    };
    row("bytes 100-199/200", ContentRange{100, 199, 200});
    row(" Bytes  0-0/1 ", ContentRange{0, 0, 1});
    row("bytes 5-9/*", ContentRange{5, 9, 0});
    row("bytes */200", ContentRange{-1, -1, 200});
    row("", {});
    row("bytes 5-/10", {});
    row("bytes -5-9/10", {});
    row("items 5-9/10", {});
    row("bytes 5-9", {});
    row("bytes 99999999999999999999-5/6", {});
}

void ResponseCheckTest::readsContentRanges()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isRange);
    QFETCH(ContentRange, range);
    const auto read = parseContentRange(text);
    QCOMPARE(read.has_value(), isRange);
    if (isRange)
        QVERIFY(*read == range);
}

void ResponseCheckTest::judgesAnswers_data()
{
    QTest::addColumn<ResponseHead>("head");
    QTest::addColumn<Awaited>("awaited");
    QTest::addColumn<Step>("step");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name,
                        const ResponseHead& head,
                        qint64 have,
                        qint64 bytes,
                        Step step,
                        const char* sentence = "") {
        const Awaited awaited{
            .address = kAddress, .have = have, .bytes = bytes, .validator = "\"a\""};
        QTest::newRow(name) << head << awaited << step << QString::fromUtf8(sentence);
    };
    const auto head = [](int status,
                         std::optional<qint64> length,
                         const QByteArray& range = {},
                         const QByteArray& validator = {}) {
        return ResponseHead{.status = status,
                            .reason = QStringLiteral("Words"),
                            .contentLength = length,
                            .contentRange = range,
                            .validator = validator};
    };
    row("whole", head(200, 200), 0, 200, Step::Begin);
    row("whole of unknown size", head(200, {}), 0, 0, Step::Begin);
    row("whole although a range was asked for", head(200, 200), 100, 200, Step::Begin);
    row("too short",
        head(200, 150),
        0,
        200,
        Step::Refuse,
        "data.example offers 150 bytes instead of 200: the file at https://data.example/set/x.gz "
        "is a different one");
    row("too long",
        head(200, 250),
        0,
        200,
        Step::Refuse,
        "data.example offers 250 bytes instead of 200: the file at https://data.example/set/x.gz "
        "is a different one");
    row("the rest", head(206, 100, "bytes 100-199/200"), 100, 200, Step::Append);
    row("the rest of unknown size", head(206, 100, "bytes 100-199/*"), 100, 0, Step::Append);
    row("the rest of the same version",
        head(206, 100, "bytes 100-199/200", "\"a\""),
        100,
        200,
        Step::Append);
    row("the rest of another version",
        head(206, 100, "bytes 100-199/200", "\"b\""),
        100,
        200,
        Step::AskFromStart);
    row("another part", head(206, 150, "bytes 50-199/200"), 100, 200, Step::AskFromStart);
    row("a part of the rest", head(206, 50, "bytes 100-149/200"), 100, 200, Step::AskFromStart);
    row("a part without a place", head(206, 100), 100, 200, Step::AskFromStart);
    row("the rest of another size",
        head(206, 150, "bytes 100-249/250"),
        100,
        200,
        Step::Refuse,
        "data.example offers 250 bytes instead of 200: the file at https://data.example/set/x.gz "
        "is a different one");
    row("a part nobody asked for",
        head(206, 100, "bytes 0-99/200"),
        0,
        200,
        Step::Refuse,
        "data.example sent only a part of the file");
    row("nothing missing", head(416, 0, "bytes */200"), 200, 0, Step::Complete);
    row("more here than there", head(416, 0, "bytes */150"), 200, 0, Step::AskFromStart);
    row("no such range, no word why", head(416, 0), 100, 200, Step::AskFromStart);
    row("no such range, none asked for",
        head(416, 0),
        0,
        200,
        Step::Refuse,
        "data.example answered 416 (Words) for https://data.example/set/x.gz");
    row("gone",
        head(404, 12),
        0,
        200,
        Step::Refuse,
        "data.example answered 404 (Words): the file is no longer at "
        "https://data.example/set/x.gz");
    row("not allowed",
        head(403, 12),
        0,
        200,
        Step::Refuse,
        "data.example answered 403 (Words) for https://data.example/set/x.gz");
    row("broken",
        head(500, 12),
        0,
        200,
        Step::Refuse,
        "data.example answered 500 (Words) for https://data.example/set/x.gz. The server has a "
        "problem; try again later");
}

void ResponseCheckTest::judgesAnswers()
{
    QFETCH(ResponseHead, head);
    QFETCH(Awaited, awaited);
    QFETCH(Step, step);
    QFETCH(QString, sentence);
    const AnswerVerdict verdict = judge(head, awaited);
    QCOMPARE(verdict.step, step);
    QCOMPARE(verdict.sentence, sentence);
    if (step == Step::Append || step == Step::Begin)
        QCOMPARE(verdict.total, awaited.bytes);
}

void ResponseCheckTest::followsOnlySafeRedirects_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QByteArray>("location");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("sentence");
    const auto row =
        [](const char* from, const char* location, const char* target, const char* why) {
            QTest::newRow(location) << QString::fromUtf8(from) << QByteArray(location)
                                    << QString::fromUtf8(target) << QString::fromUtf8(why);
        };
    row("http://a.example/x", "https://b.example/y", "https://b.example/y", "");
    row("http://a.example/x", "http://b.example/y", "http://b.example/y", "");
    row("https://a.example/d/x", "../y?z=1", "https://a.example/y?z=1", "");
    row("https://a.example/x", "//b.example/y", "https://b.example/y", "");
    row("https://a.example/x",
        "http://b.example/y",
        "",
        "a.example redirects from https to the insecure http://b.example/y. The redirect was not "
        "followed");
    row("http://a.example/x",
        "file:///etc/passwd",
        "",
        "a.example redirects to \"file:///etc/passwd\", which is not a web address");
    row("http://a.example/x",
        "ftp://b.example/y",
        "",
        "a.example redirects to \"ftp://b.example/y\", which is not a web address");
    row("http://a.example/x", "", "", "a.example redirects to \"\", which is not a web address");
}

void ResponseCheckTest::followsOnlySafeRedirects()
{
    QFETCH(QString, from);
    QFETCH(QByteArray, location);
    QFETCH(QString, target);
    QFETCH(QString, sentence);
    const Redirect redirect = redirectOf(QUrl(from), location);
    QCOMPARE(redirect.target.toString(), target);
    QCOMPARE(redirect.sentence, sentence);
}

/// Files of the right names at the planned places are found by the data set's own search.
void ResponseCheckTest::plansGoWhereTheReadersLook()
{
    int plans = 0;
    for (const CatalogEntry& entry : dataCatalog()) {
        if (downloadsOf(entry.part.name).empty())
            continue;
        ++plans;
        const QTemporaryDir folder;
        const DataFolders folders{.folders = {folder.path().toStdString()}};
        const auto plan = fetchPlan(QString::fromUtf8(entry.part.name.data()), folders);
        QVERIFY2(plan.has_value(), entry.part.name.data());
        QVERIFY(entry.find(folders).empty());
        for (const FetchFile& file : plan->files) {
            QVERIFY(file.target.startsWith(folder.path()));
            QVERIFY(file.hasDigest());
            std::filesystem::create_directories(
                std::filesystem::path(file.target.toStdString()).parent_path());
            QFile empty(file.target);
            QVERIFY(empty.open(QIODevice::WriteOnly));
        }
        QVERIFY2(!entry.find(folders).empty(), entry.part.name.data());
    }
    QVERIFY(plans >= 8);
}

void ResponseCheckTest::aSetThatLiesElsewhereIsNamed()
{
    const QTemporaryDir first;
    const QTemporaryDir second;
    const DataFolders folders{.folders = {first.path().toStdString(), second.path().toStdString()}};
    for (const char* name : {"zip.train.gz", "zip.test"})
        QVERIFY(QFile(second.filePath(QString::fromLatin1(name))).open(QIODevice::WriteOnly));
    const auto plan = fetchPlan(QStringLiteral("usps"), folders);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->elsewhere, second.path());
    // Files at their planned places are for the fetch to check.
    const DataFolders one{.folders = {second.path().toStdString()}};
    QVERIFY(QDir(second.path()).mkpath(QStringLiteral("usps")));
    for (const char* name : {"usps/zip.train.gz", "usps/zip.test.gz"})
        QVERIFY(QFile(second.filePath(QString::fromLatin1(name))).open(QIODevice::WriteOnly));
    QVERIFY(fetchPlan(QStringLiteral("usps"), one)->elsewhere.isEmpty());
}

void ResponseCheckTest::namesWithoutFilesAreExplained_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("typo") << QStringLiteral("minst")
                          << QStringLiteral("there is no data set \"minst\"");
    QTest::newRow("built in") << QStringLiteral("glyphDigits")
                              << QStringLiteral("Glyph digits is built in and needs no download");
    QTest::newRow("own file") << QStringLiteral("csv")
                              << QStringLiteral("Table (CSV) is your own file");
    QTest::newRow("by hand")
        << QStringLiteral("synthDigits")
        << QStringLiteral("SynthDigits has no download address. Manual download: Y. Ganin");
}

void ResponseCheckTest::namesWithoutFilesAreExplained()
{
    QFETCH(QString, name);
    QFETCH(QString, sentence);
    const auto plan = fetchPlan(name, {.folders = {"/nowhere"}});
    QVERIFY2(sentenceOf(plan).startsWith(sentence), qPrintable(sentenceOf(plan)));
    if (name == QStringLiteral("minst"))
        QVERIFY2(sentenceOf(plan).contains(QStringLiteral("mnist\"?")),
                 qPrintable(sentenceOf(plan)));
    QVERIFY(sentenceOf(fetchPlan(QStringLiteral("mnist"), {}))
                .startsWith(QStringLiteral("no data folder is set")));
}

void ResponseCheckTest::saysSizes()
{
    QCOMPARE(sizeText(0), QStringLiteral("0 bytes"));
    QCOMPARE(sizeText(1), QStringLiteral("1 byte"));
    QCOMPARE(sizeText(999), QStringLiteral("999 bytes"));
    QCOMPARE(sizeText(1000), QStringLiteral("1.0 kB"));
    QCOMPARE(sizeText(28'881), QStringLiteral("28.9 kB"));
    QCOMPARE(sizeText(170'052'171), QStringLiteral("170 MB"));
    QCOMPARE(sizeText(999'499), QStringLiteral("999 kB"));
    QCOMPARE(sizeText(999'600), QStringLiteral("1.0 MB"));
    QCOMPARE(sizeText(7'000'000'000'000), QStringLiteral("7.0 TB"));
}

void ResponseCheckTest::saysProgress()
{
    FetchProgress progress{.file = QStringLiteral("x"),
                           .number = 2,
                           .files = 4,
                           .received = 3'200'000,
                           .total = 9'900'000,
                           .setReceived = 0,
                           .setTotal = 0,
                           .bytesPerSecond = 1'100'000,
                           .secondsLeft = 6.1};
    QCOMPARE(progressText(progress),
             QStringLiteral("file 2 of 4, 3.2 MB of 9.9 MB, 1.1 MB/s, 6 s left"));
    progress.files = 1;
    progress.total = 0;
    progress.secondsLeft.reset();
    QCOMPARE(progressText(progress), QStringLiteral("3.2 MB, 1.1 MB/s"));
}

void ResponseCheckTest::ratesFollowTheLastSeconds()
{
    TransferRate rate;
    QVERIFY(!rate.bytesPerSecond());
    qint64 received = 0;
    for (qint64 time = 0; time <= 10'000; time += 20)
        rate.add(time, received += 20'000); // 1 MB/s
    QVERIFY(qAbs(*rate.bytesPerSecond() - 1e6) < 3e4);
    for (qint64 time = 10'020; time <= 16'000; time += 20)
        rate.add(time, received += 2'000); // ten times slower
    QVERIFY2(qAbs(*rate.bytesPerSecond() - 1e5) < 3e3,
             qPrintable(QString::number(*rate.bytesPerSecond())));
    rate.add(26'000, received); // nothing for ten seconds
    QVERIFY(*rate.bytesPerSecond() < 3e3);
}

COTERIE_WIDGET_SECTION(ResponseCheckTest)

} // namespace tst_response_check

#include "tst_response_check.moc"
