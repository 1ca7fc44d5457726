#pragma once

#include "ui/latest_job.h"
#include "ui/watch/structure_panel.h"
#include "ui/watch/what_if_bar.h"

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace coterie::ui {

class DendrogramView;

/// The merges of the round on screen, with a player that shows them one after another, and the
/// groups that other settings would have given.
class DendrogramPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit DendrogramPanel(const WatchSubject& subject, QWidget* parent = nullptr);
    ~DendrogramPanel() override;
    [[nodiscard]] DendrogramView& view() { return *m_view; }

protected:
    void changeEvent(QEvent* event) override;
    void show(const RunCurves* run, const RoundReport* report) override;
    [[nodiscard]] PlainTable table() const override;

private:
    /// Always two lines, so that nothing moves while the mouse goes from merge to merge.
    void fitWhy();
    void showSteps();
    void colourTheCut();
    [[nodiscard]] std::optional<Grouping> shownGrouping(const RunCurves& run,
                                                        const RoundReport& report);

    DendrogramView* m_view = nullptr;
    QComboBox* m_axis = nullptr;
    QLabel* m_summary = nullptr;
    QToolButton* m_play = nullptr;
    QSlider* m_steps = nullptr;
    QComboBox* m_which = nullptr;
    QToolButton* m_ask = nullptr;
    WhatIfBar* m_whatIf = nullptr;
    QLabel* m_why = nullptr;
    /// A what-if: other settings for one round of one run.
    struct Question
    {
        std::int64_t run = 0;
        int round = -1;
        WhatIf wish;

        bool operator==(const Question&) const = default;
    };
    std::optional<Question> m_asked;
    std::optional<std::pair<Question, Result<Grouping>>> m_answer; ///< the last
    LatestJob m_job;
};

} // namespace coterie::ui
