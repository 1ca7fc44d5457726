#include "core/algorithms/shipped_python.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/try.h"

#include <cstdlib>
#include <ostream>
#include <string_view>
#include <system_error>

namespace coterie {

namespace {

/// resources/python/coterie.py, from the build.
constexpr std::string_view kPythonModule =
#include <python_module_text.h>
    ;
constexpr std::size_t kDigestDigits = 16;

Result<std::filesystem::path> cacheFolder()
{
    // By the base-directory specification a relative folder counts as unset.
    if (const char* named = std::getenv("XDG_CACHE_HOME"); named != nullptr && named[0] == '/')
        return std::filesystem::path(named) / "coterie";
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
        return std::filesystem::path(home) / ".cache" / "coterie";
    return fail({}, "neither XDG_CACHE_HOME nor HOME is set, so there is no folder for coterie.py");
}

} // namespace

Result<std::filesystem::path> shippedPythonFolder()
{
    COTERIE_TRY(const std::filesystem::path cache, cacheFolder());
    // One folder for each content, so that two versions do not write over each other's.
    const std::filesystem::path folder =
        cache / ("python-" + sha256(kPythonModule).substr(0, kDigestDigits));
    const std::filesystem::path file = folder / "coterie.py";
    if (const Result<std::string> there = readWholeFile(file, kPythonModule.size() + 1);
        there && *there == kPythonModule)
        return folder;
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        return fail(folder.string(), "cannot be made (" + problem.message() + ")");
    COTERIE_CHECK(writeFileAtomically(file, [](std::ostream& out) -> Result<void> {
        out << kPythonModule;
        return {};
    }));
    return folder;
}

} // namespace coterie
