#include "core/store/run_looks.h"
#include "core/summary/charts.h"
#include "core/summary/html_report.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/compare/run_rows.h"
#include "ui/compare/client_pictures.h"
#include "ui/compare/clients_pane.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_points.h"
#include "ui/frame/delegates.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/views/line_plot.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace tst_shown_looks {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

RunRow rowOf(std::int64_t id, const char* experiment, std::size_t look, std::size_t place = 0)
{
    RunRow row;
    row.id = id;
    row.experimentDesign = experiment;
    row.look = look;
    row.sweepPlace = place;
    return row;
}

RunLooks together(const std::vector<RunRow>& rows)
{
    std::vector<const RunRow*> pointers;
    for (const RunRow& row : rows)
        pointers.push_back(&row);
    return looksTogether(pointers);
}

} // namespace

/// Arms of several experiments side by side: which colour each has, in every view.
class ShownLooksTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void anArmKeepsItsColourBesideOtherExperiments();
    void sweepPointsOfAnArmShareItsColour();
    void armsOfOneColourDifferInShapeAndDash();
    void everyViewGivesAnArmTheSameLook();
    void groupsAreMarkedAsTheirShownRuns();
    void linesAreHiddenByWhatStaysWhenTheyAreRenamed();
    void paperAndWindowHaveTheSameColours();

private:
    /// The same arms once more, in an experiment of its own: runs 7 to 12.
    void addOther() const
    {
        auto other = parseExperiment(kComparedExperiment, registry());
        other->name = "Once more, with another batch";
        other->local.batch = 8;
        const auto runs = store();
        const auto key = runs->addExperiment(
            other->name, writeExperiment(*other), canonicalHash(*other, registry()));
        for (const RunPlan& plan : expand(*other, registry())) {
            const auto run = runs->addRun(*key, plan, writePlan(plan), {});
            QVERIFY(run && runs->setFacts(*run, made_up::facts(4)).has_value());
            std::vector<std::shared_ptr<const RoundReport>> reports;
            for (int round = 0; round <= 2; ++round)
                reports.push_back(std::make_shared<RoundReport>(made_up::report(round, 4, 0.1)));
            QVERIFY(runs->commit(*run, coterie::test::measured(reports, made_up::facts(4)), nullptr)
                        .has_value());
            QVERIFY(runs->setStatus(*run, RunStatus::Finished, "").has_value());
        }
    }
    [[nodiscard]] CompareData both() const
    {
        return *compareRuns(*store(), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, "meanTestError");
    }
};

void ShownLooksTest::anArmKeepsItsColourBesideOtherExperiments()
{
    // HCCT and Ditto have the same colour, each in its own experiment.
    const RunLooks looks = together({rowOf(1, "a", 2), rowOf(2, "a", 1), rowOf(3, "b", 2)});
    QCOMPARE(looks.at(1), (ArmLook{.look = 2, .variant = 0}));
    QCOMPARE(looks.at(2), (ArmLook{.look = 1, .variant = 0}));
    QCOMPARE(looks.at(3), (ArmLook{.look = 2 + kLineColours, .variant = 1}));
    QVERIFY(markerOf(looks.at(3).look).shape != markerOf(looks.at(1).look).shape);
    QWidget widget;
    const PlotTheme theme = PlotTheme::of(widget);
    QCOMPARE(theme.armColour(looks.at(3).look), theme.armColour(2));
    // Whatever else is shown, and whichever comes first.
    for (const auto& [id, look] : together({rowOf(3, "b", 2), rowOf(4, "b", 0), rowOf(2, "a", 0)}))
        QCOMPARE(look.look % kLineColours, std::size_t(id == 3 ? 2 : 0));
    QVERIFY(together({}).empty());
    // Alone, an experiment keeps what it has.
    QCOMPARE(together({rowOf(1, "a", 30), rowOf(2, "a", 6)}).at(1).look, std::size_t{30});
    // A run that was changed by hand is an arm of its own.
    RunRow changed = rowOf(2, "a", 2);
    changed.changes.resize(1);
    QCOMPARE(together({rowOf(1, "a", 2), changed}).at(2),
             (ArmLook{.look = 2 + kLineColours, .variant = 1}));
    QVERIFY(designKey(changed) != designKey(rowOf(1, "a", 2)));
    QCOMPARE(designKey(rowOf(1, "a", 2)), designKey(rowOf(3, "a", 0)));
}

void ShownLooksTest::sweepPointsOfAnArmShareItsColour()
{
    const RunLooks looks =
        together({rowOf(1, "a", 2, 1), rowOf(2, "b", 2, 0), rowOf(3, "b", 2, 3)});
    QCOMPARE(looks.at(1), (ArmLook{.look = 2, .variant = 1}));
    QCOMPARE(looks.at(2), (ArmLook{.look = 2 + kLineColours, .variant = 0}));
    QCOMPARE(looks.at(3), (ArmLook{.look = 2 + kLineColours, .variant = 3}));
    // Also when runs of both are added in turn.
    const RunLooks mixed = together({rowOf(1, "a", 2, 0),
                                     rowOf(2, "b", 2, 0),
                                     rowOf(3, "a", 2, 1),
                                     rowOf(4, "b", 2, 1),
                                     rowOf(5, "a", 2, 0)});
    QCOMPARE(mixed.at(2).variant, std::size_t{2});
    QCOMPARE(mixed.at(3).variant, std::size_t{1});
    QCOMPARE(mixed.at(4).variant, std::size_t{3});
    QCOMPARE(mixed.at(5), mixed.at(1));
}

void ShownLooksTest::armsOfOneColourDifferInShapeAndDash()
{
    constexpr std::size_t kArms = 3;
    constexpr std::size_t kOfOneColour = 4;
    std::vector<RunRow> rows;
    for (std::size_t arm = 0; arm < 8 * kArms; ++arm)
        rows.push_back(
            rowOf(std::int64_t(arm) + 1, std::to_string(arm / kArms).c_str(), arm % kArms));
    const RunLooks looks = together(rows);
    QWidget widget;
    const PlotTheme theme = PlotTheme::of(widget);
    std::set<std::pair<QRgb, Qt::PenStyle>> drawn;
    std::set<std::pair<std::size_t, std::size_t>> marked;
    for (std::size_t arm = 0; arm < rows.size(); ++arm) {
        const ArmLook& look = looks.at(rows[arm].id);
        const LineLook line = lookOf(theme, look.look, look.variant);
        QVERIFY(drawn.emplace(line.colour.rgb(), line.style).second);
        const Marker marker = markerOf(look.look, look.variant);
        QVERIFY(
            marked.emplace(look.look % kLineColours, 2 * marker.shape + (marker.isHollow ? 1 : 0))
                .second);
        if (arm < kOfOneColour * kArms)
            QCOMPARE(look.look % kLineColours, rows[arm].look);
    }
    // All points of an arm have one colour, also where that is another one.
    const RunLooks points = together({rowOf(1, "a", 2, 0),
                                      rowOf(2, "a", 2, 1),
                                      rowOf(3, "a", 2, 2),
                                      rowOf(4, "b", 2, 0),
                                      rowOf(5, "b", 2, 1),
                                      rowOf(6, "b", 0, 0)});
    QCOMPARE(points.at(4), (ArmLook{.look = 1, .variant = 0}));
    QCOMPARE(points.at(5), (ArmLook{.look = 1, .variant = 1}));
    QCOMPARE(points.at(6), (ArmLook{.look = 0, .variant = 0}));
}

void ShownLooksTest::everyViewGivesAnArmTheSameLook()
{
    addOther();
    const CompareData data = both();
    QCOMPARE(data.arms.size(), std::size_t{4});
    std::set<std::size_t> colours;
    std::set<std::pair<std::size_t, std::size_t>> dashes;
    for (const ComparedArm& arm : data.arms) {
        colours.insert(arm.summary.look % kLineColours);
        dashes.emplace(arm.summary.look % kLineColours, arm.summary.sweepPlace);
    }
    QCOMPARE(colours.size(), std::size_t{2}); // each method has its own in both experiments
    QCOMPARE(dashes.size(), data.arms.size());

    // The table, once the runs are selected.
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 12);
    page.table()->selectAll();
    const auto markOf = [&](std::int64_t run) {
        const QAbstractItemModel& model = *page.table()->model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, RunTableModel::Number).data(RunTableModel::RunRole).toLongLong()
                == run) {
                const QModelIndex cell = model.index(row, RunTableModel::Arm);
                return ArmLook{.look = cell.data(kLookRole).toULongLong(),
                               .variant = cell.data(kVariantRole).toULongLong()};
            }
        return ArmLook{};
    };
    for (const RunRow& run : data.runs)
        QCOMPARE(markOf(run.id), (ArmLook{.look = run.look, .variant = run.sweepPlace}));

    // Curves and their bands, whose lines the legend shows.
    const PlotPicture curves = overlayPicture(data, {});
    for (std::size_t i = 0; i < data.arms.size(); ++i) {
        QCOMPARE(curves.lines[i].colour, data.arms[i].summary.look);
        QCOMPARE(curves.bands[i].colour, data.arms[i].summary.look);
    }
    // Points, over a setting and over a metric.
    const RunSettings settings(data.runs);
    std::set<QString> drawn;
    for (const PointAxis& axis : pointAxes(data, settings))
        for (const PlotLine& line : pointPicture(data, settings, axis).lines) {
            if (line.weight != PlotLine::Weight::Main)
                continue;
            const auto arm = std::ranges::find_if(data.arms, [&](const ComparedArm& each) {
                return line.name
                       == QStringLiteral("%1: %2").arg(data.experiments[each.experiment].name,
                                                       QString::fromStdString(each.summary.arm));
            });
            QVERIFY2(arm != data.arms.end(), qPrintable(line.name));
            QCOMPARE(line.colour, arm->summary.look);
            QCOMPARE(line.shape, arm->summary.look);
            QCOMPARE(line.variant, arm->summary.sweepPlace);
            drawn.insert(line.name);
        }
    QCOMPARE(drawn.size(), data.arms.size());
    // Clients, whose lines are drawn from rounds; one arm as if it were a later sweep point.
    CompareData swept = data;
    swept.arms[1].summary.sweepPlace = 2;
    FigureDesign scatter{
        .title = "Clients", .drawing = {.name = "scatter", .parameters = {}}, .arms = {}};
    scatter.drawing.parameters.set("x", std::string("testError"));
    scatter.drawing.parameters.set("y", std::string("testLoss"));
    QWidget parent;
    ClientsPane pane(m_file, &parent);
    parent.show();
    pane.setFigure({.experiment = data.experiments.front().design, .design = scatter}, swept);
    QTRY_COMPARE(pane.plot().picture().lines.size(), swept.arms.size());
    for (const ComparedArm& arm : swept.arms) {
        const auto& lines = pane.plot().picture().lines;
        const auto line = std::ranges::find(lines, arm.id, &PlotLine::id);
        QVERIFY(line != lines.end());
        QCOMPARE(line->colour, arm.summary.look);
        QCOMPARE(line->variant, arm.summary.sweepPlace);
    }
    // The report.
    const auto runs = store();
    const std::vector<ReportedRuns> designs = byDesign(*runs->runs());
    const auto report = htmlReport(*runs, designs, registry(), ReportStyle::Appendix);
    QVERIFY(report.has_value());
    for (const std::size_t colour : colours)
        QVERIFY(report->find("stroke=\"" + chartColour(colour)) != std::string::npos);

    // Alone, the others have the same colours, and no dash.
    page.table()->clearSelection();
    QTRY_COMPARE(markOf(7).look, store()->run(7)->look);
    QCOMPARE(markOf(1).look, markOf(7).look);
}

void ShownLooksTest::groupsAreMarkedAsTheirShownRuns()
{
    std::vector<RunRow> rows{rowOf(1, "a", 2), rowOf(2, "b", 2), rowOf(3, "b", 2)};
    for (RunRow& row : rows)
        row.arm = "HCCT";
    rows[1].seed = 1;
    rows[2].seed = 2;
    RunTableModel model;
    model.setRuns(rows);
    model.setGrouping(RunTableModel::Grouping::Arm);
    const auto markOf = [&](int group) {
        return model.index(group, RunTableModel::Arm).data(kLookRole).toInt();
    };
    QCOMPARE(markOf(1), 2);
    model.setShownTogether({1, 3});
    QCOMPARE(markOf(0), 2);
    QCOMPARE(markOf(1), 2 + int(kLineColours));
    const QModelIndex inGroup = model.index(1, RunTableModel::Arm, model.index(1, 0)); // run 3
    QCOMPARE(inGroup.data(kLookRole).toInt(), 2 + int(kLineColours));
    model.setShownTogether({3});
    QCOMPARE(markOf(1), 2);
}

void ShownLooksTest::linesAreHiddenByWhatStaysWhenTheyAreRenamed()
{
    const CompareData alone = compared("meanTestError");
    addOther();
    const CompareData beside = both();
    const auto lineOf = [](const CompareData& data, std::size_t line) {
        const RunSettings settings(data.runs);
        const std::vector<PointAxis> axes = pointAxes(data, settings);
        const auto axis = std::ranges::find(axes, std::string("meanTestLoss"), &PointAxis::metric);
        return pointPicture(data, settings, *axis).lines[line];
    };
    for (const std::size_t line : {0, 1}) {
        QVERIFY(lineOf(alone, line).name != lineOf(beside, line).name);
        QCOMPARE(lineOf(alone, line).hidingKey(), lineOf(beside, line).hidingKey());
    }
    QVERIFY(lineOf(beside, 0).hidingKey() != lineOf(beside, 1).hidingKey());

    RunOfClients run{
        .source = {.run = 1, .label = QStringLiteral("HCCT"), .id = QStringLiteral("7")},
        .facts = {},
        .points = {{.round = 1, .client = 0, .x = 1, .y = 2}}};
    const QString before = clientPicture({run}, {}).lines.at(0).hidingKey();
    run.source.label = QStringLiteral("HCCT (One)");
    const PlotLine renamed = clientPicture({run}, {}).lines.at(0);
    QCOMPARE(renamed.name, run.source.label);
    QCOMPARE(renamed.hidingKey(), before);
}

void ShownLooksTest::paperAndWindowHaveTheSameColours()
{
    QWidget widget;
    widget.setPalette(lightPalette());
    const PlotTheme theme = PlotTheme::of(widget);
    for (std::size_t colour = 0; colour < kPlotColours; ++colour)
        QCOMPARE(theme.armColour(colour).name().toStdString(), chartColour(colour));
}

COTERIE_WIDGET_SECTION(ShownLooksTest)

} // namespace tst_shown_looks

#include "tst_shown_looks.moc"
