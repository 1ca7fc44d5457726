#include "core/algorithms/library_copy.h"

#include "core/base/try.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace coterie {

namespace {

/// In memory, or where a system does not let a program load from there, in the folder for temporary
/// files.
int fileWithoutName(const std::string& name)
{
    const int file = ::memfd_create(name.substr(0, 200).c_str(), MFD_CLOEXEC);
    if (file >= 0)
        return file;
    std::error_code problem;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(problem);
    return ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR | S_IXUSR);
}

} // namespace

Result<LibraryCopy> LibraryCopy::of(std::string_view bytes, const std::string& name)
{
    const auto failed = [] {
        return fail({}, "cannot be copied to be loaded: " + std::string(std::strerror(errno)));
    };
    const int file = fileWithoutName(name);
    if (file < 0)
        return failed();
    LibraryCopy copy(file);
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            const auto error = failed();
            copy.close();
            return error;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return copy;
}

void LibraryCopy::close()
{
    ::close(m_file);
    m_file = -1;
}

} // namespace coterie
