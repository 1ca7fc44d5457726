#include "core/store/statistics.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/compare_words.h"
#include "ui/design_point_words.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <QTest>

#include <set>

namespace tst_compare_words {

using namespace coterie::ui;

class CompareWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void meansHideNoDeviation_data();
    void meansHideNoDeviation();
    void aColumnsDecimalsHideNoDeviation();
    void settingsAreToldInWords();
    void smallNumbersAreToldInAColumn();
    void sweepsAreToldInWords();
    void aUnitIsSaidOnce();
};

void CompareWordsTest::aUnitIsSaidOnce()
{
    QCOMPARE(metricText("totalTrafficBits"), QStringLiteral("Total traffic bits"));
    QCOMPARE(metricText("cloudBitsPerSender"), QStringLiteral("Cloud bits per sender"));
    QCOMPARE(metricText("meanTestError"), QStringLiteral("Mean test error (%)"));
}

void CompareWordsTest::meansHideNoDeviation_data()
{
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("deviation");
    QTest::addColumn<QString>("expected");
    QTest::newRow("four digits") << 20.14 << 2.34 << QStringLiteral("20.14 ± 2.34");
    QTest::newRow("below 1") << 0.0034 << 0.0004 << QStringLiteral("0.003400 ± 0.000400");
    QTest::newRow("a share") << 0.9731 << 0.02 << QStringLiteral("0.9731 ± 0.0200");
    QTest::newRow("small deviation") << 97.31 << 0.004 << QStringLiteral("97.310 ± 0.004");
    QTest::newRow("large mean") << 1234.0 << 0.2 << QStringLiteral("1234.0 ± 0.2");
    QTest::newRow("large both") << 12345.6 << 78.9 << QStringLiteral("12346 ± 79");
    QTest::newRow("large deviation") << -0.5 << 20.0 << QStringLiteral("−0.50 ± 20.00");
    QTest::newRow("no deviation") << 30.0 << 0.0 << QStringLiteral("30.00 ± 0.00");
    QTest::newRow("only rounding") << 30.0 << 4e-15 << QStringLiteral("30 ± 4e−15");
    QTest::newRow("both tiny") << 2e-5 << 1e-6 << QStringLiteral("2e−05 ± 1e−06");
    QTest::newRow("nothing") << 0.0 << 0.0 << QStringLiteral("0 ± 0");
    QTest::newRow("no numbers") << made_up::kNaN << made_up::kNaN << QStringLiteral("NaN ± NaN");
}

void CompareWordsTest::meansHideNoDeviation()
{
    QFETCH(double, mean);
    QFETCH(double, deviation);
    QFETCH(QString, expected);
    QCOMPARE(meanText(mean, deviation), expected);
}

void CompareWordsTest::aColumnsDecimalsHideNoDeviation()
{
    QCOMPARE(meanText(3.0, 1.0, 2), QStringLiteral("3.00 ± 1.00"));
    QCOMPARE(meanText(3.0, 0.0, 2), QStringLiteral("3.00 ± 0.00"));
    QCOMPARE(meanText(3.0, 0.004, 2), QStringLiteral("3.000 ± 0.004"));
}

void CompareWordsTest::settingsAreToldInWords()
{
    QCOMPARE(settingName("alpha"), QStringLiteral("α"));
    QCOMPARE(settingName("algorithm/alpha"), QStringLiteral("Algorithm α"));
    QCOMPARE(settingName("algorithm/name"), QStringLiteral("Algorithm"));
    QCOMPARE(settingName("partition/seed"), QStringLiteral("Partition seed"));
    QCOMPARE(settingName("neverHeardOf"), QStringLiteral("Never heard of"));
    QCOMPARE(settingName("model/layers/4/layers/1"), QStringLiteral("Layer 5.2"));
    QCOMPARE(settingName("model/layers"), QStringLiteral("Model layers"));
    QCOMPARE(valueWords("/model/layers",
                        R"([{"layer":"block","repeat":2,"layers":[{"layer":"relu"}]},)"
                        R"({"layer":"linear","units":"classes"}])"),
             QStringLiteral("3 layers: 2 × ReLU, Linear"));
    QCOMPARE(valueWords("/model/layers/4", R"({"layer":"convolution","channels":16})"),
             QStringLiteral("Convolution, 16 channels, kernel 3"));
    QCOMPARE(valueWords("/model/name", "mlr"), settingValue("/model/name", "mlr"));
    QCOMPARE(settingValue("/algorithm/name", "hcct"), QStringLiteral("HCCT"));
    QCOMPARE(settingValue("partition/clients", "0"), QStringLiteral("all")); // of a column
    QCOMPARE(settingValue("rounds", "0"), QStringLiteral("0"));
    QCOMPARE(settingValue("/partition/scheme", "dirichlet"), QStringLiteral("Dirichlet"));
    QCOMPARE(settingValue("/algorithm/alpha", "80"), QStringLiteral("80"));
    QCOMPARE(settingValue("/algorithm/name", "neverHeardOf"), QStringLiteral("neverHeardOf"));
}

void CompareWordsTest::smallNumbersAreToldInAColumn()
{
    QCOMPARE(columnText(0.884, 3), QStringLiteral("0.884"));
    QCOMPARE(columnText(0.0, 3), QStringLiteral("0.000"));
    QCOMPARE(columnText(0.0005, 3), QStringLiteral("0.0005"));
    QCOMPARE(columnText(-0.00031, 3), numberText(-0.00031));
    QCOMPARE(columnText(27.5, 2), QStringLiteral("27.50"));
    QCOMPARE(columnText(27.5, 0), QStringLiteral("27.5"));
    QCOMPARE(spreadText({.mean = 0.0003, .deviation = 0.0, .runs = 1}, 3), numberText(0.0003));
    QCOMPARE(spreadText({.mean = 0.0003, .deviation = 0.0, .runs = 2}, 3), meanText(0.0003, 0.0));
    QCOMPARE(spreadText({.mean = 0.9, .deviation = 0.01, .runs = 2}, 3),
             QStringLiteral("0.900 ± 0.010"));
}

void CompareWordsTest::sweepsAreToldInWords()
{
    QCOMPARE(sweepWords(""), QString());
    QCOMPARE(sweepWords("alpha = 80"), QStringLiteral("α = 80"));
    QCOMPARE(sweepWords("alpha = 80, optimizer/learningRate = 0.1"),
             QStringLiteral("α = 80, optimizer learning rate = 0.1"));
    // A letter means one thing, though papers give it to several.
    QCOMPARE(sweepWords("alphaLow = 0.1, alphaHigh = 1"),
             QStringLiteral("first concentration = 0.1, last concentration = 1"));
    std::set<QString> words;
    for (const char* name : {"alpha",
                             "alphaLow",
                             "alphaHigh",
                             "innerRate",
                             "learningRate",
                             "modelRate",
                             "lambda",
                             "weightDecay",
                             "threshold"})
        words.insert(settingWord(name));
    QCOMPARE(words.size(), std::size_t{9});
    QVERIFY(words.contains(QStringLiteral("λ")));
    QCOMPARE(sweepWords("neverHeardOf = a, b"), QStringLiteral("never heard of = a, b"));
    QCOMPARE(armWords("HCCT", "alpha = 80"), QStringLiteral("HCCT · α = 80"));
    QCOMPARE(armWords("FedAvg", ""), QStringLiteral("FedAvg"));
}

COTERIE_WIDGET_SECTION(CompareWordsTest)

} // namespace tst_compare_words

#include "tst_compare_words.moc"
