#include "app/cli/arguments.h"

#include "app/cli/table_printer.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/base/whole_number.h"

#include <algorithm>

namespace coterie::cli {

namespace {

constexpr Option kHelp{.name = "--help", .meaning = "show this help"};
constexpr Option kMethods =
    repeated(textOption(kMethodsOption,
                        "DIR",
                        "also load the methods in this folder's libraries, beside those in "
                        "$XDG_DATA_HOME/coterie/methods"));

std::string inQuotes(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

Unexpected<Error> refusal(std::string_view place, std::string message, std::string nearest = {})
{
    return {Error{
        .place = std::string(place), .message = std::move(message), .nearest = std::move(nearest)}};
}

Result<const Option*> findOption(const Command& command, std::string_view name)
{
    std::vector<std::string_view> known{kHelp.name, kMethods.name};
    for (const Option& option : command.options) {
        if (option.name == name)
            return &option;
        known.push_back(option.name);
    }
    if (name == kHelp.name || name == "-h")
        return &kHelp;
    if (name == kMethods.name)
        return &kMethods;
    return refusal({},
                   std::string(command.name) + " has no option " + inQuotes(name),
                   nearestWord(name, known));
}

Result<void> checkValue(const Option& option, std::string_view value)
{
    if (!option.words.empty() && std::ranges::find(option.words, value) == option.words.end())
        return unknownName(std::string(option.name), value, option.words);
    if (option.maximum > 0)
        COTERIE_CHECK(readWhole(option.name, value, option.minimum, option.maximum));
    if (option.isOtherFile && (value.empty() || value == "-"))
        return refusal(option.name, "must name a file; standard output has the command's own text");
    return {};
}

Result<void> checkOperands(const Command& command, const std::vector<std::string>& operands)
{
    const Operand& operand = command.operand;
    if (operand.name.empty() && !operands.empty())
        return refusal({}, std::string(command.name) + " takes no " + inQuotes(operands.front()));
    if (operand.required && !operand.name.empty() && operands.empty())
        return refusal({},
                       std::string(command.name) + " needs " + std::string(operand.name) + ": "
                           + std::string(operand.meaning));
    if (!operand.repeats && operands.size() > 1)
        return refusal({},
                       std::string(command.name) + " takes one " + std::string(operand.name) + ", "
                           + inQuotes(operands[1]) + " is one too many");
    return {};
}

/// "export [RUN…]"
std::string nameAndOperand(const Command& command)
{
    const Operand& operand = command.operand;
    const std::string text(command.name);
    const std::string name = std::string(operand.name) + (operand.repeats ? "…" : "");
    if (operand.name.empty())
        return text;
    return text + (operand.required ? ' ' + name : " [" + name + ']');
}

} // namespace

std::vector<std::string> Arguments::values(std::string_view option) const
{
    const auto place = options.find(option);
    return place == options.end() ? std::vector<std::string>{} : place->second;
}

std::optional<std::string> Arguments::value(std::string_view option) const
{
    return has(option) ? std::optional(values(option).front()) : std::nullopt;
}

std::optional<std::int64_t> Arguments::whole(std::string_view option) const
{
    const std::optional<std::string> text = value(option);
    return text ? numberIn<std::int64_t>(*text) : std::nullopt;
}

Result<Arguments> parseArguments(const Command& command, std::span<const std::string_view> words)
{
    Arguments arguments;
    arguments.wantsHelp = std::ranges::any_of(
        words, [](std::string_view word) { return word == kHelp.name || word == "-h"; });
    if (arguments.wantsHelp)
        return arguments;

    bool onlyOperands = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "--" && !onlyOperands) {
            onlyOperands = true;
            continue;
        }
        // A lone dash is a file's name: standard input or output.
        if (onlyOperands || !word.starts_with('-') || word == "-") {
            arguments.operands.emplace_back(word);
            continue;
        }
        const std::size_t equals = word.find('=');
        COTERIE_TRY(const Option* found, findOption(command, word.substr(0, equals)));
        const Option& option = *found;
        std::vector<std::string>& values = arguments.options[std::string(option.name)];
        if (!values.empty() && !option.repeats)
            return refusal(option.name, "can be given only once");
        if (option.value.empty()) {
            if (equals != std::string_view::npos)
                return refusal(option.name, "it takes no value");
            values.emplace_back();
            continue;
        }
        if (equals == std::string_view::npos && i + 1 == words.size())
            return refusal(option.name, "its value " + std::string(option.value) + " is missing");
        const std::string_view value =
            equals == std::string_view::npos ? words[++i] : word.substr(equals + 1);
        COTERIE_CHECK(checkValue(option, value));
        values.emplace_back(value);
    }

    COTERIE_CHECK(checkOperands(command, arguments.operands));
    for (const Option& option : command.options)
        if (option.required && !arguments.has(option.name))
            return refusal({},
                           std::string(command.name) + " needs " + std::string(option.name) + ' '
                               + std::string(option.value) + ": " + std::string(option.meaning));
    return arguments;
}

std::string helpText(const Command& command)
{
    std::string text = "Usage: coterie-cli " + nameAndOperand(command) + " [options]\n\n"
                       + std::string(command.summary) + ".\n";
    if (!command.details.empty())
        text += '\n' + std::string(command.details) + '\n';

    Table table({left(), wrapping()});
    if (!command.operand.name.empty())
        table.add({std::string(command.operand.name), std::string(command.operand.meaning)});
    const auto add = [&table](const Option& option) {
        std::string name(option.name);
        if (!option.value.empty())
            name += ' ' + std::string(option.value);
        if (option.repeats)
            name += " …";
        table.add({std::move(name), std::string(option.meaning)});
    };
    std::ranges::for_each(command.options, add);
    add(kMethods);
    add(kHelp);
    return text + '\n' + table.text(2);
}

std::string overviewText(std::span<const Command> commands)
{
    Table table({left(), wrapping()});
    for (const Command& command : commands)
        table.add({nameAndOperand(command), std::string(command.summary)});
    table.add({"help [COMMAND]", "explain a command and its options"});
    table.add({"--version", "print the versions of the program and its libraries"});
    return "Coterie: who should collaborate with whom in federated learning?\n\n"
           "Usage: coterie-cli COMMAND …\n\n"
           + table.text(2)
           + "\nExit codes: 0 done, 2 bad input, 3 a run failed, 130 interrupted.\n";
}

} // namespace coterie::cli
