#pragma once

#include <filesystem>

namespace coterie {

/// The folder of the shipped experiments: beside the installed program, otherwise in the source
/// tree.
[[nodiscard]] std::filesystem::path shippedExperiments();

} // namespace coterie
