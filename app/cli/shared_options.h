#pragma once

#include "app/cli/arguments.h"
#include "core/experiment/experiment_fields.h"

/// Options that several commands share.
namespace coterie::cli {

inline constexpr Option kSet =
    repeated(textOption("--set",
                        "/POINTER=VALUE",
                        "change one value of the file, e.g. --set /rounds=5 or "
                        "--set /arms/0/algorithm/alpha=80"));
inline constexpr Option kDatabase =
    textOption("--db", "FILE", "the run store (default: $XDG_DATA_HOME/coterie/runs.sqlite)");
inline constexpr Option kData =
    textOption("--data",
               "DIR",
               "look for data sets here first, then in COTERIE_DATA and the user's data folder");
inline constexpr Option kWeightsData =
    textOption("--data", "DIR", "look here first for the file of the experiment's initial weights");
inline constexpr Option kThreads =
    wholeOption("--threads",
                "N",
                "train N clients at a time (default: one per core; results do not depend on it)",
                1,
                1024);
inline constexpr Option kRanks = textOption(
    "--ranks",
    "N|env",
    "compute each run with N processes of this machine, or with those of torchrun, srun or mpirun "
    "(env); --threads is the number of each (default: one, or one for each of several GPUs, which "
    "then share --threads); on processors the results do not depend on it");
inline constexpr Option kRankTimeout =
    wholeOption("--rank-timeout",
                "SECONDS",
                "with --ranks: stop when a process makes no progress for this long (default: 600)",
                1,
                1'000'000'000);
inline constexpr Option kDevice = wordOption(
    "--device", "auto|cpu|cuda", "where to train (default: as the file says)", fields::kDevices);
inline constexpr Option kArm =
    repeated(textOption("--arm", "NAME", "only this arm of the experiment"));
inline constexpr Option kSeed =
    repeated(textOption("--seed", "S", "this seed instead of the file's"));
inline constexpr Option kAllowExternal =
    flagOption("--allow-external",
               "let the experiment start the command of an arm (algorithm external) and load its "
               "module from PyTorch (model torchScript), which are programs with all your rights");
inline constexpr Option kCommandFolder =
    textOption("--command-folder",
               "PATH",
               "start the command of an arm in this folder (default: the folder of FILE; of a "
               "stored run, where it began)");
inline constexpr Option kAgreed = repeated(textOption(
    "--agreed",
    "DIGEST",
    "with --allow-external: only commands and modules whose files are still as they were "
    "when the window's user allowed them; it writes the digests of those"));
inline constexpr Option kSpreadsheet =
    flagOption("--spreadsheet",
               "put an apostrophe before texts that a spreadsheet would take for a formula: those "
               "that begin with =, +, - or @ and are no numbers");
inline constexpr Option kJsonLines = flagOption("--json", "print one JSON object per line");
inline constexpr Option kJson = flagOption("--json", "print one JSON object");

} // namespace coterie::cli
