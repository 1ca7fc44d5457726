#include "ui/compare/clients_pane.h"

#include "core/base/try.h"
#include "core/metrics/client_numbers.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"
#include "ui/views/picture_export.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QStackedWidget>

#include <algorithm>

namespace coterie::ui {

namespace {

Result<std::vector<RunOfClients>>
readClients(const std::filesystem::path& file, std::vector<RunOfClients> runs, bool withRounds)
{
    COTERIE_TRY(const auto store, RunStore::open(file, RunStore::Mode::ReadOnly));
    for (RunOfClients& run : runs) {
        COTERIE_TRY(run.facts, store->facts(run.run));
        if (withRounds) {
            COTERIE_TRY(run.rounds, store->reports(run.run, 0, -1, false));
        }
    }
    return runs;
}

QString titleOfNumber(const std::string& name)
{
    const ClientNumberInfo* info = findClientNumber(name);
    return info ? toQString(info->title) : toQString(name);
}

} // namespace

ClientsPane::ClientsPane(std::filesystem::path store, QWidget* parent)
    : QWidget(parent)
    , m_store(std::move(store))
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
                 figure.title = toQString(m_figure.design.title);
                 return figure;
             }},
        [this] {
            if (m_runs.empty())
                return PlainTable();
            return isMap() ? classCountTable(m_runs.front().facts)
                           : clientTable(m_runs, scatterFigure(m_figure.design));
        },
        parent);
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
    m_figure = figure;
    m_wanted.clear();
    for (const ComparedArm& arm : drawn.arms)
        for (const MetricCurve& curve : arm.curves)
            m_wanted.push_back({.run = curve.run,
                                .label = arm.label,
                                .look = arm.summary.look,
                                .seed = curve.seed,
                                .facts = {},
                                .rounds = {}});
    if (isMap() && m_wanted.size() > 1)
        m_wanted.resize(1); // each seed has a split of its own
    m_isStale = true;
    if (isVisible())
        read();
}

void ClientsPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        read();
}

void ClientsPane::read()
{
    m_isStale = false;
    m_job.run([file = m_store,
               runs = m_wanted,
               withRounds = !isMap()] { return readClients(file, runs, withRounds); },
              [this](Result<std::vector<RunOfClients>> runs) {
                  if (!runs)
                      return emit problemFound(toQString(runs.error().sentence()));
                  take(*std::move(runs));
              });
}

void ClientsPane::take(std::vector<RunOfClients> runs)
{
    m_runs = std::move(runs);
    m_stack->setCurrentIndex(isMap() ? 1 : 0);
    QString problem;
    if (isMap()) {
        MatrixPicture picture =
            m_runs.empty() ? MatrixPicture() : classCountPicture(m_runs.front().facts);
        if (picture.matrix.rows == 0)
            problem = tr("The data of these runs have no classes to count.");
        m_note->setText(
            m_runs.empty()
                ? QString()
                : tr("Run %1, seed %2").arg(m_runs.front().run).arg(m_runs.front().seed));
        m_matrix->setPicture(std::move(picture));
    } else {
        const ScatterFigure figure = scatterFigure(m_figure.design);
        PlotPicture picture = clientPicture(m_runs, figure);
        if (!figure.axes.xTitle.empty())
            picture.xLabel = toQString(figure.axes.xTitle);
        if (!figure.axes.yTitle.empty())
            picture.yLabel = toQString(figure.axes.yTitle);
        picture.title = toQString(m_figure.design.title);
        if (picture.lines.empty())
            problem = tr("These runs do not record both “%1” and “%2” of a client.")
                          .arg(titleOfNumber(figure.x), titleOfNumber(figure.y));
        m_note->setText(figure.allRounds ? tr("one point for each client and round")
                                         : tr("one point for each client, of its newest round"));
        m_legend->setLines(picture.lines);
        m_plot->setLogarithmicX(figure.axes.logarithmicX);
        m_plot->setLogarithmic(figure.axes.logarithmicY);
        m_plot->fitNext();
        m_plot->setPicture(std::move(picture));
    }
    m_frame->updateTable();
    emit problemFound(problem);
}

} // namespace coterie::ui
