#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/compare/figures_experiment.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/real_runs.h"
#include "ui/compare/clients_pane.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/figure_bar.h"
#include "ui/compare/figure_view.h"
#include "ui/design/experiment_document.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/figure_drawing.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"
#include "ui/views/view_frame.h"
#include "ui/window/palette_figures.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace tst_compare_figures {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Figures that an experiment describes, drawn of its runs.
class CompareFiguresTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void figuresAreOfferedWhereThereAreSome();
    void curvesAreDrawnAsDescribed();
    void pointsAreDrawnAsDescribed();
    void clientsAreDrawnAsPoints();
    void aTableIsOfTheFigureThatWasChosenLast();
    void classesAreDrawnAsAMap();
    void sufficientClustersNeedNoRun();
    void whatIsMissingIsSaid_data();
    void whatIsMissingIsSaid();
    void gapsAreSaid();
    void aFigureIsLeft();
    void anotherMetricLeavesTheFigure();
    void theUsersOwnViewIsBackAfterAFigure();
    void anAxisChosenByHandStays();
    void whatIsUnchangedIsNotReadAgain();
    void aFigureSelectsTheRunsOfItsExperiment();
    void aFigureOfOtherRunsIsDrawnOrMissed();
    void nothingIsCutInASmallWindow();

private:
    [[nodiscard]] ChosenFigure figure(const char* title) const
    {
        const auto place = std::ranges::find(m_experiment.figures, title, &FigureDesign::title);
        return {.experiment = designHash(m_experiment), .design = *place};
    }
    [[nodiscard]] const LinePlot& plot(ComparePanes::Pane pane) const
    {
        return *m_panes->frame(pane).findChild<LinePlot*>();
    }
    /// The sentence in place of what the pane draws.
    [[nodiscard]] QString problem() const
    {
        for (const auto* label : m_panes->findChildren<QLabel*>(QStringLiteral("figureProblem")))
            if (label->isVisible())
                return label->text();
        return {};
    }

    /// A switch in the menu of a pane.
    [[nodiscard]] QAction* action(ComparePanes::Pane pane, const QString& words) const
    {
        const QList<QAction*> actions = m_panes->frame(pane).menu()->actions();
        const auto found = std::ranges::find_if(actions, [&](const QAction* each) {
            return QString(each->text()).remove(u'&').startsWith(words);
        });
        return found == actions.end() ? nullptr : *found;
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    Experiment m_experiment;
    std::vector<std::int64_t> m_runs;
    std::int64_t m_other = 0;
    std::unique_ptr<ComparePanes> m_panes;
};

void CompareFiguresTest::initTestCase()
{
    m_store = m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    m_experiment = *parseExperiment(kFiguresExperiment, registry());
    m_runs = real_runs::trained(m_store, kFiguresExperiment);
    QCOMPARE(m_runs.size(), std::size_t{6});
    const std::vector<std::int64_t> others = real_runs::trained(m_store, kWithoutFigures);
    QCOMPARE(others.size(), std::size_t{1});
    m_other = others.front();
}

void CompareFiguresTest::init()
{
    m_panes = std::make_unique<ComparePanes>(m_store);
    const auto store = std::move(*RunStore::open(m_store));
    m_panes->setSettings(std::make_shared<const RunSettings>(*store->runs()));
    m_panes->resize(900, 400);
    m_panes->show();
    m_panes->setRuns({m_runs.begin(), m_runs.end()});
    QTRY_COMPARE(m_panes->data().runs.size(), m_runs.size());
}

void CompareFiguresTest::figuresAreOfferedWhereThereAreSome()
{
    FigureBar& bar = m_panes->figures();
    QVERIFY(bar.isVisible());
    QCOMPARE(bar.menu().actions().size(), qsizetype{7});
    QCOMPARE(bar.menu().actions()[1]->text(), QStringLiteral("Error over α"));
    QVERIFY(!m_panes->figure());
    ChosenFigure newer = figure("Classes"); // than the runs, as of a file that was changed since
    newer.design.title = "Newer";
    m_panes->showFigure(newer);
    QCOMPARE(bar.menu().actions().size(), qsizetype{8});
    QVERIFY(bar.menu().actions().back()->isChecked());
    m_panes->endFigure();
    QCOMPARE(bar.menu().actions().size(), qsizetype{7});
    m_panes->setRuns({});
    QTRY_VERIFY(!bar.isVisible());
}

void CompareFiguresTest::curvesAreDrawnAsDescribed()
{
    m_panes->figures().menu().actions()[0]->trigger();
    QTRY_COMPARE(m_panes->data().metric, std::string("meanLog10TestLoss"));
    QCOMPARE(m_panes->findChild<QTabWidget*>(QStringLiteral("comparePanes"))->currentIndex(),
             int(ComparePanes::Pane::Curves));
    const LinePlot& curves = plot(ComparePanes::Pane::Curves);
    const PlotPicture& picture = curves.picture();
    QCOMPARE(picture.lines.size(), std::size_t{1}); // its arm alone
    QCOMPARE(picture.lines[0].name, QStringLiteral("HiCS-FL"));
    QCOMPARE(picture.xLabel, QStringLiteral("Megabytes sent"));
    QCOMPARE(picture.yLabel, QStringLiteral("log loss"));
    QCOMPARE(picture.title, QStringLiteral("Loss by bytes"));
    const Figure taken = curves.asPicture(QStringLiteral("overlay")).take();
    QVERIFY(taken.plot->logarithmicX && !taken.plot->logarithmicY);
    QCOMPARE(settingsOf(taken).title, QStringLiteral("Loss by bytes"));
    const QString note = m_panes->findChild<ElidedLabel*>(QStringLiteral("overlayNote"))->text();
    QVERIFY2(note.contains(QStringLiteral("± 1 sd over clients and seeds"))
                 && note.contains(QStringLiteral("smoothed")),
             qPrintable(note));
    QCOMPARE(m_panes->findChild<ElidedLabel*>(QStringLiteral("figureText"))->text(),
             QStringLiteral("Loss by bytes"));
}

void CompareFiguresTest::pointsAreDrawnAsDescribed()
{
    m_panes->showFigure(figure("Error over α"));
    QTRY_COMPARE(m_panes->data().metric, std::string("bestPerClientTestError"));
    const LinePlot& points = plot(ComparePanes::Pane::Points);
    QTRY_COMPARE(points.picture().xLabel, QStringLiteral("α"));
    QCOMPARE(points.picture().lines.size(), std::size_t{1});
    QCOMPARE(points.picture().lines[0].x, (std::vector<double>{0.01, 1000}));
    QCOMPARE(points.picture().title, QStringLiteral("Error over α"));
    QVERIFY(points.asPicture(QStringLiteral("points")).take().plot->logarithmicX);
}

void CompareFiguresTest::clientsAreDrawnAsPoints()
{
    m_panes->showFigure(figure("Entropies"));
    const LinePlot& points = m_panes->clients().plot();
    QTRY_COMPARE(points.picture().lines.size(), std::size_t{1});
    const PlotLine& line = points.picture().lines.front();
    QCOMPARE(line.x.size(), std::size_t{8}); // four clients with each of two seeds
    QVERIFY(line.markers && line.joined == PlotLine::Joined::None);
    QVERIFY(std::ranges::is_sorted(line.x));
    QVERIFY(line.x.back() <= std::log(10) && line.x.front() >= 0);
    QVERIFY(m_panes->clients().isVisible());
    QCOMPARE(points.picture().title, QStringLiteral("Entropies"));
    QVERIFY(problem().isEmpty());
}

void CompareFiguresTest::aTableIsOfTheFigureThatWasChosenLast()
{
    ClientsPane& pane = m_panes->clients();
    m_panes->showFigure(figure("Entropies"));
    QTRY_COMPARE(pane.plot().picture().lines.size(), std::size_t{1});
    pane.frame()->showTable(true);
    QVERIFY(!pane.isVisible()); // the table stands before it
    m_panes->showFigure(figure("Classes"));
    QTRY_COMPARE(pane.matrix().picture().matrix.rows, std::size_t{4});
}

void CompareFiguresTest::classesAreDrawnAsAMap()
{
    m_panes->showFigure(figure("Classes"));
    const MatrixView& map = m_panes->clients().matrix();
    QTRY_COMPARE(map.picture().matrix.rows, std::size_t{4});
    QCOMPARE(map.picture().matrix.columns, std::size_t{10});
    const auto store = std::move(*RunStore::open(m_store));
    const FederationFacts facts = *store->facts(m_runs.front());
    for (std::size_t client = 0; client < 4; ++client)
        for (std::size_t label = 0; label < 10; ++label)
            QCOMPARE(map.picture().matrix.at(client, label),
                     double(facts.classCounts[client][label]));
    QVERIFY(map.isVisible());
}

void CompareFiguresTest::sufficientClustersNeedNoRun()
{
    ChosenFigure sizes = figure("Classes");
    sizes.design = {
        .title = "Sizes", .drawing = {.name = "sufficientClusters", .parameters = {}}, .arms = {}};
    m_panes->showFigure(sizes);
    QTRY_COMPARE(m_panes->clients().plot().picture().title, QStringLiteral("Sizes"));
    const PlotPicture& picture = m_panes->clients().plot().picture();
    const std::vector<SufficientCurve> curves = sufficientCurves(sizes.design);
    QCOMPARE(picture.lines.size(), std::size_t{4});
    QCOMPARE(picture.lines[0].name, QStringLiteral("v = 0.001"));
    for (std::size_t i = 0; i < curves.size(); ++i) {
        QCOMPARE(picture.lines[i].x, curves[i].precisions);
        QCOMPARE(picture.lines[i].y, curves[i].clients);
    }
    QCOMPARE(picture.lines[3].y.front(), 1.0);
    QCOMPARE(picture.lines[0].y.back(), 20.0);
    QVERIFY(m_panes->clients().plot().isVisible());
    QCOMPARE(problem(), QString());
    QCOMPARE(m_panes->findChild<ElidedLabel*>(QStringLiteral("figureText"))->text(),
             QStringLiteral("Sizes")); // and nothing of missing runs
}

void CompareFiguresTest::whatIsMissingIsSaid_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("words");
    QTest::newRow("metric") << "Sparsity"
                            << "These runs do not record the metric “Global sparsity”.";
    QTest::newRow("setting") << "Rounds"
                             << "which is the same in all of these runs";
    QTest::newRow("numbers of clients") << "Utilities"
                                        << "These runs do not record both “Utility”";
}

void CompareFiguresTest::whatIsMissingIsSaid()
{
    QFETCH(const QString, title);
    QFETCH(const QString, words);
    m_panes->showFigure(figure(title.toUtf8().constData()));
    QTRY_VERIFY2(problem().contains(words), qPrintable(problem()));
    // What can be drawn again replaces the sentence.
    m_panes->showFigure(figure("Error over α"));
    QTRY_COMPARE(plot(ComparePanes::Pane::Points).picture().xLabel, QStringLiteral("α"));
    QTRY_VERIFY(problem().isEmpty());
    QVERIFY(m_panes->frame(ComparePanes::Pane::Points).isVisible());
}

void CompareFiguresTest::gapsAreSaid()
{
    m_panes->setRuns({m_runs.front()});
    QTRY_COMPARE(m_panes->data().runs.size(), std::size_t{1});
    m_panes->showFigure(figure("Classes"));
    const auto* text = m_panes->findChild<ElidedLabel*>(QStringLiteral("figureText"));
    QTRY_COMPARE(text->text(),
                 QStringLiteral("Classes  ·  1 of 2 arms are not drawn: HiCS-FL; 1 of 6 runs are "
                                "finished and drawn"));
    QCOMPARE(text->toolTip(), text->text()); // where it is elided
    m_panes->showFigure(figure("Entropies"));
    QTRY_VERIFY2(problem().startsWith(QStringLiteral("No selected run of the figure's arms")),
                 qPrintable(problem()));
}

void CompareFiguresTest::aFigureIsLeft()
{
    m_panes->showFigure(figure("Loss by bytes"));
    QTRY_COMPARE(plot(ComparePanes::Pane::Curves).picture().lines.size(), std::size_t{1});
    m_panes->findChild<QToolButton*>(QStringLiteral("endFigure"))->click();
    QVERIFY(!m_panes->figure());
    QCOMPARE(plot(ComparePanes::Pane::Curves).picture().lines.size(), std::size_t{3});
    QVERIFY(plot(ComparePanes::Pane::Curves).picture().title.isEmpty());
    // A metric that nothing records does not stay behind.
    m_panes->showFigure(figure("Sparsity"));
    QTRY_VERIFY(!problem().isEmpty());
    m_panes->endFigure();
    QTRY_VERIFY(!plot(ComparePanes::Pane::Curves).picture().lines.empty());
    QVERIFY(problem().isEmpty());
}

void CompareFiguresTest::anotherMetricLeavesTheFigure()
{
    const LinePlot& curves = plot(ComparePanes::Pane::Curves);
    const auto isDrawn = [&] { return curves.picture().title == QStringLiteral("Loss by bytes"); };
    m_panes->showFigure(figure("Loss by bytes"));
    QTRY_VERIFY(isDrawn());
    m_panes->setMetric(QStringLiteral("meanTestLoss")); // as a saved view does
    QVERIFY(!m_panes->figure() && !isDrawn());
    QTRY_COMPARE(m_panes->data().metric, std::string("meanTestLoss"));
    QCOMPARE(curves.picture().lines.size(), std::size_t{3});
    QVERIFY(!isDrawn());
    m_panes->showFigure(figure("Loss by bytes"));
    QTRY_VERIFY(isDrawn());
    auto* box = m_panes->findChild<QComboBox*>(QStringLiteral("compareMetric"));
    QCOMPARE(box->currentData().toString(), QStringLiteral("meanLog10TestLoss"));
    emit box->activated(box->currentIndex()); // the same again
    QVERIFY(!m_panes->figure() && !isDrawn());
    QCOMPARE(curves.picture().lines.size(), std::size_t{3});
    QVERIFY(!m_panes->findChild<QToolButton*>(QStringLiteral("endFigure"))->isVisible());
}

void CompareFiguresTest::theUsersOwnViewIsBackAfterAFigure()
{
    using Pane = ComparePanes::Pane;
    const auto state = [&] {
        QList<bool> on;
        for (const char* words : {"Mean ±",
                                  "Each run",
                                  "Smoothed",
                                  "Logarithmic value",
                                  "Logarithmic horizontal",
                                  "Over rounds",
                                  "Over bytes",
                                  "Over time"})
            on << action(Pane::Curves, QString::fromUtf8(words))->isChecked();
        for (const char* words : {"Logarithmic value", "Logarithmic horizontal"})
            on << action(Pane::Points, QString::fromUtf8(words))->isChecked();
        return on;
    };
    action(Pane::Curves, QStringLiteral("Each run"))->trigger();
    action(Pane::Curves, QStringLiteral("Over time"))->trigger();
    action(Pane::Curves, QStringLiteral("Logarithmic value"))->trigger();
    action(Pane::Points, QStringLiteral("Logarithmic value"))->trigger();
    const QList<bool> before = state();
    const LinePlot& curves = plot(Pane::Curves);
    m_panes->showFigure(figure("Loss by bytes"));
    QTRY_COMPARE(curves.picture().title, QStringLiteral("Loss by bytes"));
    QVERIFY(state() != before);
    m_panes->showFigure(figure("Error over α"));
    QTRY_COMPARE(plot(Pane::Points).picture().title, QStringLiteral("Error over α"));
    QVERIFY(state() != before);
    m_panes->endFigure();
    QCOMPARE(state(), before);
    QCOMPARE(curves.picture().xLabel, QStringLiteral("Seconds"));
    const FigurePlot taken = *curves.asPicture(QStringLiteral("overlay")).take().plot;
    QVERIFY(taken.logarithmicY && !taken.logarithmicX);
    const QString note = m_panes->findChild<ElidedLabel*>(QStringLiteral("overlayNote"))->text();
    QVERIFY2(note.contains(QStringLiteral("band: ± 1 sd  ·  thin: each run"))
                 && !note.contains(QStringLiteral("smoothed")),
             qPrintable(note));
    // Also where other runs were selected.
    m_panes->showFigure(figure("Loss by bytes"));
    QTRY_COMPARE(curves.picture().title, QStringLiteral("Loss by bytes"));
    m_panes->setRuns({m_other});
    QTRY_VERIFY(!m_panes->figure());
    QCOMPARE(state(), before);
}

void CompareFiguresTest::anAxisChosenByHandStays()
{
    m_panes->showFigure(figure("Error over α"));
    const LinePlot& points = plot(ComparePanes::Pane::Points);
    QTRY_COMPARE(points.picture().title, QStringLiteral("Error over α"));
    auto* axes = m_panes->findChild<QComboBox*>(QStringLiteral("pointAxis"));
    const int loss = axes->findText(QStringLiteral("loss"), Qt::MatchContains);
    QVERIFY(loss > 0);
    axes->setCurrentIndex(loss);
    emit axes->activated(loss);
    const QString chosen = axes->currentText();
    QVERIFY(!m_panes->figure());
    const auto store = std::move(*RunStore::open(m_store));
    m_panes->setSettings(std::make_shared<const RunSettings>(*store->runs())); // read again
    QCOMPARE(axes->currentText(), chosen);
    QCOMPARE(points.picture().xLabel, chosen);
    QVERIFY(points.picture().title.isEmpty());
}

void CompareFiguresTest::whatIsUnchangedIsNotReadAgain()
{
    ClientsPane& pane = m_panes->clients();
    const LinePlot& points = pane.plot();
    const ChosenFigure shown = figure("Entropies");
    m_panes->showFigure(shown);
    QTRY_COMPARE(points.picture().lines.size(), std::size_t{1});
    pane.findChild<LinePlot*>()->showPart(0.5, 1, 0.5, 1); // as the user zooms
    const PlotPart zoomed = points.visiblePart();
    const QPointer<QAction> entry = m_panes->figures().menu().actions().front();
    std::vector<QString> problems;
    connect(&pane, &ClientsPane::problemFound, &pane, [&](const QString& problem) {
        problems.push_back(problem);
    });
    m_panes->refresh();
    const CompareData* before = &m_panes->data();
    QTRY_VERIFY(&m_panes->data() != before);
    QCOMPARE(problems.size(), std::size_t{1}); // said at once, as nothing is read
    QVERIFY(entry);                            // an open menu stays as it is
    // With another round they are read; the zoom stays.
    CompareData drawn = runsOfFigure(m_panes->data(), shown);
    for (RunRow& run : drawn.runs)
        ++run.roundsDone;
    pane.setFigure(shown, drawn);
    QCOMPARE(problems.size(), std::size_t{1});
    QTRY_COMPARE(problems.size(), std::size_t{2});
    QCOMPARE(points.visiblePart(), zoomed);
    QCOMPARE(problems, (std::vector<QString>{{}, {}}));
}

void CompareFiguresTest::aFigureSelectsTheRunsOfItsExperiment()
{
    const ShownComparePage shown(m_store);
    ComparePage& page = *shown.page;
    QTreeView* table = shown.table();
    QTRY_COMPARE(table->model()->rowCount(), 7); // the newest, of the other experiment, first
    table->setCurrentIndex(table->model()->index(1, 0));
    QTRY_COMPARE(page.panes().data().runs.size(), std::size_t{1});
    page.panes().figures().menu().actions()[1]->trigger();
    QTRY_COMPARE(page.panes().data().runs.size(), std::size_t{6});
    QCOMPARE(page.chosenRuns().size(), std::size_t{6});
    QTRY_COMPARE(
        page.panes().frame(ComparePanes::Pane::Points).findChild<LinePlot*>()->picture().xLabel,
        QStringLiteral("α"));
}

void CompareFiguresTest::aFigureOfOtherRunsIsDrawnOrMissed()
{
    const ShownComparePage shown(m_store);
    ComparePage& page = *shown.page;
    QTreeView* table = shown.table();
    QTRY_COMPARE(table->model()->rowCount(), 7);
    table->setCurrentIndex(table->model()->index(0, 0)); // of the experiment without figures
    QTRY_COMPARE(page.panes().data().runs.size(), std::size_t{1});
    QVERIFY(!page.panes().figures().isVisible());
    // As the palette offers it for the experiment on the Design page.
    ExperimentDocument document(registry());
    QVERIFY(figureEntries(document, page, {}).empty());
    document.begin(
        QString::fromUtf8(kFiguresExperiment.data(), qsizetype(kFiguresExperiment.size())));
    QTRY_VERIFY(document.isRunnable());
    const std::vector<PaletteEntry> entries = figureEntries(document, page, {});
    QCOMPARE(entries.size(), std::size_t{7});
    QCOMPARE(entries[1].text, QStringLiteral("Draw Error over α"));
    TemplateHint paper; // whose figure it is, to other data
    paper.dataset = "heartDisease";
    paper.figureNames = {"Error over α"};
    QCOMPARE(figureEntries(document, page, {paper}).size(), std::size_t{6});
    entries[1].act();
    QTRY_COMPARE(page.panes().data().runs.size(), std::size_t{6});
    QVERIFY(page.panes().figure() && page.panes().figure()->design.title == "Error over α");
    QTRY_COMPARE(
        page.panes().frame(ComparePanes::Pane::Points).findChild<LinePlot*>()->picture().xLabel,
        QStringLiteral("α"));
    // Where none of its runs is stored it says so.
    ChosenFigure unknown = figure("Error over α");
    unknown.experiment = "of another experiment";
    page.panes().showFigure(unknown);
    const auto* message = page.findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY2(message->text().contains(QStringLiteral("No run of this figure's experiment")),
                 qPrintable(message->text()));
    QTRY_VERIFY(!page.panes().figure());
}

void CompareFiguresTest::nothingIsCutInASmallWindow()
{
    m_panes->resize(700, 260);
    m_panes->showFigure(figure("Entropies"));
    QTRY_VERIFY(!m_panes->clients().plot().picture().lines.empty());
    layOut();
    for (const char* name : {"figures", "endFigure"}) {
        const auto* button = m_panes->findChild<QToolButton*>(QLatin1String(name));
        QVERIFY(button->isVisible());
        QVERIFY2(button->width() >= button->sizeHint().width()
                     && m_panes->rect().contains(
                         QRect(button->mapTo(m_panes.get(), QPoint()), button->size())),
                 name);
    }
}

COTERIE_WIDGET_SECTION(CompareFiguresTest)

} // namespace tst_compare_figures

#include "tst_compare_figures.moc"
