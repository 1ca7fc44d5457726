#include "core/experiment/external_command.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/printable.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace coterie {

namespace {

constexpr std::string_view kCommandSetting = "command";
constexpr std::size_t kLargestScript = std::size_t{16} << 20;

bool isPlainInShell(char letter)
{
    const auto code = static_cast<unsigned char>(letter);
    return (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z')
           || (code >= 'A' && code <= 'Z') || code >= 0x80
           || std::string_view("_-./,:=+@%").find(letter) != std::string_view::npos;
}

/// The file that this word of a command names, if there is one. An absolute word stays as it is.
std::optional<std::filesystem::path> scriptOf(const std::string& word,
                                              const std::filesystem::path& folder)
{
    std::error_code ignored;
    const std::filesystem::path named = folder / word;
    if (word.empty() || !std::filesystem::is_regular_file(named, ignored))
        return {};
    return named;
}

/// With its length, so that no two lists of pieces are one text.
void addPiece(Sha256& digest, std::string_view piece)
{
    digest.add(std::to_string(piece.size()) + ':');
    digest.add(piece);
}

} // namespace

std::vector<std::string> commandOf(const Part& algorithm)
{
    const Parameter* command = algorithm.parameters.find(kCommandSetting);
    if (command == nullptr)
        return {};
    const auto* words = std::get_if<std::vector<std::string>>(&command->values.front());
    return words == nullptr ? std::vector<std::string>() : *words;
}

std::vector<std::vector<std::string>> commandsOf(std::span<const RunPlan> plans)
{
    std::vector<std::vector<std::string>> commands;
    for (const RunPlan& plan : plans) {
        std::vector<std::string> command = commandOf(plan.algorithm);
        if (!command.empty() && std::ranges::find(commands, command) == commands.end())
            commands.push_back(std::move(command));
    }
    return commands;
}

std::string commandText(std::span<const std::string> command)
{
    std::string text;
    for (const std::string& word : command) {
        text += text.empty() ? "" : " ";
        if (!word.empty() && std::ranges::all_of(word, &isPlainInShell)) {
            text += word;
            continue;
        }
        text += '\'';
        for (const char letter : word)
            text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        text += '\'';
    }
    return text;
}

Result<void> checkStartsNoCommand(const RunPlan& plan)
{
    const std::vector<std::string> command = commandOf(plan.algorithm);
    if (command.empty())
        return {};
    return fail("/arms/" + std::to_string(plan.armIndex) + "/algorithm/command",
                "starts the command " + printable(commandText(command), LineEnds::Escape)
                    + ", which is a program with all your rights; if you trust it, use "
                      "`coterie-cli run` or `resume` with --allow-external");
}

std::vector<std::filesystem::path> scriptsOf(std::span<const std::string> command,
                                             const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> scripts;
    for (const std::string& word : command)
        if (std::optional<std::filesystem::path> script = scriptOf(word, folder))
            scripts.push_back(std::move(*script));
    return scripts;
}

std::string consentDigest(std::string_view experimentText,
                          std::span<const std::string> command,
                          const std::filesystem::path& folder)
{
    Sha256 digest;
    addPiece(digest, experimentText);
    addPiece(digest, folder.string());
    for (const std::string& word : command) {
        addPiece(digest, word);
        const std::optional<std::filesystem::path> script = scriptOf(word, folder);
        if (!script)
            continue;
        const Result<std::string> content = readWholeFile(*script, kLargestScript);
        addPiece(digest, content ? *content : content.error().sentence());
    }
    return digest.digits();
}

} // namespace coterie
