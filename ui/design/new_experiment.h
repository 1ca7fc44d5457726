#pragma once

#include <QString>

namespace coterie::ui {

/// The text of an experiment to begin with: small, complete, and free of problems, so that it runs
/// as it stands and every field shows what belongs there.
[[nodiscard]] QString newExperiment();

} // namespace coterie::ui
