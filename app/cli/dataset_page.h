#pragma once

#include "core/data/catalog.h"

#include <string>
#include <string_view>

namespace coterie::cli {

/// "50,000 + 10,000 test"
[[nodiscard]] std::string sampleText(const Dataset& dataset);
/// "10", "regression" or "mask"
[[nodiscard]] std::string classText(const Dataset& dataset);

/// "`coterie --fetch mnist` downloads it (11.6 MB)"; empty where no program may fetch it.
[[nodiscard]] std::string fetchText(std::string_view name);

/// All there is to say about one data set: what it holds (if it is there), its classes and domains,
/// the files found and published, its licence, origin and parameters.
[[nodiscard]] Result<std::string> datasetPage(const std::string& name, const DataFolders& folders);

} // namespace coterie::cli
