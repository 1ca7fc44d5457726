#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <ostream>
#include <string>

namespace coterie {

/// Writes a whole file or nothing: first without a name, flushed to disk, then in the place of the
/// old one. If the disk is full, the folder is read-only, `write` fails or the process is killed,
/// the old file stays and no other remains (where a file system has no files without a name, only
/// SIGKILL and crashes leave one). Symbolic links are followed, so the link stays. Devices
/// and pipes are not replaced but written to as the bytes come (on a terminal escaped, as
/// printable() does); a folder, a read-only file and a pipe that no program reads are refused.
[[nodiscard]] Result<void>
writeFileAtomically(const std::filesystem::path& file,
                    const std::function<Result<void>(std::ostream&)>& write);

/// The bytes of a file or pipe, at most `most`. For a program that opens a pipe to write it waits
/// two seconds, because the shell starts both at once; for what that writes as long as it takes.
[[nodiscard]] Result<std::string> readWholeFile(const std::filesystem::path& file,
                                                std::size_t most);

/// The folder of the user's files: $XDG_DATA_HOME/coterie, else
/// $HOME/.local/share/coterie; empty where neither variable is set. By the base-directory
/// specification a relative XDG_DATA_HOME counts as unset.
[[nodiscard]] std::filesystem::path userDataFolder();

} // namespace coterie
