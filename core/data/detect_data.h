#pragma once

#include "core/data/catalog.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace coterie {

/// What a user's file or folder seems to hold, judged by its name and its first bytes. Only the
/// format's reader can tell whether it is valid.
struct DetectedData
{
    Part dataset;        ///< as an experiment names it, with the parameters that are clear
    std::string meaning; ///< "A NumPy archive: x are the samples, y the labels."
    /// Where the files of a published set are, since experiments search for them in data folders.
    /// Empty for files that the experiment names itself.
    std::filesystem::path folder = {};
};

/// A data set that is read from there.
[[nodiscard]] inline Part partAt(std::string_view name, const std::filesystem::path& path)
{
    Part part{.name = std::string(name), .parameters = {}};
    part.parameters.set("path", path.string());
    return part;
}

/// An error names what was found and the formats that can be read.
[[nodiscard]] Result<DetectedData> detectData(const std::filesystem::path& path);

} // namespace coterie
