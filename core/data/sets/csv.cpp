#include "core/data/formats/number_table.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 4> kSeparators{"comma", "semicolon", "tab", "blank"};
constexpr std::string_view kSeparatorLetters = ",;\t ";
constexpr std::array<std::string_view, 2> kTasks{"classification", "regression"};

constexpr std::array kParameters{
    kPathParameter,
    ParameterDescriptor{.name = "label",
                        .title = "Column of the label",
                        .type = ParameterType::Text,
                        .meaning = "the label's column: its name in the header, or its number from "
                                   "0; empty: the last column"},
    ParameterDescriptor{.name = "separator",
                        .title = "Columns separated by",
                        .type = ParameterType::Word,
                        .defaultWord = "comma",
                        .words = kSeparators,
                        .meaning = "what stands between columns; blank: any number of blanks"},
    ParameterDescriptor{.name = "task",
                        .title = "Task of the labels",
                        .type = ParameterType::Word,
                        .defaultWord = "classification",
                        .words = kTasks,
                        .meaning = "whether the label is a class or a number to be predicted"},
};

constexpr NamedPart kPart{
    .name = "csv",
    .title = "Table (CSV)",
    .meaning = "A table of your own, plain or gzip: a sample a line, numbers in every column but "
               "the label's; a header line is recognised.",
    .parameters = kParameters};

Result<DatasetPointer>
load(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
{
    const Result<std::filesystem::path> file = userPath(parameters, "path", folders);
    if (!file)
        return Unexpected<Error>{file.error()};
    const Result<std::shared_ptr<ByteStore>> store = openStore(*file);
    if (!store)
        return Unexpected<Error>{store.error()};
    const auto separator = static_cast<std::size_t>(
        std::ranges::find(kSeparators, parameters.word("separator")) - kSeparators.begin());
    Result<NumberTable> table =
        readNumberTable(*store,
                        {.separator = kSeparatorLetters[separator],
                         .labelColumn = parameters.word("label"),
                         .regression = parameters.word("task") == "regression"});
    if (!table)
        return Unexpected<Error>{table.error()};
    Samples samples;
    samples.shape = {.channels = table->features, .height = 1, .width = 1};
    samples.values = std::move(table->values);
    samples.labels = std::move(table->labels);
    samples.targets = std::move(table->targets);
    return userDataset(kPart, *file, std::move(table->classNames), std::move(samples), {});
}

} // namespace

constexpr CatalogEntry kCsvSet{.part = kPart,
                               .builtIn = false,
                               .fromPath = true,
                               .licence = kUserLicence,
                               .origin = "your own file, named by path",
                               .load = &load,
                               .find = &nothingToFind};

} // namespace coterie
