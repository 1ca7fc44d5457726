#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
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

namespace {

constexpr std::string_view kExperiment = R"({
  "schema": 1, "name": "With figures", "data": {
    "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
    "partition": { "scheme": "dirichlet", "clients": 4, "alpha": 0.5 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [0.01, 1000] } } },
            { "name": "HiCS-FL", "algorithm": { "name": "fedavg" },
              "sampler": { "name": "hicsFl", "count": 4 } } ],
  "rounds": 3, "seeds": [1, 2],
  "figures": [
    { "title": "Loss by bytes", "kind": "curves", "x": "bytes", "y": "meanLog10TestLoss", "band": "clients",
      "smoothing": "savitzkyGolay", "logarithmicX": true, "arms": ["HiCS-FL"], "yTitle": "log loss" },
    { "title": "Error over α", "kind": "points", "x": "/algorithm/alpha", "y": "bestPerClientTestError",
      "logarithmicX": true, "xTitle": "α" },
    { "title": "Entropies", "kind": "scatter", "x": "trueEntropy", "y": "estimatedEntropy", "arms": ["HiCS-FL"] },
    { "title": "Classes", "kind": "heatMap" },
    { "title": "Sparsity", "kind": "curves", "y": "globalSparsity" },
    { "title": "Rounds", "kind": "points", "x": "/rounds", "y": "meanTestError" },
    { "title": "Utilities", "kind": "scatter", "x": "utility", "y": "estimatedEntropy" } ] })";

/// Another experiment in the same store.
constexpr std::string_view kOther = R"({
  "schema": 1, "name": "Without figures", "data": {
    "dataset": { "name": "glyphDigits", "samples": 120, "seed": 1 },
    "partition": { "scheme": "iid", "clients": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 1, "seeds": [1] })";

} // namespace

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
    void classesAreDrawnAsAMap();
    void whatIsMissingIsSaid_data();
    void whatIsMissingIsSaid();
    void gapsAreSaid();
    void aFigureIsLeft();
    void aFigureSelectsTheRunsOfItsExperiment();
    void aFigureOfOtherRunsIsDrawnOrMissed();
    void theBandOverClientsHoldsBoth();
    void nothingIsCutInASmallWindow();

private:
    [[nodiscard]] ChosenFigure figure(const char* title) const
    {
        const auto place = std::ranges::find(m_experiment.figures, title, &FigureDesign::title);
        return {.experiment = canonicalHash(m_experiment, registry()), .design = *place};
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

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    Experiment m_experiment;
    std::vector<std::int64_t> m_runs;
    std::unique_ptr<ComparePanes> m_panes;
};

void CompareFiguresTest::initTestCase()
{
    m_store = m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    m_experiment = *parseExperiment(kExperiment, registry());
    m_runs = real_runs::trained(m_store, kExperiment);
    QCOMPARE(m_runs.size(), std::size_t{6});
    QCOMPARE(real_runs::trained(m_store, kOther).size(), std::size_t{1});
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
                 QStringLiteral("Classes  ·  1 of 2 arms have no run: HiCS-FL; 1 of 6 runs are "
                                "finished"));
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

void CompareFiguresTest::aFigureSelectsTheRunsOfItsExperiment()
{
    ActionRegistry actions;
    addWindowActions(actions);
    StoreReader reader(m_store);
    ComparePage page(reader, actions);
    page.resize(1200, 800);
    page.show();
    auto* table = page.findChild<QTreeView*>(QStringLiteral("runTable"));
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
    ActionRegistry actions;
    addWindowActions(actions);
    StoreReader reader(m_store);
    ComparePage page(reader, actions);
    page.resize(1200, 800);
    page.show();
    auto* table = page.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 7);
    table->setCurrentIndex(table->model()->index(0, 0)); // of the experiment without figures
    QTRY_COMPARE(page.panes().data().runs.size(), std::size_t{1});
    QVERIFY(!page.panes().figures().isVisible());
    // As the palette offers it for the experiment on the Design page.
    ExperimentDocument document(registry());
    QVERIFY(figureEntries(document, page, *actions.action(ActionId::ShowCompare)).empty());
    document.begin(QString::fromUtf8(kExperiment.data(), qsizetype(kExperiment.size())));
    QTRY_VERIFY(document.isRunnable());
    const std::vector<PaletteEntry> entries =
        figureEntries(document, page, *actions.action(ActionId::ShowCompare));
    QCOMPARE(entries.size(), std::size_t{7});
    QCOMPARE(entries[1].text, QStringLiteral("Draw Error over α"));
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

void CompareFiguresTest::theBandOverClientsHoldsBoth()
{
    const std::vector<MetricCurve> curves{
        {.run = 1, .seed = 1, .rounds = {1}, .values = {2}, .deviations = {3}},
        {.run = 2, .seed = 2, .rounds = {1}, .values = {4}, .deviations = {5}}};
    const SeedSpread spread = spreadOverSeeds(curves);
    QCOMPARE(spread.deviation, (std::vector<double>{1}));
    // Of four clients, two each at 2 ± 3 and 4 ± 5.
    QCOMPARE(spread.overClients, (std::vector<double>{std::sqrt((9 + 25) / 2.0 + 1)}));
    std::vector<MetricCurve> unknown = curves;
    unknown[1].deviations.clear();
    QVERIFY(spreadOverSeeds(unknown).overClients.empty());
}

void CompareFiguresTest::nothingIsCutInASmallWindow()
{
    m_panes->resize(700, 260);
    m_panes->showFigure(figure("Entropies"));
    QTRY_VERIFY(!m_panes->clients().plot().picture().lines.empty());
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
