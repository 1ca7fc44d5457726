#pragma once

#include "core/collaboration/sufficient_table.h"
#include "core/store/store_files.h"
#include "ui/compare/client_pictures.h"
#include "ui/compare/figure_view.h"
#include "ui/latest_job.h"

#include <QWidget>

#include <optional>

class QStackedWidget;

namespace coterie::ui {

class ElidedLabel;
class LinePlot;
class MatrixView;
class PlotLegend;
class ViewFrame;

/// A figure of clients: two numbers of each as points, the classes that each holds, or how many
/// suffice for a precision. Reads the rounds of its runs itself, only while it is shown and only
/// where there are new ones.
class ClientsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit ClientsPane(StoreFiles stores, QWidget* parent = nullptr);

    /// The figure and its runs alone.
    void setFigure(const ChosenFigure& figure, const CompareData& drawn);
    /// Nothing of what is being read is drawn any more.
    void leaveFigure();
    [[nodiscard]] QWidget* controls() const;
    [[nodiscard]] ViewFrame* frame() const { return m_frame; }
    [[nodiscard]] const LinePlot& plot() const { return *m_plot; }
    [[nodiscard]] const MatrixView& matrix() const { return *m_matrix; }

signals:
    /// Why nothing is drawn, as a sentence; empty: something is.
    void problemFound(const QString& problem);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void read();
    void take(const ChosenFigure& figure, std::vector<RunOfClients> runs);
    void showMap();
    void showPoints();
    void showSizes();
    void showLines(PlotPicture picture, const FigureAxes& axes);
    [[nodiscard]] bool isMap() const { return m_drawn.design.drawing.name == "heatMap"; }

    StoreFiles m_stores;
    ChosenFigure m_figure; ///< to be drawn
    std::vector<ClientSource> m_wanted;
    ChosenFigure m_drawn;
    std::vector<RunOfClients> m_runs;     ///< of the drawn figure
    std::vector<SufficientCurve> m_sizes; ///< of the drawn figure, if it is of no run
    bool m_isOther = false;               ///< than the one drawn before
    QString m_problem;                    ///< why nothing is drawn; empty: something is
    bool m_isStale = false;               ///< to be read when visible
    LatestJob m_job;
    ElidedLabel* m_note = nullptr;
    QStackedWidget* m_stack = nullptr;
    PlotLegend* m_legend = nullptr;
    LinePlot* m_plot = nullptr;
    MatrixView* m_matrix = nullptr;
    ViewFrame* m_frame = nullptr;
};

} // namespace coterie::ui
