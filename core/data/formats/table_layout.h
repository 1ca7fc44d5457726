#pragma once

#include "core/data/formats/number_table.h"
#include "core/data/formats/text_lines.h"

#include <optional>
#include <string>
#include <vector>

namespace coterie {

using TableFields = std::vector<std::string_view>;

/// Which columns a table has, as a first reading finds out.
struct TableLayout
{
    std::size_t columns = 0;
    std::vector<std::size_t> rowsOf; ///< of each file
    std::size_t label = 0;           ///< its column
    std::optional<std::size_t> client;
    std::optional<std::size_t> split;
    std::vector<bool> categories; ///< by column: it was listed as one
    std::vector<std::string> header;

    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] bool isFeature(std::size_t column) const
    {
        return column != label && column != client && column != split;
    }
    [[nodiscard]] std::size_t features() const;
    /// column 3, or column 3 ("age") where there is a header.
    [[nodiscard]] std::string columnText(std::size_t column) const;
};

[[nodiscard]] Result<TableLayout> tableLayout(std::span<const TableFile> files,
                                              const TableOptions& options);

/// The rows of one file of a table, without its header.
class TableRows
{
public:
    /// `source` and `layout` must outlive it.
    TableRows(ByteSource& source, const TableLayout& layout, char separator)
        : m_lines(source)
        , m_layout(layout)
        , m_separator(separator)
    {}

    /// The next row; it stays valid until the next call. There must be one.
    [[nodiscard]] Result<const TableFields*> next();
    [[nodiscard]] Unexpected<Error> failHere(const std::string& what) const
    {
        return m_lines.failHere(what);
    }

private:
    TextLines m_lines;
    const TableLayout& m_layout;
    char m_separator;
    bool m_begun = false;
    TableFields m_fields;
};

} // namespace coterie
