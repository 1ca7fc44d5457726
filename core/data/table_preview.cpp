#include "core/data/table_preview.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/table_layout.h"
#include "core/data/formats/text_lines.h"
#include "core/data/parts.h"
#include "core/data/sets/client_files.h"
#include "core/data/sets/user_files.h"
#include "core/experiment/plan.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace coterie {

namespace {

constexpr std::size_t kEnough = std::size_t{64} << 10;
constexpr std::size_t kMostShown = 6;

/// The whole lines at the beginning of a file, unpacked.
Result<std::vector<std::uint8_t>> beginningOf(const TableFile& file)
{
    COTERIE_TRY(const ByteSourcePointer source, file.open());
    std::vector<std::uint8_t> bytes(kEnough);
    COTERIE_TRY(const std::size_t count, source->read(bytes));
    bytes.resize(count);
    if (count == kEnough)
        bytes.erase(std::ranges::find(bytes.rbegin(), bytes.rend(), std::uint8_t{'\n'}).base(),
                    bytes.end());
    return bytes;
}

std::vector<ColumnRole> rolesIn(const TableLayout& layout)
{
    std::vector<ColumnRole> roles(layout.columns, ColumnRole::Feature);
    for (std::size_t column = 0; column < layout.columns; ++column)
        if (layout.categories[column])
            roles[column] = ColumnRole::Category;
    roles[layout.label] = ColumnRole::Label;
    if (layout.client)
        roles[*layout.client] = ColumnRole::Client;
    if (layout.split)
        roles[*layout.split] = ColumnRole::Split;
    return roles;
}

/// What the parameters call a column: its name, or its number where the name is not its own.
std::string referenceTo(const TablePreview& preview, std::size_t column)
{
    const std::string& name = preview.names[column];
    const bool isClear = !name.empty() && name.find_first_of(",\"") == name.npos && !numberIn(name)
                         && std::ranges::count(preview.names, name) == 1;
    return isClear ? name : std::to_string(column);
}

/// The parameter that names the column of a role.
std::string_view parameterOf(ColumnRole role)
{
    return role == ColumnRole::Label ? "label" : role == ColumnRole::Client ? "client" : "split";
}

/// The one that is shown; nothing: the data set has none.
Result<std::optional<TableFile>>
shownTable(const Part& dataset, const ParameterSet& parameters, const DataFolders& folders)
{
    if (dataset.name == kClientFilesSet.part.name)
        return firstClientTable(parameters, folders);
    if (dataset.name != kCsvSet.part.name)
        return std::optional<TableFile>();
    COTERIE_TRY(std::filesystem::path file, userPath(parameters, "path", folders));
    return std::optional(TableFile{.path = std::move(file)});
}

} // namespace

Result<TablePreview> tablePreview(const Part& dataset, const DataFolders& folders)
{
    const CatalogEntry* entry = entryNamed(dataCatalog(), dataset.name);
    const auto isNoTable = [] { return fail("/data/dataset", "is no table"); };
    if (entry == nullptr)
        return isNoTable();
    const ParameterSet parameters = completed(dataset.parameters, entry->part.parameters);
    COTERIE_TRY(const std::optional<TableFile> whole, shownTable(dataset, parameters, folders));
    if (!whole)
        return isNoTable();
    const bool isOfClients = dataset.name == kClientFilesSet.part.name;
    COTERIE_TRY(std::vector<std::uint8_t> begin, beginningOf(*whole));
    const TableFile table{.store = storeOf(whole->name(), std::move(begin))};
    TableOptions options = tableOptions(parameters);
    if (!isOfClients)
        options.clientColumn = parameters.word("client");
    Result<TableLayout> found = tableLayout(std::span(&table, 1), options);
    if (!found) // a column that is not there is the reader's to say
        found = tableLayout(std::span(&table, 1), {.separator = options.separator});
    COTERIE_TRY(const TableLayout layout, std::move(found));

    TablePreview preview{.names = layout.header,
                         .roles = rolesIn(layout),
                         .missing = std::vector<std::size_t>(layout.columns),
                         .rowsSeen = layout.rows(),
                         .rows = {},
                         .file = isOfClients ? whole->name() : std::string()};
    for (std::size_t column = preview.names.size(); column < layout.columns; ++column)
        preview.names.push_back(std::to_string(column));
    COTERIE_TRY(const ByteSourcePointer source, table.open());
    TableRows rows(*source, layout, options.separator);
    for (std::size_t row = 0; row < preview.rowsSeen; ++row) {
        COTERIE_TRY(const TableFields* fields, rows.next());
        for (std::size_t column = 0; column < layout.columns; ++column)
            preview.missing[column] += isMissing((*fields)[column]) ? 1 : 0;
        if (row < kMostShown)
            preview.rows.emplace_back(fields->begin(), fields->end());
    }
    return preview;
}

Part withRole(Part dataset, const TablePreview& preview, std::size_t column, ColumnRole role)
{
    const ColumnRole before = preview.roles[column];
    if (before == role)
        return dataset;
    if (before != ColumnRole::Feature && before != ColumnRole::Category)
        dataset.parameters.remove(parameterOf(before));
    std::string categories;
    for (std::size_t other = 0; other < preview.roles.size(); ++other)
        if (other == column ? role == ColumnRole::Category
                            : preview.roles[other] == ColumnRole::Category)
            categories.append(categories.empty() ? "" : ",").append(referenceTo(preview, other));
    dataset.parameters.remove("categories");
    if (!categories.empty())
        dataset.parameters.set("categories", categories);
    if (role != ColumnRole::Feature && role != ColumnRole::Category)
        dataset.parameters.set(parameterOf(role), referenceTo(preview, column));
    return dataset;
}

bool saysMissing(std::string_view field)
{
    return isMissing(field);
}

} // namespace coterie
