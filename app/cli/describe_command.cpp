#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/result.h"
#include "core/experiment/experiment_fields.h"
#include "core/metrics/client_numbers.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace coterie::cli {

namespace {

struct Kind
{
    std::string_view title;
    std::string_view place; ///< where an experiment file names one
    std::span<const NamedPart> Registry::*parts;
};

constexpr std::array kKinds{
    Kind{"Algorithms", "/arms/…/algorithm", &Registry::algorithms},
    Kind{"Samplers", "/arms/…/sampler", &Registry::samplers},
    Kind{"Local objectives", "/local/objective", &Registry::objectives},
    Kind{"Optimizers", "/local/optimizer", &Registry::optimizers},
    Kind{"Learning-rate schedules", "/local/optimizer/schedule", &Registry::schedules},
    Kind{"Data sets", "/data/dataset", &Registry::datasets},
    Kind{"Partition schemes", "/data/partition", &Registry::partitions},
    Kind{"Preprocessing steps", "/data/preprocess", &Registry::preprocessSteps},
    Kind{"Models", "/model", &Registry::models},
    Kind{"Layers", "/model/layers", &Registry::layers},
    Kind{"Figures", "/figures", &Registry::figures},
};

std::string settingText(const fields::SettingField& setting)
{
    const ParameterDescriptor& descriptor = *setting.descriptor;
    return std::string(descriptor.name) + ": a setting of every experiment\n  In a file at "
           + std::string(setting.pointer) + '\n' + paragraph(descriptor.meaning)
           + "  Allowed: " + descriptor.allowed() + "\n  "
           + (descriptor.required  ? "Must be given"
              : setting.hasDefault ? "Default: " + toText(descriptor.defaultValue())
                                   : "Not set by default")
           + '\n';
}

std::string partText(const Kind& kind, const NamedPart& part)
{
    std::string text = std::string(part.name) + ": " + std::string(part.title) + "\n  "
                       + std::string(kind.title) + ", in a file at " + std::string(kind.place)
                       + '\n' + paragraph(part.meaning);
    if (!part.paper.empty())
        text += "  From " + std::string(part.paper) + '\n';
    text += '\n';
    text += part.parameters.empty() ? "  No parameters.\n" : parameterTable(part.parameters, 2);
    return text;
}

std::string everythingText(const Registry& known)
{
    std::string text;
    for (const Kind& kind : kKinds) {
        const std::span<const NamedPart> parts = known.*kind.parts;
        if (parts.empty())
            continue;
        text += std::string(kind.title) + " (" + std::string(kind.place) + ")\n";
        Table table({left(), wrapping()});
        for (const NamedPart& part : parts)
            table.add({std::string(part.name),
                       std::string(part.title)
                           + (part.meaning.empty() ? "" : ". " + std::string(part.meaning))});
        text += table.text(2) + '\n';
    }
    text += "Settings of every experiment\n";
    Table settings({left(), left(), wrapping()});
    for (const fields::SettingField& setting : fields::kSettings)
        settings.add({std::string(setting.descriptor->name),
                      std::string(setting.pointer),
                      std::string(setting.descriptor->meaning)});
    return text + settings.text(2) + "\n`coterie-cli describe NAME` lists its parameters.\n";
}

/// {/data} stands for the table of the settings there, {Algorithms} for the algorithms.
constexpr std::string_view kManual =
#include "manual_text.h" // app/cli/manual.md
    ;

/// Meanings are written with and without a capital letter. A leading parameter name or "word:" is
/// kept as it is.
std::string sentence(std::string_view text)
{
    std::string out(text);
    const std::string_view first = text.substr(0, text.find(' '));
    const bool isName = std::ranges::any_of(first, [](char letter) {
        return letter == ':' || letter == '_'
               || std::isupper(static_cast<unsigned char>(letter)) != 0;
    });
    if (!out.empty() && !isName)
        out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
    return out;
}

std::string lowered(std::string_view text)
{
    std::string out;
    for (const char letter : text)
        out += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return out;
}

std::string coded(std::string_view text)
{
    return '`' + (text.empty() ? std::string("\"\"") : std::string(text)) + '`';
}

/// Limits of a billion and more only keep numbers in the range of their type.
std::string allowedText(ParameterDescriptor parameter)
{
    if (parameter.range.maximum >= fields::kMost)
        parameter.range.maximum = kNoLimit;
    if (parameter.type != ParameterType::Word)
        return parameter.allowed();
    return joined(parameter.words, ", ", &coded);
}

/// Adds a row for a parameter; `hasDefault` false: without it the setting is unset.
void addManualRow(Table& table,
                  std::string_view name,
                  const ParameterDescriptor& parameter,
                  bool hasDefault = true)
{
    const std::string value = toText(parameter.defaultValue());
    const std::string code = toText(parameter.defaultValue(true));
    table.add({coded(name),
               std::string(parameter.symbol),
               allowedText(parameter),
               std::string(parameter.unit),
               parameter.required ? "must be given"
               : hasDefault       ? coded(value)
                                  : "not set",
               code == value ? "" : coded(code),
               parameter.live ? "yes" : "",
               sentence(parameter.meaning),
               std::string(parameter.equation)});
}

Table manualTable()
{
    return Table({left("name"),
                  left("symbol"),
                  left("allowed"),
                  left("unit"),
                  left("default"),
                  left("code"),
                  left("live"),
                  left("meaning"),
                  left("equation")});
}

/// The settings at "/data/…", by what follows; "/": those of the file itself, in no section.
std::string manualSettings(std::string_view section)
{
    Table table = manualTable();
    for (const fields::SettingField& setting : fields::kSettings) {
        const bool inside =
            section == "/" ? setting.pointer.rfind('/') == 0 : setting.pointer.starts_with(section);
        if (inside)
            addManualRow(table,
                         setting.pointer.substr(section == "/" ? 1 : section.size() + 1),
                         *setting.descriptor,
                         setting.hasDefault);
    }
    table.dropEmptyColumns();
    return table.markdown();
}

/// Parts without parameters in one table, the others each under a title.
std::string manualParts(std::span<const NamedPart> parts)
{
    std::string text;
    Table plain({left("name"), left("title"), left("meaning"), left("source")});
    std::string links;
    std::string described;
    for (const NamedPart& part : parts) {
        if (part.parameters.empty()) {
            plain.add({coded(part.name),
                       std::string(part.title),
                       std::string(part.meaning),
                       std::string(part.paper)});
            continue;
        }
        links += (links.empty() ? "\n" : ", ")
                 + ('[' + coded(part.name) + "](#" + lowered(part.name) + ')');
        described += "\n### `" + std::string(part.name) + "`\n\n**" + std::string(part.title)
                     + ".** " + std::string(part.meaning)
                     + (part.paper.empty() ? "" : "\nSource: " + std::string(part.paper) + '.')
                     + "\n\n";
        Table table = manualTable();
        for (const ParameterDescriptor& parameter : part.parameters)
            addManualRow(table, parameter.name, parameter);
        table.dropEmptyColumns();
        described += table.markdown();
    }
    if (!plain.empty()) {
        plain.dropEmptyColumns();
        text += "\nWithout parameters:\n\n" + plain.markdown();
    }
    return text + links + (links.empty() ? "" : "\n") + described;
}

/// docs/experiments.md
std::string experimentManual(const Registry& known)
{
    std::string text(kManual);
    const auto fill = [&text](std::string_view place, const std::string& table) {
        const std::string mark = '{' + std::string(place) + '}';
        text.replace(text.find(mark), mark.size(), table);
    };
    for (const std::string_view section : {"/", "/data", "/model", "/local"})
        fill(section, manualSettings(section));
    for (const Kind& kind : kKinds)
        fill(kind.title, manualParts(known.*kind.parts));
    Table numbers({left("number"), left("meaning")});
    for (const ClientNumberInfo& info : clientNumberInfos())
        numbers.add({coded(info.name), std::string(info.title)});
    fill("clientNumbers", numbers.markdown());
    return text;
}

} // namespace

Outcome runDescribe(Arguments& arguments)
{
    const Registry& known = registry();
    if (arguments.has("--markdown"))
        return printed(experimentManual(known));
    if (arguments.operands.empty())
        return printed(everythingText(known));
    const std::string& name = arguments.operands.front();
    std::vector<std::string_view> names;
    std::string text;
    const auto consider = [&](std::string_view one, const auto& describe) {
        names.push_back(one);
        if (one == name)
            text += (text.empty() ? "" : "\n") + describe();
    };
    for (const Kind& kind : kKinds)
        for (const NamedPart& part : known.*kind.parts)
            consider(part.name, [&] { return partText(kind, part); });
    for (const fields::SettingField& setting : fields::kSettings)
        consider(setting.descriptor->name, [&] { return settingText(setting); });
    if (!text.empty())
        return printed(text);
    return refuse(
        Error{.message = "nothing is called \"" + name + '"', .nearest = nearestWord(name, names)});
}

} // namespace coterie::cli
