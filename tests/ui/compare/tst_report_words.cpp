#include "core/summary/html_report.h"
#include "core/summary/setting_titles.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"

#include <QRegularExpression>
#include <QTest>

#include <string>

namespace tst_report_words {

using namespace coterie;
using namespace coterie::ui::test;

/// A report says settings in the words of the Design page.
class ReportWordsTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void settingsAreCalledAsOnTheDesignPage();
    void valuesAreSaidInWords();
    void aReportHasNoPointers();
    void runsAreCalledByTheirOwnNames();
};

void ReportWordsTest::settingsAreCalledAsOnTheDesignPage()
{
    const auto title = [](const char* pointer, std::vector<std::string> parts = {}) {
        return QString::fromStdString(settingTitle(pointer, parts, registry()));
    };
    QCOMPARE(title("/algorithm/name"), QStringLiteral("Algorithm"));
    QCOMPARE(title("/algorithm/alpha", {"hcct"}), QStringLiteral("Algorithm: Data hunger (α)"));
    QCOMPARE(title("/local/batch"), QStringLiteral("Local training: Batch size"));
    QCOMPARE(title("/data/partition/scheme"), QStringLiteral("Partition"));
    QCOMPARE(title("/data/preprocess"), QStringLiteral("Preprocessing"));
    QCOMPARE(title("/model/layers/0"), QStringLiteral("Model: Layer 1"));
    QCOMPARE(title("/model/layers/4/layers/1"), QStringLiteral("Model: Layer 5.2"));
    QVERIFY(!title("/model/layers").contains(QStringLiteral("Layer 1")));
    QCOMPARE(title("/profile"), QStringLiteral("Source of the defaults"));
}

void ReportWordsTest::valuesAreSaidInWords()
{
    const auto text = [](const char* pointer, const char* value) {
        return QString::fromStdString(settingText(pointer, value, {}, registry()));
    };
    QCOMPARE(text("/algorithm/name", "hcct"), QStringLiteral("HCCT"));
    QCOMPARE(text("/model/initialisation", "xavier"), QStringLiteral("Xavier"));
    QCOMPARE(text("/local/dropLast", "false"), QStringLiteral("no"));
    QCOMPARE(text("/model/layers", R"([{"layer":"flatten"},{"layer":"linear","units":"classes"}])"),
             QStringLiteral("2 layers: flatten, linear"));
    QCOMPARE(text("/model/layers/0", R"({"layer":"convolution","channels":4})"),
             QStringLiteral("convolution (channels 4)"));
    QCOMPARE(text("/clients/edges", "[]"), QStringLiteral("none"));
    QCOMPARE(text("/local/optimizer/learningRate", "0.1 → 0.05"), QStringLiteral("0.1 → 0.05"));
    const QString steps =
        text("/data/preprocess", R"([{"step":"crop","height":28,"width":20},{"step":"grey"}])");
    QVERIFY2(steps.contains(QStringLiteral("28")) && !steps.contains(QLatin1Char('{')),
             qPrintable(steps));
}

void ReportWordsTest::aReportHasNoPointers()
{
    const auto runs = store();
    const std::vector<ReportedRuns> designs = byDesign(*runs->runs());
    const auto page = htmlReport(*runs, designs, registry(), ReportStyle::Appendix);
    QVERIFY(page.has_value());
    const QString text = QString::fromStdString(*page);
    static const QRegularExpression kPointer(QStringLiteral("<td[^>]*>/[a-z][^<]*"));
    const QRegularExpressionMatch found = kPointer.match(text);
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    QVERIFY(text.contains(QStringLiteral("Local training: Batch size")));
    QVERIFY(text.contains(QStringLiteral(">16 samples<")));
    QVERIFY(text.contains(QStringLiteral("Optimizer: Learning rate")));
}

void ReportWordsTest::runsAreCalledByTheirOwnNames()
{
    const auto runs = store();
    const std::vector<RunRow> rows = *runs->runs();
    std::vector<RunName> names;
    for (const RunRow& row : rows)
        names.push_back({.run = row.id, .name = "baseline " + std::to_string(row.id)});
    QVERIFY(runs->nameRuns(names).has_value());
    const auto page = htmlReport(*runs, byDesign(*runs->runs()), registry(), ReportStyle::Appendix);
    QVERIFY(page.has_value());
    QVERIFY(QString::fromStdString(*page).contains(
        QRegularExpression(QStringLiteral("baseline [0-9]: (Independent|FedAvg), seed [0-9]"))));
}

COTERIE_WIDGET_SECTION(ReportWordsTest)

} // namespace tst_report_words

#include "tst_report_words.moc"
