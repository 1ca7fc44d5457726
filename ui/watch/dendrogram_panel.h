#pragma once

#include "ui/watch/structure_panel.h"

class QComboBox;
class QLabel;
class QSlider;
class QTimer;
class QToolButton;

namespace coterie::ui {

class DendrogramView;

/// The merges of the round on screen, with a player that does them one after another.
class DendrogramPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit DendrogramPanel(const WatchSubject& subject, QWidget* parent = nullptr);
    [[nodiscard]] DendrogramView& view() { return *m_view; }

protected:
    void show(const RunCurves* run, const RoundReport* report) override;

private:
    void play();
    void showSteps();

    DendrogramView* m_view = nullptr;
    QComboBox* m_axis = nullptr;
    QLabel* m_summary = nullptr;
    QToolButton* m_play = nullptr;
    QSlider* m_steps = nullptr;
    QTimer* m_player = nullptr;
};

} // namespace coterie::ui
