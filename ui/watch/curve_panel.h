#pragma once

#include "ui/refresh_timer.h"
#include "ui/watch/curve_plot.h"

class QComboBox;
class QLabel;

namespace coterie::ui {

/// A curve plot with its head: which metric, and a note of what the picture cannot show.
class CurvePanel final : public QWidget, public RefreshPanel
{
    Q_OBJECT

public:
    CurvePanel(Metric metric, RefreshTimer& timer, QWidget* parent = nullptr);
    ~CurvePanel() override;

    void setModel(const RunViewModel* model);
    void setMetric(Metric metric);
    void setLogarithmic(bool logarithmic);
    void setClientsOf(std::optional<std::int64_t> run);
    void setFollowing(bool following);
    void setCursorRound(std::optional<int> round);
    void fit();
    [[nodiscard]] CurvePlot& plot() { return *m_plot; }

    void refresh() override;
    [[nodiscard]] bool isOnScreen() const override;

signals:
    void followingEnded();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void markDirty();
    void showNote();
    void explainRound(int round);

    RefreshTimer& m_timer;
    CurvePlot* m_plot = nullptr;
    QComboBox* m_metric = nullptr;
    QLabel* m_note = nullptr;
    const RunViewModel* m_model = nullptr;
    std::optional<std::int64_t> m_clientsOf;
};

} // namespace coterie::ui
