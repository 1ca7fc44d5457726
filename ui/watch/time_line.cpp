#include "ui/watch/time_line.h"

#include "ui/frame/plot_theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyleOptionSlider>
#include <QToolTip>

#include <cstdlib>

namespace coterie::ui {

namespace {

constexpr int kSign = 7;  // pixels: height and width of a sign
constexpr int kHandleReach = 5; // how near the mouse must be
constexpr int kMostSentences = 5;

void paintSign(QPainter& painter, const TimeSign& sign, const QRect& area, const PlotTheme& theme)
{
    const double half = kSign / 2.0;
    const QPointF top(sign.x + 0.5,
                      sign.kind == TimeMark::Kind::Change ? area.top() : area.bottom() + 1 - kSign);
    const QPointF bottom = top + QPointF(0, kSign);
    switch (sign.kind) {
    case TimeMark::Kind::Change: {
        const QPointF diamond[]{top, top + QPointF(half, half), bottom, top + QPointF(-half, half)};
        painter.setBrush(theme.text);
        painter.drawPolygon(diamond, 4);
        break;
    }
    case TimeMark::Kind::Warning: {
        const QPointF triangle[]{top, bottom + QPointF(half, 0), bottom + QPointF(-half, 0)};
        painter.setBrush(theme.warning);
        painter.drawPolygon(triangle, 3);
        break;
    }
    case TimeMark::Kind::Note:
        painter.setBrush(theme.faintText);
        painter.drawRect(QRectF(top.x() - 0.5, top.y() + 2, 1.5, kSign - 2));
        break;
    }
}

} // namespace

TimeLine::TimeLine(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
{}

QSize TimeLine::sizeHint() const
{
    return QSlider::sizeHint() + QSize(0, kSign);
}

QSize TimeLine::minimumSizeHint() const
{
    return QSlider::minimumSizeHint() + QSize(0, kSign);
}

void TimeLine::setEvents(const RunCurves* run)
{
    const std::optional<std::int64_t> id = run ? std::optional(run->title.id) : std::nullopt;
    const std::size_t count = run ? run->events.size() : 0;
    if (id == m_run && count == m_marks.size())
        return;
    if (id != m_run || count < m_marks.size())
        m_marks.clear();
    m_run = id;
    if (run) {
        const std::span<const RunEvent> all(run->events);
        const std::vector<TimeMark> added = timeMarks(all.subspan(m_marks.size()));
        m_marks.insert(m_marks.end(), added.begin(), added.end());
    }
    update();
}

int TimeLine::placeOf(int round) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove =
        style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    return groove.left() + handle / 2
           + QStyle::sliderPositionFromValue(
               minimum(), maximum(), round, groove.width() - handle, option.upsideDown);
}

QString TimeLine::explanation(int x) const
{
    QStringList sentences;
    int more = 0;
    for (const TimeMark& mark : m_marks) {
        if (std::abs(placeOf(mark.round) - x) > kHandleReach)
            continue;
        if (sentences.size() < kMostSentences)
            sentences << mark.sentence;
        else
            ++more;
    }
    if (more > 0)
        sentences << tr("and %1 more, in the log").arg(more);
    return sentences.join(QLatin1Char('\n'));
}

void TimeLine::paintEvent(QPaintEvent* event)
{
    QSlider::paintEvent(event);
    if (m_marks.empty() || maximum() <= minimum())
        return;
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const TimeSign& sign : timeSigns(m_marks, [this](int round) { return placeOf(round); }))
        paintSign(painter, sign, rect(), theme);
}

bool TimeLine::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString happened = explanation(help->pos().x());
        if (!happened.isEmpty()) {
            QToolTip::showText(help->globalPos(), happened, this);
            return true;
        }
    }
    return QSlider::event(event);
}

} // namespace coterie::ui
