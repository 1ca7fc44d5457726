#pragma once

#include "app/cli/arguments.h"
#include "core/experiment/experiment.h"
#include "core/store/csv_writer.h"
#include "core/store/run_store.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace coterie::cli {

/// The experiment file (or shipped experiment) named first, with --set applied, fully validated.
/// Files of weights are not looked into.
[[nodiscard]] Result<Experiment, Problems> readExperimentFile(const Arguments& arguments);
/// The same with the digests of files of weights, which are part of what its runs are.
[[nodiscard]] Result<Experiment, Problems> readExperimentInput(const Arguments& arguments);
/// The same for what looks among stored runs: a file of weights that cannot be read is the one that
/// the newest run with a file of its name has begun with.
[[nodiscard]] Result<Experiment, Problems> readStoredExperiment(RunStore& store,
                                                                const Arguments& arguments);

/// Where the file named first is; empty where it is no file of a folder, such as a pipe.
[[nodiscard]] std::filesystem::path experimentFolder(const Arguments& arguments);

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

/// Whom a command writes its tables for.
[[nodiscard]] inline CsvReader csvReader(const Arguments& arguments)
{
    return arguments.has("--spreadsheet") ? CsvReader::Spreadsheet : CsvReader::Any;
}

/// The store that --db names, for reading; it must exist.
[[nodiscard]] Result<std::unique_ptr<RunStore>> openStoredRuns(const Arguments& arguments);

[[nodiscard]] std::vector<std::int64_t> idsOf(const std::vector<RunRow>& rows);

/// Whether a command's operands name an experiment, where they could also be run numbers.
[[nodiscard]] bool namesExperiment(const Arguments& arguments);

/// The stored runs of the experiment named first, under whatever name they were computed. They get
/// its name and those of its arms. --arm and --seed choose among them; at least one is left.
[[nodiscard]] Result<std::vector<RunRow>, Problems> runsOfExperiment(RunStore& store,
                                                                     const Arguments& arguments);

/// The runs with these numbers, as typed.
[[nodiscard]] Result<std::vector<RunRow>> namedRuns(RunStore& store,
                                                    const std::vector<std::string>& numbers);

} // namespace coterie::cli
