#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/result.h"
#include "core/experiment/experiment_fields.h"

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
    std::string_view note = {}; ///< in the manual, below the title
};

constexpr std::array kKinds{
    Kind{"Algorithms",
         "/arms/…/algorithm",
         &Registry::algorithms,
         "An algorithm combines what the participants of a round return. "
         "[algorithms.md](algorithms.md) gives the equations."},
    Kind{"Samplers",
         "/arms/…/sampler",
         &Registry::samplers,
         "A sampler chooses the participants of a round. The default is `all`."},
    Kind{"Local objectives",
         "/local/objective",
         &Registry::objectives,
         "What a client minimises on a mini-batch. The default is `plain`."},
    Kind{"Optimizers",
         "/local/optimizer",
         &Registry::optimizers,
         "How a client steps along the gradient. The default is `sgd`."},
    Kind{"Learning-rate schedules",
         "/local/optimizer/schedule",
         &Registry::schedules,
         "How the learning rate changes from round to round. The default is `constant`."},
    Kind{"Data sets",
         "/data/dataset",
         &Registry::datasets,
         "Generated data sets need no files. `coterie-cli datasets` lists for each of the others "
         "which files are found and where to get them."},
    Kind{"Partition schemes",
         "/data/partition",
         &Registry::partitions,
         "A partition scheme splits the data among the clients. Its name is the member `scheme`. "
         "The default is `iid`."},
    Kind{"Preprocessing steps",
         "/data/preprocess",
         &Registry::preprocessSteps,
         "Each step of the list has its name in the member `step`."},
    Kind{"Models",
         "/model",
         &Registry::models,
         "`coterie-cli models` prints every model with its layers and its number of parameters. "
         "The default is `mlr`."},
};

constexpr std::size_t kTextWidth = 96;

std::string settingText(const fields::SettingField& setting)
{
    const ParameterDescriptor& descriptor = *setting.descriptor;
    std::string text = std::string(descriptor.name) + ": a setting of every experiment\n  "
                       + "In a file at " + std::string(setting.pointer) + '\n';
    for (const std::string& line : wrapped(descriptor.meaning, kTextWidth))
        text += "  " + line + '\n';
    return text + "  Allowed: " + descriptor.allowed() + "\n  "
           + (descriptor.required  ? "Must be given"
              : setting.hasDefault ? "Default: " + toText(descriptor.defaultValue())
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
    print(text + settings.text(2) + "\n`coterie-cli describe NAME` lists its parameters.\n");
}

// The manual page docs/experiments.md: what is written by hand, and tables of the descriptors.

constexpr std::string_view kManualStart = R"(# Experiment files

An experiment is a JSON file. It names the data, the clients, the model, the local training and the methods to compare.
The Design page edits such files, and *View as JSON* shows their text.

This page is generated by `coterie-cli describe --markdown`. In the terminal, `coterie-cli describe` lists everything that
has a name, and `coterie-cli describe hcct` explains one entry.

- The format: [rules](#rules-for-all-files), [the file](#the-file), [data](#data), [clients](#clients), [model](#model),
  [local training](#local-training), [arms](#arms), [the paper's numbers](#the-papers-numbers)
- What a file can name: [algorithms](#algorithms), [samplers](#samplers), [local objectives](#local-objectives),
  [optimizers](#optimizers), [learning-rate schedules](#learning-rate-schedules), [data sets](#data-sets),
  [partition schemes](#partition-schemes), [preprocessing steps](#preprocessing-steps), [models](#models)

## A complete file

```json
{
  "schema": 1,
  "name": "Who should train together?",
  "description": "Eight clients with digits of few classes each, trained alone, together and in groups.",
  "data": {
    "dataset": { "name": "glyphDigits", "samples": 3200 },
    "partition": { "scheme": "dirichlet", "clients": 8, "alpha": 0.5 },
    "test": { "share": 0.2 }
  },
  "model": { "name": "mnist_cnn_20k" },
  "local": {
    "optimizer": { "name": "sgd", "learningRate": 0.05, "momentum": 0.5 },
    "batch": 16,
    "localEpochs": 1
  },
  "arms": [
    { "name": "Independent", "algorithm": { "name": "independent" } },
    { "name": "FedAvg", "algorithm": { "name": "fedavg" } },
    { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [20, 80] } } }
  ],
  "rounds": 10,
  "seeds": [1, 2, 3]
}
```

This file makes twelve runs: two arms with three seeds each, and HCCT with two values of α and three seeds.

```sh
coterie-cli validate FILE
coterie-cli run FILE
coterie-cli report FILE
```

`validate` reports all problems of a file at once, with the place of each.

## Rules for all files

- The text is UTF-8 without comments, at most 16 MB. Use `description` for remarks.
- Everything that has a default may be left out. An unknown member is an error, and the message suggests the nearest one.
- A *part*, such as an algorithm or a model, is an object with the name of the part and its parameters:
  `{ "name": "hcct", "alpha": 80 }`. A data set without parameters may be a bare name: `"dataset": "mnist"`.
- Places in a file are JSON pointers. `/arms/0/algorithm/alpha` is α of the first arm, and `--set /rounds=5` changes the
  number of rounds for one call of `run`, `validate`, `partition` or `report`.

How to read the tables: *symbol* is the letter of the paper and *equation* says where the paper defines it. *Code* is the
default under `"profile": "code"` where it differs. Parameters marked *live* can be changed while a run continues.

## The file

)";

constexpr std::string_view kManualSections = R"(
Besides these settings a file has the following members:

| member | content |
| --- | --- |
| `schema` | always 1; must be given |
| `data` | [data set, partition, preprocessing](#data) |
| `clients` | [edge servers, late arrivals, exceptions for single clients](#clients) |
| `model` | [the model that the clients train](#model) |
| `local` | [what a client does in a round](#local-training) |
| `arms` | [the methods to compare](#arms); must be given |
| `reference` | [a paper's numbers to compare with](#the-papers-numbers) |

**Profile.** Where a paper and the released code of its authors differ, `paper` gives the paper's defaults and `code` those
of the code. The profile changes defaults only. A value in the file always wins.

**Seeds.** A seed determines every random number of a run: partition, initial model, batches, sampling. All arms of a seed
share these. `partitionSeed` keeps the partition the same for all seeds.

## Data

`dataset` is one of the [data sets](#data-sets), `partition` one of the [partition schemes](#partition-schemes), and
`preprocess` a list of [preprocessing steps](#preprocessing-steps), applied in order.

```json
"data": {
  "dataset": { "name": "glyphDigits", "samples": 3200 },
  "partition": { "scheme": "dirichlet", "clients": 8, "alpha": 0.5 },
  "test": { "share": 0.2 },
  "validation": { "share": 0.1 },
  "preprocess": [ { "step": "scale", "low": -1, "high": 1 } ]
}
```

The two shares together must be less than 1.

)";

constexpr std::string_view kManualClients = R"(
## Clients

Clients are numbered from 0. The section `clients` has three optional members.

```json
"clients": {
  "edges": { "count": 2, "scheme": "blocks" },
  "arrivals": [ { "round": 4, "clients": [6, 7] } ],
  "overrides": [ { "client": 0, "samples": 100 } ]
}
```

- `edges`: edge servers for hierarchical methods. An object with `count` and `scheme` distributes the clients as evenly as
  possible, in `blocks` of neighbours or at `random`. A list names them instead:
  `[ { "name": "north", "clients": [0, 1, 2, 3] }, { "name": "south", "clients": [4, 5, 6, 7] } ]`.
- `arrivals`: clients that join later. They take part from the given round on. At least one client must be there from the
  start.
- `overrides`: exceptions for single clients. `samples` keeps at most that many samples of the client. `classCounts` sets
  the exact number of samples of each class.

## Model

The section `model` is one of the [models](#models) with its parameters, and these settings:

)";

constexpr std::string_view kManualLocal = R"(
## Local training

```json
"local": {
  "optimizer": { "name": "sgd", "learningRate": 0.1, "schedule": { "name": "exponential", "factor": 0.995 } },
  "objective": { "name": "proximal", "mu": 0.1 },
  "batch": 32,
  "localSteps": 20
}
```

`optimizer` is one of the [optimizers](#optimizers) and contains the [schedule](#learning-rate-schedules) of its learning
rate. `objective` is one of the [local objectives](#local-objectives). A file sets `localEpochs` or `localSteps`, not both.

)";

constexpr std::string_view kManualArms = R"(
## Arms

An arm is one of the methods that an experiment compares: an [algorithm](#algorithms), a [sampler](#samplers), and what
differs from the common settings.

```json
"arms": [
  { "name": "FedAvg", "algorithm": { "name": "fedavg" } },
  { "name": "FedAvg, five clients, MOON",
    "algorithm": { "name": "fedavg" },
    "sampler": { "name": "random", "count": 5 },
    "local": { "objective": { "name": "moon" }, "optimizer": { "learningRate": 0.02 } },
    "rounds": 20 },
  { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [10, 40, 160] } } }
]
```

| member | content |
| --- | --- |
| `name` | the name in legends and tables; must be given and differ from the other arms' |
| `algorithm` | an [algorithm](#algorithms); must be given |
| `sampler` | a [sampler](#samplers); by default all clients take part |
| `local`, `model` | overrides of the common sections |
| `rounds` | overrides the number of rounds |

**Overrides.** An arm's `local` and `model` contain only what differs. The second arm above keeps the common optimizer and
changes its learning rate. `null` returns a parameter to its default.

**Sweeps.** `{ "sweep": [10, 40, 160] }` in place of a parameter's value makes one run for each value. Parameters of the
algorithm, the sampler, the local training and the model can be swept. Several sweeps of an arm combine: two values of one
parameter and three of another make six runs. An experiment has at most 100,000 runs.

## The paper's numbers

`reference` quotes numbers that `coterie-cli report` and the Compare page show beside yours. It is one block, or a list of
blocks for several metrics.

```json
"reference": {
  "source": "Table 4",
  "metric": "bestPerClientTestError",
  "unit": "%",
  "values": { "Independent": [33.8, 2.1], "FedAvg": 20.7 }
}
```

`metric` is a name of [algorithms.md §12](algorithms.md#12-metrics). `values` has a number, or mean and standard deviation,
for each arm by its name. With `target` the values count rounds until the metric reaches that target.
)";

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

std::string quoted(std::string_view text)
{
    return '`' + (text.empty() ? std::string("\"\"") : std::string(text)) + '`';
}

/// Limits of a billion and more only keep numbers in the range of their type.
std::string allowedText(ParameterDescriptor parameter)
{
    if (parameter.maximum >= fields::kMost)
        parameter.maximum = kNoLimit;
    if (parameter.type != ParameterType::Word)
        return parameter.allowed();
    std::string list;
    for (const std::string_view word : parameter.words)
        list += (list.empty() ? "" : ", ") + quoted(word);
    return list;
}

/// Adds a row for a parameter; `hasDefault` false: without it the setting is unset.
void addManualRow(Table& table,
                  std::string_view name,
                  const ParameterDescriptor& parameter,
                  bool hasDefault = true)
{
    const std::string value = toText(parameter.defaultValue());
    const std::string code = toText(parameter.defaultValue(true));
    table.add({quoted(name),
               std::string(parameter.symbol),
               allowedText(parameter),
               std::string(parameter.unit),
               parameter.required ? "must be given"
               : hasDefault       ? quoted(value)
                                  : "not set",
               code == value ? "" : quoted(code),
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

/// The settings at "/data/…", by what follows; those of the file itself have no section.
std::string manualSettings(std::string_view section)
{
    Table table = manualTable();
    for (const fields::SettingField& setting : fields::kSettings) {
        const std::string_view name =
            setting.pointer.substr(std::min(section.size() + 1, setting.pointer.size()));
        const bool inside = section.empty() ? name.find('/') == std::string_view::npos
                                            : setting.pointer.starts_with(section);
        if (inside)
            addManualRow(table, name, *setting.descriptor, setting.hasDefault);
    }
    table.dropEmptyColumns();
    return table.markdown();
}

/// Parts without parameters in one table, the others each under a title.
std::string manualKind(const Kind& kind, std::span<const NamedPart> parts)
{
    std::string text = "\n## " + std::string(kind.title) + "\n\nIn a file at `"
                       + std::string(kind.place) + "`. " + std::string(kind.note) + "\n";
    Table plain({left("name"), left("title"), left("meaning"), left("source")});
    std::string links;
    std::string described;
    for (const NamedPart& part : parts) {
        if (part.parameters.empty()) {
            plain.add({quoted(part.name),
                       std::string(part.title),
                       std::string(part.meaning),
                       std::string(part.paper)});
            continue;
        }
        links += (links.empty() ? "\n" : ", ")
                 + ('[' + quoted(part.name) + "](#" + lowered(part.name) + ')');
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
    std::string text(kManualStart);
    text += manualSettings({});
    text += kManualSections;
    text += manualSettings("/data");
    text += kManualClients;
    text += manualSettings("/model");
    text += kManualLocal;
    text += manualSettings("/local");
    text += kManualArms;
    for (const Kind& kind : kKinds)
        text += manualKind(kind, known.*kind.parts);
    return text;
}

} // namespace

Outcome runDescribe(Arguments& arguments)
{
    const Registry& known = registry();
    if (arguments.has("--markdown")) {
        print(experimentManual(known));
        return kDone;
    }
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
    for (const fields::SettingField& setting : fields::kSettings)
        consider(setting.descriptor->name, [&] { return settingText(setting); });
    if (!text.empty()) {
        print(text);
        return kDone;
    }
    return refuse(
        Error{.message = "nothing is called \"" + name + '"', .nearest = nearestWord(name, names)});
}

} // namespace coterie::cli
