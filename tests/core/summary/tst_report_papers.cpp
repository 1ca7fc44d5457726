#include "core/summary/report_papers.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_report_papers {

using namespace coterie;

/// A report's tables of papers' numbers.
class TestReportPapers final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aColumnsNumbersHaveEquallyManyDecimals();
    void smallNumbersStayLegible();
    void zeroHasNoMinus();
};

namespace {

ComparisonRow rowOf(const char* arm, Spread ours, Reference::Value paper)
{
    return {.arm = arm, .ours = ours, .paper = paper, .difference = ours.mean - paper.mean};
}

} // namespace

void TestReportPapers::aColumnsNumbersHaveEquallyManyDecimals()
{
    const Comparison paper{.source = "A paper, Table 1",
                           .metric = "meanTestError",
                           .unit = "%",
                           .rows = {rowOf("HCCT",
                                          {.mean = 8.1, .deviation = 0.25, .runs = 3},
                                          {.mean = 7.85, .deviation = 0.5}),
                                    rowOf("FedAvg",
                                          {.mean = 12.3456, .deviation = 1.5, .runs = 3},
                                          {.mean = 13, .deviation = 0.75})}};
    const std::string text = paperTables({paper});
    for (const char* const cell : {"<td class=\"n\">8.10 ± 0.25</td>",
                                   "<td class=\"n\">12.35 ± 1.50</td>",
                                   "<td class=\"n\">7.85 ± 0.50</td>",
                                   "<td class=\"n\">13.00 ± 0.75</td>",
                                   "<td class=\"n\">0.25</td>",
                                   "<td class=\"n\">−0.65</td>"})
        QVERIFY2(text.find(cell) != std::string::npos, text.c_str());
}

void TestReportPapers::smallNumbersStayLegible()
{
    const Comparison paper{
        .source = "A paper, Table 2",
        .metric = "meanTestLoss",
        .unit = {},
        .rows = {rowOf("HCCT", {.mean = 2e-7, .runs = 1}, {.mean = 1e-7, .deviation = {}}),
                 rowOf("FedAvg", {.mean = 0.5, .runs = 1}, {.mean = 0.25, .deviation = {}})}};
    const std::string text = paperTables({paper});
    for (const double value : {2e-7, 1e-7, 0.5, 0.25})
        QVERIFY2(text.find('>' + numberWord(value) + '<') != std::string::npos, text.c_str());
    QVERIFY(paperTables({}).empty());
}

void TestReportPapers::zeroHasNoMinus()
{
    QCOMPARE(alignedNumber(-0.004, 2), std::string("0.00"));
    QCOMPARE(alignedNumber(-0.0, 0), std::string("0"));
    QCOMPARE(alignedNumber(-0.006, 2), std::string("−0.01"));
    QCOMPARE(alignedNumber(0.004, 2), std::string("0.00"));
}

COTERIE_SECTION(TestReportPapers)

} // namespace tst_report_papers

#include "tst_report_papers.moc"
