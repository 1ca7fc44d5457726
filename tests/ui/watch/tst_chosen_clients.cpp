#include "core/algorithms/registry.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/curve_runs.h"
#include "tests/ui/window_fixture.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/line_plot.h"
#include "ui/watch/curve_lines.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/watch_page.h"
#include "ui/window/window_actions.h"

#include <QTest>

#include <set>
#include <tuple>
#include <vector>

namespace tst_chosen_clients {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// How clients that stand out look, and how long they do.
class ChosenClientsTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void theyLookDifferent();
    void manyLookDifferentAndNoneLikeTheMean();
    void longLinesKeepTheDashOfTheMean();
    void theyAreForgottenWithTheirExperiment();
    void aRunThatIsRepeatedHasItsNumber();
};

void ChosenClientsTest::theyLookDifferent()
{
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    runs.beginRun(title, made_up::facts(4));
    for (int number = 0; number < 3; ++number)
        runs.append(1, round(number, {80, 70, 60, 50}));
    CurveChoice choice;
    choice.detailed = 1;
    choice.selected = {0, 1, 2, 3};
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{5}); // with the run's
    const QWidget widget;
    const PlotTheme theme = PlotTheme::of(widget);
    for (std::size_t one = 0; one < picture.lines.size(); ++one)
        for (std::size_t other = 0; other < one; ++other) {
            const PlotLine& a = picture.lines[one];
            const PlotLine& b = picture.lines[other];
            QVERIFY(markerOf(a.shape, a.variant) != markerOf(b.shape, b.variant));
            QVERIFY(lookOf(theme, a.colour, a.variant).colour
                    != lookOf(theme, b.colour, b.variant).colour);
        }
}

namespace {

/// A run of so many clients that all stand out.
PlotPicture allChosen(std::size_t clients, int rounds, std::size_t sweepPlace)
{
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    title.sweepPlace = sweepPlace;
    runs.beginRun(title, made_up::facts(clients));
    for (int number = 0; number < rounds; ++number)
        runs.append(1, round(number, std::vector<double>(clients, 90.0 - number)));
    CurveChoice choice;
    choice.detailed = 1;
    for (std::size_t client = 0; client < clients; ++client)
        choice.selected.insert(int(client));
    return curvePicture(runs, choice);
}

/// What tells lines of one colour apart without their shades.
auto shapesOf(const PlotTheme& theme, const PlotLine& line)
{
    const Marker marker = markerOf(line.shape, line.variant);
    const QPen pen = linePen(lookOf(theme, line.colour, line.variant), 2);
    return std::tuple(int(pen.style()), pen.dashPattern(), marker.shape, marker.isHollow);
}

} // namespace

void ChosenClientsTest::manyLookDifferentAndNoneLikeTheMean()
{
    const QWidget widget;
    const PlotTheme theme = PlotTheme::of(widget);
    for (const std::size_t sweepPlace : {0, 5}) {
        const PlotPicture picture = allChosen(kVariants + 6, 3, sweepPlace);
        QCOMPARE(picture.lines.size(), kVariants + 7);
        QCOMPARE(picture.lines.front().weight, PlotLine::Weight::Main);
        for (std::size_t one = 1; one < picture.lines.size(); ++one) {
            const PlotLine& line = picture.lines[one];
            QVERIFY(shapesOf(theme, line) != shapesOf(theme, picture.lines.front()));
            QVERIFY(contrast(lookOf(theme, line.colour, line.variant).colour, theme.background)
                    >= 3);
            for (std::size_t other = 1; one < kVariants && other < one; ++other)
                QVERIFY2(shapesOf(theme, line) != shapesOf(theme, picture.lines[other]),
                         qPrintable(line.name + QLatin1Char(' ') + picture.lines[other].name));
        }
    }
}

/// Others than the first ones, as dashes draw slowly.
void ChosenClientsTest::longLinesKeepTheDashOfTheMean()
{
    constexpr std::size_t kClients = 12;
    const QWidget widget;
    const PlotTheme theme = PlotTheme::of(widget);
    const PlotPicture picture = allChosen(kClients, 2000, 0);
    QCOMPARE(picture.lines.size(), kClients + 1);
    const auto dashOf = [&](const PlotLine& line) {
        return lookOf(theme, line.colour, line.variant).style;
    };
    for (std::size_t client = 0; client < kClients; ++client) {
        const PlotLine& line = picture.lines[client + 1];
        QCOMPARE(dashOf(line) == Qt::SolidLine, client >= 7);
        for (std::size_t other = 0; other < client + 1; ++other)
            QVERIFY(shapesOf(theme, line) != shapesOf(theme, picture.lines[other]));
    }
}

void ChosenClientsTest::theyAreForgottenWithTheirExperiment()
{
    ActionRegistry actions;
    addWindowActions(actions);
    RefreshTimer timer;
    StoreReader reader(m_folder->filePath(QStringLiteral("chosen.sqlite")).toStdString());
    RunViewModel runs;
    const auto begin = [&runs](std::int64_t run, const QString& experiment) {
        RunTitle title;
        title.id = run;
        title.arm = QStringLiteral("FedAvg");
        title.experiment = experiment;
        title.roundsPlanned = 3;
        runs.beginRun(title);
        for (int number = 0; number <= 3; ++number)
            runs.append(run, made_up::measurements(number, 50 - number));
    };
    const QString first = QStringLiteral("One");
    begin(1, first);
    WatchPage page(actions, timer, reader);
    page.resize(1100, 700);
    page.showRuns(&runs, true);
    page.show();
    auto* panel = page.findChild<CurvePanel*>();
    emit panel->plot().lineClicked(1, false);
    const std::set<int> chosen{1};
    QTRY_VERIFY(panel->choice().selected == chosen);
    begin(2, first); // shown at once
    QTRY_COMPARE(page.chosenRun()->title.id, std::int64_t{2});
    QVERIFY(panel->choice().selected == chosen);
    begin(3, QStringLiteral("Other"));
    QTRY_COMPARE(page.chosenRun()->title.id, std::int64_t{3});
    QTRY_VERIFY(panel->choice().selected.empty());
}

void ChosenClientsTest::aRunThatIsRepeatedHasItsNumber()
{
    RunViewModel runs;
    for (const std::int64_t id : {4, 9, 12}) {
        RunTitle title;
        title.id = id;
        title.arm = id == 12 ? QStringLiteral("FedAvg") : QStringLiteral("Independent");
        title.seed = 1;
        runs.beginRun(title, made_up::facts(2));
        runs.append(id, round(0, {80, 70}));
    }
    CurveChoice choice;
    choice.seeds = true; // a line for each
    QStringList names;
    for (const PlotLine& line : curvePicture(runs, choice).lines)
        names << line.name;
    QCOMPARE(names,
             (QStringList{QStringLiteral("Independent, seed 1 (run 4)"),
                          QStringLiteral("Independent, seed 1 (run 9)"),
                          QStringLiteral("FedAvg, seed 1")}));
}

COTERIE_WIDGET_SECTION(ChosenClientsTest)

} // namespace tst_chosen_clients

#include "tst_chosen_clients.moc"
