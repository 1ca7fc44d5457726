#pragma once

#include "core/run/run_data.h"
#include "ui/latest_job.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLabel;

namespace coterie::ui {

class ThumbnailStrip;

/// What the experiment's data look like: how many there are of what kind, and some samples,
/// prepared as the experiment says. They are read off the GUI thread; `runData` may be shared.
class DatasetPreview final : public QWidget
{
    Q_OBJECT

public:
    explicit DatasetPreview(std::shared_ptr<RunData> runData, QWidget* parent = nullptr);

    /// The data of this plan, an experiment's first.
    void showData(const RunPlan& plan);
    /// The same, for their files have come.
    void readAgain();

private:
    std::shared_ptr<RunData> m_data;
    std::optional<RunPlan> m_plan;
    QLabel* m_facts = nullptr;
    ThumbnailStrip* m_samples = nullptr;
    LatestJob m_reading;
};

} // namespace coterie::ui
