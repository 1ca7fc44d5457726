#pragma once

#include "core/run/prepare_run.h"
#include "ui/design/section_page.h"

#include <memory>

namespace coterie::ui {

class DatasetPreview;
class PartForm;
class SettingsForm;
class StepList;

/// The data set, a preview, the held-out shares and the preprocessing.
class DataSection final : public SectionPage
{
    Q_OBJECT

public:
    DataSection(ExperimentDocument& document,
                const Registry& registry,
                std::shared_ptr<RunData> runData,
                QWidget* parent = nullptr);

    void refresh() override;
    /// The files of the data set have arrived.
    void readAgain();

private:
    PartForm* m_dataset = nullptr;
    DatasetPreview* m_preview = nullptr;
    SettingsForm* m_shares = nullptr;
    StepList* m_steps = nullptr;
};

} // namespace coterie::ui
