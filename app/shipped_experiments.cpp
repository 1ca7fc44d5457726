#include "app/shipped_experiments.h"

namespace coterie {

namespace {

std::filesystem::path shippedFolder(const char* name)
{
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path installed =
        program.parent_path().parent_path() / COTERIE_INSTALLED_FOLDER / name;
    if (!program.empty() && std::filesystem::is_directory(installed, ignored))
        return installed;
    return std::filesystem::path(COTERIE_SOURCE_FOLDER) / name;
}

} // namespace

std::filesystem::path shippedExperiments()
{
    return shippedFolder("experiments");
}

std::filesystem::path shippedManual()
{
    return shippedFolder("docs");
}

} // namespace coterie
