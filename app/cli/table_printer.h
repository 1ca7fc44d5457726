#pragma once

#include "core/experiment/parameters.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::cli {

enum class Align
{
    Left,
    Right
};

struct Column
{
    std::string title; ///< all titles empty: the table has no heading
    Align align = Align::Left;
    bool wraps = false; ///< long text wraps
};

[[nodiscard]] inline Column left(std::string_view title = {})
{
    return {.title = std::string(title)};
}
[[nodiscard]] inline Column right(std::string_view title)
{
    return {.title = std::string(title), .align = Align::Right};
}
[[nodiscard]] inline Column wrapping(std::string_view title = {})
{
    return {.title = std::string(title), .wraps = true};
}

/// Rows of text set in columns. Widths are counted in characters as a terminal shows them, not in
/// bytes, so that "±" and "é" keep the columns straight.
class Table
{
public:
    explicit Table(std::vector<Column> columns);

    /// One cell per column.
    void add(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return m_rows.empty(); }
    /// Removes columns without content.
    void dropEmptyColumns();

    /// Two spaces between columns, none at the end of a line. Wrapped text keeps the whole within
    /// `lineWidth` where its column gets at least 24 characters.
    [[nodiscard]] std::string text(std::size_t indent = 0, std::size_t lineWidth = 100) const;
    /// As a table of GitHub's Markdown.
    [[nodiscard]] std::string markdown() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// Terminal columns of a UTF-8 text.
[[nodiscard]] std::size_t displayWidth(std::string_view text);
/// Cut to a width; ends in "…" if cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);
/// Broken at spaces into lines of at most `width`; a longer word has a line of its own.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// Wrapped to 96 columns, each line behind two blanks; no text gives no line.
[[nodiscard]] std::string paragraph(std::string_view text, std::string_view title = {});

/// One line per parameter.
[[nodiscard]] std::string parameterTable(std::span<const ParameterDescriptor> parameters,
                                         std::size_t indent);

} // namespace coterie::cli
