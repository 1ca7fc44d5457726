#pragma once

#include "core/store/store_files.h"
#include "ui/compare/figure_view.h"
#include "ui/latest_job.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <set>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QStackedWidget;

namespace coterie::ui {

class ClientsPane;
class CompareTableView;
class ElidedLabel;
class FigureBar;
class LinePlot;
class PaneTabs;
class ParallelView;
class PlotLegend;
class PointsPane;
class ViewFrame;

/// Compares the selected runs by one metric: curves, tables and parallel coordinates. Reads the
/// store only while visible.
class ComparePanes final : public QWidget
{
    Q_OBJECT

public:
    enum class Pane
    {
        Curves,
        Points,
        Paper,
        Tests,
        Target,
        Best,
        Settings,
        Clients ///< only while a figure of clients is shown
    };

    explicit ComparePanes(StoreFiles stores, QWidget* parent = nullptr);

    void setRuns(std::set<std::int64_t> runs);
    void setSettings(std::shared_ptr<const RunSettings> settings);
    void refresh();
    /// The shown data is outdated, because the panes were hidden or reading failed.
    [[nodiscard]] bool isStale() const { return m_stale; }
    /// Leaves the figure.
    void setMetric(const QString& metric);
    /// The chosen one, also while the runs lack it and another is shown.
    [[nodiscard]] QString metric() const
    {
        return QString::fromStdString(m_wished.empty() ? m_metric : m_wished);
    }
    void showPane(Pane pane);
    [[nodiscard]] Pane pane() const;
    /// How curves are drawn where no figure says otherwise.
    [[nodiscard]] CurveView curveView() const { return m_viewBefore.value_or(switchedView()); }
    /// Leaves the figure.
    void setCurveView(const CurveView& view);
    /// Draws a figure that an experiment describes: metric, axes, arms and tab are its own, until
    /// it is left or another metric is chosen. Asks for all runs of the experiment.
    void showFigure(const ChosenFigure& figure);
    void endFigure();
    [[nodiscard]] const std::optional<ChosenFigure>& figure() const { return m_figure; }
    [[nodiscard]] FigureBar& figures() const { return *m_figures; }
    [[nodiscard]] ClientsPane& clients() const { return *m_clients; }
    [[nodiscard]] const CompareData& data() const { return *m_data; }
    [[nodiscard]] ViewFrame& frame(Pane pane) const
    {
        return *m_frames[static_cast<std::size_t>(pane)];
    }

signals:
    void failed(const QString& sentence);
    void runChosen(std::int64_t run);
    /// All runs of the experiment of this design are to be selected.
    void experimentWanted(const QString& design);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void showMetricBox();
    void addPane(QWidget* pane,
                 ViewFrame* frame,
                 const QString& title,
                 const QString& tip,
                 QWidget* controls = nullptr);
    void addTable(CompareTableView*& view,
                  const char* name,
                  const QString& title,
                  const QString& tip,
                  QWidget* controls = nullptr);
    void buildCurves();
    void buildParallel();
    [[nodiscard]] QWidget* makeBaseline();
    [[nodiscard]] QWidget* makeTarget();
    void buildFigures();
    [[nodiscard]] static Pane paneOf(const FigureDesign& figure);
    void readMetric(const std::string& metric);
    [[nodiscard]] std::string metricAtHand(const CompareData& data) const;
    [[nodiscard]] CurveView switchedView() const;
    void switchTo(const CurveView& view);
    void leaveFigure();
    /// What curves and points are drawn of.
    void showFigureOf(const CompareData& data);
    void showProblem(Pane pane, const QString& problem);
    [[nodiscard]] PlotPicture curvesPicture() const;
    void take(CompareData data);
    void showNothing();
    void showData();
    void showTarget();

    StoreFiles m_stores;
    std::set<std::int64_t> m_runs;
    std::string m_metric = "meanTestError";
    std::string m_wished; ///< comes back with the next runs that have it; empty: none was missing
    std::shared_ptr<const CompareData> m_data = std::make_shared<const CompareData>();
    /// The runs of the figure, or all.
    std::shared_ptr<const CompareData> m_drawn = m_data;
    std::shared_ptr<const RunSettings> m_settings;
    OverlayChoice m_overlay;
    std::optional<ChosenFigure> m_figure;
    std::optional<CurveView> m_viewBefore; ///< the figure of curves
    bool m_stale = false;                  ///< to be read when visible
    LatestJob m_job;

    QStackedWidget* m_stack = nullptr;
    QLabel* m_nothing = nullptr;
    PaneTabs* m_tabs = nullptr;
    QComboBox* m_metricBox = nullptr;
    QComboBox* m_baseline = nullptr;
    QDoubleSpinBox* m_target = nullptr;
    LinePlot* m_plot = nullptr;
    PlotLegend* m_legend = nullptr;
    PointsPane* m_points = nullptr;
    ElidedLabel* m_overlayNote = nullptr;
    CompareTableView* m_paper = nullptr;
    CompareTableView* m_tests = nullptr;
    CompareTableView* m_targets = nullptr;
    CompareTableView* m_best = nullptr;
    ParallelView* m_parallel = nullptr;
    FigureBar* m_figures = nullptr;
    ClientsPane* m_clients = nullptr;
    std::map<QString, QAction*> m_switches; ///< of the curves' menu, by their names
    std::vector<ViewFrame*> m_frames;       ///< in the order of Pane
    std::vector<QLabel*> m_problems;        ///< likewise: shown in place of a frame
};

} // namespace coterie::ui
