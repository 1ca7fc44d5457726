#pragma once

#include <string>

namespace coterie {

/// What an SQLite result code means for the person whose file it is, and what can be done about it.
/// `systemError` is the errno behind it (0 if none), `detail` SQLite's own words.
[[nodiscard]] std::string databaseSentence(int code, int systemError, const std::string& detail);

} // namespace coterie
