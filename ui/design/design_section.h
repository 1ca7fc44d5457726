#pragma once

#include "core/base/result.h"
#include "ui/frame/action_registry.h"

#include <QString>

#include <array>
#include <string_view>

namespace coterie::ui {

/// The entries of an experiment's outline, in the order in which they are shown.
enum class DesignSection
{
    Overview,
    Data,
    Clients,
    Model,
    Local,
    Arms,
    Rounds,
    Output,
    Json
};

inline constexpr int kDesignSections = 9;

struct SectionWords
{
    QString icon;
    QString title;
    QString tip;
};

[[nodiscard]] SectionWords wordsOf(DesignSection section);
/// The action that shows it.
[[nodiscard]] constexpr ActionId sectionAction(DesignSection section)
{
    return static_cast<ActionId>(static_cast<int>(ActionId::ShowOverviewSection)
                                 + static_cast<int>(section));
}
static_assert(sectionAction(DesignSection::Json) == ActionId::ShowJsonSection);

/// Where a problem is to be solved, by the place of the file it points at.
[[nodiscard]] DesignSection sectionOf(std::string_view place);
[[nodiscard]] std::array<int, kDesignSections> problemsPerSection(const Problems& problems);

} // namespace coterie::ui
