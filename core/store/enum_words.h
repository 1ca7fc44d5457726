#pragma once

#include "core/report/run_record.h"

#include <optional>
#include <string_view>

namespace coterie {

struct RunRow;

/// The words that stand for the reports' enumerators in the database and in exports.
[[nodiscard]] std::string_view word(RunStatus status);
[[nodiscard]] std::string_view word(MergeKind kind);
[[nodiscard]] std::string_view word(Link link);
[[nodiscard]] std::string_view word(Severity severity);

/// The run's state as people read it: its status, or "not begun".
[[nodiscard]] std::string_view stateWord(const RunRow& run);

/// And back; nothing if no enumerator of that type has this word.
[[nodiscard]] std::optional<RunStatus> runStatus(std::string_view word);
[[nodiscard]] std::optional<MergeKind> mergeKind(std::string_view word);
[[nodiscard]] std::optional<Link> link(std::string_view word);
[[nodiscard]] std::optional<Severity> severity(std::string_view word);

} // namespace coterie
