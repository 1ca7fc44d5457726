#pragma once

#include "ui/compare/figure_view.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <utility>

class QAction;
class QComboBox;

namespace coterie::ui {

class ElidedLabel;
class LinePlot;
class PlotLegend;
class ViewFrame;

/// "Variance that goes with: Data hunger α 78 %, batch size 12 %", and why the shares add up to
/// more than 100 % where they do; empty: nothing goes with a setting.
[[nodiscard]] QString importanceText(const std::vector<SettingImportance>& importances);

/// The metric of the selected runs over a setting or over another metric, and which settings go
/// with most of its differences.
class PointsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit PointsPane(QWidget* parent = nullptr);

    /// Shown at once if visible, else when it is.
    void setData(std::shared_ptr<const CompareData> compared,
                 std::shared_ptr<const RunSettings> settings);
    /// Draws the runs as this figure does, which is one of points; absent: as the user chooses.
    void setFigure(const std::optional<FigureDesign>& figure);
    /// The controls of the pane's head.
    [[nodiscard]] QWidget* controls() const { return m_controls; }
    [[nodiscard]] ViewFrame* frame() const { return m_frame; }

signals:
    /// Another axis than the figure's was chosen.
    void figureLeft();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void bringUpToDate();
    void showAxes();
    void showImportances();
    void showPoints();
    [[nodiscard]] const PointAxis* chosenAxis() const;

    std::shared_ptr<const CompareData> m_data = std::make_shared<const CompareData>();
    bool m_isStale = false; ///< the data is not shown yet
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<PointAxis> m_axes;
    std::string m_chosen; ///< by the user, as placeOf() tells it; empty: the first
    std::optional<FigureDesign> m_figure;
    std::pair<bool, bool> m_before; ///< what was logarithmic before the figure: x, y
    QWidget* m_controls = nullptr;
    QComboBox* m_axis = nullptr;
    ElidedLabel* m_note = nullptr;
    ElidedLabel* m_leftOut = nullptr;
    PlotLegend* m_legend = nullptr;
    LinePlot* m_plot = nullptr;
    QAction* m_logarithmicX = nullptr;
    QAction* m_logarithmicY = nullptr;
    ViewFrame* m_frame = nullptr;
};

} // namespace coterie::ui
