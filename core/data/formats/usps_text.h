#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/byte_store.h"

namespace coterie {

/// The digits of zip.train and zip.test: a line each with the label and 16×16 values from -1 to 1.
[[nodiscard]] Result<Samples> readUspsText(const std::shared_ptr<ByteStore>& store);

} // namespace coterie
