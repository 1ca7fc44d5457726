#pragma once

#include "ui/design/section_page.h"

namespace coterie::ui {

/// The partition scheme with its sliders, and the drawing of the clients below it.
[[nodiscard]] SectionPage*
makeClientsSection(ExperimentDocument& document, const Registry& registry, QWidget* canvas);
/// The model that all clients train.
[[nodiscard]] SectionPage* makeModelSection(ExperimentDocument& document, const Registry& registry);
/// The local training of a client.
[[nodiscard]] SectionPage* makeLocalSection(ExperimentDocument& document, const Registry& registry);
/// Rounds, seeds and device.
[[nodiscard]] SectionPage* makeRoundsSection(ExperimentDocument& document,
                                             const Registry& registry);
/// Name, description and paper results.
[[nodiscard]] SectionPage* makeOutputSection(ExperimentDocument& document,
                                             const Registry& registry);

} // namespace coterie::ui
