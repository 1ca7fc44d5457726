#include "ui/compare/clients_pane.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/figure_bar.h"
#include "ui/compare/pane_tabs.h"
#include "ui/compare/points_pane.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/line_plot.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QAction>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

/// The part of ComparePanes that draws figures of experiments.

namespace coterie::ui {

void ComparePanes::buildFigures()
{
    auto* pane = new QWidget(this);
    m_clients = new ClientsPane(m_stores, pane);
    addPane(pane,
            m_clients->frame(),
            tr("Clients"),
            tr("Show numbers of each client, as the figure describes"),
            m_clients->controls());
    m_tabs->setTabVisible(static_cast<int>(Pane::Clients), false);
    connect(m_clients, &ClientsPane::problemFound, this, [this](const QString& problem) {
        showProblem(Pane::Clients, problem);
    });
    m_figures = new FigureBar(this);
    connect(m_figures, &FigureBar::figureChosen, this, &ComparePanes::showFigure);
    connect(m_figures, &FigureBar::figureEnded, this, &ComparePanes::endFigure);
}

ComparePanes::Pane ComparePanes::paneOf(const FigureDesign& figure)
{
    const std::string& kind = figure.drawing.name;
    return kind == "curves" ? Pane::Curves : kind == "points" ? Pane::Points : Pane::Clients;
}

CurveView ComparePanes::switchedView() const
{
    return {.overlay = m_overlay,
            .logarithmicX = m_switches.at(QStringLiteral("logarithmicX"))->isChecked(),
            .logarithmicY = m_switches.at(QStringLiteral("logarithmicY"))->isChecked()};
}

void ComparePanes::switchTo(const CurveView& view)
{
    m_overlay = view.overlay;
    const auto set = [this](const QString& name, bool on) {
        QAction* action = m_switches.at(name);
        const QSignalBlocker silence(action);
        action->setChecked(on);
    };
    set(QStringLiteral("band"), m_overlay.band);
    set(QStringLiteral("seeds"), m_overlay.seeds);
    set(QStringLiteral("smoothing"), m_overlay.smoothing != Smoothing::None);
    set(QStringLiteral("logarithmicX"), view.logarithmicX);
    set(QStringLiteral("logarithmicY"), view.logarithmicY);
    m_switches.at(QString::number(int(m_overlay.axis)))->setChecked(true);
    m_plot->setLogarithmicX(view.logarithmicX);
    m_plot->setLogarithmic(view.logarithmicY);
}

void ComparePanes::setCurveView(const CurveView& view)
{
    if (m_figure)
        endFigure();
    if (view == switchedView())
        return;
    const bool isElsewhere = view.overlay.axis != m_overlay.axis;
    switchTo(view);
    if (isElsewhere)
        m_plot->fitNext();
    showData();
}

void ComparePanes::showFigure(const ChosenFigure& figure)
{
    leaveFigure();
    m_figure = figure;
    if (!metricOf(figure.design).empty())
        m_wished.clear();
    const Pane pane = paneOf(figure.design);
    if (pane == Pane::Curves) {
        m_viewBefore = switchedView();
        const CurveFigure curves = curveFigure(figure.design);
        switchTo({.overlay = overlayOf(curves),
                  .logarithmicX = curves.axes.logarithmicX,
                  .logarithmicY = curves.axes.logarithmicY});
    }
    m_plot->fitNext();
    m_tabs->setTabVisible(static_cast<int>(Pane::Clients), pane == Pane::Clients);
    showPane(pane);
    readMetric(metricOf(figure.design));
    if (!isOfNoRun(figure))
        emit experimentWanted(toQString(figure.experiment));
    showData();
}

/// Draws the curves as before the figure.
void ComparePanes::leaveFigure()
{
    m_figure.reset();
    if (m_viewBefore) {
        switchTo(*m_viewBefore);
        m_plot->fitNext();
    }
    m_viewBefore.reset();
}

void ComparePanes::endFigure()
{
    leaveFigure();
    m_plot->fitNext();
    showData();
    if (const std::vector<std::string>& metrics = m_data->metrics;
        !metrics.empty() && std::ranges::find(metrics, m_metric) == metrics.end())
        readMetric(metrics.front()); // the figure's is not recorded
}

/// None of the runs may have recorded the chosen metric. A figure says so itself.
std::string ComparePanes::metricAtHand(const CompareData& data) const
{
    const auto isRecorded = [&data](const std::string& metric) {
        return std::ranges::find(data.metrics, metric) != data.metrics.end();
    };
    const bool isOfFigure =
        m_figure
        && std::ranges::any_of(data.experiments, [this](const ComparedExperiment& experiment) {
               return experiment.design == m_figure->experiment;
           });
    if (isOfFigure || data.metrics.empty())
        return m_wished.empty() ? m_metric : m_wished;
    if (isRecorded(m_wished))
        return m_wished;
    return isRecorded(m_metric) ? m_metric : data.metrics.front();
}

void ComparePanes::showFigureOf(const CompareData& data)
{
    const bool isThere =
        m_figure
        && std::ranges::any_of(data.experiments, [this](const ComparedExperiment& experiment) {
               return experiment.design == m_figure->experiment;
           });
    if (!isThere && !isOfNoRun(m_figure) && !data.experiments.empty() && !m_job.isBusy()
        && !m_stale)
        leaveFigure(); // the user selected other runs
    m_figures->setData(data, m_figure);
    for (const Pane pane : {Pane::Curves, Pane::Points, Pane::Clients})
        showProblem(pane, {});
    const bool isOfClients = m_figure && paneOf(m_figure->design) == Pane::Clients;
    m_tabs->setTabVisible(static_cast<int>(Pane::Clients), isOfClients);
    const bool isOfPoints = m_figure && paneOf(m_figure->design) == Pane::Points;
    m_points->setFigure(isOfPoints ? std::optional(m_figure->design) : std::nullopt);
    m_drawn = m_data;
    if (isOfNoRun(m_figure))
        return m_clients->setFigure(*m_figure, {});
    if (!isThere || !m_settings)
        return;
    const std::string metric = metricOf(m_figure->design);
    if (!metric.empty() && metric != data.metric)
        return; // it is being read
    m_drawn = std::make_shared<const CompareData>(runsOfFigure(data, *m_figure));
    m_figures->showGaps(figureGaps(*m_drawn, *m_figure));
    const QString problem = figureProblem(*m_drawn, *m_settings, *m_figure);
    showProblem(paneOf(m_figure->design), problem);
    if (isOfClients && problem.isEmpty())
        m_clients->setFigure(*m_figure, *m_drawn);
    else
        m_clients->leaveFigure();
}

void ComparePanes::showProblem(Pane pane, const QString& problem)
{
    const auto place = static_cast<std::size_t>(pane);
    m_problems[place]->setText(problem);
    m_problems[place]->setVisible(!problem.isEmpty());
    m_frames[place]->setVisible(problem.isEmpty());
}

PlotPicture ComparePanes::curvesPicture() const
{
    PlotPicture picture = overlayPicture(*m_drawn, m_overlay);
    if (!m_figure || paneOf(m_figure->design) != Pane::Curves
        || m_drawn->metric != metricOf(m_figure->design))
        return picture;
    const FigureAxes axes = curveFigure(m_figure->design).axes;
    picture.title = toQString(m_figure->design.title);
    if (!axes.xTitle.empty())
        picture.xLabel = toQString(axes.xTitle);
    if (!axes.yTitle.empty())
        picture.yLabel = toQString(axes.yTitle);
    return picture;
}

} // namespace coterie::ui
