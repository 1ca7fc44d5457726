#pragma once

#include "ui/design/section_page.h"

namespace coterie::ui {

class PartForm;
class SettingsForm;

/// Which model all clients train.
class ModelSection final : public SectionPage
{
    Q_OBJECT

public:
    ModelSection(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void refresh() override;

private:
    PartForm* m_model = nullptr;
    SettingsForm* m_numbers = nullptr;
};

} // namespace coterie::ui
