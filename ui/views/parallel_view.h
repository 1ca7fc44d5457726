#pragma once

#include "ui/views/parallel_layout.h"

#include <QWidget>

namespace coterie::ui {

struct PlotTheme;

/// Runs as lines across one axis for each setting, coloured by the last axis: which values of which
/// setting go with a good result.
class ParallelView final : public QWidget
{
    Q_OBJECT

public:
    explicit ParallelView(QWidget* parent = nullptr);

    /// `names` are the lines', for pointing at.
    void setAxes(std::vector<ParallelAxis> axes, QStringList names);
    [[nodiscard]] const std::vector<ParallelAxis>& axes() const { return m_axes; }
    /// The line nearest to this point; −1: none within reach.
    [[nodiscard]] int lineAt(const QPointF& point) const;
    [[nodiscard]] QString explanation(int line) const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 100}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    [[nodiscard]] QRectF area() const;
    void paintLines(QPainter& painter, const PlotTheme& theme) const;
    void paintAxes(QPainter& painter, const PlotTheme& theme) const;

    std::vector<ParallelAxis> m_axes;
    QStringList m_names;
    ParallelLayout m_layout;
    int m_pointed = -1;
};

} // namespace coterie::ui
