#pragma once

#include "ui/design/section_page.h"

namespace coterie::ui {

class SettingsForm;

/// What the experiment is called and told as, and the paper's numbers to hold beside its own.
class OutputSection final : public SectionPage
{
    Q_OBJECT

public:
    OutputSection(ExperimentDocument& document,
                  const Registry& registry,
                  QWidget* parent = nullptr);

    void refresh() override;

private:
    SettingsForm* m_words = nullptr;
    SettingsForm* m_reference = nullptr;
};

} // namespace coterie::ui
