#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace coterie::tests {

/// Path from the project's root → text of the file.
using SourceTree = std::map<std::string, std::string>;

struct LayerViolation
{
    std::string file;
    int line = 0;
    std::string sentence;

    bool operator==(const LayerViolation&) const = default;
};

/// The C++ files of app, ui, core and tests.
[[nodiscard]] SourceTree readSourceTree(const std::filesystem::path& root);

/// Follows the includes of every file and holds them against the layers: app → ui → core, and
/// inside core each folder may use those before it. The compiler cannot do this: the headers of
/// torch and SQLite are on its default path.
[[nodiscard]] std::vector<LayerViolation> layerViolations(const SourceTree& tree);

} // namespace coterie::tests
