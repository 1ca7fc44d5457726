#include "tests/sections.h"
#include "ui/compare/difference_views.h"
#include "ui/compare/points_pane.h"

#include <QTest>

#include <utility>

namespace tst_parting_words {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// Of runs 3 and 5, which part in round 1.
QString words(ReportDifference difference)
{
    RunDifference both;
    both.runs[0].id = 3;
    both.runs[1].id = 5;
    both.parting = Parting{.round = 1, .difference = std::move(difference)};
    return partingWords(both);
}

} // namespace

/// What is said of the first number in which two runs differ.
class PartingWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void sharesAboveAWholeAreExplained()
    {
        const SettingImportance alpha{.title = QStringLiteral("α"), .values = 2, .share = 0.7};
        const QString batch = QStringLiteral("batch size");
        QCOMPARE(importanceText({alpha, {.title = batch, .values = 2, .share = 0.3}}),
                 QStringLiteral("Variance that goes with: α 70 %, batch size 30 %"));
        QCOMPARE(importanceText({alpha, {.title = batch, .values = 2, .share = 0.6}}),
                 QStringLiteral("Variance that goes with: α 70 %, batch size 60 % (above 100 % "
                                "together: settings that change together each count what goes "
                                "with them)"));
    }

    void whereTheyPartIsSaidInWordsOfTheScreen();
    void identitiesAreNotSubtracted();
    void countsHaveAllTheirDigitsAndAccuraciesArePercent();
};

void PartingWordsTest::whereTheyPartIsSaidInWordsOfTheScreen()
{
    RunDifference both;
    both.runs[0].id = 3;
    both.runs[1].id = 5;
    both.runs[0].roundsDone = 7;
    both.runs[1].roundsDone = 9;
    QCOMPARE(
        partingWords(both),
        QStringLiteral("Their rounds are the same to the bit up to round 7. Run 5 has more, up "
                       "to round 9."));
    const auto said = [&](ReportDifference difference) {
        both.parting = Parting{.round = 4, .difference = std::move(difference)};
        return partingWords(both);
    };
    QCOMPARE(said({.table = "clients",
                   .place = "client 3",
                   .column = "trainLoss",
                   .one = "0.5123456789012345",
                   .other = "0.5123456789012356"}),
             QStringLiteral("They part in round 4, client 3: training loss is 0.51234567890123 in "
                            "run 3 and 0.51234567890124 in run 5. Second − first is 1.11e−15."));
    QCOMPARE(
        said({.table = "clients",
              .place = "client 3",
              .column = "personalTestAccuracy_share",
              .one = "",
              .other = "0.25"}),
        QStringLiteral("They part in round 4, client 3: test accuracy is not measured in run 3 "
                       "and 25 % in run 5."));
    QCOMPARE(
        said({.table = "rounds",
              .column = "meanTestError_percent",
              .one = "20.14159",
              .other = "20.5"}),
        QStringLiteral("They part in round 4: mean test error is 20.14 % in run 3 and 20.5 % in "
                       "run 5. Second − first is 0.3584 %."));
    QCOMPARE(
        said({.table = "values",
              .place = "scope client, index 2, name trueEntropy",
              .column = "value",
              .one = "1",
              .other = "2"}),
        QStringLiteral("They part in round 4, client 2: true entropy of the labels (nats) is 1 "
                       "in run 3 and 2 in run 5. Second − first is 1."));
    QCOMPARE(
        said({.table = "matrices",
              .place = "kind gram, row 2, column 5",
              .column = "value",
              .one = "1",
              .other = "0"}),
        QStringLiteral("They part in round 4, row 2, column 5: entry of the matrix “Gram matrix” "
                       "is 1 in run 3 and 0 in run 5. Second − first is −1."));
    QCOMPARE(
        said({.table = "participation", .place = "draw 1", .isInOther = false}),
        QStringLiteral("They part in round 4, draw 1: this row of the table “participation” is "
                       "only in run 3."));
    QCOMPARE(
        said({.table = "groups", .place = "group 1, client 0"}),
        QStringLiteral("They part in round 4, group 1, client 0: the rows of the table “groups” "
                       "differ from here on."));
}

void PartingWordsTest::identitiesAreNotSubtracted()
{
    QCOMPARE(words({.table = "participation",
                    .place = "draw 1",
                    .column = "client",
                    .one = "3",
                    .other = "5"}),
             QStringLiteral("They part in round 1: draw 1 is client 3 in run 3 and client 5 in "
                            "run 5."));
    QCOMPARE(
        words({.table = "merges", .place = "step 2", .column = "left", .one = "3", .other = "5"}),
        QStringLiteral("They part in round 1, merge 2: number of its first part is 3 in run 3 and "
                       "5 in run 5."));
    QCOMPARE(words({.table = "merges",
                    .place = "step 2",
                    .column = "done",
                    .one = "true",
                    .other = "false"}),
             QStringLiteral("They part in round 1, merge 2: this merge is carried out in run 3 and "
                            "refused in run 5."));
    QCOMPARE(words({.table = "merges",
                    .place = "step 2",
                    .column = "dataGain",
                    .one = "0.5",
                    .other = "0.25"}),
             QStringLiteral("They part in round 1, merge 2: gain by more data is 0.5 in run 3 and "
                            "0.25 in run 5. Second − first is −0.25."));
}

void PartingWordsTest::countsHaveAllTheirDigitsAndAccuraciesArePercent()
{
    QCOMPARE(words({.table = "clients",
                    .place = "client 2",
                    .column = "steps_count",
                    .one = "5",
                    .other = "7"}),
             QStringLiteral("They part in round 1, client 2: number of local steps is 5 in run 3 "
                            "and 7 in run 5. Second − first is 2."));
    QCOMPARE(words({.table = "traffic",
                    .place = "link clientToServer, client ",
                    .column = "traffic_bits",
                    .one = "123456790",
                    .other = "123456789"}),
             QStringLiteral("They part in round 1, from clients to the server: amount of data sent "
                            "is 123,456,790 bits in run 3 and 123,456,789 bits in run 5. Second − "
                            "first is −1 bits."));
    QCOMPARE(words({.table = "clients",
                    .place = "client 2",
                    .column = "trainAccuracy_share",
                    .one = "0.25",
                    .other = "1"}),
             QStringLiteral("They part in round 1, client 2: training accuracy is 25 % in run 3 "
                            "and 100 % in run 5. Second − first is 75 %."));
}

COTERIE_WIDGET_SECTION(PartingWordsTest)

} // namespace tst_parting_words

#include "tst_parting_words.moc"
