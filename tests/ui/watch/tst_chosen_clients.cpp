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
