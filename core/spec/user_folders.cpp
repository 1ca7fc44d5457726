#include "core/spec/user_folders.h"

#include <cstdlib>

namespace coterie {

namespace {

std::filesystem::path folderNamedBy(const char* variable)
{
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

} // namespace

std::filesystem::path userDataFolder()
{
    if (const std::filesystem::path data = folderNamedBy("XDG_DATA_HOME"); data.is_absolute())
        return data / "coterie";
    const std::filesystem::path home = folderNamedBy("HOME");
    return home.empty() ? home : home / ".local" / "share" / "coterie";
}

} // namespace coterie
