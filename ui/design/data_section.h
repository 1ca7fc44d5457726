#pragma once

#include "ui/design/section_page.h"

namespace coterie::ui {

class PartForm;
class SettingsForm;
class StepList;

/// Which data set, what is held out of it, and how its samples are prepared.
class DataSection final : public SectionPage
{
    Q_OBJECT

public:
    DataSection(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void refresh() override;

private:
    PartForm* m_dataset = nullptr;
    SettingsForm* m_shares = nullptr;
    StepList* m_steps = nullptr;
};

} // namespace coterie::ui
