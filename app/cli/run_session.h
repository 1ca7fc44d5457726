#pragma once

#include "app/cli/arguments.h"
#include "core/experiment/external_command.h"
#include "core/run/run_queue.h"
#include "core/store/run_store.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace coterie::cli {

/// Empty if none is named.
[[nodiscard]] Result<std::string> namedDevice(const Arguments& arguments);

/// Whether the runs may start the commands of their arms and load their modules, and where.
[[nodiscard]] CommandConsent commandConsent(const Arguments& arguments);

/// Refuses a stored run that starts a command or loads a module, unless the user allows it. A plan
/// that cannot be read is reported by what plays the run.
[[nodiscard]] Result<void> checkCommandOf(const RunRow& row, const CommandConsent& consent);

[[nodiscard]] Result<QueueOptions> queueOptions(const Arguments& arguments);

/// Whether `resume --all` takes the run. A failed run can be resumed by its number.
[[nodiscard]] bool waitsToBeResumed(RunStatus status);

/// Keeps the runs of a session: those it named, added or found.
using RowChoice = std::function<std::vector<RunRow>(std::vector<RunRow>)>;

/// Runs the queue, if there is anything to start, and prints the results beside the references.
[[nodiscard]] ExitCode follow(const QueueOptions& options,
                              double retryMinutes,
                              bool json,
                              const std::function<void(RunQueue&)>& start,
                              const RowChoice& choose,
                              std::span<const Reference> references);

/// The same of stored runs that go on.
[[nodiscard]] ExitCode followResumed(const QueueOptions& options,
                                     bool json,
                                     const std::vector<RunRow>& rows,
                                     std::span<const Reference> references);

/// The references of the runs' experiment, if all belong to one.
[[nodiscard]] std::vector<Reference> referencesOf(RunStore& store, const std::vector<RunRow>& rows);

} // namespace coterie::cli
