#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Whether a run may start the command that its plan names, or load its module from PyTorch. Either
/// is code in a file, so nothing starts it before the user has said so.
struct CommandConsent
{
    bool given = false;
    /// Where it starts: the experiment file's folder. Empty: that of the run's earlier rounds;
    /// without any it does not start.
    std::filesystem::path folder = {};
    /// The digests of the commands that were agreed to (see CommandFiles): one that differs when it
    /// is to start does not. None: whatever stands there then.
    std::optional<std::vector<std::string>> agreed = {};

    bool operator==(const CommandConsent&) const = default;

    [[nodiscard]] const CommandConsent& orElse(const CommandConsent& other) const
    {
        return given ? *this : other;
    }
};

/// The command that a run with this algorithm starts, as its words; empty: it starts none.
[[nodiscard]] std::vector<std::string> commandOf(const Part& algorithm);
/// The module from PyTorch that a run with this model loads, which can run code like a command:
/// "torch.jit.load net.pt" as words; empty: it loads none.
[[nodiscard]] std::vector<std::string> moduleLoadOf(const ModelSettings& model);
/// Whether these words are those of moduleLoadOf(), and no command.
[[nodiscard]] bool isModuleLoad(std::span<const std::string> words);
/// Whether a run of this plan starts a command or loads a module.
[[nodiscard]] bool runsForeignCode(const RunPlan& plan);
/// The commands of these runs and the modules that they load, each once.
[[nodiscard]] std::vector<std::vector<std::string>> commandsOf(std::span<const RunPlan> plans);

/// As one would type it into a shell: words with a blank or another special character in single
/// quotes. Only shows: see printable() for a terminal.
[[nodiscard]] std::string commandText(std::span<const std::string> command);

/// Refuses a plan that starts a command or loads a module. The sentence says which, and how to
/// allow it.
[[nodiscard]] Result<void> checkStartsNoCommand(const RunPlan& plan);

/// What stands where a command would start.
struct CommandFiles
{
    std::vector<std::filesystem::path> named = {}; ///< by its words, also behind "="
    /// Changes with a byte of the command, of the folder's name and of these files.
    std::string digest = {};
    /// All of them could be read, and one is what runs: named by a word behind the program, or the
    /// program itself in the folder. Else what runs may change and the digest not (python3 -m who).
    bool showsChanges = false;

    bool operator==(const CommandFiles&) const = default;
};
/// Reads the files whole. Without use once stopped.
[[nodiscard]] CommandFiles commandFiles(std::span<const std::string> command,
                                        const std::filesystem::path& folder,
                                        const std::stop_token& stop = {});

/// What consent to a command was given for: the experiment, and what stood there.
[[nodiscard]] std::string consentDigest(std::string_view experimentText, const CommandFiles& files);

} // namespace coterie
