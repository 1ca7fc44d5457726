#pragma once

#include "ui/design/part_place.h"
#include "ui/design/settings.h"

#include <vector>

namespace coterie::ui {

/// Where the sections that an arm may override stand, for the experiment (`arm` empty) and for an
/// arm ("/arms/0"), so that the pages of both show the same.
[[nodiscard]] PartPlace modelPlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] std::vector<Setting> modelSettings(const std::string& arm = {});
[[nodiscard]] PartPlace optimizerPlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] PartPlace schedulePlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] PartPlace objectivePlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] std::vector<Setting> localSettings(const std::string& arm = {});

} // namespace coterie::ui
