#include "ui/compare/clients_pane.h"

#include "core/base/try.h"
#include "core/metrics/client_numbers.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"
#include "ui/views/picture_export.h"
#include "ui/views/plot_legend.h"
#include "ui/views/sufficient_picture.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QStackedWidget>

#include <algorithm>
#include <map>

namespace coterie::ui {

namespace {

Result<std::vector<RunOfClients>> readClients(const StoreFiles& stores,
                                              const std::vector<ClientSource>& sources,
                                              const FigureDesign& design)
{
    COTERIE_TRY(const auto store, RunStore::openAll(stores));
    const bool isMap = design.drawing.name == "heatMap";
    std::vector<RunOfClients> runs;
    for (const ClientSource& source : sources) {
        RunOfClients run{.source = source, .facts = {}};
        COTERIE_TRY(run.facts, store->facts(source.run));
        if (isMap) { // each seed has a split of its own; one of them is drawn
            if (run.facts.classCounts.empty() && source != sources.back())
                continue;
            return std::vector{std::move(run)};
        }
        COTERIE_TRY(const auto rounds, store->reports(source.run, 0, -1, false));
        takeRounds(run, rounds, scatterFigure(design));
        runs.push_back(std::move(run));
    }
    return runs;
}

QString titleOfNumber(const std::string& name)
{
    const ClientNumberInfo* info = findClientNumber(name);
    return info ? fromCore(info->title) : toQString(name);
}

QString mapNote(const RunOfClients& run, const StoreFiles& stores)
{
    QString note =
        say("Run %1, seed %2")
            .arg(toQString(stores.numberText(run.source.run)), QString::number(run.source.seed));
    const std::size_t shown = shownClasses(run.facts);
    if (std::ranges::any_of(run.facts.classCounts,
                            [shown](const auto& counts) { return counts.size() > shown; }))
        note += say(", only the first %1 classes").arg(shown);
    return note;
}

} // namespace

ClientsPane::ClientsPane(StoreFiles stores, QWidget* parent)
    : QWidget(parent)
    , m_stores(std::move(stores))
    , m_note(named(new ElidedLabel(this), "clientsNote"))
    , m_stack(new QStackedWidget(this))
    , m_matrix(named(new MatrixView(m_stack), "classCounts"))
{
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    auto* points = new QWidget(m_stack);
    m_legend = new PlotLegend(points);
    m_plot = new LinePlot(points);
    auto* pointsLayout = columnIn(points, 2);
    pointsLayout->addWidget(m_legend);
    pointsLayout->addWidget(m_plot, 1);
    m_stack->addWidget(points);
    m_stack->addWidget(m_matrix);
    auto* layout = columnIn(this);
    layout->addWidget(m_stack);
    const QString name = QStringLiteral("clients");
    const PictureSource plot = m_plot->asPicture(name);
    const PictureSource map = pictureOf(*m_matrix, name);
    m_frame = new ViewFrame(
        this,
        {.name = name,
         .take =
             [this, plot, map] {
                 Figure figure = isMap() ? map.take() : plot.take();
                 figure.name = toQString(m_drawn.design.drawing.name); // each kind has settings
                 figure.title = toQString(m_drawn.design.title);
                 return figure;
             }},
        [this] {
            if (isOfNoRun(m_drawn))
                return sufficientTable(m_sizes);
            if (m_runs.empty())
                return PlainTable();
            return isMap() ? classCountTable(m_runs.front().facts)
                           : clientTable(m_runs, scatterFigure(m_drawn.design));
        },
        parent);
    m_frame->installEventFilter(this); // it is on screen also while the table is
    connect(m_legend, &PlotLegend::hiddenChanged, m_plot, &LinePlot::setHidden);
    // Queued, because during a resize the plot still has its old size.
    connect(m_plot, &LinePlot::redrawWanted, m_plot, &LinePlot::redraw, Qt::QueuedConnection);
}

QWidget* ClientsPane::controls() const
{
    return m_note;
}

void ClientsPane::setFigure(const ChosenFigure& figure, const CompareData& drawn)
{
    std::map<std::int64_t, int> rounds;
    for (const RunRow& run : drawn.runs)
        rounds[run.id] = run.roundsDone;
    std::vector<ClientSource> wanted;
    for (const ComparedArm& arm : drawn.arms)
        for (const MetricCurve& curve : arm.curves)
            wanted.push_back({.run = curve.run,
                              .number = runCell(drawn.runs, curve.run),
                              .label = arm.label,
                              .plainLabel = arm.plainLabel,
                              .id = arm.id,
                              .look = arm.summary.look,
                              .variant = arm.summary.sweepPlace,
                              .seed = curve.seed,
                              .roundsDone = rounds[curve.run]});
    if (!m_isStale && figure == m_figure && wanted == m_wanted)
        return emit problemFound(m_problem);
    m_figure = figure;
    m_wanted = std::move(wanted);
    m_isStale = true;
    m_job.cancel(); // what it reads is of what was wanted before
    if (m_frame->isVisible())
        read();
}

void ClientsPane::leaveFigure()
{
    m_job.cancel();
    m_figure = {};
    m_wanted.clear();
    m_isStale = true;
}

bool ClientsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_frame && event->type() == QEvent::Show && m_isStale
        && (!m_wanted.empty() || isOfNoRun(m_figure)))
        read();
    return QWidget::eventFilter(watched, event);
}

void ClientsPane::read()
{
    m_isStale = false;
    m_problem.clear();
    if (isOfNoRun(m_figure)) // nothing is read, but many numbers are computed
        return m_job.run([design = m_figure.design] { return sufficientCurves(design); },
                         [this, figure = m_figure](std::vector<SufficientCurve> sizes) {
                             m_sizes = std::move(sizes);
                             take(figure, {});
                         });
    m_job.run([stores = m_stores,
               sources = m_wanted,
               design = m_figure.design] { return readClients(stores, sources, design); },
              [this, figure = m_figure](Result<std::vector<RunOfClients>> runs) {
                  if (!runs) {
                      m_isStale = true;
                      return emit problemFound(toQString(runs.error().sentence()));
                  }
                  take(figure, *std::move(runs));
              });
}

void ClientsPane::take(const ChosenFigure& figure, std::vector<RunOfClients> runs)
{
    m_isOther = figure != m_drawn;
    m_drawn = figure;
    m_runs = std::move(runs);
    m_stack->setCurrentIndex(isMap() ? 1 : 0);
    if (isMap())
        showMap();
    else if (isOfNoRun(m_drawn))
        showSizes();
    else
        showPoints();
    m_frame->updateTable();
    emit problemFound(m_problem);
}

void ClientsPane::showMap()
{
    MatrixPicture picture =
        m_runs.empty() ? MatrixPicture() : classCountPicture(m_runs.front().facts);
    if (picture.matrix.rows == 0)
        m_problem = tr("The data of these runs have no classes to count.");
    m_note->setText(m_runs.empty() ? QString() : mapNote(m_runs.front(), m_stores));
    m_matrix->setClientNames(m_runs.empty() ? std::vector<std::string>()
                                            : m_runs.front().facts.clientNames);
    m_matrix->setPicture(std::move(picture));
}

void ClientsPane::showPoints()
{
    const ScatterFigure scatter = scatterFigure(m_drawn.design);
    PlotPicture picture = clientPicture(m_runs, scatter);
    if (picture.lines.empty())
        m_problem = tr("These runs do not record both “%1” and “%2” of a client.")
                        .arg(titleOfNumber(scatter.x), titleOfNumber(scatter.y));
    m_note->setText(scatter.allRounds ? tr("one point for each client and round")
                                      : tr("one point for each client, of its newest round"));
    showLines(std::move(picture), scatter.axes);
}

/// Of no run.
void ClientsPane::showSizes()
{
    PlotPicture picture = sufficientPicture(m_sizes);
    if (picture.lines.empty())
        m_problem = tr("The figure has no spread or no precision.");
    m_note->setText(tr("computed from the figure's own numbers, the same for all runs"));
    showLines(std::move(picture), sufficientFigure(m_drawn.design).axes);
}

void ClientsPane::showLines(PlotPicture picture, const FigureAxes& axes)
{
    if (!axes.xTitle.empty())
        picture.xLabel = toQString(axes.xTitle);
    if (!axes.yTitle.empty())
        picture.yLabel = toQString(axes.yTitle);
    picture.title = toQString(m_drawn.design.title);
    m_legend->setLines(picture.lines);
    m_plot->setLogarithmicX(axes.logarithmicX);
    m_plot->setLogarithmic(axes.logarithmicY);
    if (m_isOther)
        m_plot->fitNext();
    m_plot->setPicture(std::move(picture));
}

} // namespace coterie::ui
