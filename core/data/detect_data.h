#pragma once

#include "core/data/catalog.h"

#include <filesystem>
#include <string>

namespace coterie {

/// What a file or folder of a user's seems to hold, told from its name and its first bytes. Whether
/// it can be read is for its reader to say.
struct DetectedData
{
    Part dataset;        ///< as an experiment would name it, with the parameters that could be told
    std::string meaning; ///< "A NumPy archive: x are the samples, y the labels."
    /// For a published set, whose files are looked for in data folders only: where they lie. Empty
    /// for files that the experiment names itself.
    std::filesystem::path folder;
};

/// The error says what was found and which formats are known.
[[nodiscard]] Result<DetectedData> detectData(const std::filesystem::path& path);

/// The file with labels that belongs to a file of samples by its name, as "y_train.npy" to
/// "x_train.npy"; empty if there is none.
[[nodiscard]] std::filesystem::path labelsBeside(const std::filesystem::path& samples);
/// The file of test samples (or labels) that belongs to one to train on; empty if there is none.
[[nodiscard]] std::filesystem::path testBeside(const std::filesystem::path& train);

} // namespace coterie
