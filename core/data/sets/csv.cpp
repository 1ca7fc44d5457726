#include "core/data/formats/number_table.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 4> kSeparators{"comma", "semicolon", "tab", "blank"};
constexpr std::string_view kSeparatorLetters = ",;\t ";

constexpr std::array kParameters{
    kPathParameter,
    textParameter(
        "label",
        "Column of the label",
        "the label's column: its name in the header, or its number from 0; empty: the last column"),
    ParameterDescriptor{.name = "separator",
                        .title = "Columns separated by",
                        .type = ParameterType::Word,
                        .defaultWord = "comma",
                        .words = kSeparators,
                        .meaning = "what stands between columns; blank: any number of blanks"},
    kTaskParameter,
};

constexpr NamedPart kPart{
    .name = "csv",
    .title = "Table (CSV)",
    .meaning = "A table of your own, plain or gzip: a sample a line, numbers in every column but "
               "the label's; a header line is recognised.",
    .parameters = kParameters};

Result<DatasetPointer> load(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const std::filesystem::path file, userPath(parameters, "path", folders));
    COTERIE_TRY(const std::shared_ptr<ByteStore> store, openStore(file));
    const auto separator = static_cast<std::size_t>(
        std::ranges::find(kSeparators, parameters.word("separator")) - kSeparators.begin());
    COTERIE_TRY(NumberTable table,
                readNumberTable(store,
                                {.separator = kSeparatorLetters[separator],
                                 .labelColumn = parameters.word("label"),
                                 .regression = isRegression(parameters)}));
    Samples samples;
    samples.shape = {.channels = table.features, .height = 1, .width = 1};
    samples.values = std::move(table.values);
    samples.labels = std::move(table.labels);
    samples.targets = std::move(table.targets);
    return userDataset(kPart, file, std::move(samples), {}, std::move(table.classNames));
}

} // namespace

constexpr CatalogEntry kCsvSet = userSet(kPart, "your own file, named by path", &load);

} // namespace coterie
