#pragma once

#include "ui/views/line_plot.h"

namespace coterie::ui {

/// The line under the mouse with the values read there, painted over a plot without drawing the
/// plot again.
class PlotCrosshair final : public QWidget
{
    Q_OBJECT

public:
    explicit PlotCrosshair(QWidget* plot);

    /// `pixel` is the place of reading.x; `area` is the part of the plot between its axes.
    void point(const PlotReading& reading, const QString& xText, double pixel, const QRect& area);
    void clear();
    [[nodiscard]] const std::optional<PlotReading>& reading() const { return m_reading; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<PlotReading> m_reading;
    QString m_xText;
    double m_pixel = 0;
    QRect m_area;
};

} // namespace coterie::ui
