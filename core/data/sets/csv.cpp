#include "core/data/sets/user_files.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array kParameters{
    kPathParameter,
    kLabelParameter,
    kSeparatorParameter,
    kTaskParameter,
    textParameter(
        "client",
        "Column of the client",
        "the column that says whose row it is, by name or number; each of its values is a "
        "client of the partition natural; empty: none"),
    kSplitParameter,
    kCategoriesParameter,
    kMissingParameter,
};

constexpr NamedPart kPart{
    .name = "csv",
    .title = "Table (CSV)",
    .meaning = "A table of your own, plain or gzip: a sample a line, numbers or categories in the "
               "columns; a header line is recognised. A column can say whose row it is.",
    .parameters = kParameters};

Result<DatasetPointer> load(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const std::filesystem::path file, userPath(parameters, "path", folders));
    COTERIE_TRY(const std::shared_ptr<ByteStore> store, openStore(file));
    TableOptions options = tableOptions(parameters);
    options.clientColumn = parameters.word("client");
    COTERIE_TRY(NumberTable table, readNumberTable(store, options));
    return tableDataset(kPart, file, std::move(table));
}

} // namespace

constexpr CatalogEntry kCsvSet = userSet(kPart, "your own file, named by path", &load);

} // namespace coterie
