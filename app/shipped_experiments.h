#pragma once

#include <filesystem>

namespace coterie {

/// The folder with the experiment files that ship: beside the installed program, else where it was
/// built from.
[[nodiscard]] std::filesystem::path shippedExperiments();

} // namespace coterie
