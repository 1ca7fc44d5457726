#pragma once

namespace coterie::decoder {

/// Unpacks the archive for the program that started this one, as it asks (archive_messages.h):
/// zip or tar, the latter also in gzip, bzip2 or xz. Gives the status to end with.
[[nodiscard]] int serveArchive(const char* file);

} // namespace coterie::decoder
