#pragma once

#include "core/store/plan_settings.h"
#include "ui/compare/compare_data.h"

#include <QString>

#include <span>
#include <vector>

namespace coterie::ui {

/// The names of these settings where they stand alone, as at an axis; no two are the same. A
/// method's parameter has its name in Design, "Data hunger α", if all methods that have it mean the
/// same.
[[nodiscard]] std::vector<QString> settingNames(const CompareData& data,
                                                const RunSettings& settings,
                                                std::span<const std::size_t> chosen);

} // namespace coterie::ui
