#pragma once

#include "ui/frame/action_registry.h"

#include <QString>

#include <string_view>

namespace coterie::ui {

/// The parts of the outline, in order.
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

[[nodiscard]] const SectionWords& wordsOf(DesignSection section);
/// The action that shows it.
[[nodiscard]] constexpr ActionId sectionAction(DesignSection section)
{
    return static_cast<ActionId>(int(ActionId::ShowOverviewSection) + int(section));
}
static_assert(sectionAction(DesignSection::Json) == ActionId::ShowJsonSection);

/// The part in which a problem at this place is solved.
[[nodiscard]] DesignSection sectionOf(std::string_view place);

} // namespace coterie::ui
