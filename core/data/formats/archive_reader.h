#pragma once

#include "core/data/formats/bytes.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace coterie {

/// Called with each file's name and content, which it need not read; returns whether to continue.
using MemberReader = std::function<Result<bool>(const std::string& name, ByteSource& content)>;

/// Goes through the files of an archive in their order: a zip, or a tar, which may be packed by
/// gzip, bzip2 or xz. Archives may come from anywhere, and libarchive is large: it reads in a
/// process of its own, coterie-decoder, with limits of memory and time, and nothing is unpacked to
/// disk. Folders are skipped. An archive with links, or with a name that leaves it, is refused.
[[nodiscard]] Result<void> readArchive(const std::filesystem::path& file,
                                       const MemberReader& reader);

/// Whether a file is such an archive by the ending of its name: .zip, .tar, .tar.gz, .tgz,
/// .tar.bz2, .tbz2, .tar.xz or .txz. Only these endings count: a .npz is a zip too.
[[nodiscard]] bool isNamedAsArchive(const std::filesystem::path& file);

/// A member's name without "." and repeated slashes: "./a//b" is "a/b". One that begins with a
/// slash, has ".." or a control character in it, or is empty, is refused.
[[nodiscard]] Result<std::string> memberName(const std::string& archive, std::string_view name);

} // namespace coterie
