#include "ui/views/plot_crosshair.h"

#include "ui/words.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostLines = 12; ///< a box of more would hide the plot

} // namespace

PlotCrosshair::PlotCrosshair(QWidget* plot)
    : QWidget(plot)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
}

void PlotCrosshair::point(const PlotReading& reading,
                          const QString& xText,
                          double pixel,
                          const QRect& area)
{
    m_reading = reading;
    m_xText = xText;
    m_pixel = pixel;
    m_area = area;
    update();
}

void PlotCrosshair::clear()
{
    if (!m_reading)
        return;
    m_reading.reset();
    update();
}

void PlotCrosshair::paintEvent(QPaintEvent*)
{
    if (!m_reading)
        return;
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setFont(theme.font);
    painter.setPen(QPen(theme.crosshair, 1));
    painter.drawLine(QPointF(m_pixel, m_area.top()), QPointF(m_pixel, m_area.bottom()));

    const QFontMetrics metrics(theme.font);
    const std::size_t shown = std::min(m_reading->values.size(), kMostLines);
    const std::size_t left = m_reading->values.size() - shown;
    double width = metrics.horizontalAdvance(m_xText);
    for (std::size_t i = 0; i < shown; ++i) {
        const PlotReading::Value& value = m_reading->values[i];
        width = std::max(width,
                         18.0
                             + metrics.horizontalAdvance(value.name + QStringLiteral("   ")
                                                         + numberText(value.y)));
    }
    const double lines = 1.0 + double(shown) + (left > 0 ? 1 : 0);
    const QSizeF size(width + 16, lines * metrics.height() + 10);
    const bool fitsRight = m_pixel + 10 + size.width() <= m_area.right();
    const QRectF box(QPointF(fitsRight
                                 ? m_pixel + 10
                                 : std::max<double>(m_area.left(), m_pixel - 10 - size.width()),
                             m_area.top() + 6),
                     size);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.grid, 1));
    QColor ground = theme.background;
    ground.setAlpha(235);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 4, 4);

    QRectF line(box.left() + 8, box.top() + 5, box.width() - 16, metrics.height());
    painter.setPen(theme.faintText);
    painter.drawText(line, Qt::AlignLeft, m_xText);
    for (std::size_t i = 0; i < shown; ++i) {
        const PlotReading::Value& value = m_reading->values[i];
        line.translate(0, metrics.height());
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.armColour(value.colour));
        painter.drawEllipse(QPointF(line.left() + 5, line.center().y()), 4, 4);
        painter.setPen(theme.text);
        painter.drawText(line.adjusted(16, 0, 0, 0), Qt::AlignLeft, value.name);
        painter.drawText(line, Qt::AlignRight, numberText(value.y));
    }
    if (left > 0) {
        line.translate(0, metrics.height());
        painter.setPen(theme.faintText);
        painter.drawText(line, Qt::AlignLeft, tr("and %1 more").arg(static_cast<qulonglong>(left)));
    }
}

} // namespace coterie::ui
