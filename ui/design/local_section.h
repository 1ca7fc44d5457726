#pragma once

#include "ui/design/section_page.h"

namespace coterie::ui {

class PartForm;
class SettingsForm;

/// How a client trains.
class LocalSection final : public SectionPage
{
    Q_OBJECT

public:
    LocalSection(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void refresh() override;

private:
    SettingsForm* m_work = nullptr;
    PartForm* m_optimizer = nullptr;
    PartForm* m_schedule = nullptr;
    PartForm* m_objective = nullptr;
};

} // namespace coterie::ui
