#pragma once

#include "ui/views/line_plot.h"
#include "ui/watch/curve_lines.h"
#include "ui/watch/structure_panel.h"

class QAction;
class QComboBox;
class QLabel;

namespace coterie::ui {

class PlotLegend;

/// The curves of the runs on screen, with their head: the metric, and a note about what the picture
/// cannot show.
class CurvePanel final : public WatchPanel
{
    Q_OBJECT

public:
    CurvePanel(Metric metric, RefreshTimer& timer, QWidget* parent = nullptr);

    void setModel(const RunViewModel* model);
    /// Selected clients stand out, and a click on a client's line selects it. The selection must
    /// live as long as the panel.
    void setSelection(ClientSelection& selection);
    void setLogarithmic(bool logarithmic);
    /// The run whose clients can be shown, and whether each is drawn as a thin line.
    void setDetailed(std::optional<std::int64_t> run, bool clients);
    void setFollowing(bool following);
    void setCursorRound(std::optional<int> round);
    void fit();
    [[nodiscard]] LinePlot& plot() { return *m_plot; }
    [[nodiscard]] const CurveChoice& choice() const { return m_choice; }

    void refresh() override;

signals:
    void followingEnded();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillMenu();
    /// Offers the metrics that the runs have.
    void offerMetrics();
    void chooseMetric();
    /// A submenu with one of several values of a choice.
    template <typename Value>
    void addChoice(const QString& title,
                   Value CurveChoice::*part,
                   const std::vector<std::pair<QString, Value>>& values,
                   bool refit);
    template <typename Value>
    void change(Value CurveChoice::*part, const Value& value, bool refit);
    void placeCursor();
    /// The run whose clients can be shown; null: none.
    [[nodiscard]] const RunCurves* detailedRun() const;
    [[nodiscard]] bool groupsDiffer(std::optional<int> one, std::optional<int> other) const;
    void showNote();

    QComboBox* m_metric = nullptr;
    std::vector<std::string> m_offered; ///< by their names, below those with clients
    LinePlot* m_plot = nullptr;
    PlotLegend* m_legend = nullptr;
    ElidedLabel* m_note = nullptr;
    QLabel* m_nothing = nullptr; ///< in place of the plot
    const RunViewModel* m_model = nullptr;
    ClientSelection* m_selection = nullptr;
    CurveChoice m_choice;
    QAction* m_first = nullptr; ///< of the frame's own entries in the menu
    std::optional<int> m_cursorRound;
};

} // namespace coterie::ui
