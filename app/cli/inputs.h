#pragma once

#include "app/cli/arguments.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
#include "core/store/run_store.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace coterie::cli {

// Options that several commands share.
inline constexpr Option kSetOption =
    repeated(textOption("--set",
                        "/POINTER=VALUE",
                        "change one value of the file, e.g. --set /rounds=5 or "
                        "--set /arms/0/algorithm/alpha=80"));
inline constexpr Option kDatabaseOption =
    textOption("--db", "FILE", "the run store (default: $XDG_DATA_HOME/coterie/runs.sqlite)");
inline constexpr Option kDataOption =
    textOption("--data",
               "DIR",
               "look for data sets here first, then in COTERIE_DATA and the user's data folder");
inline constexpr Option kThreadsOption =
    wholeOption("--threads",
                "N",
                "train N clients at a time (default: one per core; results do not depend on it)",
                1,
                1024);
inline constexpr Option kDeviceOption = wordOption(
    "--device", "auto|cpu|cuda", "where to train (default: as the file says)", fields::kDevices);

/// The experiment file (or shipped experiment) named first, with --set applied, fully validated.
[[nodiscard]] Result<Experiment, Problems> readExperimentInput(const Arguments& arguments);

/// The runs that --arm and --seed select. A seed that the file lacks adds a run to the experiment.
[[nodiscard]] Result<std::vector<RunPlan>> chosenPlans(const Experiment& experiment,
                                                       const Arguments& arguments);

[[nodiscard]] std::filesystem::path databaseFile(const Arguments& arguments);
/// The folders to search for data; --data must exist.
[[nodiscard]] Result<std::vector<std::filesystem::path>> dataFolders(const Arguments& arguments);

/// Writes the file that an option names, if it is given.
[[nodiscard]] Result<void> writeIfNamed(const Arguments& arguments,
                                        std::string_view option,
                                        const std::function<void(std::ostream&)>& write);

/// The store that --db names, for reading; it must exist.
[[nodiscard]] Result<std::unique_ptr<RunStore>> openStoredRuns(const Arguments& arguments);

[[nodiscard]] std::vector<std::int64_t> idsOf(const std::vector<RunRow>& rows);

/// The runs with these numbers, as typed.
[[nodiscard]] Result<std::vector<RunRow>> namedRuns(RunStore& store,
                                                    const std::vector<std::string>& numbers);

} // namespace coterie::cli
