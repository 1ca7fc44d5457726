#pragma once

#include "core/data/formats/number_table.h"
#include "core/data/sets/sets.h"

#include <optional>

namespace coterie {

/// The first table to train on of a data set "clientFiles" with these parameters; nothing: its
/// files are no tables.
[[nodiscard]] Result<std::optional<TableFile>> firstClientTable(const ParameterSet& parameters,
                                                                const DataFolders& folders);

} // namespace coterie
