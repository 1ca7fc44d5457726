#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace coterie {

/// The bytes of a library in a file without a name that no other program can change, so that what
/// was checked is what is loaded. It exists until the process ends, or until close() if the library
/// has not been loaded: the loader knows a library by its path, which must not come again.
class LibraryCopy
{
public:
    /// `name` shows in lists of what a process has loaded.
    [[nodiscard]] static Result<LibraryCopy> of(std::string_view bytes, const std::string& name);

    /// For dlopen(), in this process and in one that it forks.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    void close();

private:
    explicit LibraryCopy(int file)
        : m_file(file)
        , m_path("/proc/self/fd/" + std::to_string(file))
    {}

    int m_file = -1;
    std::filesystem::path m_path;
};

} // namespace coterie
