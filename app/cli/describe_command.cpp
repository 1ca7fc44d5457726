#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/result.h"
#include "core/experiment/experiment_fields.h"

#include <array>

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
};

/// A setting of every experiment.
struct Setting
{
    std::string_view place;
    const ParameterDescriptor* descriptor;
    bool hasDefault = true; ///< otherwise a file that does not name it leaves it unset
};

constexpr std::array kSettings{
    Setting{"/profile", &fields::kProfile},
    Setting{"/data/test/share", &fields::kTestShare},
    Setting{"/data/validation/share", &fields::kValidationShare},
    Setting{"/model/precision", &fields::kPrecision},
    Setting{"/model/initialisation", &fields::kInitialisation},
    Setting{"/model/bnMode", &fields::kBnMode},
    Setting{"/local/keepOptimizerState", &fields::kKeepOptimizerState},
    Setting{"/local/batch", &fields::kBatch},
    Setting{"/local/localEpochs", &fields::kLocalEpochs},
    Setting{"/local/localSteps", &fields::kLocalSteps, false},
    Setting{"/local/dropLast", &fields::kDropLast},
    Setting{"/rounds", &fields::kRounds},
    Setting{"/seeds", &fields::kSeeds},
    Setting{"/partitionSeed", &fields::kPartitionSeed, false},
    Setting{"/evaluateEvery", &fields::kEvaluateEvery},
    Setting{"/trainEvaluationBatches", &fields::kTrainEvaluationBatches},
    Setting{"/checkpointSeconds", &fields::kCheckpointSeconds},
    Setting{"/device", &fields::kDevice},
};

constexpr std::size_t kTextWidth = 96;

std::string settingText(const Setting& setting)
{
    const ParameterDescriptor& descriptor = *setting.descriptor;
    std::string text = std::string(descriptor.name) + ": a setting of every experiment\n  "
                       + "In a file at " + std::string(setting.place) + '\n';
    for (const std::string& line : wrapped(descriptor.meaning, kTextWidth))
        text += "  " + line + '\n';
    return text + "  Allowed: " + descriptor.allowed() + "\n  "
           + (setting.hasDefault ? "Default: " + toText(descriptor.defaultValue())
                                 : "Not set by default")
           + '\n';
}

std::string partText(const Kind& kind, const NamedPart& part)
{
    std::string text = std::string(part.name) + ": " + std::string(part.title) + "\n  "
                       + std::string(kind.title) + ", in a file at " + std::string(kind.place)
                       + '\n';
    for (const std::string& line : wrapped(part.meaning, kTextWidth))
        text += line.empty() ? "" : "  " + line + '\n';
    if (!part.paper.empty())
        text += "  From " + std::string(part.paper) + '\n';
    text += '\n';
    text += part.parameters.empty() ? "  No parameters.\n" : parameterTable(part.parameters, 2);
    return text;
}

void printEverything(const Registry& known)
{
    std::string text;
    for (const Kind& kind : kKinds) {
        const std::span<const NamedPart> parts = known.*kind.parts;
        if (parts.empty())
            continue;
        text += std::string(kind.title) + " (" + std::string(kind.place) + ")\n";
        Table table({{.title = {}}, {.title = {}, .wraps = true}});
        for (const NamedPart& part : parts)
            table.add({std::string(part.name),
                       std::string(part.title)
                           + (part.meaning.empty() ? "" : ". " + std::string(part.meaning))});
        text += table.text(2) + '\n';
    }
    text += "Settings of every experiment\n";
    Table settings({{.title = {}}, {.title = {}}, {.title = {}, .wraps = true}});
    for (const Setting& setting : kSettings)
        settings.add({std::string(setting.descriptor->name),
                      std::string(setting.place),
                      std::string(setting.descriptor->meaning)});
    print(text + settings.text(2) + "\n`coterie-cli describe NAME` lists its parameters.\n");
}

} // namespace

int runDescribe(Arguments& arguments)
{
    const Registry& known = registry();
    if (arguments.operands().empty()) {
        printEverything(known);
        return kDone;
    }
    const std::string& name = arguments.operands().front();
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
    for (const Setting& setting : kSettings)
        consider(setting.descriptor->name, [&] { return settingText(setting); });
    if (!text.empty()) {
        print(text);
        return kDone;
    }
    return refuse(Error{.place = {},
                        .found = {},
                        .needed = "nothing is called \"" + name + '"',
                        .nearest = nearestWord(name, names)});
}

} // namespace coterie::cli
