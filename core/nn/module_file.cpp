#include "core/nn/module_file.h"

#include "core/base/filled.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

namespace coterie {

namespace {

constexpr std::uintmax_t kMost = std::uintmax_t{4} << 30;

} // namespace

Result<std::string> moduleBytes(const std::filesystem::path& file)
{
    std::error_code problem;
    const std::uintmax_t size = std::filesystem::file_size(file, problem);
    if (problem)
        return fail({}, "cannot be read: " + problem.message());
    if (size > kMost)
        return fail({}, filled("must have at most {} GB", kMost >> 30));
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::ifstream in(file, std::ios::binary);
    if (!in || !in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
        return fail({}, std::string("cannot be read: ") + std::strerror(errno));
    return bytes;
}

} // namespace coterie
