#pragma once

#include "ui/design/section_page.h"

namespace coterie::ui {

class SettingsForm;

/// How long the arms run, how often, and where.
class RoundsSection final : public SectionPage
{
    Q_OBJECT

public:
    RoundsSection(ExperimentDocument& document,
                  const Registry& registry,
                  QWidget* parent = nullptr);

    void refresh() override;

private:
    SettingsForm* m_rounds = nullptr;
    SettingsForm* m_seeds = nullptr;
    SettingsForm* m_machine = nullptr;
};

} // namespace coterie::ui
