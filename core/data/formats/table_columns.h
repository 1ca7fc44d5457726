#pragma once

#include "core/data/formats/table_layout.h"

namespace coterie {

/// The categories of a table's columns of words.
struct TableCategories
{
    std::vector<std::vector<std::string>> of; ///< by column, sorted; empty: a column of numbers

    /// How many features a column becomes.
    [[nodiscard]] std::size_t width(std::size_t column) const
    {
        return of[column].empty() ? 1 : of[column].size();
    }
};

/// Finds every column of words, by reading the table once. A column of words and numbers is refused
/// unless the options list it.
[[nodiscard]] Result<TableCategories> tableCategories(std::span<const TableFile> files,
                                                      const TableLayout& layout,
                                                      const TableOptions& options);

/// Whether a row lacks a value that is needed: of a feature, or its label.
[[nodiscard]] bool lacksValue(const TableFields& fields, const TableLayout& layout);

/// "column 2 ("age") has no value (is "NA"); …".
[[nodiscard]] std::string
missingText(const TableLayout& layout, std::size_t column, std::string_view field);

/// Puts values in the places of those that are missing, which hold NaN. Measures the training rows
/// only; a table that does not set test rows apart is measured whole, and the note says so. Adds a
/// note for each column that it changes.
[[nodiscard]] Result<void> fillMissing(NumberTable& table,
                                       const std::string& file,
                                       const TableLayout& layout,
                                       const TableCategories& categories,
                                       MissingValues how);

/// Names the features, and adds a note for each column that became categories.
void nameFeatures(NumberTable& table, const TableLayout& layout, const TableCategories& categories);

} // namespace coterie
