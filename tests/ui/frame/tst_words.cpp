#include "core/metrics/metric_infos.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QTest>

#include <filesystem>

namespace tst_words {

using namespace coterie::ui;

class WordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aFileThatIsNotThereHasNoFolder();
    void saysDurations_data();
    void saysDurations();
    void saysWhereTheQueueStands();
    void saysNumbers();
    void metricsAreCalledApart();
    void symbolsAreRichText_data();
    void symbolsAreRichText();
    void cellsKeepTheirDecimals();
    void aLabelElidesTheLastLineThatItHasRoomFor();
};

void WordsTest::aFileThatIsNotThereHasNoFolder()
{
    QVERIFY(folderOfFile(QStringLiteral("/runs/mine/a.json")) == "/runs/mine");
    QVERIFY(folderOfFile(QStringLiteral("a.json")) == std::filesystem::current_path());
    QVERIFY(folderOfFile({}).empty()); // not the working directory
}

void WordsTest::saysDurations_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << 0.2 << QStringLiteral("less than 1 s");
    QTest::newRow("seconds") << 8.4 << QStringLiteral("8 s");
    QTest::newRow("minutes") << 110.0 << QStringLiteral("1 min 50 s");
    QTest::newRow("round minute") << 60.0 << QStringLiteral("1 min 00 s");
    QTest::newRow("hours") << 7500.0 << QStringLiteral("2 h 05 min");
    QTest::newRow("not known") << made_up::kNaN << QStringLiteral("unknown");
    QTest::newRow("for ever") << made_up::kInfinity << QStringLiteral("unknown");
}

void WordsTest::saysDurations()
{
    QFETCH(double, seconds);
    QFETCH(QString, expected);
    QCOMPARE(durationText(seconds), expected);
}

void WordsTest::saysWhereTheQueueStands()
{
    coterie::QueueProgress progress{
        .run = 3, .runs = 15, .round = 41, .rounds = 200, .runSecondsLeft = {}, .secondsLeft = {}};
    QCOMPARE(progressText(progress), QStringLiteral("run 3 of 15, round 41 of 200"));
    progress.runSecondsLeft = 4.0;
    QCOMPARE(progressText(progress),
             QStringLiteral("run 3 of 15, round 41 of 200, 4 s left for this run"));
    progress.secondsLeft = 110;
    QCOMPARE(progressText(progress),
             QStringLiteral("run 3 of 15, round 41 of 200, 1 min 50 s left for all runs"));
    QVERIFY(std::abs(progressShare(progress) - (2 + 41.0 / 200) / 15) < 1e-12);
    progress.round = 1041;
    progress.rounds = 4000;
    QVERIFY(progressText(progress).startsWith(QStringLiteral("run 3 of 15, round 1,041 of 4,000")));
    progress.round = 41;
    progress.rounds = 200;
    progress.run = 1;
    progress.runs = 1;
    QCOMPARE(progressText(progress),
             QStringLiteral("run 1 of 1, round 41 of 200, 1 min 50 s left"));
    QCOMPARE(coterie::progressShare({}), 0.0);
}

void WordsTest::saysNumbers()
{
    QCOMPARE(numberText(12.34567), QStringLiteral("12.35"));
    QCOMPARE(numberText(-12.34567), QStringLiteral("−12.35"));
    QCOMPARE(numberText(-1e-9), QStringLiteral("−1e−09"));
    QCOMPARE(numberText(made_up::kNaN), QStringLiteral("NaN"));
    QCOMPARE(numberText(-made_up::kInfinity), QStringLiteral("−∞"));
}

void WordsTest::symbolsAreRichText_data()
{
    QTest::addColumn<QString>("symbol");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* symbol, const char* expected) {
        QTest::addRow("%s", symbol) << QString::fromUtf8(symbol) << QString::fromUtf8(expected);
    };
    row("", "");
    row("α", "<i>α</i>&nbsp;");
    row("aᵢ", "<i>a<sub>i</sub></i>&nbsp;");
    row("αᵢ = αDᵢ", "<i>α<sub>i</sub> = αD<sub>i</sub></i>&nbsp;");
    row("β₂", "<i>β<sub>2</sub></i>&nbsp;");
    row("γ⁰", "<i>γ<sup>0</sup></i>&nbsp;");
    row("Z_ik", "<i>Z<sub>ik</sub></i>&nbsp;");
    row("η_g < 1", "<i>η<sub>g</sub> &lt; 1</i>&nbsp;");
    row("s(i, C)", "<i>s(i, C)</i>&nbsp;");
}

void WordsTest::symbolsAreRichText()
{
    QFETCH(QString, symbol);
    QFETCH(QString, expected);
    QCOMPARE(symbolText(symbol.toStdString()), expected);
}

void WordsTest::cellsKeepTheirDecimals()
{
    QCOMPARE(cellText(12.5, 2), QStringLiteral("12.50"));
    QCOMPARE(cellText(-12.5, 2), QStringLiteral("−12.50"));
    QCOMPARE(cellText({}, 2), QStringLiteral("–"));
    QCOMPARE(cellText(made_up::kInfinity, 3), QStringLiteral("∞"));
}

void WordsTest::metricsAreCalledApart()
{
    QCOMPARE(metricName("meanTestError"), QStringLiteral("Mean test error"));
    QCOMPARE(metricName("adjustedRandIndex"), QStringLiteral("Adjusted Rand index"));
    QStringList names;
    for (const coterie::MetricInfo& info : coterie::metricInfos())
        names << metricName(info.name);
    QCOMPARE(names.removeDuplicates(), 0);
    QVERIFY(names.filter(QStringLiteral(",")).isEmpty()); // the moment follows one
}

void WordsTest::aLabelElidesTheLastLineThatItHasRoomFor()
{
    ElidedLabel label;
    label.setWordWrap(true);
    const int line = label.fontMetrics().lineSpacing();
    const QString text = QStringLiteral("one two three four five six seven eight nine ten");
    label.setText(text);
    label.resize(label.fontMetrics().horizontalAdvance(text) + 40, 2 * line);
    QCOMPARE(label.shownText(), text);
    label.resize(label.fontMetrics().horizontalAdvance(QStringLiteral("one two three four")) + 4,
                 2 * line);
    const QStringList lines = label.shownText().split(u'\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY2(text.startsWith(lines.first().trimmed()), qPrintable(lines.first()));
    QVERIFY2(lines.last().endsWith(u'…'), qPrintable(lines.last()));
    for (const QString& shown : lines)
        QVERIFY2(label.fontMetrics().horizontalAdvance(shown.trimmed()) <= label.width(),
                 qPrintable(shown));
    label.resize(label.width(), 4 * line);
    QVERIFY(!label.shownText().contains(u'…'));
    label.setText(QStringLiteral("a\nb\nc")); // as a user wrote it
    QCOMPARE(label.shownText(), QStringLiteral("a\nb\nc"));
    label.resize(label.width(), 2 * line);
    QCOMPARE(label.shownText(), QStringLiteral("a\nb c"));
    label.setMostLines(2);
    QCOMPARE(label.maximumHeight(), 2 * line);
    QFont larger = label.font();
    larger.setPointSizeF(2 * larger.pointSizeF());
    label.setFont(larger);
    QCOMPARE(label.maximumHeight(), 2 * label.fontMetrics().lineSpacing());
    QVERIFY(label.maximumHeight() > 2 * line);
}

COTERIE_WIDGET_SECTION(WordsTest)

} // namespace tst_words

#include "tst_words.moc"
