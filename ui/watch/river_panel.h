#pragma once

#include "ui/watch/structure_panel.h"

namespace coterie::ui {

class GroupRiverView;

/// The groups of all rounds of a run.
class RiverPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit RiverPanel(const WatchSubject& subject, QWidget* parent = nullptr);
    [[nodiscard]] GroupRiverView& view() { return *m_view; }

protected:
    void show(const RunCurves* run, const RoundReport* report) override;
    [[nodiscard]] PlainTable table() const override;

private:
    GroupRiverView* m_view = nullptr;
    std::optional<std::int64_t> m_shownRun;
};

} // namespace coterie::ui
