#pragma once

#include "ui/views/topology_view.h"
#include "ui/watch/structure_panel.h"

namespace coterie::ui {

[[nodiscard]] TopologyPicture topologyPicture(const RunCurves& run, const RoundReport& report);

/// Server, edge servers and clients of a run.
class TopologyPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit TopologyPanel(const WatchSubject& subject, QWidget* parent = nullptr);
    [[nodiscard]] TopologyView& view() { return *m_view; }

protected:
    void show(const RunCurves* run, const RoundReport* report) override;
    [[nodiscard]] PlainTable table() const override;

private:
    TopologyView* m_view = nullptr;
};

} // namespace coterie::ui
