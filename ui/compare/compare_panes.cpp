#include "ui/compare/compare_panes.h"

#include "core/base/try.h"
#include "ui/compare/clients_pane.h"
#include "ui/compare/compare_tables.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/figure_bar.h"
#include "ui/compare/pane_tabs.h"
#include "ui/compare/points_pane.h"
#include "ui/frame/number_box.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/line_plot.h"
#include "ui/views/parallel_view.h"
#include "ui/views/picture_export.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>

namespace coterie::ui {

namespace {

Result<CompareData>
ask(const StoreFiles& stores, const std::vector<std::int64_t>& runs, const std::string& metric)
{
    COTERIE_TRY(const auto store, RunStore::openAll(stores));
    return compareRuns(*store, runs, metric);
}

/// Why these runs, which have no stored round, cannot be compared.
QString emptyRunsText(const std::vector<RunRow>& runs)
{
    const auto count = [&](RunStatus status) {
        return std::ranges::count(runs, status, &RunRow::status);
    };
    const auto all = std::ssize(runs);
    if (all == 0 || count(RunStatus::Stopped) + count(RunStatus::Failed) < all)
        return ComparePanes::tr("The selected runs have no stored round yet. Select other runs, or "
                                "wait until these have one.");
    if (count(RunStatus::Stopped) < all)
        return ComparePanes::tr(
            "The selected runs ended before their first round. Select other runs.");
    return ComparePanes::tr("The selected runs were stopped before their first round. Press Resume "
                            "above the table, or select other runs.");
}

int leastPlotHeight(const QFontMetrics& metrics)
{
    constexpr int kLines = 11; // of text: two of them are the axis
    return kLines * metrics.height();
}

PlainTable parallelTable(const ParallelView& view, const std::vector<RunRow>& runs)
{
    PlainTable table;
    table.header = {ComparePanes::tr("Run"),
                    ComparePanes::tr("Experiment"),
                    ComparePanes::tr("Arm"),
                    ComparePanes::tr("Seed")};
    for (const ParallelAxis& axis : view.axes())
        table.header << axis.title;
    if (view.axes().empty())
        return {};
    const std::size_t lines = std::min(runs.size(), view.axes().front().values.size());
    for (std::size_t line = 0; line < lines; ++line) {
        const RunRow& run = runs[line];
        std::vector<QVariant> row{runCell(run),
                                  toQString(run.experimentName),
                                  toQString(run.arm),
                                  QString::number(run.seed)};
        for (const ParallelAxis& axis : view.axes()) {
            const auto& value = axis.values[line];
            row.push_back(value && !axis.words.isEmpty() ? axis.words[qsizetype(*value)]
                                                         : cellOf(value));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace

ComparePanes::ComparePanes(StoreFiles stores, QWidget* parent)
    : QWidget(parent)
    , m_stores(std::move(stores))
    , m_stack(new QStackedWidget(this))
    , m_nothing(named(new QLabel(this), "nothingToCompare"))
    , m_tabs(named(new PaneTabs(this), "comparePanes"))
    , m_metricBox(named(m_tabs->box(), "compareMetric", tr("Metric")))
{
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setContentsMargins(30, 10, 30, 10);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_metricBox->setToolTip(tr("Choose the metric of all tabs"));
    m_metricBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_tabs->setDocumentMode(true);

    buildCurves();
    auto* points = new QWidget(this);
    m_points = new PointsPane(points);
    addPane(points,
            m_points->frame(),
            tr("Points"),
            tr("Show the metric over a setting or over another metric"),
            m_points->controls());
    connect(m_points, &PointsPane::figureLeft, this, &ComparePanes::endFigure);
    addTable(m_paper,
             "paperTable",
             tr("Paper"),
             tr("Compare the results with the numbers that the experiment quotes from a paper"));
    addTable(m_tests,
             "testTable",
             tr("Tests"),
             tr("Test the differences between arms, paired by seed"),
             makeBaseline());
    addTable(m_targets,
             "targetTable",
             tr("Rounds to target"),
             tr("Show how many rounds each arm needs to reach a value"),
             makeTarget());
    addTable(m_best,
             "bestTable",
             tr("Best of"),
             tr("Show the best arm and the best run by each metric"));
    buildParallel();
    buildFigures();

    m_stack->addWidget(m_nothing);
    m_stack->addWidget(m_tabs);
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_figures);
    layout->addWidget(m_stack, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    showNothing();
    connect(m_metricBox, &QComboBox::activated, this, [this] {
        setMetric(m_metricBox->currentData().toString());
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, &ComparePanes::showMetricBox);
    showMetricBox();
}

/// The paper's tables and the best of each metric do not depend on it.
void ComparePanes::showMetricBox()
{
    const QWidget* pane = m_tabs->currentWidget();
    const auto holds = [pane](const QWidget* view) { return pane && pane->isAncestorOf(view); };
    m_metricBox->setVisible(!holds(m_paper) && !holds(m_best) && !holds(m_clients));
}

/// A tab with the view under a row with its controls and its menu.
void ComparePanes::addPane(
    QWidget* pane, ViewFrame* frame, const QString& title, const QString& tip, QWidget* controls)
{
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 6, 8, 2);
    if (controls)
        head->addWidget(controls);
    head->addStretch(1);
    head->addWidget(frame->button());
    auto* layout = columnIn(pane, 0);
    layout->addLayout(head);
    layout->addWidget(frame, 1);
    auto* problem = named(new QLabel(pane), "figureProblem");
    problem->setAlignment(Qt::AlignCenter);
    problem->setWordWrap(true);
    problem->setContentsMargins(30, 10, 30, 10);
    problem->setForegroundRole(QPalette::PlaceholderText);
    problem->setVisible(false);
    layout->addWidget(problem, 1);
    m_problems.push_back(problem);
    m_frames.push_back(frame);
    m_tabs->setTabToolTip(m_tabs->addTab(pane, title), tip);
}

void ComparePanes::addTable(CompareTableView*& view,
                            const char* name,
                            const QString& title,
                            const QString& tip,
                            QWidget* controls)
{
    auto* pane = new QWidget(this);
    view = new CompareTableView(QLatin1String(name), title, pane);
    auto* frame = new ViewFrame(
        view, {.name = QLatin1String(name)}, [view] { return view->table().table; }, pane);
    addPane(pane, frame, title, tip, controls);
}

void ComparePanes::buildCurves()
{
    auto* pane = new QWidget(this);
    auto* drawing = new QWidget(pane);
    m_legend = new PlotLegend(drawing);
    m_plot = new LinePlot(drawing);
    m_plot->setMinimumHeight(leastPlotHeight(fontMetrics())); // the table above scrolls
    auto* drawingLayout = columnIn(drawing, 2);
    drawingLayout->addWidget(m_legend);
    drawingLayout->addWidget(m_plot, 1);
    auto* frame = new ViewFrame(
        drawing,
        m_plot->asPicture(QStringLiteral("overlay")),
        [this] { return overlayTable(*m_drawn, m_overlay.axis); },
        pane);
    QMenu& menu = *frame->menu();
    QAction* first = menu.actions().front();
    const auto addSwitch = [&](const char* name, const QString& text, bool on, auto slot) {
        auto* action = new QAction(text, &menu);
        m_switches[QLatin1String(name)] = action;
        action->setCheckable(true);
        action->setChecked(on);
        connect(action, &QAction::toggled, this, slot);
        menu.insertAction(first, action);
    };
    addSwitch("band", tr("&Mean ± sd over seeds"), true, [this](bool band) {
        m_overlay.band = band;
        showData();
    });
    addSwitch("seeds", tr("Each &run"), false, [this](bool seeds) {
        m_overlay.seeds = seeds;
        showData();
    });
    addSwitch("smoothing", tr("&Smoothed over 13 evaluated rounds"), false, [this](bool smooth) {
        m_overlay.smoothing = smooth ? Smoothing::SavitzkyGolay : Smoothing::None;
        showData();
    });
    addSwitch("logarithmicY", tr("&Logarithmic value axis"), false, [this](bool logarithmic) {
        m_plot->setLogarithmic(logarithmic);
        m_plot->redraw();
    });
    addSwitch("logarithmicX", tr("Logarithmic &horizontal axis"), false, [this](bool logarithmic) {
        m_plot->setLogarithmicX(logarithmic);
        m_plot->redraw();
    });
    menu.insertSeparator(first);
    auto* axes = new QActionGroup(&menu);
    for (const auto& [axis, text] : {std::pair(OverlayAxis::Rounds, tr("Over roun&ds")),
                                     std::pair(OverlayAxis::Megabytes, tr("Over &bytes sent")),
                                     std::pair(OverlayAxis::Seconds, tr("Over t&ime"))}) {
        auto* action = new QAction(text, axes);
        action->setCheckable(true);
        action->setChecked(axis == m_overlay.axis);
        m_switches[QString::number(int(axis))] = action;
        menu.insertAction(first, action);
        connect(action, &QAction::triggered, this, [this, axis = axis] {
            m_overlay.axis = axis;
            m_plot->fitNext();
            showData();
        });
    }
    menu.insertSeparator(first);
    m_overlayNote = named(new ElidedLabel(pane), "overlayNote");
    m_overlayNote->setForegroundRole(QPalette::PlaceholderText);
    m_overlayNote->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    auto* fit = new QAction(tr("&Fit"), &menu);
    fit->setObjectName(QStringLiteral("overlayFit"));
    menu.insertAction(first, fit);
    connect(fit, &QAction::triggered, this, [this] {
        m_plot->fit();
        m_plot->redraw();
    });
    menu.insertSeparator(first);
    connect(m_legend, &PlotLegend::hiddenChanged, m_plot, &LinePlot::setHidden);
    // Queued, because during a resize the plot still has its old size.
    connect(m_plot, &LinePlot::redrawWanted, m_plot, &LinePlot::redraw, Qt::QueuedConnection);
    addPane(pane,
            frame,
            tr("Curves"),
            tr("Show the mean of each arm over its seeds, round by round"),
            m_overlayNote);
}

void ComparePanes::buildParallel()
{
    auto* pane = new QWidget(this);
    m_parallel = new ParallelView(pane);
    connect(m_parallel, &ParallelView::lineChosen, this, [this](int line) {
        emit runChosen(m_data->runs[static_cast<std::size_t>(line)].id);
    });
    auto* frame = new ViewFrame(
        m_parallel,
        pictureOf(*m_parallel, QStringLiteral("settings")),
        [this] { return parallelTable(*m_parallel, m_data->runs); },
        pane);
    addPane(pane,
            frame,
            tr("Settings"),
            tr("Show which settings go with good results, as parallel coordinates"));
}

QWidget* ComparePanes::makeBaseline()
{
    m_baseline = named(new QComboBox(this), "baseline");
    m_baseline->setToolTip(tr("Choose the baseline arm"));
    m_baseline->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_baseline, &QComboBox::activated, this, &ComparePanes::showData);
    return labelled(tr("&Baseline arm"), m_baseline);
}

QWidget* ComparePanes::makeTarget()
{
    m_target = named(new NumberBox(this), "target");
    m_target->setToolTip(tr("Set the value to reach; the default is the worst arm's final value"));
    m_target->setRange(-1e12, 1e12);
    m_target->setDecimals(4);
    m_target->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    connect(m_target, &QDoubleSpinBox::valueChanged, this, &ComparePanes::showTarget);
    return labelled(tr("&Target"), m_target);
}

void ComparePanes::setRuns(std::set<std::int64_t> runs)
{
    if (runs == m_runs)
        return;
    m_runs = std::move(runs);
    refresh();
}

void ComparePanes::setSettings(std::shared_ptr<const RunSettings> settings)
{
    m_settings = std::move(settings);
    if (!m_data->runs.empty())
        showData();
}

void ComparePanes::setMetric(const QString& metric)
{
    if (metric.isEmpty())
        return;
    if (m_figure)
        endFigure();
    m_wished.clear();
    readMetric(metric.toStdString());
}

void ComparePanes::readMetric(const std::string& metric)
{
    if (metric.empty() || metric == m_metric)
        return;
    m_metric = metric;
    refresh();
}

void ComparePanes::showPane(Pane pane)
{
    m_tabs->setCurrentIndex(static_cast<int>(pane));
}

ComparePanes::Pane ComparePanes::pane() const
{
    return static_cast<Pane>(m_tabs->currentIndex());
}

void ComparePanes::refresh()
{
    if (m_runs.empty()) {
        m_stale = false;
        m_job.cancel();
        return take({});
    }
    m_stale = !isVisible();
    if (m_stale)
        return;
    m_job.run([stores = m_stores,
               runs = std::vector<std::int64_t>(m_runs.begin(), m_runs.end()),
               metric = m_metric] { return ask(stores, runs, metric); },
              [this](Result<CompareData> answer) {
                  m_stale = !answer;
                  if (m_stale)
                      return emit failed(toQString(answer.error().sentence()));
                  if (const std::string shown = metricAtHand(*answer); shown != m_metric) {
                      if (m_wished.empty())
                          m_wished = m_metric;
                      return readMetric(shown);
                  }
                  take(*std::move(answer));
              });
}

void ComparePanes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_plot)
        m_plot->setMinimumHeight(leastPlotHeight(fontMetrics()));
}

void ComparePanes::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void ComparePanes::take(CompareData data)
{
    const bool sameArms =
        std::ranges::equal(data.arms, m_data->arms, {}, &ComparedArm::label, &ComparedArm::label);
    const bool sameMetric = data.metric == m_data->metric;
    m_data = std::make_shared<const CompareData>(std::move(data));
    {
        const QSignalBlocker silence(m_metricBox);
        m_metricBox->clear();
        for (const std::string& name : m_data->metrics) {
            m_metricBox->addItem(metricName(name), toQString(name));
            if (const MetricInfo* info = findMetric(name))
                m_metricBox->setItemData(m_metricBox->count() - 1,
                                         tr("%1 (%2 in files and exports)")
                                             .arg(fromCore(info->meaning), toQString(name)),
                                         Qt::ToolTipRole);
        }
        m_metricBox->setCurrentIndex(m_metricBox->findData(toQString(m_metric)));
    }
    if (!sameArms) {
        const QSignalBlocker silence(m_baseline);
        m_baseline->clear();
        for (const ComparedArm& arm : m_data->arms)
            m_baseline->addItem(arm.label);
    }
    if (!sameArms || !sameMetric) {
        m_plot->setFollowing(true);
        const QSignalBlocker silence(m_target);
        if (const auto target = proposedTarget(*m_data)) {
            m_target->setDecimals(std::max(4, targetDecimals(*target)));
            m_target->setValue(*target);
        }
        const QString unit = metricUnit(m_metric);
        m_target->setSuffix(unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
    }
    showData();
}

/// Shows a sentence instead of empty panes.
void ComparePanes::showNothing()
{
    const bool nothing = m_data->metrics.empty() && !isOfNoRun(m_figure);
    m_stack->setCurrentIndex(nothing ? 0 : 1);
    if (nothing)
        m_nothing->setText(m_runs.empty() ? tr(
                               "Select runs above to see their curves and result tables. Use Shift "
                               "and Ctrl to select several; a group selects all of its runs.")
                                          : emptyRunsText(m_data->runs));
}

void ComparePanes::showData()
{
    showFigureOf(*m_data);
    showNothing();
    PlotPicture picture = curvesPicture();
    m_legend->setLines(picture.lines);
    m_plot->setPicture(std::move(picture));
    m_overlayNote->setText(overlayNote(*m_drawn, m_overlay));
    m_points->setData(m_drawn, m_settings);
    m_paper->setTable(paperTable(*m_data));
    m_tests->setTable(
        testTable(*m_data, static_cast<std::size_t>(std::max(0, m_baseline->currentIndex()))));
    m_best->setTable(bestTable(*m_data));
    showTarget();
    if (m_settings) {
        ParallelPicture parallel = parallelPicture(*m_data, *m_settings);
        m_parallel->setAxes(std::move(parallel.axes), std::move(parallel.names));
    }
    for (ViewFrame* frame : m_frames)
        frame->updateTable();
}

void ComparePanes::showTarget()
{
    m_targets->setTable(targetTable(*m_data, m_target->value()));
}

} // namespace coterie::ui
