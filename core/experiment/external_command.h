#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// Whether a run may start the command that its plan names. A command in a file is code, so nothing
/// starts it before the user has said so.
struct CommandConsent
{
    bool given = false;
    /// Where it starts: the experiment file's folder. Empty: that of the run's earlier rounds;
    /// without any it does not start.
    std::filesystem::path folder = {};

    bool operator==(const CommandConsent&) const = default;

    [[nodiscard]] const CommandConsent& orElse(const CommandConsent& other) const
    {
        return given ? *this : other;
    }
};

/// The command that a run with this algorithm starts, as its words; empty: it starts none.
[[nodiscard]] std::vector<std::string> commandOf(const Part& algorithm);
/// The commands of these runs, each once.
[[nodiscard]] std::vector<std::vector<std::string>> commandsOf(std::span<const RunPlan> plans);

/// As one would type it into a shell: words with a blank or another special character in single
/// quotes. Only shows: see printable() for a terminal.
[[nodiscard]] std::string commandText(std::span<const std::string> command);

/// Refuses a plan that starts a command. The sentence says which, and how to allow it.
[[nodiscard]] Result<void> checkStartsNoCommand(const RunPlan& plan);

/// The files that its words name, looked for in this folder.
[[nodiscard]] std::vector<std::filesystem::path> scriptsOf(std::span<const std::string> command,
                                                           const std::filesystem::path& folder);

/// What consent to a command was given for: changes with a byte of the file, of the command, or of
/// a file in the folder that one of its words names.
[[nodiscard]] std::string consentDigest(std::string_view experimentText,
                                        std::span<const std::string> command,
                                        const std::filesystem::path& folder);

} // namespace coterie
