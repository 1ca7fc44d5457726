#include "app/cli/commands.h"

#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/run/environment.h"

#include <limits>
#include <zlib.h>

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
constexpr std::array<std::string_view, 2> kHoldingKinds{"class", "domain"};
constexpr std::array kPartitionOptions{
    Option{.name = "--svg",
           .kind = OptionKind::Text,
           .value = "FILE",
           .meaning = "also a picture: one bar per client, by class or domain"},
    Option{.name = "--csv",
           .kind = OptionKind::Text,
           .value = "FILE",
           .meaning = "also a tidy table: client, class or domain, split, count"},
    Option{.name = "--by",
           .kind = OptionKind::Word,
           .value = "class|domain",
           .meaning = "what is counted; without it domains where the data set has them",
           .words = kHoldingKinds},
    Option{.name = "--features",
           .meaning = "also how much the clients' inputs differ, whatever their classes"},
    Option{.name = "--all", .meaning = "every client, not the first ones"},
    kSeed,
    kSetOption,
    kDataOption};
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
constexpr std::array kBenchOptions{
    kThreadsOption,
    Option{.name = "--partition",
           .meaning = "measure HCCT's partition of many clients instead, on one core"},
    Option{.name = "--clients",
           .kind = OptionKind::Whole,
           .value = "N",
           .meaning = "with --partition: only so many clients",
           .minimum = 2,
           .maximum = 20'000},
    Option{.name = "--svg",
           .kind = OptionKind::Text,
           .value = "FILE",
           .meaning = "with --partition: also a picture of the growth"},
    Option{.name = "--json", .meaning = "as one JSON object"}};
constexpr std::array kWhatIfOptions{
    Option{.name = "--round",
           .kind = OptionKind::Whole,
           .value = "T",
           .meaning = "which round, as `show` counts them",
           .required = true,
           .minimum = 0,
           .maximum = 1'000'000'000},
    Option{.name = "--alpha",
           .kind = OptionKind::Text,
           .value = "A",
           .meaning = "another hunger for data, the same for everybody"},
    Option{.name = "--groups",
           .kind = OptionKind::Whole,
           .value = "K",
           .meaning = "merge until so many groups are left; 0: while a merge gains",
           .minimum = 0,
           .maximum = 1'000'000'000},
    kDatabaseOption,
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
    Command{.name = "partition",
            .summary = "Shows who holds what in an experiment, without training",
            .details = "Entropies are in nats. Distances are between the class or domain mixes of "
                       "two clients'\ntraining samples.",
            .operand = kFile,
            .options = kPartitionOptions,
            .run = &runPartition},
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
            .details = "A run that another program is computing is left to it.",
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
    Command{.name = "whatif",
            .summary = "Shows the groups a stored HCCT round would have formed with other settings",
            .details = "Computed from the stored Gram matrix; nothing is trained. Without options "
                       "but --round the\nrecorded groups come out.",
            .operand = {.name = "RUN", .meaning = "the number of a run, as `list` has it"},
            .options = kWhatIfOptions,
            .run = &runWhatIf},
    Command{.name = "describe",
            .summary = "Explains everything an experiment file can name, or one of them",
            .operand = {.name = "NAME",
                        .meaning = "an algorithm, sampler, model, setting, …",
                        .required = false},
            .run = &runDescribe},
    Command{.name = "models",
            .summary = "Lists the models with their layers and sizes",
            .run = &runModels},
    Command{.name = "datasets",
            .summary = "Lists the data sets and where they are, or how to get them",
            .details = "`datasets show NAME` tells all about one: what it holds, its classes, its "
                       "parameters,\nthe files found and where they are published.",
            .operand = {.name = "show NAME",
                        .meaning = "one of the data sets listed",
                        .required = false,
                        .repeats = true},
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

int runVersion()
{
    const Environment environment = currentEnvironment(automaticDevice());
    Table table({{.title = {}}, {.title = {}}});
    table.add({"LibTorch", environment.torch});
    table.add({"SQLite", environment.sqlite});
    table.add({"zlib", zlibVersion()});
    table.add({"nlohmann_json", COTERIE_JSON_VERSION});
    table.add({"BLAS", environment.blas});
    table.add({"BLAS core", environment.blasCore});
    table.add({"instructions", environment.instructions});
    table.add({"device", environment.device});
    print(environment.program + '\n' + table.text(2));
    return kDone;
}

} // namespace coterie::cli
