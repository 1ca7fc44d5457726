#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// A method of a user's library (docs/extending.md), which is in the registry like those of the
/// program.
struct OwnMethod
{
    std::string name;
    std::filesystem::path library;
    std::string digest; ///< of the library, 16 hexadecimal digits
};

/// What became of the libraries in some folders.
struct LoadedMethods
{
    std::vector<OwnMethod> loaded;
    Problems refused; ///< with the library's file as their place
};

/// Loads the methods of all libraries, files that end in .so, in these folders, in the order of
/// their names. First it reads the stamp of each without running it, and then loads it in a process
/// of its own, so that one that does not fit, throws or crashes as it loads does no harm. A folder
/// that is not there is a problem unless it is the user's own one. To be called at the start of the
/// program, before the first call of registry().
[[nodiscard]] LoadedMethods loadMethods(std::span<const std::filesystem::path> folders);

/// The folder whose methods are always there: `methods` in the folder of the user's files; empty if
/// there is none.
[[nodiscard]] std::filesystem::path userMethodsFolder();

/// The loaded method of this name; null for one of the program.
[[nodiscard]] const OwnMethod* ownMethod(std::string_view algorithm);

} // namespace coterie
