#pragma once

#include "core/run/prepare_run.h"
#include "ui/design/section_page.h"

#include <memory>

namespace coterie::ui {

class ActionRegistry;

/// The data set with a preview, the held-out shares and the preprocessing. `runData` may be shared.
[[nodiscard]] SectionPage* makeDataSection(ExperimentDocument& document,
                                           const Registry& registry,
                                           std::shared_ptr<RunData> runData);

/// The partition scheme with its sliders, and the drawing of the clients below it.
[[nodiscard]] SectionPage*
makeClientsSection(ExperimentDocument& document, const Registry& registry, QWidget* canvas);
/// The model that all clients train.
[[nodiscard]] SectionPage* makeModelSection(ExperimentDocument& document, const Registry& registry);
/// The local training of a client.
[[nodiscard]] SectionPage* makeLocalSection(ExperimentDocument& document, const Registry& registry);
/// The list of arms, with actions to add, copy, delete and reorder them, and a form for the chosen
/// arm.
[[nodiscard]] SectionPage*
makeArmsSection(ExperimentDocument& document, const Registry& registry, ActionRegistry& actions);
/// Rounds, seeds and device.
[[nodiscard]] SectionPage* makeRoundsSection(ExperimentDocument& document,
                                             const Registry& registry);
/// Name, description and paper results.
[[nodiscard]] SectionPage* makeOutputSection(ExperimentDocument& document,
                                             const Registry& registry);

} // namespace coterie::ui
