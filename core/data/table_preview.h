#pragma once

#include "core/data/catalog.h"

#include <cstddef>
#include <string>
#include <vector>

namespace coterie {

/// What a column of a table is for.
enum class ColumnRole
{
    Feature,
    Category, ///< a feature of numbers that are categories
    Label,
    Client,
    Split
};

/// The beginning of a user's table, to choose the columns by.
struct TablePreview
{
    std::vector<std::string> names;   ///< of the columns; their numbers where there is no header
    std::vector<ColumnRole> roles;    ///< as the reader takes them
    std::vector<std::size_t> missing; ///< values that the rows seen lack, by column
    std::size_t rowsSeen = 0;         ///< more than are in `rows`
    std::vector<std::vector<std::string>> rows; ///< the first ones, as they are in the file
    std::string file = {}; ///< of several, each a client's: whose rows these are; no column says it
};

/// Of a data set "csv", or of the first table of one that has a file for each client
/// ("clientFiles"). Reads 64 KB of the file at most, and an archive of such files whole.
[[nodiscard]] Result<TablePreview> tablePreview(const Part& dataset, const DataFolders& folders);

/// The data set with another role of a column. A role that only one column can have leaves the
/// column that had it; without a label of its own the table has the reader's: the last column.
[[nodiscard]] Part
withRole(Part dataset, const TablePreview& preview, std::size_t column, ColumnRole role);

/// Whether a field of a table says that its value is missing.
[[nodiscard]] bool saysMissing(std::string_view field);

} // namespace coterie
