#include "ui/compare/points_pane.h"

#include "ui/client_texts.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/line_plot.h"
#include "ui/views/picture_export.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QComboBox>
#include <QEvent>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coterie::ui {

namespace {

/// Each share that is named, in percent.
std::vector<std::pair<QString, long>> percents(const std::vector<SettingImportance>& importances)
{
    constexpr std::size_t kMost = 4;
    constexpr double kLeast = 0.01;
    std::vector<std::pair<QString, long>> parts;
    for (const SettingImportance& each : importances)
        if (each.share >= kLeast && parts.size() < kMost)
            parts.emplace_back(each.title, std::lround(100 * each.share));
    return parts;
}

/// "Data hunger α 78 %, batch size 12 %"; empty: nothing goes with a setting.
QString importanceNumbers(const std::vector<SettingImportance>& importances)
{
    QStringList parts;
    for (const auto& [title, percent] : percents(importances))
        parts << say("%1 %2 %").arg(title).arg(percent);
    return parts.join(QStringLiteral(", "));
}

/// What an axis is over; its name depends on what else is compared.
const std::string& placeOf(const PointAxis& axis, const RunSettings& settings)
{
    return axis.setting ? settings.pointers()[*axis.setting] : axis.metric;
}

} // namespace

QString importanceText(const std::vector<SettingImportance>& importances)
{
    const QString numbers = importanceNumbers(importances);
    if (numbers.isEmpty())
        return {};
    long sum = 0;
    for (const auto& [title, percent] : percents(importances))
        sum += percent;
    const QString text = say("Variance that goes with: %1").arg(numbers);
    return sum <= 100 ? text
                      : say("%1 (above 100 % together: settings that change together each count "
                            "what goes with them)")
                            .arg(text);
}

PointsPane::PointsPane(QWidget* parent)
    : QWidget(parent)
    , m_controls(new QWidget(this))
    , m_axis(named(new QComboBox(m_controls), "pointAxis", tr("Horizontal axis")))
    , m_note(named(new ElidedLabel(m_controls), "importanceNote"))
    , m_leftOut(named(new ElidedLabel(this), "leftOutNote"))
    , m_legend(new PlotLegend(this))
    , m_plot(new LinePlot(this))
{
    m_axis->setToolTip(tr("Choose what the metric is drawn over: a setting in which the runs "
                          "differ, or another metric"));
    m_axis->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); // a stretch is beside it
    m_note->setElideMode(Qt::ElideRight); // the largest shares are first
    auto* row = rowIn(m_controls, 12);
    row->addWidget(labelled(tr("Over"), m_axis));
    row->addWidget(m_note, 1);
    auto* layout = columnIn(this, 2);
    layout->addWidget(m_legend);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_leftOut);
    m_leftOut->setForegroundRole(QPalette::PlaceholderText);
    m_leftOut->setContentsMargins(10, 0, 10, 0);
    m_leftOut->hide();
    PictureSource picture = m_plot->asPicture(QStringLiteral("points"));
    picture.take = [this, take = picture.take] {
        bringUpToDate();
        return take();
    };
    m_frame = new ViewFrame(
        this,
        std::move(picture),
        [this] {
            bringUpToDate();
            const PointAxis* axis = chosenAxis();
            return axis ? pointTable(*m_data, *m_settings, *axis) : PlainTable();
        },
        parent);
    m_frame->installEventFilter(this); // it is on screen also while the table is
    QMenu& menu = *m_frame->menu();
    QAction* first = menu.actions().front();
    const auto addSwitch = [&](const QString& text, auto set) {
        auto* action = new QAction(text, &menu);
        action->setCheckable(true);
        menu.insertAction(first, action);
        connect(action, &QAction::toggled, this, [this, set](bool on) {
            (m_plot->*set)(on);
            m_plot->fit();
            m_plot->redraw();
        });
        return action;
    };
    m_logarithmicX = addSwitch(tr("&Logarithmic horizontal axis"), &LinePlot::setLogarithmicX);
    m_logarithmicY = addSwitch(tr("Logarithmic &value axis"), &LinePlot::setLogarithmic);
    menu.insertSeparator(first);
    connect(m_legend, &PlotLegend::hiddenChanged, m_plot, &LinePlot::setHidden);
    // Queued, because during a resize the plot still has its old size.
    connect(m_plot, &LinePlot::redrawWanted, m_plot, &LinePlot::redraw, Qt::QueuedConnection);
    connect(m_axis, &QComboBox::activated, this, [this] {
        if (const PointAxis* axis = chosenAxis())
            m_chosen = placeOf(*axis, *m_settings);
        const bool wasFigure = m_figure.has_value();
        setFigure({});
        showPoints();
        if (wasFigure)
            emit figureLeft();
    });
}

void PointsPane::setFigure(const std::optional<FigureDesign>& figure)
{
    if (figure == m_figure)
        return;
    if (!m_figure)
        m_before = {m_logarithmicX->isChecked(), m_logarithmicY->isChecked()};
    m_figure = figure;
    std::pair logarithmic = m_before;
    if (figure) {
        const FigureAxes axes = pointFigure(*figure).axes;
        logarithmic = {axes.logarithmicX, axes.logarithmicY};
    }
    m_logarithmicX->setChecked(logarithmic.first);
    m_logarithmicY->setChecked(logarithmic.second);
}

const PointAxis* PointsPane::chosenAxis() const
{
    const int index = m_axis->currentIndex();
    return m_settings && index >= 0 && std::size_t(index) < m_axes.size()
               ? &m_axes[std::size_t(index)]
               : nullptr;
}

void PointsPane::setData(std::shared_ptr<const CompareData> compared,
                         std::shared_ptr<const RunSettings> settings)
{
    m_data = std::move(compared);
    m_settings = std::move(settings);
    m_isStale = true;
    if (m_frame->isVisible())
        bringUpToDate();
}

bool PointsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_frame && event->type() == QEvent::Show)
        bringUpToDate();
    return QWidget::eventFilter(watched, event);
}

void PointsPane::bringUpToDate()
{
    if (!std::exchange(m_isStale, false))
        return;
    showAxes();
    showPoints();
}

/// What the user chose stays, as long as the runs have it.
void PointsPane::showAxes()
{
    m_axes = m_settings ? pointAxes(*m_data, *m_settings) : std::vector<PointAxis>();
    const QSignalBlocker silence(m_axis);
    m_axis->clear();
    for (const PointAxis& axis : m_axes)
        m_axis->addItem(axis.title);
    const auto chosen = std::ranges::find_if(
        m_axes, [this](const PointAxis& axis) { return placeOf(axis, *m_settings) == m_chosen; });
    m_axis->setCurrentIndex(chosen == m_axes.end() ? 0 : int(chosen - m_axes.begin()));
    if (m_figure && m_settings)
        if (const auto wanted = axisOf(*m_data, *m_settings, pointFigure(*m_figure)))
            m_axis->setCurrentIndex(int(std::ranges::find(m_axes, *wanted) - m_axes.begin()));
    showImportances();
}

/// Without room only the numbers; the tooltip has the whole line.
void PointsPane::showImportances()
{
    const std::vector<SettingImportance> shares =
        m_settings ? importances(*m_data, *m_settings) : std::vector<SettingImportance>();
    const QString text = importanceText(shares);
    m_note->setTexts(text, tr("Variance: %1").arg(importanceNumbers(shares)));
    const QString meaning =
        tr("The share of the metric's variance over the selected runs that lies "
           "between a setting's values, beyond what chance would put there (ω²). "
           "Settings that change together each count what goes with them, so that "
           "the shares may add up to more than 100 %; those with a value of its own "
           "for each run are left out");
    m_note->setToolTip(
        asPlainTip(text.isEmpty() ? meaning : text + QStringLiteral("\n\n") + meaning));
}

void PointsPane::showPoints()
{
    PlotPicture picture;
    QString leftOut;
    if (const PointAxis* axis = chosenAxis()) {
        picture = pointPicture(*m_data, *m_settings, *axis);
        leftOut = leftOutOfPoints(*m_data, *m_settings, *axis);
    }
    m_leftOut->setText(leftOut);
    m_leftOut->setVisible(!leftOut.isEmpty());
    if (m_figure) {
        const FigureAxes axes = pointFigure(*m_figure).axes;
        picture.title = toQString(m_figure->title);
        if (!axes.xTitle.empty())
            picture.xLabel = toQString(axes.xTitle);
        if (!axes.yTitle.empty())
            picture.yLabel = toQString(axes.yTitle);
    }
    m_legend->setLines(picture.lines);
    m_plot->fitNext();
    m_plot->setPicture(std::move(picture));
    m_frame->updateTable();
}

} // namespace coterie::ui
