#pragma once

#include "ui/frame/plot_theme.h"
#include "ui/runs/run_view_model.h"

#include <QWidget>

#include <optional>

class QCPGraph;
class QCPItemStraightLine;
class QCustomPlot;

namespace coterie::ui {

/// One metric of all runs against the round: a line per run in its arm's colour, thin lines for the
/// clients of one run, crosses at the top edge where a value is not finite. The user's zoom
/// survives new data; while following, the axes fit.
class CurvePlot final : public QWidget
{
    Q_OBJECT

public:
    explicit CurvePlot(QWidget* parent = nullptr);

    /// The model must live as long as this widget; nothing is drawn until redraw().
    void setModel(const RunViewModel* model) { m_model = model; }
    void setMetric(Metric metric);
    void setLogarithmic(bool logarithmic);
    void setClientsOf(std::optional<std::int64_t> run) { m_clientsOf = run; }
    void setFollowing(bool following) { m_following = following; }
    void setCursorRound(std::optional<int> round) { m_cursor = round; }

    /// Takes the model's present curves and draws them.
    void redraw();
    /// Sets both axes to show all that is there.
    void fit();
    [[nodiscard]] Metric metric() const { return m_metric; }
    /// The visible part, for tests and for saving a layout: left, right, bottom, top.
    [[nodiscard]] std::array<double, 4> visiblePart() const;
    void showPart(double left, double right, double bottom, double top);
    [[nodiscard]] std::size_t nonFiniteCount() const { return m_nonFinite; }
    /// Values a logarithmic axis cannot show.
    [[nodiscard]] std::size_t notPositiveCount() const { return m_notPositive; }
    [[nodiscard]] bool hasData() const { return m_hasData; }

signals:
    /// The user moved or zoomed the picture, so it no longer follows.
    void followingEnded();
    /// The user asked for another part of the curves to be drawn.
    void redrawWanted();
    void roundPointed(int round);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Extent;

    QCPGraph* nextGraph();
    void drawCurve(const Curve& curve, const QPen& pen);
    void drawNewest(const RunCurves& run, const Curve& curve, const QColor& colour);
    void drawMarkers();
    void applyRange(const Extent& extent);
    [[nodiscard]] Extent extent() const;
    [[nodiscard]] double shown(double value) const;
    [[nodiscard]] std::size_t columns() const;
    void placeCursor();
    void retheme();
    void userMoved();

    const RunViewModel* m_model = nullptr;
    QCustomPlot* m_plot = nullptr;
    std::vector<QCPGraph*> m_graphs; // owned by m_plot, reused from draw to draw
    std::size_t m_graphsUsed = 0;
    QCPGraph* m_markers = nullptr;
    QCPItemStraightLine* m_cursorLine = nullptr;
    PlotTheme m_theme;
    Metric m_metric = Metric::TestError;
    std::optional<std::int64_t> m_clientsOf;
    std::optional<int> m_cursor;
    std::vector<double> m_markerPlaces;
    std::size_t m_nonFinite = 0;
    std::size_t m_notPositive = 0;
    bool m_logarithmic = false;
    bool m_following = true;
    bool m_hasData = false;
};

} // namespace coterie::ui
