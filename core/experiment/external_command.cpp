#include "core/experiment/external_command.h"

#include "core/base/hash.h"
#include "core/base/printable.h"
#include "core/experiment/module_settings.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

namespace coterie {

namespace {

constexpr std::string_view kCommandSetting = "command";
constexpr std::string_view kModuleLoad = "torch.jit.load";
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

bool isPlainInShell(char letter)
{
    const auto code = static_cast<unsigned char>(letter);
    return (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z')
           || (code >= 'A' && code <= 'Z') || code >= 0x80
           || std::string_view("_-./,:=+@%").find(letter) != std::string_view::npos;
}

/// The files that this word of a command names: itself or what is behind a "=". An absolute one
/// stays as it is.
std::vector<std::filesystem::path> filesOf(std::string_view word,
                                           const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (std::size_t start = 0; start < word.size();) {
        std::error_code ignored;
        std::filesystem::path named = folder / word.substr(start);
        if (std::filesystem::is_regular_file(named, ignored))
            files.push_back(std::move(named));
        const std::size_t sign = word.find('=', start);
        start = sign == std::string_view::npos ? word.size() : sign + 1;
    }
    return files;
}

/// Where a link leads to, so the python of a virtual environment is the system's.
bool isIn(const std::filesystem::path& folder, const std::filesystem::path& file)
{
    std::error_code problem;
    const std::filesystem::path inside = std::filesystem::relative(file, folder, problem);
    return !problem && !inside.empty() && *inside.begin() != "..";
}

/// Of all its bytes; none: it cannot be read.
std::optional<std::string> wholeDigestOf(const std::filesystem::path& file,
                                         const std::stop_token& stop)
{
    std::ifstream bytes(file, std::ios::binary);
    if (!bytes)
        return {};
    Sha256 digest;
    std::string piece(kPieceBytes, '\0');
    while (bytes && !stop.stop_requested()) {
        bytes.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        digest.add(std::string_view(piece).substr(0, static_cast<std::size_t>(bytes.gcount())));
    }
    return bytes.eof() && !bytes.bad() ? std::optional(digest.digits()) : std::nullopt;
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

std::vector<std::string> moduleLoadOf(const ModelSettings& model)
{
    std::string path = modulePath(model);
    if (path.empty())
        return {};
    return {std::string(kModuleLoad), std::move(path)};
}

bool isModuleLoad(std::span<const std::string> words)
{
    return words.size() == 2 && words.front() == kModuleLoad;
}

bool runsForeignCode(const RunPlan& plan)
{
    return !commandOf(plan.algorithm).empty() || !moduleLoadOf(plan.model).empty();
}

std::vector<std::vector<std::string>> commandsOf(std::span<const RunPlan> plans)
{
    std::vector<std::vector<std::string>> commands;
    for (const RunPlan& plan : plans)
        for (std::vector<std::string> command :
             {commandOf(plan.algorithm), moduleLoadOf(plan.model)})
            if (!command.empty() && std::ranges::find(commands, command) == commands.end())
                commands.push_back(std::move(command));
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
    const std::string module = modulePath(plan.model);
    if (command.empty() && !module.empty())
        return fail((plan.modelOfArm ? "/arms/" + std::to_string(plan.armIndex) : std::string())
                        + "/model/path",
                    "loads the module " + printable(module, LineEnds::Escape)
                        + ", which can run code with all your rights; if you trust it, allow it "
                          "with --allow-external");
    if (command.empty())
        return {};
    return fail("/arms/" + std::to_string(plan.armIndex) + "/algorithm/command",
                "starts the command " + printable(commandText(command), LineEnds::Escape)
                    + ", which is a program with all your rights; if you trust it, allow it with "
                      "--allow-external");
}

CommandFiles commandFiles(std::span<const std::string> command,
                          const std::filesystem::path& folder,
                          const std::stop_token& stop)
{
    CommandFiles found;
    bool isRead = true;
    Sha256 all;
    addPiece(all, folder.string());
    for (std::size_t i = 0; i < command.size(); ++i) {
        addPiece(all, command[i]);
        const bool isProgram = i == 0;
        if (isProgram && command[i].find('/') == std::string::npos)
            continue; // one of the system's
        for (std::filesystem::path& file : filesOf(command[i], folder)) {
            const std::optional<std::string> digest = wholeDigestOf(file, stop);
            addPiece(all, digest ? "file " + *digest : "unread");
            isRead = isRead && digest;
            found.showsChanges = found.showsChanges || !isProgram || isIn(folder, file);
            found.named.push_back(std::move(file));
        }
    }
    found.showsChanges = found.showsChanges && isRead;
    found.digest = all.digits();
    return found;
}

std::string consentDigest(std::string_view experimentText, const CommandFiles& files)
{
    Sha256 digest;
    addPiece(digest, experimentText);
    addPiece(digest, files.digest);
    return digest.digits();
}

} // namespace coterie
