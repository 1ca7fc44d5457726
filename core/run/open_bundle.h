#pragma once

#include "core/base/result.h"
#include "core/store/bundle_text.h"

#include <filesystem>

namespace coterie {

/// A bundle for RunStore::importBundle(): its folder, the manifest in it, or a zip archive of it.
/// Nothing is unpacked to disk, and only regular files are opened.
[[nodiscard]] Result<BundleFiles> openBundle(const std::filesystem::path& file);

} // namespace coterie
