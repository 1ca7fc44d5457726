#include "ui/watch/curve_panel.h"

#include "ui/frame/elided_label.h"
#include "ui/watch/metric_info.h"
#include "ui/words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <QVBoxLayout>

namespace coterie::ui {

CurvePanel::CurvePanel(Metric metric, RefreshTimer& timer, QWidget* parent)
    : QWidget(parent)
    , m_timer(timer)
    , m_plot(new CurvePlot(this))
    , m_metric(new QComboBox(this))
    , m_note(new ElidedLabel(this))
{
    for (const Metric known : kMetrics) {
        m_metric->addItem(titleText(known), static_cast<int>(known));
        m_metric->setItemData(m_metric->count() - 1, explanation(known), Qt::ToolTipRole);
    }
    m_metric->setObjectName(QStringLiteral("metric"));
    m_metric->setAccessibleName(tr("Metric of this plot"));
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setForegroundRole(QPalette::PlaceholderText);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 8, 14, 0);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    head->addWidget(m_metric);
    head->addWidget(m_note, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(m_plot, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);

    connect(m_metric, &QComboBox::currentIndexChanged, this, [this] {
        const auto chosen = static_cast<Metric>(m_metric->currentData().toInt());
        m_metric->setToolTip(explanation(chosen));
        m_plot->setMetric(chosen);
        markDirty();
    });
    connect(m_plot, &CurvePlot::followingEnded, this, &CurvePanel::followingEnded);
    connect(m_plot, &CurvePlot::redrawWanted, this, &CurvePanel::markDirty);
    connect(m_plot, &CurvePlot::roundPointed, this, &CurvePanel::explainRound);
    m_plot->setMetric(metric);
    setMetric(metric);
}

CurvePanel::~CurvePanel()
{
    m_timer.forget(*this);
}

void CurvePanel::setModel(const RunViewModel* model)
{
    if (m_model)
        disconnect(m_model, nullptr, this, nullptr);
    m_model = model;
    m_plot->setModel(model);
    if (model) {
        connect(model, &RunViewModel::cleared, this, &CurvePanel::markDirty);
        connect(model, &RunViewModel::runBegun, this, &CurvePanel::markDirty);
        connect(model, &RunViewModel::runChanged, this, &CurvePanel::markDirty);
    }
    markDirty();
}

void CurvePanel::setMetric(Metric metric)
{
    m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(metric)));
    m_metric->setToolTip(explanation(metric));
}

void CurvePanel::setLogarithmic(bool logarithmic)
{
    m_plot->setLogarithmic(logarithmic);
    markDirty();
}

void CurvePanel::setClientsOf(std::optional<std::int64_t> run)
{
    m_clientsOf = run;
    m_plot->setClientsOf(run);
    markDirty();
}

void CurvePanel::setFollowing(bool following)
{
    m_plot->setFollowing(following);
    markDirty();
}

void CurvePanel::setCursorRound(std::optional<int> round)
{
    m_plot->setCursorRound(round);
    markDirty();
}

void CurvePanel::fit()
{
    m_plot->fit();
    markDirty();
}

void CurvePanel::markDirty()
{
    m_timer.markDirty(*this);
}

void CurvePanel::refresh()
{
    m_plot->redraw();
    showNote();
}

bool CurvePanel::isOnScreen() const
{
    return isVisible() && !window()->isMinimized();
}

void CurvePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    markDirty(); // what came while hidden
}

void CurvePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    markDirty(); // another number of pixel columns
}

void CurvePanel::showNote()
{
    QStringList notes;
    if (m_model && !m_model->isEmpty() && !m_plot->hasData() && m_model->newestRound() > 0)
        notes << tr("These runs do not report this number; choose another");
    const RunCurves* detailed = m_model && m_clientsOf ? m_model->find(*m_clientsOf) : nullptr;
    if (detailed && !detailed->metrics[storedIndex(m_plot->metric())].clients.empty())
        notes << tr("thin lines: the clients of %1").arg(detailed->title.fullLabel());
    if (const auto count = static_cast<qsizetype>(m_plot->nonFiniteCount()); count > 0)
        notes << counted(count, tr("✕ 1 value is not finite"), tr("✕ %1 values are not finite"));
    if (const auto count = static_cast<qsizetype>(m_plot->notPositiveCount()); count > 0)
        notes << counted(count,
                         tr("1 value at or below 0 has no place on a log axis"),
                         tr("%1 values at or below 0 have no place on a log axis"));
    const QString note = notes.join(QStringLiteral("  ·  "));
    m_note->setText(note);
    m_note->setToolTip(note); // a narrow window leaves out its middle
}

void CurvePanel::explainRound(int round)
{
    if (!m_model || m_model->isEmpty() || round < 0)
        return m_plot->setToolTip({});
    const Metric metric = m_plot->metric();
    QStringList lines{tr("Round %1").arg(round)};
    for (const RunCurves& run : m_model->runs()) {
        const auto stored = run.metrics[storedIndex(metric)].mean.at(round);
        if (!stored || round > run.round)
            continue;
        const double value = metric == Metric::TestAccuracy ? 100 - *stored : *stored;
        lines << tr("%1: %2").arg(run.title.fullLabel(), numberText(value));
    }
    m_plot->setToolTip(lines.join(QLatin1Char('\n')));
}

} // namespace coterie::ui
