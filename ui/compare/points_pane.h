#pragma once

#include "ui/compare/compare_points.h"

#include <QWidget>

#include <memory>

class QComboBox;

namespace coterie::ui {

class ElidedLabel;
class LinePlot;
class PlotLegend;
class ViewFrame;

/// The metric of the selected runs over a setting or over another metric, and which settings go
/// with most of its differences.
class PointsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit PointsPane(QWidget* parent = nullptr);

    void setData(const CompareData& compared, std::shared_ptr<const RunSettings> settings);
    /// The controls of the pane's head.
    [[nodiscard]] QWidget* controls() const { return m_controls; }
    [[nodiscard]] ViewFrame* frame() const { return m_frame; }

private:
    void showAxes();
    void showPoints();
    [[nodiscard]] const PointAxis* chosenAxis() const;

    CompareData m_data;
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<PointAxis> m_axes;
    QString m_chosen; ///< by the user; empty: the first
    QWidget* m_controls = nullptr;
    QComboBox* m_axis = nullptr;
    ElidedLabel* m_note = nullptr;
    PlotLegend* m_legend = nullptr;
    LinePlot* m_plot = nullptr;
    ViewFrame* m_frame = nullptr;
};

} // namespace coterie::ui
