#pragma once

#include <QString>

#include <filesystem>

namespace coterie::tests {

/// A file of the folder that this program was built into, as "app/coterie-cli". Not a definition of
/// the compiler's: with one, no other build could have the same objects.
[[nodiscard]] inline QString builtFile(const char* path)
{
    const auto program = std::filesystem::read_symlink("/proc/self/exe");
    return QString::fromStdString((program.parent_path().parent_path() / path).string());
}

} // namespace coterie::tests
