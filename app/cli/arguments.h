#pragma once

#include "app/cli/output.h"

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace coterie::cli {

/// One option of a command. The parser and the help text are both built from it.
struct Option
{
    std::string_view name; ///< "--threads"
    std::string_view meaning = {};
    std::string_view value =
        {}; ///< what its value is called in the help: "N"; empty: it takes none
    std::span<const std::string_view> words = {}; ///< the value must be one of these
    std::int64_t minimum = 0;
    std::int64_t maximum = 0; ///< if not 0, the value must be a whole number up to this
    bool repeats = false;
    bool required = false;
    bool isOtherFile = false; ///< one beside standard output, which has the command's own text
};

/// The option that every command takes, because each may name a method.
inline constexpr std::string_view kMethodsOption = "--methods";

constexpr Option flagOption(std::string_view name, std::string_view meaning)
{
    return {.name = name, .meaning = meaning};
}

constexpr Option textOption(std::string_view name, std::string_view value, std::string_view meaning)
{
    return {.name = name, .meaning = meaning, .value = value};
}

/// A file to write beside what the command prints.
constexpr Option fileOption(std::string_view name, std::string_view meaning)
{
    return {.name = name, .meaning = meaning, .value = "FILE", .isOtherFile = true};
}

constexpr Option wordOption(std::string_view name,
                            std::string_view value,
                            std::string_view meaning,
                            std::span<const std::string_view> words)
{
    return {.name = name, .meaning = meaning, .value = value, .words = words};
}

constexpr Option wholeOption(std::string_view name,
                             std::string_view value,
                             std::string_view meaning,
                             std::int64_t minimum,
                             std::int64_t maximum)
{
    return {
        .name = name, .meaning = meaning, .value = value, .minimum = minimum, .maximum = maximum};
}

constexpr Option repeated(Option option)
{
    option.repeats = true;
    return option;
}

constexpr Option required(Option option)
{
    option.required = true;
    return option;
}

/// What a command takes besides options: a file, run numbers, a name.
struct Operand
{
    std::string_view name; ///< "FILE"; empty: the command takes none
    std::string_view meaning = {};
    bool required = true;
    bool repeats = false;
};

struct Arguments;

struct Command
{
    std::string_view name;
    std::string_view summary;      ///< one line, for the list of commands
    std::string_view details = {}; ///< more lines in the command's own help
    Operand operand = {};
    std::span<const Option> options = {};
    Outcome (*run)(Arguments& arguments) = nullptr;
};

/// The words after a command's name, checked against the command's table.
struct Arguments
{
    std::map<std::string, std::vector<std::string>, std::less<>> options; ///< and their values
    std::vector<std::string> operands;
    bool wantsHelp = false;

    [[nodiscard]] bool has(std::string_view option) const { return options.contains(option); }
    /// The values of an option that may be given several times, in order.
    [[nodiscard]] std::vector<std::string> values(std::string_view option) const;
    /// The value of an option that was given; of a repeated one the first.
    [[nodiscard]] std::optional<std::string> value(std::string_view option) const;
    [[nodiscard]] std::optional<std::int64_t> whole(std::string_view option) const;
};

/// "--option value", "--option=value", "--" before operands that begin with a dash. With --help
/// among the words nothing else is required.
[[nodiscard]] Result<Arguments> parseArguments(const Command& command,
                                               std::span<const std::string_view> words);

/// The number that the whole text is.
template <typename Number>
[[nodiscard]] std::optional<Number> numberIn(std::string_view text)
{
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [last, status] = std::from_chars(text.data(), end, number);
    return status == std::errc{} && last == end ? std::optional(number) : std::nullopt;
}

[[nodiscard]] std::string helpText(const Command& command);
[[nodiscard]] std::string overviewText(std::span<const Command> commands);

} // namespace coterie::cli
