#include "core/store/report_difference.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <functional>

namespace tst_report_difference {

using namespace coterie;
using namespace coterie::test;

namespace {

using Change = std::function<void(RoundReport&)>;

/// A report with something in every part that is a result.
RoundReport fullReport()
{
    RoundReport report = plainReport(3);
    const Grouping grouping{.groups = {{0, 1}, {2, 3}},
                            .merges = {{.left = 0, .right = 1}, {.left = 2, .right = 3}}};
    report.grouping = grouping;
    report.samplingClusters = grouping;
    report.collaboration = report.similarity = report.gram = Matrix(4, 4);
    report.clientValues = {{.name = "entropy", .values = {0.5, 0.25, {}, 1.0}}};
    report.groupValues = {{.name = "utility", .values = {2.0, 3.0}}};
    report.traffic = {{.link = Link::ClientToServer, .client = 1, .bits = 32}};
    report.metrics = {{"meanTestError", 47.0}};
    return report;
}

QString textOf(const std::optional<ReportDifference>& found)
{
    return !found ? QString("none")
                  : QString::fromStdString(found->table + "; " + found->place + "; " + found->column
                                           + "; " + found->one + "; " + found->other);
}

} // namespace

class TestReportDifference : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstNumberIsNamed_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("difference");
        const auto row = [](const char* difference, const Change& change) {
            QTest::newRow(difference) << change << QString(difference);
        };
        row("none", [](RoundReport& report) {
            report.seconds = 7; // times and events are no results
            report.timings.clear();
            report.events = {{.what = Note{}, .sentence = "Something."}};
        });
        row("participation; draw 2; client; 1; 3",
            [](RoundReport& report) { report.participants[1] = 3; });
        row("participation; draw 4; ; ; ",
            [](RoundReport& report) { report.participants.pop_back(); });
        row("clients; client 2; trainLoss; 0.16666666666666666; 0.16666666666666669",
            [](RoundReport& report) { report.clients[2].trainLoss = 0.16666666666666669; });
        row("clients; client 3; personalTestLoss; 0.5; ",
            [](RoundReport& report) { report.clients[3].personalTest.reset(); });
        row("groups; group 0, client 1; ; ; ", [](RoundReport& report) {
            report.grouping->groups = {{0, 2}, {1, 3}};
        });
        row("clusters; group 1, client 3; ; ; ",
            [](RoundReport& report) { report.samplingClusters->groups[1].pop_back(); });
        row("merges; step 2; score; 0; 0.5",
            [](RoundReport& report) { report.grouping->merges[1].score = 0.5; });
        row("clusterMerges; step 1; size_count; 0; 2",
            [](RoundReport& report) { report.samplingClusters->merges[0].size = 2; });
        row("matrices; kind gram, row 1, column 2; value; 0; NaN", [](RoundReport& report) {
            report.gram->at(1, 2) = std::numeric_limits<double>::quiet_NaN();
        });
        row("values; scope client, index 2, name entropy; value; ; 0.75",
            [](RoundReport& report) { report.clientValues[0].values[2] = 0.75; });
        row("traffic; link clientToServer, client 1; traffic_bits; 32; 33",
            [](RoundReport& report) { report.traffic[0].bits = 33; });
        row("rounds; ; learningRate; 0.1; 0.2",
            [](RoundReport& report) { report.learningRate = 0.2; });
        row("rounds; ; meanTestError_percent; 47; 48",
            [](RoundReport& report) { report.metrics["meanTestError"] = 48; });
    }

    void theFirstNumberIsNamed()
    {
        QFETCH(const Change, change);
        QFETCH(const QString, difference);
        RoundReport other = fullReport();
        change(other);
        QCOMPARE(textOf(firstDifference(fullReport(), other)), difference);
    }

    /// Names come from strangers too.
    void aNameWithLineEndsAndQuotesIsOneField()
    {
        RoundReport one = fullReport();
        one.clientValues[0].name = "a\n\"b\", c";
        RoundReport other = one;
        other.clientValues[0].values[0] = 0.75;
        const auto found = firstDifference(one, other);
        QVERIFY(found);
        QCOMPARE(found->column, std::string("value"));
        QCOMPARE(found->other, std::string("0.75"));
    }

    void aRowOfOneReportAloneIsToldApart()
    {
        RoundReport shorter = fullReport();
        shorter.participants.pop_back();
        QVERIFY(!firstDifference(shorter, fullReport())->isInOne);
        QVERIFY(!firstDifference(fullReport(), shorter)->isInOther);
    }

    void equalNansAreTheSame()
    {
        RoundReport report = fullReport();
        report.clients[0].trainLoss = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(!firstDifference(report, report));
    }
};

COTERIE_SECTION(TestReportDifference)

} // namespace tst_report_difference

#include "tst_report_difference.moc"
