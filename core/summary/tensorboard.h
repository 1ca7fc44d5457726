#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace coterie {

class RunStore;

/// Writes the metrics of these runs for TensorBoard: a folder for each run with one event file, the
/// rounds as steps, and as wall time the seconds of all rounds so far. A folder that is not empty
/// is refused.
[[nodiscard]] Result<void> exportTensorBoard(RunStore& store,
                                             std::span<const std::int64_t> runs,
                                             const std::filesystem::path& folder);

/// The polynomial of Castagnoli, as TFRecord files use it.
[[nodiscard]] std::uint32_t crc32c(std::string_view bytes);

/// One event as a record of a file: its lengths and sums around the message.
[[nodiscard]] std::string eventRecord(std::string_view message);
/// The message of one number; the first of a file is versionMessage().
[[nodiscard]] std::string
scalarMessage(double wallTime, std::int64_t step, std::string_view tag, double value);
[[nodiscard]] std::string versionMessage();

} // namespace coterie
