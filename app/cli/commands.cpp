#include "app/cli/commands.h"

#include "app/cli/experiment_input.h"

#include <limits>

namespace coterie::cli {

namespace {

constexpr Option kArm{.name = "--arm",
                      .kind = OptionKind::Text,
                      .value = "NAME",
                      .meaning = "only this arm of the experiment",
                      .repeats = true};
constexpr Option kSeed{.name = "--seed",
                       .kind = OptionKind::Text,
                       .value = "S",
                       .meaning = "this seed instead of the file's",
                       .repeats = true};
constexpr Option kJsonLines{.name = "--json", .meaning = "one JSON object a line, for programs"};

constexpr std::array kRunOptions{kArm,
                                 kSeed,
                                 kSetOption,
                                 kDatabaseOption,
                                 kDataOption,
                                 kThreadsOption,
                                 kDeviceOption,
                                 kJsonLines};
constexpr std::array kValidateOptions{kSetOption};
constexpr std::array kListOptions{kDatabaseOption, kJsonLines};
constexpr std::array kShowOptions{
    kDatabaseOption, Option{.name = "--all", .meaning = "every round, not a choice of them"}};
constexpr std::array kResumeOptions{
    Option{.name = "--all", .meaning = "every run that was stopped, paused or broken off"},
    kDatabaseOption,
    kDataOption,
    kThreadsOption,
    kDeviceOption,
    kJsonLines};
constexpr std::array kExportOptions{
    Option{.name = "--what",
           .kind = OptionKind::Text,
           .value = "TABLE",
           .meaning = "rounds, clients, …; `--what list` names them all",
           .required = true},
    Option{.name = "--out",
           .kind = OptionKind::Text,
           .value = "FILE",
           .meaning = "where the CSV goes; - is standard output"},
    Option{.name = "--all", .meaning = "every run of the store"},
    kDatabaseOption};
constexpr std::array kReportOptions{
    kSetOption,
    kDatabaseOption,
    Option{.name = "--markdown", .meaning = "as a table of Markdown"},
    Option{.name = "--json", .meaning = "as one JSON object with every metric"},
    Option{.name = "--target",
           .kind = OptionKind::Text,
           .value = "X",
           .meaning = "also how many rounds each arm took to get there, e.g. 0.9"},
    Option{.name = "--metric",
           .kind = OptionKind::Text,
           .value = "NAME",
           .meaning = "what --target is about: globalAccuracy if not said"}};
constexpr std::array kDatasetsOptions{kDataOption};
constexpr std::array kBenchOptions{kThreadsOption,
                                   Option{.name = "--json", .meaning = "as one JSON object"}};
constexpr std::array kSelfcheckOptions{
    Option{.name = "--device",
           .kind = OptionKind::Word,
           .value = "auto|cpu|cuda",
           .meaning = "what to check beside the CPU; without it auto, the GPU where there is one",
           .words = fields::kDevices}};
constexpr std::array kSufficientOptions{
    Option{.name = "--clients",
           .kind = OptionKind::Whole,
           .value = "N",
           .meaning = "how many there are: 20 if not said",
           .minimum = 1,
           .maximum = 100'000},
    Option{.name = "--dimension",
           .kind = OptionKind::Whole,
           .value = "D",
           .meaning = "coordinates of a model: 10 if not said",
           .minimum = 1,
           .maximum = 100'000},
    Option{.name = "--variation",
           .kind = OptionKind::Text,
           .value = "LIST",
           .meaning = "how far the clients' optima differ, v: 0.001,0.01,0.1,1 if not said"},
    Option{.name = "--precision",
           .kind = OptionKind::Text,
           .value = "LIST",
           .meaning = "excess losses ε: 1e-5 to 10 by tens if not said"},
    Option{.name = "--seed",
           .kind = OptionKind::Whole,
           .value = "S",
           .meaning = "of the drawn optima: 1 if not said",
           .minimum = 0,
           .maximum = std::numeric_limits<std::int64_t>::max()},
    Option{.name = "--csv", .meaning = "as CSV, one size a row"}};

constexpr Operand kFile{.name = "FILE",
                        .meaning = "an experiment file, or the name of a shipped one (quickstart)"};

constexpr std::array kCommands{
    Command{.name = "run",
            .summary = "Runs an experiment: every arm with every seed, always as new runs",
            .details = "Ctrl-C stops at a safe point and says how to go on; a second one ends at "
                       "once.\nA seed the file does not have is one more run of the same "
                       "experiment, so that\n`report` counts it.",
            .operand = kFile,
            .options = kRunOptions,
            .run = &runRun},
    Command{.name = "validate",
            .summary = "Says all that is wrong with an experiment file, or how many runs it makes",
            .operand = kFile,
            .options = kValidateOptions,
            .run = &runValidate},
    Command{.name = "list",
            .summary = "Lists the stored runs",
            .options = kListOptions,
            .run = &runList},
    Command{.name = "show",
            .summary = "Shows a stored run: its plan, status, environment, metrics and groups",
            .operand = {.name = "RUN", .meaning = "the number of a run, as `list` has it"},
            .options = kShowOptions,
            .run = &runShow},
    Command{.name = "resume",
            .summary = "Continues stored runs where they were stopped",
            .details = "Do not resume a run that another program is still running.",
            .operand = {.name = "RUN",
                        .meaning = "the numbers of runs, as `list` has them",
                        .required = false,
                        .repeats = true},
            .options = kResumeOptions,
            .run = &runResume},
    Command{.name = "export",
            .summary = "Writes one table of stored runs as CSV",
            .details = "One observation a row, with a header that names units; pandas and R read "
                       "it without\noptions. Equal runs give equal bytes in every table but "
                       "timings.",
            .operand = {.name = "RUN",
                        .meaning = "the numbers of runs, as `list` has them",
                        .required = false,
                        .repeats = true},
            .options = kExportOptions,
            .run = &runExport},
    Command{.name = "report",
            .summary = "Sums up the stored runs of an experiment, beside its reference",
            .details = "Per arm mean ± standard deviation over seeds of all finished runs of this "
                       "very experiment,\nwhichever call made them. A run counts with its last "
                       "tested round.",
            .operand = kFile,
            .options = kReportOptions,
            .run = &runReport},
    Command{.name = "describe",
            .summary = "Explains everything an experiment file can name, or one of them",
            .operand = {.name = "NAME",
                        .meaning = "an algorithm, sampler, model, …",
                        .required = false},
            .run = &runDescribe},
    Command{.name = "models",
            .summary = "Lists the models with their layers and sizes",
            .run = &runModels},
    Command{.name = "datasets",
            .summary = "Lists the data sets and where they are, or how to get them",
            .options = kDatasetsOptions,
            .run = &runDatasets},
    Command{.name = "sufficient",
            .summary = "Says with how many clients one can collaborate at a precision "
                       "(All-for-one, Figure 1)",
            .options = kSufficientOptions,
            .run = &runSufficient},
    Command{.name = "bench",
            .summary = "Measures the speed of local steps on this machine",
            .options = kBenchOptions,
            .run = &runBench},
    Command{.name = "selfcheck",
            .summary = "Checks that this machine computes what it should",
            .options = kSelfcheckOptions,
            .run = &runSelfcheck},
};

} // namespace

std::span<const Command> commands()
{
    return kCommands;
}

} // namespace coterie::cli
