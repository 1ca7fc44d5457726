#include "ui/design/canvas/size_histogram.h"

#include "ui/design/canvas/partition_sketch.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/axis_ticks.h"
#include "ui/words.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr int kMostBins = 24;
constexpr double kWidestColumn = 44;

} // namespace

SizeHistogram::SizeHistogram(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("sizeHistogram"));
    setAccessibleName(tr("Histogram: how many clients hold how many training samples"));
    setMouseTracking(true);
}

void SizeHistogram::setSizes(std::vector<std::int64_t> sizes)
{
    if (sizes == m_sizes)
        return;
    m_sizes = std::move(sizes);
    m_histogram = histogramOf(m_sizes, kMostBins);
    update();
}

QRectF SizeHistogram::area() const
{
    const double axis = QFontMetricsF(font()).height() + 4;
    const double room = std::max(1.0, width() - 16.0);
    // Few columns stand in the middle instead of filling the room.
    const double used = std::min(room, double(m_histogram.bins.size()) * kWidestColumn);
    const double top = QFontMetricsF(font()).height() + 2;
    return {
        8 + (room - used) / 2, top, std::max(1.0, used), std::max(1.0, height() - top - 2 - axis)};
}

void SizeHistogram::paintEvent(QPaintEvent*)
{
    if (m_histogram.bins.empty())
        return;
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setFont(theme.font);
    const QFontMetricsF metrics(theme.font);
    const QRectF room = area();
    const double each = room.width() / double(m_histogram.bins.size());
    for (std::size_t i = 0; i < m_histogram.bins.size(); ++i) {
        const double height =
            room.height() * double(m_histogram.bins[i].count) / double(m_histogram.tallest);
        const double gap = std::min(2.0, each / 5);
        painter.fillRect(QRectF(room.left() + double(i) * each + gap / 2,
                                room.bottom() - height,
                                std::max(1.0, each - gap),
                                height),
                         theme.armColour(0));
    }
    // How many clients the tallest column stands for.
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QPointF(0, room.top()), QPointF(width(), room.top()));
    painter.setPen(theme.faintText);
    painter.drawText(
        QRectF(0, 0, width(), room.top()),
        Qt::AlignLeft | Qt::AlignVCenter,
        counted(static_cast<int>(m_histogram.tallest), tr("1 client"), tr("%1 clients")));
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawLine(QPointF(room.left(), room.bottom() + 0.5),
                     QPointF(room.right(), room.bottom() + 0.5));
    const double low = m_histogram.bins.front().low;
    const double high = m_histogram.bins.back().low + m_histogram.width;
    painter.setPen(theme.faintText);
    const int most = std::max(1, static_cast<int>(room.width() / 60));
    const bool isSingle = m_histogram.bins.size() == 1; // all clients are of one size
    const std::vector<double> ticks =
        isSingle ? std::vector<double>{low} : axisTicks(low, high, most, true);
    for (const double tick : ticks) {
        const QString text = countText(std::llround(tick));
        const double half = metrics.horizontalAdvance(text) / 2 + 1;
        const double share = isSingle ? 0.5 : (tick - low) / (high - low);
        const double x =
            std::clamp(room.left() + share * room.width(), half, std::max(half, width() - half));
        painter.drawText(QRectF(x - half, room.bottom() + 3, 2 * half, metrics.height()),
                         Qt::AlignHCenter,
                         text);
    }
}

QString SizeHistogram::explanation(const QPointF& point) const
{
    const QRectF room = area();
    if (m_histogram.bins.empty() || point.x() < room.left() || point.x() >= room.right())
        return {};
    const auto place = static_cast<std::size_t>((point.x() - room.left()) / room.width()
                                                * double(m_histogram.bins.size()));
    const HistogramBin& bin = m_histogram.bins[std::min(place, m_histogram.bins.size() - 1)];
    const QString clients =
        counted(static_cast<qsizetype>(bin.count), tr("1 client"), tr("%1 clients"));
    if (m_histogram.width == 1)
        return tr("%1 with %2 training samples").arg(clients, countText(std::llround(bin.low)));
    return tr("%1 with %2 to %3 training samples")
        .arg(clients,
             countText(std::llround(bin.low)),
             countText(std::llround(bin.low + m_histogram.width) - 1));
}

bool SizeHistogram::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), explanation(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace coterie::ui
