#pragma once

#include "app/cli/arguments.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
#include "core/store/run_store.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace coterie::cli {

/// --set, understood alike by every command that reads an experiment file.
inline constexpr Option kSetOption{
    .name = "--set",
    .kind = OptionKind::Text,
    .value = "/POINTER=VALUE",
    .meaning = "puts another value in that place of the file, e.g. --set /rounds=5 or "
               "--set /arms/0/algorithm/alpha=80",
    .repeats = true};
inline constexpr Option kDatabaseOption{
    .name = "--db",
    .kind = OptionKind::Text,
    .value = "FILE",
    .meaning = "the run store; without it $XDG_DATA_HOME/coterie/runs.sqlite"};
inline constexpr Option kDataOption{.name = "--data",
                                    .kind = OptionKind::Text,
                                    .value = "DIR",
                                    .meaning = "where data sets are looked for first; else "
                                               "COTERIE_DATA and the user's data directory"};
inline constexpr Option kThreadsOption{.name = "--threads",
                                       .kind = OptionKind::Whole,
                                       .value = "N",
                                       .meaning = "clients trained at a time; without it one per "
                                                  "core (results do not depend on it)",
                                       .minimum = 1,
                                       .maximum = 1024};
inline constexpr Option kDeviceOption{.name = "--device",
                                      .kind = OptionKind::Word,
                                      .value = "auto|cpu|cuda",
                                      .meaning = "where to train; without it as the file says",
                                      .words = fields::kDevices};

/// The experiment of the file named first, or of the shipped one of that name, with the values of
/// --set put in, fully validated.
[[nodiscard]] Result<Experiment, Problems> readExperimentInput(const Arguments& arguments);

/// The runs that --arm and --seed leave of an experiment. A seed the file does not have is one more
/// run of the same experiment.
[[nodiscard]] Result<std::vector<RunPlan>> chosenPlans(const Experiment& experiment,
                                                       const Arguments& arguments);

[[nodiscard]] std::filesystem::path databaseFile(const Arguments& arguments);
/// The folders to look for data in; --data must exist.
[[nodiscard]] Result<std::vector<std::filesystem::path>> dataFolders(const Arguments& arguments);

/// The store that --db names, for reading; it must exist.
[[nodiscard]] Result<std::unique_ptr<RunStore>> openStoredRuns(const Arguments& arguments);

/// The runs with these numbers, as typed.
[[nodiscard]] Result<std::vector<RunRow>> namedRuns(RunStore& store,
                                                    const std::vector<std::string>& numbers);

} // namespace coterie::cli
