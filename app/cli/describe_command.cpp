#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/parameter_table.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/spec/nearest_word.h"

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

void printPart(const Kind& kind, const NamedPart& part)
{
    std::string text = std::string(part.name) + ": " + std::string(part.title) + "\n  "
                       + std::string(kind.title) + ", in a file at " + std::string(kind.place)
                       + '\n';
    constexpr std::size_t kTextWidth = 96;
    for (const std::string& line : wrapped(part.meaning, kTextWidth))
        text += line.empty() ? "" : "  " + line + '\n';
    if (!part.paper.empty())
        text += "  From " + std::string(part.paper) + '\n';
    text += '\n';
    text +=
        part.parameters.empty() ? "  It has no parameters.\n" : parameterTable(part.parameters, 2);
    print(text);
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
    print(text + "`coterie-cli describe NAME` lists the parameters of one.\n");
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
    bool found = false;
    for (const Kind& kind : kKinds)
        for (const NamedPart& part : known.*kind.parts) {
            names.push_back(part.name);
            if (part.name != name)
                continue;
            if (found)
                print("\n");
            printPart(kind, part);
            found = true;
        }
    if (found)
        return kDone;
    return refuse(Error{.place = {},
                        .found = {},
                        .needed = "nothing is called \"" + name + '"',
                        .nearest = nearestWord(name, names)});
}

} // namespace coterie::cli
