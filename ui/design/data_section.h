#pragma once

#include "core/run/run_data.h"
#include "ui/design/section_page.h"

#include <memory>

namespace coterie::ui {

class DatasetPreview;
class PartForm;
class SettingsForm;
class StepList;

/// Which data set, what it looks like, what is held out of it, and how its samples are prepared.
class DataSection final : public SectionPage
{
    Q_OBJECT

public:
    DataSection(ExperimentDocument& document,
                const Registry& registry,
                std::shared_ptr<RunData> runData,
                QWidget* parent = nullptr);

    void refresh() override;
    /// The data set's files have come.
    void readAgain();

private:
    PartForm* m_dataset = nullptr;
    DatasetPreview* m_preview = nullptr;
    SettingsForm* m_shares = nullptr;
    StepList* m_steps = nullptr;
};

} // namespace coterie::ui
