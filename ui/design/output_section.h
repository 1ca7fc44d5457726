#pragma once

#include "ui/design/section_page.h"

#include <string>
#include <vector>

namespace coterie::ui {

class SettingsForm;

/// What the experiment is called and told as, and the papers' numbers to hold beside its own.
class OutputSection final : public SectionPage
{
    Q_OBJECT

public:
    OutputSection(ExperimentDocument& document,
                  const Registry& registry,
                  QWidget* parent = nullptr);

    void refresh() override;

private:
    struct Block
    {
        QWidget* heading = nullptr;
        SettingsForm* form = nullptr;
    };

    void showBlocks(const std::vector<std::string>& pointers);

    SettingsForm* m_words = nullptr;
    QVBoxLayout* m_paper = nullptr;
    std::vector<Block> m_blocks; ///< as many as were ever needed at once; the others are hidden
};

} // namespace coterie::ui
