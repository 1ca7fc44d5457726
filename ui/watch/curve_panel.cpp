#include "ui/watch/curve_panel.h"

#include "ui/frame/small_widgets.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"
#include "ui/watch/curve_spread.h"
#include "ui/watch/metric_info.h"
#include "ui/watch/run_lines.h"
#include "ui/words.h"

#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>

namespace coterie::ui {

CurvePanel::CurvePanel(Metric metric, RefreshTimer& timer, QWidget* parent)
    : WatchPanel(timer, {10, 8, 8, 0}, parent)
    , m_metric(named(new QComboBox(this), "metric", tr("Metric of this plot")))
    , m_plot(new LinePlot(this))
    , m_note(named(new ElidedLabel(this), "note"))
{
    m_choice.metric = metric;
    for (const MetricInfo& known : metricInfos()) {
        m_metric->addItem(say(known.title), int(known.metric));
        m_metric->setItemData(m_metric->count() - 1, say(known.explanation), Qt::ToolTipRole);
    }
    // Others come and go with the runs; their names do not move the note.
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContentsOnFirstShow);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

    auto* drawing = new QWidget(this);
    m_legend = new PlotLegend(drawing); // it watches the height of what it is made in
    auto* drawingLayout = columnIn(drawing, 2);
    drawingLayout->addWidget(m_legend);
    drawingLayout->addWidget(m_plot, 1);
    m_nothing = named(new QLabel(drawing), "noCurves");
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setTextFormat(Qt::PlainText); // it quotes a metric's name
    m_nothing->setWordWrap(true);
    m_nothing->setContentsMargins(20, 20, 20, 20);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->hide();
    drawingLayout->addWidget(m_nothing, 1);
    layout()->setSpacing(2);
    head()->addWidget(m_metric);
    head()->addWidget(m_note, 1);
    setFrame(new ViewFrame(
        drawing,
        m_plot->asPicture(QStringLiteral("curves")),
        [this] { return m_model ? curveTable(*m_model, m_choice) : PlainTable(); },
        this));
    fillMenu();

    connect(m_plot, &LinePlot::followingEnded, this, &CurvePanel::followingEnded);
    connect(m_plot, &LinePlot::redrawWanted, this, &CurvePanel::markDirty);
    connect(m_legend, &PlotLegend::hiddenChanged, m_plot, &LinePlot::setHidden);
    connect(m_plot, &LinePlot::lineClicked, this, [this](int client, bool adds) {
        if (!m_selection)
            return;
        if (adds)
            m_selection->toggle(client);
        else
            m_selection->choose({client});
    });
    m_metric->setCurrentIndex(m_metric->findData(int(metric)));
    m_metric->setToolTip(say(infoOf(metric).explanation));
    connect(m_metric, &QComboBox::currentIndexChanged, this, &CurvePanel::chooseMetric);
}

void CurvePanel::offerMetrics()
{
    std::vector<std::string> names = m_model ? otherMetrics(*m_model) : std::vector<std::string>();
    // One that is chosen stays until another is, as runs are cleared before the next ones begin.
    if (!m_choice.named.empty() && std::ranges::find(names, m_choice.named) == names.end())
        names.push_back(m_choice.named);
    if (names == m_offered)
        return;
    m_offered = std::move(names);
    const QSignalBlocker quiet(m_metric);
    const auto fixed = static_cast<int>(metricInfos().size());
    while (m_metric->count() > fixed)
        m_metric->removeItem(m_metric->count() - 1);
    if (!m_offered.empty())
        m_metric->insertSeparator(fixed);
    for (const std::string& name : m_offered) {
        m_metric->addItem(titleOfMetric(name), toQString(name));
        m_metric->setItemData(m_metric->count() - 1, meaningOf(name), Qt::ToolTipRole);
    }
    m_metric->setCurrentIndex(m_choice.named.empty()
                                  ? m_metric->findData(int(m_choice.metric))
                                  : m_metric->findData(toQString(m_choice.named)));
}

void CurvePanel::chooseMetric()
{
    const QVariant chosen = m_metric->currentData();
    m_metric->setToolTip(m_metric->currentData(Qt::ToolTipRole).toString());
    const bool isNamed = chosen.metaType().id() == QMetaType::QString;
    if (!isNamed)
        change(&CurveChoice::metric, static_cast<Metric>(chosen.toInt()), true);
    change(&CurveChoice::named, isNamed ? chosen.toString().toStdString() : std::string(), true);
}

template <typename Value>
void CurvePanel::addChoice(const QString& title,
                           Value CurveChoice::*part,
                           const std::vector<std::pair<QString, Value>>& values,
                           bool refit)
{
    QMenu& menu = *frame().menu();
    auto* choice = new QMenu(title, &menu);
    auto* group = new QActionGroup(choice);
    for (const auto& [text, value] : values) {
        QAction* action = choice->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_choice.*part == value);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, part, refit, value = value] {
            change(part, value, refit);
        });
    }
    menu.insertMenu(m_first, choice);
}

void CurvePanel::fillMenu()
{
    QMenu& menu = *frame().menu();
    m_first = menu.actions().front();
    addChoice<CurveAxis>(tr("Horizontal &axis"),
                         &CurveChoice::axis,
                         {{tr("Round"), CurveAxis::Round},
                          {tr("Time"), CurveAxis::Seconds},
                          {tr("Local steps"), CurveAxis::Steps},
                          {tr("Bytes sent"), CurveAxis::Bytes}},
                         true);
    addChoice<Smoothing>(tr("&Smoothing"),
                         &CurveChoice::smoothing,
                         {{tr("None"), Smoothing::None},
                          {tr("Savitzky–Golay, 13 points, order 3"), Smoothing::SavitzkyGolay},
                          {tr("Exponential, 0.8 of the value before"), Smoothing::Exponential}},
                         false);
    const auto addSwitch = [&](const QString& text, const char* name, bool on, auto slot) {
        auto* action = new QAction(text, &menu);
        action->setObjectName(QLatin1String(name));
        action->setCheckable(true);
        action->setChecked(on);
        connect(action, &QAction::toggled, this, slot);
        menu.insertAction(m_first, action);
    };
    const auto addPart = [&](const QString& text, const char* name, bool CurveChoice::*part) {
        addSwitch(text, name, false, [this, part](bool on) { change(part, on, false); });
    };
    menu.insertSeparator(m_first);
    addPart(tr("S&ingle seeds"), "curveSeeds", &CurveChoice::seeds);
    addPart(tr("&Mean ± 1 sd over clients"), "curveBand", &CurveChoice::band);
    addPart(tr("Each &group of the selected run"), "curveGroups", &CurveChoice::groups);
    addPart(
        tr("&Worst and best client of the selected run"), "curveExtremes", &CurveChoice::extremes);
    addPart(tr("Gl&obal model beside the personal ones"), "curveGlobal", &CurveChoice::globalModel);
    menu.insertSeparator(m_first);
    addSwitch(tr("Logarithmic &horizontal axis"), "curveLogX", false, [this](bool logarithmic) {
        m_plot->setLogarithmicX(logarithmic);
        markDirty();
    });
    addSwitch(
        tr("&Legend"), "curveLegend", true, [this](bool show) { m_legend->setVisible(show); });
    auto* fitting = new QAction(tr("&Fit"), &menu);
    menu.insertAction(m_first, fitting);
    connect(fitting, &QAction::triggered, this, &CurvePanel::fit);
    menu.insertSeparator(m_first);
}

template <typename Value>
void CurvePanel::change(Value CurveChoice::*part, const Value& value, bool refit)
{
    if (m_choice.*part == value)
        return;
    m_choice.*part = value;
    if (refit) {
        placeCursor();
        refresh();
        m_plot->fit();
    }
    markDirty();
}

void CurvePanel::setModel(const RunViewModel* model)
{
    if (m_model)
        disconnect(m_model, nullptr, this, nullptr);
    m_model = model;
    m_plot->fitNext();
    if (model) {
        connect(model, &RunViewModel::cleared, m_plot, &LinePlot::fitNext);
        connect(model, &RunViewModel::cleared, this, &CurvePanel::markDirty);
        connect(model, &RunViewModel::runBegun, this, &CurvePanel::markDirty);
        connect(model, &RunViewModel::runChanged, this, &CurvePanel::markDirty);
    }
    markDirty();
}

void CurvePanel::setSelection(ClientSelection& selection)
{
    m_selection = &selection;
    connect(&selection, &ClientSelection::changed, this, [this] {
        m_choice.places = m_selection->places();
        change(&CurveChoice::selected, m_selection->clients(), false);
    });
}

void CurvePanel::setLogarithmic(bool logarithmic)
{
    m_plot->setLogarithmic(logarithmic);
    markDirty();
}

void CurvePanel::setDetailed(std::optional<std::int64_t> run, bool clients)
{
    change(&CurveChoice::detailed, run, false);
    change(&CurveChoice::clients, clients, false);
}

void CurvePanel::setFollowing(bool following)
{
    m_plot->setFollowing(following);
    markDirty();
}

void CurvePanel::setCursorRound(std::optional<int> round)
{
    m_cursorRound = round;
    placeCursor();
    if (groupsDiffer(m_choice.asOf, round))
        markDirty();
    m_choice.asOf = round; // the cursor moves without a redraw of the lines
}

const RunCurves* CurvePanel::detailedRun() const
{
    return m_model && m_choice.detailed ? m_model->find(*m_choice.detailed) : nullptr;
}

/// Whether the clients that are drawn have different colours in the two rounds; absent: the newest.
bool CurvePanel::groupsDiffer(std::optional<int> one, std::optional<int> other) const
{
    const RunCurves* run = detailedRun();
    if (!run || (!m_choice.clients && m_choice.selected.empty()))
        return false;
    const RoundGroups* before = run->clustersAt(one.value_or(run->round)).formed;
    const RoundGroups* after = run->clustersAt(other.value_or(run->round)).formed;
    if (!before || !after)
        return before != after;
    return before->groups != after->groups || before->colours != after->colours;
}

/// On the round axis only: on any other a round has a different place in each run.
void CurvePanel::placeCursor()
{
    m_plot->setCursor(m_cursorRound && m_choice.axis == CurveAxis::Round
                          ? std::optional<double>(*m_cursorRound)
                          : std::nullopt);
}

void CurvePanel::fit()
{
    m_plot->fit();
    markDirty();
}

void CurvePanel::refresh()
{
    PlotPicture picture = m_model ? curvePicture(*m_model, m_choice) : PlotPicture();
    offerMetrics();
    m_legend->setLines(picture.lines);
    const bool lacksMetric =
        m_model && !m_model->isEmpty() && m_model->newestRound() > 0 && picture.bands.empty()
        && std::ranges::all_of(picture.lines, [](const PlotLine& line) { return line.x.empty(); });
    m_plot->setPicture(std::move(picture));
    frame().updateTable();
    showNote();
    const bool hasNoRound =
        m_model && !m_model->isEmpty()
        && std::ranges::all_of(m_model->runs(), [](const RunCurves& run) { return run.round < 0; });
    if (hasNoRound)
        m_nothing->setText(m_model->runs().size() == 1
                               ? noRoundText(m_model->runs().front())
                               : tr("These runs have no round yet. The first finished round is "
                                    "shown here."));
    else if (lacksMetric)
        m_nothing->setText(tr("“%1” is not reported here. Choose another metric above.")
                               .arg(m_metric->currentText()));
    m_nothing->setVisible(hasNoRound || lacksMetric);
    m_plot->setVisible(!hasNoRound && !lacksMetric);
}

void CurvePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    markDirty(); // the number of pixel columns has changed
}

void CurvePanel::showNote()
{
    QStringList notes;
    QStringList shorter; // for a narrow window
    const auto add = [&](const QString& note, const QString& brief = {}) {
        notes << note;
        shorter << (brief.isEmpty() ? note : brief);
    };
    const RunCurves* detailed = detailedRun();
    const std::vector<Curve>* clients = detailed ? &curvesOf(*detailed, m_choice).clients : nullptr;
    if (clients && m_choice.clients && !clients->empty()) {
        const auto [formed, areForSampling] =
            detailed->clustersAt(m_choice.asOf.value_or(detailed->round));
        const QString colours = !formed ? QString()
                                : areForSampling
                                    ? tr(", coloured by their cluster in the round on screen")
                                    : tr(", coloured by their group in the round on screen");
        const bool areMany = pointersTo(*clients).size() > kMostClientLines;
        if (areMany)
            add(tr("bands: the clients of %1 (all, 10–90 %, 25–75 %) and their median; point for "
                   "a single one")
                    .arg(detailed->title.fullLabel()),
                tr("bands: its clients (all, 10–90 %, 25–75 %)"));
        else
            add(tr("thin lines: the clients of %1%2").arg(detailed->title.fullLabel(), colours),
                tr("thin lines: its clients%1").arg(colours));
    }
    if (std::ranges::any_of(m_plot->picture().lines, [](const PlotLine& line) {
            return line.weight == PlotLine::Weight::Hover && line.key < 0;
        })) {
        const std::optional<std::size_t> seeds = m_plot->picture().seedsOfEach;
        add(m_choice.band ? tr("lines: means over seeds; bands: ± 1 sd over all their clients")
            : seeds       ? tr("lines and bands: mean ± 1 sd over %1 seeds (ddof 0); point for a "
                               "single one")
                          .arg(*seeds)
                    : tr("lines and bands: mean ± 1 sd over seeds (ddof 0); point for a "
                         "single one"),
            m_choice.band ? tr("means over seeds")
            : seeds       ? tr("bands: ± 1 sd over %1 seeds").arg(*seeds)
                          : tr("bands: ± 1 sd over seeds"));
    }
    if (m_choice.smoothing != Smoothing::None)
        add(tr("smoothed; the measured values are behind it"), tr("smoothed"));
    if (const auto count = qsizetype(m_plot->nonFiniteCount()); count > 0)
        add(counted(count, tr("✕ 1 value is not finite"), tr("✕ %1 values are not finite")),
            tr("✕ %1 not finite").arg(count));
    if (const auto count = qsizetype(m_plot->notPositiveCount()); count > 0)
        add(counted(count,
                    tr("1 value at or below 0 is not on the log axis"),
                    tr("%1 values at or below 0 are not on the log axis")));
    m_note->setTexts(notes.join(QStringLiteral("  ·  ")), shorter.join(QStringLiteral("  ·  ")));
}

} // namespace coterie::ui
