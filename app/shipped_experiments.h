#pragma once

#include <filesystem>

namespace coterie {

/// The folders of the shipped experiments and of the manual: beside the installed program,
/// otherwise in the source tree.
[[nodiscard]] std::filesystem::path shippedExperiments();
[[nodiscard]] std::filesystem::path shippedManual();

} // namespace coterie
