#include "app/shipped_experiments.h"

namespace coterie {

std::filesystem::path shippedExperiments()
{
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path installed =
        program.parent_path().parent_path() / COTERIE_INSTALLED_EXPERIMENTS;
    if (!program.empty() && std::filesystem::is_directory(installed, ignored))
        return installed;
    return COTERIE_SOURCE_EXPERIMENTS;
}

} // namespace coterie
