#pragma once

#include <QString>

#include <cstdint>
#include <vector>

class QMimeData;

namespace coterie::ui {

/// The kind of what is dragged from the table of runs, and the runs in it.
[[nodiscard]] QString draggedRunsType();
[[nodiscard]] std::vector<std::int64_t> runsIn(const QMimeData& dragged);

} // namespace coterie::ui
