#pragma once

#include "ui/design/canvas/histogram_layout.h"

#include <QWidget>

namespace coterie::ui {

/// How many clients are how large. Pointing at a column says its numbers.
class SizeHistogram final : public QWidget
{
    Q_OBJECT

public:
    explicit SizeHistogram(QWidget* parent = nullptr);

    void setSizes(std::vector<std::int64_t> sizes);
    [[nodiscard]] const Histogram& histogram() const { return m_histogram; }
    /// What is said of the column at this place; empty beside the columns.
    [[nodiscard]] QString explanation(const QPointF& point) const;
    [[nodiscard]] QSize sizeHint() const override { return {280, 120}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, 60}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF area() const;

    std::vector<std::int64_t> m_sizes;
    Histogram m_histogram;
};

} // namespace coterie::ui
