#include "core/collaboration/sufficient_table.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_sufficient_table {

using namespace coterie;

namespace {

/// What is wrong if one input has this text.
std::string problemOf(std::string SufficientTexts::*input, const std::string& text)
{
    SufficientTexts texts;
    texts.*input = text;
    const Result<SufficientSetting> setting = sufficientSetting(texts);
    return setting ? std::string() : setting.error().sentence();
}

} // namespace

class TestSufficientTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreTheBoundsOfEachCluster()
    {
        SufficientTexts texts;
        texts.noise = "4";
        texts.rate = "0.5";
        const SufficientSetting setting = *sufficientSetting(texts);
        const std::vector<SufficientRow> rows = sufficientRows(setting, unitDistances(setting));
        QCOMPARE(rows.size(), std::size_t{4 * 7});
        RandomStream stream({.seed = 1, .purpose = Purpose::Synthesise});
        const auto clusters = sufficientClusters(
            squaredDistances(drawnOptima(20, 10, 0.1, stream)), setting.precisions, setting.rule);
        for (std::size_t p = 0; p < clusters.size(); ++p) {
            const SufficientRow& row = rows[2 * 7 + p];
            QCOMPARE(row.variation, 0.1);
            QCOMPARE(row.precision, setting.precisions[p]);
            QCOMPARE(row.cluster.clients, clusters[p].clients);
            QCOMPARE(row.cluster.variance, 4 * clusters[p].variance);
            const BoundSetting bounds{.variance = 4 * clusters[p].variance};
            QCOMPARE(row.constant, constantRateBound(bounds, 0.5));
            const std::optional<double> horizon = horizonRateBound(bounds);
            QCOMPARE(row.horizon.has_value(), horizon.has_value());
            QCOMPARE(row.horizon.value_or(0), horizon.value_or(0));
            QCOMPARE(row.decreasing, decreasingRateBound(bounds, 2));
            QCOMPARE(row.steps, stepsToPrecision(bounds, 2, row.precision));
            QCOMPARE(row.gradientNorm, gradientNormBound(bounds));
        }
    }

    void curvesPassThroughTheRows()
    {
        const SufficientSetting setting = *sufficientSetting({});
        const std::vector<SufficientRow> rows = sufficientRows(setting, unitDistances(setting));
        const std::vector<SufficientCurve> curves =
            sufficientCurves(setting, unitDistances(setting));
        QCOMPARE(curves.size(), setting.variations.size());
        for (const SufficientCurve& curve : curves) {
            QVERIFY(std::ranges::is_sorted(curve.precisions));
            QVERIFY(std::ranges::is_sorted(curve.clients));
            QCOMPARE(curve.precisions.front(), 1e-5);
            QCOMPARE(curve.precisions.back(), 10.0);
            QVERIFY(curve.precisions.size() > 200);
        }
        for (const SufficientRow& row : rows) {
            const auto curve =
                std::ranges::find(curves, row.variation, &SufficientCurve::variation);
            const auto place = std::ranges::find(curve->precisions, row.precision);
            QVERIFY(place != curve->precisions.end());
            QCOMPARE(curve->clients[static_cast<std::size_t>(place - curve->precisions.begin())],
                     static_cast<double>(row.cluster.clients));
        }
        // One precision alone is a point.
        SufficientTexts one;
        one.precision = "0.1";
        const SufficientSetting point = *sufficientSetting(one);
        QCOMPARE(sufficientCurves(point, unitDistances(point))[0].precisions.size(),
                 std::size_t{1});
    }

    void theLargestSafeStepSizeIsTold()
    {
        SufficientTexts texts;
        const auto noteHas = [&texts](const char* words) {
            return boundNote(*sufficientSetting(texts)).find(words) != std::string::npos;
        };
        QVERIFY(noteHas("That is certain up to 0.145 ("));
        texts.criterion = "continuous";
        QVERIFY(noteHas("That is certain up to 0.365 (")); // 2/(1 + √20) = 0.3654…
        texts.clients = "100000";
        QVERIFY(noteHas("That is certain up to 0.0063 ("));
    }

    void badInputsAreNamed_data()
    {
        QTest::addColumn<int>("input");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        const auto add = [](const char* name, const char* text, const char* sentence) {
            const auto input = std::ranges::find(
                kSufficientInputs, std::string_view(name), &SufficientInput::name);
            QTest::addRow("%s \"%s\"", name, text)
                << static_cast<int>(input - kSufficientInputs.begin()) << QString(text)
                << (QString(name) + ": " + sentence);
        };
        add("clients", "0", "must be a whole number from 1 to 100000 (is \"0\")");
        add("dimension", "ten", "must be a whole number from 1 to 100000 (is \"ten\")");
        add("variation", "1,,2", "must be numbers above 0, separated by commas (is \"1,,2\")");
        add("precision", "", "must be numbers above 0, separated by commas (is \"\")");
        add("seed", "-1", "must be a whole number, at least 0 (is \"-1\")");
        add("threshold", "1.5", "must be above 0 and at most 1 (is 1.5)");
        add("noise", "1,2", "must be one number above 0 (is \"1,2\")");
        add("start", "inf", "must be numbers above 0, separated by commas (is \"inf\")");
        add("steps", "1.5", "must be a whole number from 1 to 1000000000 (is \"1.5\")");
        add("rate", "2", "must be above 0 and at most 1, which is 1/μ (is 2)");
        add("decrease", "1", "must be above 1 (is 1)");
    }

    void badInputsAreNamed()
    {
        QFETCH(int, input);
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const SufficientInput& changed = kSufficientInputs[static_cast<std::size_t>(input)];
        QCOMPARE(QString::fromStdString(problemOf(changed.text, text.toStdString())), sentence);
    }

    void hugeInputsAreRefused()
    {
        SufficientTexts texts;
        texts.clients = "100000";
        texts.dimension = "101";
        QVERIFY(!sufficientSetting(texts));
        texts.dimension = "100";
        QVERIFY(sufficientSetting(texts));
        std::string many = "1";
        for (int i = 1; i < 100; ++i)
            many += ",1";
        QCOMPARE(problemOf(&SufficientTexts::precision, many), std::string());
        QCOMPARE(problemOf(&SufficientTexts::precision, many + ",1"),
                 std::string("precision: there can be at most 100 numbers"));
    }

    void unknownCriterionIsRefused()
    {
        QVERIFY(problemOf(&SufficientTexts::criterion, "binry").starts_with("criterion: "));
    }
};

COTERIE_SECTION(TestSufficientTable)

} // namespace tst_sufficient_table

#include "tst_sufficient_table.moc"
