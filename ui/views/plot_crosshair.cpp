#include "ui/views/plot_crosshair.h"

#include "ui/frame/plot_theme.h"
#include "ui/views/axis_ticks.h"
#include "ui/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

constexpr double kReadLine = 28; ///< the sample of a line
constexpr double kReadName = 34; ///< where the name after it begins

/// As in the legend.
void drawReadSample(QPainter& painter,
                    const QPointF& left,
                    const PlotReading::Value& value,
                    const PlotTheme& theme)
{
    const LineLook look = lookOf(theme, value.colour, value.variant, value.dashed);
    const QPointF middle = left + QPointF(kReadLine / 2, 0);
    const Marker marker = markerOf(value.shape, value.variant);
    if (value.joined == PlotLine::Joined::None) {
        drawMarker(painter, middle, marker, look.colour);
    } else if (value.colour != kNoArm) {
        drawLineSample(painter, middle, kReadLine / 2, look, marker, 1.6);
    } else {
        painter.setPen(samplePen(look, 1.6, kReadLine / 2));
        painter.drawLine(left, left + QPointF(kReadLine, 0));
    }
}

} // namespace

std::size_t readingsShown(std::size_t values, int rows)
{
    constexpr int kMost = 12; // a larger box would hide the plot
    if (values <= std::size_t(std::clamp(rows, 0, kMost)))
        return values;
    return std::min(values, std::size_t(std::clamp(rows - 1, 1, kMost)));
}

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
                          const QRect& area,
                          std::optional<SingleLine> single)
{
    m_single = std::move(single);
    m_reading = reading;
    m_xText = xText;
    m_pixel = pixel;
    m_area = area;
    update();
}

void PlotCrosshair::clear()
{
    m_single.reset();
    if (std::exchange(m_reading, std::nullopt))
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
    if (m_single) {
        painter.save();
        painter.setClipRect(m_area);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_single->colour, 1.6));
        painter.drawPath(m_single->path);
        painter.restore();
    }

    constexpr double kLeastWidth = 80;
    constexpr double kGap = 6; // from the top of the plot
    constexpr double kEdge = 5;
    const QFontMetricsF metrics(theme.font); // whole pixels would cut a text at double scale
    const std::span all(m_reading->values);
    const int rows = int((m_area.height() - 1 - kGap - 2 * kEdge) / metrics.height());
    const int others = m_single ? 2 : 1; // the place on the axis, and the line under the mouse
    const auto shown = all.first(readingsShown(all.size(), rows - others));
    const std::size_t left = all.size() - shown.size();
    double width = metrics.horizontalAdvance(m_xText);
    std::vector<double> numbers;
    for (const PlotReading::Value& value : shown)
        numbers.push_back(value.y);
    if (m_single)
        numbers.push_back(m_single->y);
    const QStringList texts = alikeTexts(numbers);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QString text = shown[i].name + QStringLiteral("   ") + texts[qsizetype(i)];
        width = std::max(width, kReadName + 2 + metrics.horizontalAdvance(text));
    }
    if (m_single) {
        const QString text = m_single->name + QStringLiteral("   ") + texts.back();
        width = std::max(width, kReadName + 2 + metrics.horizontalAdvance(text));
    }
    const QString more = left > 0 ? say("and %1 more").arg(left) : QString();
    width = std::max(width, metrics.horizontalAdvance(more));
    width = std::ceil(std::min(width, std::max(kLeastWidth, m_area.width() - 26.0)));
    /// A name ends in dots where the plot is too narrow for it and its number.
    const auto named = [&](const QString& name, double from, const QString& number) {
        const QString gap = QStringLiteral("   ");
        return metrics.elidedText(
            name, Qt::ElideMiddle, width - from - metrics.horizontalAdvance(gap + number) + 1);
    };
    const double lines = 1.0 + double(shown.size()) + (m_single ? 1 : 0) + (left > 0 ? 1 : 0);
    const QSizeF size(width + 16, lines * metrics.height() + 2 * kEdge);
    const bool fitsRight = m_pixel + 10 + size.width() <= m_area.right();
    const double side =
        fitsRight ? m_pixel + 10 : std::max<double>(m_area.left(), m_pixel - 10 - size.width());
    // Where not even one value fits below the top of the plot, the box goes beyond it.
    const double lowest = std::max(0.0, m_area.bottom() - size.height());
    const QRectF box(QPointF(side, std::min(m_area.top() + kGap, lowest)), size);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.grid, 1));
    QColor ground = theme.background;
    ground.setAlpha(235);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 4, 4);

    QRectF line(box.left() + 8, box.top() + kEdge, box.width() - 16, metrics.height());
    painter.setPen(theme.faintText);
    painter.drawText(line, Qt::AlignLeft, m_xText);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const PlotReading::Value& value = shown[i];
        line.translate(0, metrics.height());
        drawReadSample(painter, QPointF(line.left(), line.center().y()), value, theme);
        painter.setPen(theme.text);
        const QString& number = texts[qsizetype(i)];
        painter.drawText(
            line.adjusted(kReadName, 0, 0, 0), Qt::AlignLeft, named(value.name, kReadName, number));
        painter.drawText(line, Qt::AlignRight, number);
    }
    if (m_single) {
        line.translate(0, metrics.height());
        painter.setPen(QPen(m_single->colour, 1.6));
        painter.drawLine(line.topLeft() + QPointF(0, line.height() / 2),
                         line.topLeft() + QPointF(kReadLine, line.height() / 2));
        painter.setPen(theme.text);
        const QString& number = texts.back();
        painter.drawText(line.adjusted(kReadName, 0, 0, 0),
                         Qt::AlignLeft,
                         named(m_single->name, kReadName, number));
        painter.drawText(line, Qt::AlignRight, number);
    }
    if (left > 0) {
        line.translate(0, metrics.height());
        painter.setPen(theme.faintText);
        painter.drawText(line, Qt::AlignLeft, more);
    }
}

} // namespace coterie::ui
