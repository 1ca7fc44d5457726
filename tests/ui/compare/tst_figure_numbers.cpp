#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/summary/figure_table.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/compare/figures_experiment.h"
#include "tests/ui/csv_lines.h"
#include "tests/ui/real_runs.h"
#include "ui/compare/clients_pane.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/figure_view.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"
#include "ui/views/view_frame.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

namespace tst_figure_numbers {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// What a figure draws and what the command line writes of it.
class FigureNumbersTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theCommandLineWritesWhatIsDrawn();

private:
    /// The lines of the figure's CSV, without the header and the figure's title.
    [[nodiscard]] std::vector<Line> written(const char* title) const
    {
        const auto store = std::move(*RunStore::open(m_store));
        const ChosenFigure chosen = figure(title);
        std::vector<RunRow> rows = *store->runs();
        std::erase_if(rows, [&](const RunRow& row) {
            return row.experimentDesign != chosen.experiment || !isDrawn(chosen.design, row.arm);
        });
        const QString path = m_folder.filePath(QStringLiteral("figure.csv"));
        std::ofstream out(path.toStdString());
        if (!writeFigureCsv(*store, chosen.design, rows, out))
            return {};
        out.close();
        std::vector<Line> lines = linesOfCsv(path);
        lines.erase(lines.begin());
        for (Line& line : lines)
            line.removeFirst();
        return lines;
    }
    [[nodiscard]] ChosenFigure figure(const char* title) const
    {
        const auto place = std::ranges::find(m_experiment.figures, title, &FigureDesign::title);
        return {.experiment = designHash(m_experiment), .design = *place};
    }
    [[nodiscard]] const LinePlot& plot(ComparePanes::Pane pane) const
    {
        return *m_panes->frame(pane).findChild<LinePlot*>();
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    Experiment m_experiment;
    std::unique_ptr<ComparePanes> m_panes;
};

void FigureNumbersTest::initTestCase()
{
    m_store = m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    m_experiment = *parseExperiment(kFiguresExperiment, registry());
    const std::vector<std::int64_t> runs = real_runs::trained(m_store, kFiguresExperiment);
    m_panes = std::make_unique<ComparePanes>(m_store);
    const auto store = std::move(*RunStore::open(m_store));
    m_panes->setSettings(std::make_shared<const RunSettings>(*store->runs()));
    m_panes->resize(900, 400);
    m_panes->show();
    m_panes->setRuns({runs.begin(), runs.end()});
    QTRY_COMPARE(m_panes->data().runs.size(), runs.size());
}

void FigureNumbersTest::theCommandLineWritesWhatIsDrawn()
{
    for (const auto& [title, pane] : {std::pair("Loss by bytes", ComparePanes::Pane::Curves),
                                      std::pair("Error over α", ComparePanes::Pane::Points)}) {
        m_panes->showFigure(figure(title));
        const LinePlot& drawn = plot(pane);
        QTRY_COMPARE(m_panes->data().metric, metricOf(figure(title).design));
        QTRY_COMPARE(drawn.picture().title, QString::fromUtf8(title));
        const PlotLine& line = drawn.picture().lines.front();
        const PlotBand& band = drawn.picture().bands.front();
        std::vector<Line> expected;
        for (std::size_t i = 0; i < line.x.size(); ++i)
            expected.push_back({line.name,
                                shown(std::optional(line.x[i])),
                                shown(std::optional(line.y[i])),
                                shown(std::optional((band.upper[i] - band.lower[i]) / 2)),
                                QStringLiteral("2")});
        const std::vector<Line> found = written(title);
        QVERIFY(!found.empty());
        QCOMPARE(textOf(found), textOf(expected));
    }
    m_panes->showFigure(figure("Entropies"));
    QTRY_COMPARE(m_panes->clients().plot().picture().lines.size(), std::size_t{1});
    const PlotLine& points = m_panes->clients().plot().picture().lines.front();
    QStringList drawn;
    for (std::size_t i = 0; i < points.x.size(); ++i)
        drawn << shown(std::optional(points.x[i])) + ' ' + shown(std::optional(points.y[i]));
    QStringList found;
    for (const Line& line : written("Entropies"))
        found << line[4] + ' ' + line[5];
    drawn.sort();
    found.sort();
    QCOMPARE(found, drawn);
    m_panes->showFigure(figure("Classes"));
    const MatrixView& map = m_panes->clients().matrix();
    QTRY_COMPARE(map.picture().matrix.rows, std::size_t{4});
    const std::vector<Line> cells = written("Classes");
    QCOMPARE(cells.size(), map.picture().matrix.rows * map.picture().matrix.columns);
    for (const Line& cell : cells)
        QCOMPARE(map.picture().matrix.at(cell[1].toUInt(), cell[2].toUInt()), cell[3].toDouble());
    for (const char* title : {"Sparsity", "Rounds", "Utilities"}) // the window says why, too
        QVERIFY(written(title).empty());
}

COTERIE_WIDGET_SECTION(FigureNumbersTest)

} // namespace tst_figure_numbers

#include "tst_figure_numbers.moc"
