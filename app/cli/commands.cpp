#include "app/cli/commands.h"

#include "app/cli/shared_options.h"
#include "core/collaboration/sufficient_table.h"
#include "core/experiment/experiment_fields.h"

namespace coterie::cli {

namespace {

constexpr std::array<std::string_view, 2> kHoldingKinds{"class", "domain"};
constexpr std::int64_t kMost = 1'000'000'000;

constexpr std::array kRunOptions{kArm,
                                 kSeed,
                                 kSet,
                                 textOption("--share",
                                            "K/N",
                                            "only each N-th run, from the K-th on: N calls, each "
                                            "with its own store, compute all; `merge` brings them "
                                            "together"),
                                 textOption("--only",
                                            "FILE",
                                            "only the runs that FILE lists by their identities, "
                                            "one a line; `submit` writes such files"),
                                 flagOption("--resume",
                                            "resume the runs that the store holds unfinished, "
                                            "where that gives the same bits"),
                                 flagOption("--again", "also compute what the store holds already"),
                                 kAllowExternal,
                                 kAgreed,
                                 kCommandFolder,
                                 kDatabase,
                                 kData,
                                 kThreads,
                                 kRanks,
                                 kRankTimeout,
                                 kDevice,
                                 kJsonLines};
constexpr std::array kValidateOptions{
    kSet,
    kDatabase,
    kData,
    wordOption(
        "--device", "auto|cpu|cuda", "check for this device, not the file's", fields::kDevices),
    wholeOption(
        "--ranks",
        "N",
        "tell what N processes of this machine need that compute each run together (default: "
        "as many as run would start)",
        1,
        1024)};
constexpr std::array kPartitionOptions{
    fileOption("--svg", "also write a picture: one bar per client, by class or domain"),
    fileOption("--csv", "also write a table: client, class or domain, split, count"),
    kSpreadsheet,
    wordOption("--by",
               "class|domain",
               "what to count (default: domains where the data set has them)",
               kHoldingKinds),
    flagOption("--features", "also measure how much the clients' inputs differ"),
    flagOption("--all", "show every client, not only the first ones"),
    kSeed,
    kSet,
    kData};
constexpr std::array kListOptions{kDatabase, kJsonLines};
constexpr std::array kShowOptions{
    kDatabase, flagOption("--all", "show every round and name, not a selection")};
constexpr std::array kTagOptions{
    repeated(textOption("--add", "TAG", "give the runs this tag; several are allowed")),
    repeated(textOption("--remove", "TAG", "take this tag from the runs; several are allowed")),
    textOption(
        "--folder", "PATH", "put the runs into this folder, such as paper/figures; \"\": none"),
    kDatabase};
constexpr std::array kResumeOptions{
    flagOption("--all", "resume every stopped, paused or interrupted run"),
    kAllowExternal,
    kCommandFolder,
    kDatabase,
    kData,
    kThreads,
    kRanks,
    kRankTimeout,
    kDevice,
    kJsonLines};
constexpr std::array kForkOptions{
    required(wholeOption("--round", "T", "the last round that both have", 0, kMost)),
    repeated(textOption(
        "--set", "/POINTER=VALUE", "change a setting from the next round on; several are allowed")),
    kAllowExternal,
    kCommandFolder,
    kDatabase,
    kData,
    kThreads,
    kRanks,
    kRankTimeout,
    kDevice,
    kJsonLines};
constexpr std::array kSubmitOptions{
    textOption("--slurm",
               "OPTIONS",
               "options for sbatch, e.g. --slurm \"--partition=gpu --gres=gpu:1 --time=4:00:00\""),
    wholeOption("--tasks",
                "N",
                "deal the runs to N tasks (default: one task for each run, at most 1000)",
                1,
                100'000),
    wholeOption("--at-once", "N", "let at most N tasks run at a time", 1, 100'000),
    textOption("--out",
               "DIR",
               "the folder of the tasks, which all machines must see (default: NAME.tasks for "
               "NAME.json)"),
    kArm,
    kSeed,
    kSet,
    kAllowExternal,
    kCommandFolder,
    kDatabase,
    kData,
    kThreads,
    kRanks,
    kRankTimeout,
    kDevice};
constexpr std::array kStatusOptions{kJson};
constexpr std::array kExportOptions{
    required(
        textOption("--what",
                   "TABLE",
                   "rounds, clients, …; `--what list` lists all tables; `--what bundle` writes "
                   "all of them into a folder that `import` reads, `--what tensorboard` the "
                   "metrics as event files, `--what models` the models of one run for PyTorch, "
                   "`--what figure` the numbers of a figure that the "
                   "experiment describes")),
    textOption("--figure",
               "FIGURE",
               "with `--what figure`: its title or number; all are listed "
               "where it is missing"),
    textOption(
        "--out",
        "FILE",
        "where to write the CSV, - is standard output; for a bundle, TensorBoard or models an "
        "empty or new folder"),
    kArm,
    repeated(textOption("--seed", "S", "only this seed of the experiment")),
    kSet,
    kSpreadsheet,
    flagOption("--all", "export every run of the store"),
    kDatabase,
    kWeightsData};
constexpr std::array kImportOptions{kDatabase, kJson};
constexpr std::array kReportOptions{
    kSet,
    kDatabase,
    kWeightsData,
    flagOption("--markdown", "print a Markdown table"),
    flagOption("--json", "print one JSON object with every metric"),
    textOption("--target", "X", "also show how many rounds each arm took to reach X, e.g. 0.9"),
    textOption("--baseline", "ARM", "also show how much each arm differs from this one by seed"),
    textOption("--metric",
               "NAME",
               "the metric of --target (default: globalAccuracy) and of --baseline (default: "
               "those of the paper's numbers)")};
constexpr std::array kDiffOptions{
    kDatabase,
    textOption("--metric", "NAME", "this metric in every round that both have, not all in one"),
    wholeOption("--round",
                "T",
                "the round of matrices and groups (default: the last one that both have)",
                0,
                kMost),
    fileOption("--matrix",
               "also write the collaboration matrices of both, and their difference, as a table"),
    fileOption("--groups", "also write the group of each client in both runs as a table"),
    kJson};
constexpr std::array kVerifyOptions{
    kAllowExternal, kCommandFolder, kDatabase, kData, kThreads, kDevice, kJsonLines};
constexpr std::array kDescribeOptions{
    flagOption("--markdown", "print the manual page of experiment files, docs/experiments.md")};
constexpr std::array kModelsOptions{
    flagOption("--json", "with NAME: print it as an experiment file says it, layer by layer")};
constexpr std::array kDatasetsOptions{kData};
constexpr std::array kBenchOptions{
    kThreads,
    flagOption("--partition", "measure HCCT's partition of many clients instead, on one core"),
    wholeOption("--clients", "N", "with --partition: only this number of clients", 2, 20'000),
    fileOption("--svg", "with --partition: also write a picture of the growth"),
    textOption("--model",
               "NAME",
               "compare a step of this model with the same step by LibTorch's autograd instead, on "
               "one core"),
    wholeOption("--batch", "B", "with --model: samples of a step (default: 32)", 1, 100'000),
    kJson};
constexpr std::array kWhatIfOptions{
    required(wholeOption("--round", "T", "the round, as `show` counts them", 0, kMost)),
    textOption("--alpha", "A", "another α, the same for every client"),
    wholeOption(
        "--groups", "K", "merge until K groups are left (0: while a merge gains)", 0, kMost),
    kDatabase,
    kJson};
constexpr std::array kSelfcheckOptions{
    wordOption("--device",
               "auto|cpu|cuda",
               "what to check beside the CPU (default: auto, the GPU if there is one)",
               fields::kDevices),
    wholeOption("--ranks",
                "N",
                "instead compare runs of N processes, each with its own GPU, with those of one",
                2,
                1024)};
constexpr std::array kSufficientOptions{
    textOption("--clients", "N", "number of clients (default: 20)"),
    textOption("--dimension", "D", "parameters of a model (default: 10)"),
    textOption(
        "--variation", "LIST", "spread v of the clients' optima (default: 0.001,0.01,0.1,1)"),
    textOption("--precision", "LIST", "excess losses ε (default: 1e-5 to 10 by tens)"),
    textOption("--seed", "S", "seed of the drawn optima (default: 1)"),
    wordOption("--criterion",
               "binary|continuous",
               "how much likeness counts in the variance (default: binary)",
               kSufficientCriteria),
    textOption("--threshold", "λ", "of the binary criterion (default: 0.1)"),
    textOption("--noise", "S", "variance σ² of a client's gradients (default: 1)"),
    textOption("--start", "E", "excess loss before the first step (default: 1)"),
    textOption("--steps", "T", "steps of the bounds (default: 1000)"),
    textOption("--rate", "R", "constant step size, at most 1/μ = 1 (default: 0.25)"),
    textOption("--decrease", "C", "step size C/(μt) of the decreasing ones (default: 2)"),
    flagOption("--csv", "print CSV, one variation and precision per row")};

constexpr Operand kFile{
    .name = "FILE",
    .meaning =
        "an experiment file, or a shipped experiment (quickstart, papers/hcct/table4_fmnist)"};
constexpr Operand kBundle{.name = "FILE",
                          .meaning = "the folder of a bundle, or a zip archive of it"};
constexpr Operand kTasks{.name = "DIR", .meaning = "the folder of the tasks, as submit printed it"};
constexpr Operand kStores{.name = "FROM",
                          .meaning =
                              "run stores to take from, or folders: of stores (*.sqlite), or "
                              "of the tasks of `submit`",
                          .repeats = true};
constexpr std::array kExplainOptions{kDatabase, kJsonLines};
constexpr std::array<std::string_view, 2> kTemplates{"appendix", "talk"};
constexpr std::array kHtmlOptions{
    required(textOption("--out", "FILE", "where to write the report, or - for standard output")),
    wordOption("--template",
               "appendix|talk",
               "everything, for the appendix of a paper (default), or what one sees at a glance",
               kTemplates),
    kArm,
    repeated(textOption("--seed", "S", "only this seed of the experiment")),
    kSet,
    kDatabase,
    kWeightsData};

constexpr Operand kRun{.name = "RUN", .meaning = "a run's number, as `list` shows it"};
constexpr Operand kRuns{.name = "RUN",
                        .meaning = "run numbers, as `list` shows them",
                        .required = false,
                        .repeats = true};

constexpr Operand kTwoRuns{
    .name = "RUN", .meaning = "the numbers of two runs, as `list` shows them", .repeats = true};
constexpr Operand kSomeRuns{
    .name = "RUN", .meaning = "run numbers, as `list` shows them", .repeats = true};

constexpr std::array kCommands{
    Command{.name = "run",
            .summary = "Run an experiment: every arm with every seed",
            .details =
                "A run that the store holds finished, under any name, is not computed again: the "
                "same settings,\nprogram and libraries give the same bits.\nCtrl-C stops at a "
                "safe point and prints how to resume; a second Ctrl-C ends at once.\nA seed that "
                "the file lacks adds a run to the same experiment; `report` counts it.",
            .operand = kFile,
            .options = kRunOptions,
            .run = &runRun},
    Command{.name = "validate",
            .summary = "List every problem of an experiment file, or count its runs",
            .details = "Loads the data set and splits it, as each run does before its first round. "
                       "Without the\nfiles of the data set, what depends on them is not checked. "
                       "A device of the file that\nthis machine lacks is a remark; one named with "
                       "--device must be there. A command that an arm starts is\nnamed, and not "
                       "started. Tells what the runs need of memory and disk, and what this "
                       "machine lacks of it.",
            .operand = kFile,
            .options = kValidateOptions,
            .run = &runValidate},
    Command{.name = "partition",
            .summary = "Show how an experiment splits its data, without training",
            .details = "Entropies are in nats. Distances are between the class or domain mixes of "
                       "two clients'\ntraining samples.",
            .operand = kFile,
            .options = kPartitionOptions,
            .run = &runPartition},
    Command{.name = "list",
            .summary = "List the stored runs",
            .options = kListOptions,
            .run = &runList},
    Command{.name = "show",
            .summary = "Show a stored run: plan, status, environment, metrics and groups",
            .operand = kRun,
            .options = kShowOptions,
            .run = &runShow},
    Command{.name = "tag",
            .summary = "Add tags to stored runs, remove them, or put the runs into a folder",
            .details = "All runs or, if one of them is not there, none. A folder exists as long as "
                       "a run is in it, and a\nrun is in at most one. Tags and folders change no "
                       "number and are in no export of numbers.",
            .operand = kSomeRuns,
            .options = kTagOptions,
            .run = &runTag},
    Command{.name = "resume",
            .summary = "Resume stopped runs",
            .details = "A run that another process is computing is skipped.",
            .operand = kRuns,
            .options = kResumeOptions,
            .run = &runResume},
    Command{.name = "fork",
            .summary = "Start a run that has the first rounds of a stored one and goes on "
                       "differently",
            .details =
                "A setting that may change while a run goes on may change here: learning rate, "
                "rounds, evaluation\nand what `describe` calls live. Places are those of a run's "
                "plan: /algorithm/alpha, /rounds.\nThe fork goes on from the nearest state that "
                "the store has (see keepStates); rounds between are\ncomputed again and must be "
                "the same as those of RUN. Nothing in RUN changes.",
            .operand = kRun,
            .options = kForkOptions,
            .run = &runFork},
    Command{
        .name = "submit",
        .summary = "Compute an experiment on a cluster, as an array job of Slurm",
        .details =
            "Each task computes its share of the runs into a store of its own. Submitting again "
            "with the same\nFILE and DIR submits only what is missing: runs resume from their "
            "last checkpoint. Runs that --db\nholds finished when the tasks are made are left "
            "out. --device, --threads and --ranks are those of a\ntask; without --threads "
            "it takes the cores that Slurm gives it. See `status`, `cancel` and `merge`.",
        .operand = kFile,
        .options = kSubmitOptions,
        .run = &runSubmit},
    Command{.name = "status",
            .summary = "Show the tasks that `submit` made, and how many of their runs are finished",
            .details = "The runs of a task are counted when it has ended: while one machine writes "
                       "to a store, no other\nmay read it. DIR/task_K.log has what task K prints.",
            .operand = kTasks,
            .options = kStatusOptions,
            .run = &runStatus},
    Command{.name = "cancel",
            .summary = "Cancel the tasks of `submit` that wait or run",
            .details = "A run that is under way stops at a safe point; `submit` resumes it.",
            .operand = kTasks,
            .run = &runCancel},
    Command{.name = "export",
            .summary = "Write one table of stored runs as CSV",
            .details = "One observation per row; the header names units; pandas and R read it "
                       "without options.\nEqual runs give equal bytes in every table except "
                       "timings.\nOf an experiment all stored runs are taken, from any session "
                       "and under any name: a figure is\none command.",
            .operand = {.name = "RUN",
                        .meaning = "run numbers, as `list` shows them, or an experiment: a file or "
                                   "a shipped one",
                        .required = false,
                        .repeats = true},
            .options = kExportOptions,
            .run = &runExport},
    Command{
        .name = "import",
        .summary = "Add the runs of a bundle to the run store",
        .details =
            "A bundle comes from `export --what bundle` or the Compare page. All of its runs are "
            "added or,\nif anything in it is wrong, none. Runs that are stored already, with "
            "the same numbers, are\nnot added again. list, show, export and report take them as "
            "others. `run` computes them\nagain: what another machine reports is not taken for "
            "computed here.",
        .operand = kBundle,
        .options = kImportOptions,
        .run = &runImport},
    Command{
        .name = "merge",
        .summary = "Bring the runs of other run stores into this one",
        .details =
            "Takes finished and failed runs, with their experiments, models, notes, tags, names "
            "and folders:\nall or, if anything is wrong, none. Runs that can be resumed "
            "stay where they are. A run that\nis stored already, with the same numbers, is not "
            "added again. One with the same settings, program\nand libraries but other numbers "
            "is refused with the first that differs.\nOf a folder of `submit`, the tasks that have "
            "ended are merged into the store that `submit` named,\nif --db names no other.",
        .operand = kStores,
        .options = kImportOptions,
        .run = &runMerge},
    Command{.name = "report",
            .summary = "Summarise an experiment's stored runs beside the paper's numbers",
            .details = "Per arm: mean ± standard deviation over seeds of all finished runs of this "
                       "experiment,\nfrom any session and under any name. A run counts with its "
                       "last tested round.",
            .operand = kFile,
            .options = kReportOptions,
            .run = &runReport},
    Command{.name = "explain",
            .summary = "Say in a few sentences what stored runs show, each with its round",
            .details = "Who gains and loses against training alone, whether groups settle and are "
                       "the true ones, what the\nseeds can tell, who is left behind. Nothing is "
                       "said that the numbers do not hold.",
            .operand = kSomeRuns,
            .options = kExplainOptions,
            .run = &runExplain},
    Command{.name = "html",
            .summary = "Write a report of stored runs as one HTML file",
            .details = "Question, federation, figures, tables over seeds beside the paper's "
                       "numbers, what the numbers say,\nsettings, what computed them, and how to "
                       "repeat it. The file needs no other and no network.",
            .operand = {.name = "RUN",
                        .meaning = "run numbers, as `list` shows them, or an experiment: a file or "
                                   "a shipped one",
                        .repeats = true},
            .options = kHtmlOptions,
            .run = &runHtml},
    Command{.name = "diff",
            .summary =
                "Show where two stored runs part: settings, first number, metrics, matrices, "
                "groups",
            .details = "Differences are those of the second run minus the first. Of the "
                       "collaboration matrices it shows\nthe mean and the largest absolute "
                       "difference and, of the groups, which of the first run went\ninto which of "
                       "the second.",
            .operand = kTwoRuns,
            .options = kDiffOptions,
            .run = &runDiff},
    Command{.name = "verify",
            .summary = "Play stored runs again and say whether they are the same to the bit",
            .details =
                "The store is only read. It ends with exit code 3 if a run differs, at its "
                "first round that does,\nand with 2 if one cannot be played. Changes by hand are "
                "repeated in their rounds.",
            .operand = kSomeRuns,
            .options = kVerifyOptions,
            .run = &runVerify},
    Command{.name = "whatif",
            .summary = "Show the groups a stored HCCT round would have formed with other settings",
            .details = "Computed from the stored Gram matrix, without training. With only --round "
                       "it shows the\nrecorded groups.",
            .operand = kRun,
            .options = kWhatIfOptions,
            .run = &runWhatIf},
    Command{.name = "describe",
            .summary = "Explain everything an experiment file can name, or one of them",
            .operand = {.name = "NAME",
                        .meaning = "an algorithm, sampler, model, setting, …",
                        .required = false},
            .options = kDescribeOptions,
            .run = &runDescribe},
    Command{.name = "models",
            .summary = "List the models with their layers and sizes, or show one of them",
            .details = "With a NAME: every layer with its output, parameters and multiply-adds for "
                       "one sample.\nWith --json: the model as a list of layers, to be pasted into "
                       "an experiment file at /model\nand changed there.",
            .operand = {.name = "NAME", .meaning = "one of the listed models", .required = false},
            .options = kModelsOptions,
            .run = &runModels},
    Command{.name = "datasets",
            .summary = "List the data sets and where they are, or how to get them",
            .details = "`datasets show NAME` prints everything about one: contents, classes, "
                       "parameters, files found\nand where they are published.",
            .operand = {.name = "show NAME",
                        .meaning = "one of the listed data sets",
                        .required = false,
                        .repeats = true},
            .options = kDatasetsOptions,
            .run = &runDatasets},
    Command{.name = "sufficient",
            .summary = "Compute how many clients can collaborate at a precision, and what that "
                       "gains (All-for-one)",
            .options = kSufficientOptions,
            .run = &runSufficient},
    Command{.name = "bench",
            .summary = "Measure the speed of local steps on this machine",
            .options = kBenchOptions,
            .run = &runBench},
    Command{.name = "selfcheck",
            .summary = "Check that this machine computes correct results",
            .options = kSelfcheckOptions,
            .run = &runSelfcheck},
};

} // namespace

std::span<const Command> commands()
{
    return kCommands;
}

} // namespace coterie::cli
