#pragma once

#include "ui/views/plot_picture.h"

#include <QColor>
#include <QPainterPath>
#include <QRect>
#include <QWidget>

#include <cstddef>

namespace coterie::ui {

/// One of the lines that a band or a mean stands for.
struct SingleLine
{
    QString name;
    QColor colour;
    double y = 0; ///< at the place of the reading
    QPainterPath path;
};

/// How many of so many values stand in a box of at most so many rows. Where that is not all of
/// them, its last row says how many more there are; one value always stands there.
[[nodiscard]] std::size_t readingsShown(std::size_t values, int rows);

/// The line under the mouse with the values there, painted over a plot without painting the plot
/// again.
class PlotCrosshair final : public QWidget
{
public:
    explicit PlotCrosshair(QWidget* plot);

    /// `pixel` is the place of reading.x; `area` is the part of the plot between its axes.
    void point(const PlotReading& reading,
               const QString& xText,
               double pixel,
               const QRect& area,
               std::optional<SingleLine> single = {});
    [[nodiscard]] const std::optional<SingleLine>& single() const { return m_single; }
    void clear();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<PlotReading> m_reading;
    QString m_xText;
    double m_pixel = 0;
    QRect m_area;
    std::optional<SingleLine> m_single;
};

} // namespace coterie::ui
