#include "app/cli/table_printer.h"

#include "core/base/printable.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace coterie::cli {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 24; // of a wrapped column

struct Range
{
    char32_t first;
    char32_t last;
};

/// Accents that combine with the letter before them, and joiners: they take no room of their own.
constexpr std::array kNarrow{
    Range{0x300, 0x36f}, Range{0x200b, 0x200f}, Range{0x20d0, 0x20ff}, Range{0xfe00, 0xfe0f}};
/// East Asian scripts and pictures: two columns each.
constexpr std::array kWide{Range{0x1100, 0x115f},
                           Range{0x2e80, 0xa4cf},
                           Range{0xac00, 0xd7a3},
                           Range{0xf900, 0xfaff},
                           Range{0xfe30, 0xfe6f},
                           Range{0xff00, 0xff60},
                           Range{0xffe0, 0xffe6},
                           Range{0x1f300, 0x1faff},
                           Range{0x20000, 0x3fffd}};

std::size_t widthOf(char32_t code)
{
    const auto holds = [code](const Range& range) {
        return code >= range.first && code <= range.last;
    };
    if (std::ranges::any_of(kNarrow, holds))
        return 0;
    return std::ranges::any_of(kWide, holds) ? 2 : 1;
}

std::string padded(const std::string& text, std::size_t width, Align align)
{
    const std::size_t taken = displayWidth(text);
    const std::string space(width > taken ? width - taken : 0, ' ');
    return align == Align::Left ? text + space : space + text;
}

void appendLine(std::string& out, std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
}

std::string escapedForMarkdown(std::string_view text)
{
    std::string out;
    for (const char letter : text)
        out += letter == '|' ? std::string("\\|") : std::string(1, letter == '\n' ? ' ' : letter);
    return out;
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    while (!text.empty()) {
        const auto [code, length] = nextCharacter(text);
        width += widthOf(code);
        text.remove_prefix(length);
    }
    return width;
}

std::string shortened(std::string_view text, std::size_t width)
{
    if (displayWidth(text) <= width)
        return std::string(text);
    std::string out;
    std::size_t taken = 0;
    while (!text.empty()) {
        const auto [code, length] = nextCharacter(text);
        if (taken + widthOf(code) + 1 > width)
            break;
        taken += widthOf(code);
        out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return width == 0 ? std::string() : out + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width)
{
    std::vector<std::string> lines{""};
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
        const std::string_view word = text.substr(start, end - start);
        if (!word.empty()) {
            std::string& line = lines.back();
            if (line.empty())
                line = word;
            else if (displayWidth(line) + 1 + displayWidth(word) <= width)
                line += ' ' + std::string(word);
            else
                lines.emplace_back(word);
        }
        if (end < text.size() && text[end] == '\n')
            lines.emplace_back();
        start = end + 1;
    }
    return lines;
}

std::string paragraph(std::string_view text, std::string_view title)
{
    constexpr std::size_t kTextWidth = 96;
    std::string out;
    for (const std::string& line : wrapped(printable(text, LineEnds::Keep), kTextWidth))
        if (!line.empty())
            out += "  " + (out.empty() ? std::string(title) : std::string()) + line + '\n';
    return out;
}

Table::Table(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
    // Escaped before anything is measured: an escape takes more room than the letter it stands for.
    for (Column& column : m_columns)
        column.title = printable(column.title, LineEnds::Escape);
}

void Table::add(std::vector<std::string> cells)
{
    assert(cells.size() == m_columns.size());
    // Names of strangers neither move the cursor nor begin lines of their own.
    for (std::size_t c = 0; c < cells.size(); ++c)
        cells[c] = printable(cells[c], m_columns[c].wraps ? LineEnds::Keep : LineEnds::Escape);
    m_rows.push_back(std::move(cells));
}

void Table::dropEmptyColumns()
{
    for (std::size_t c = m_columns.size(); c-- > 0;) {
        if (std::ranges::any_of(m_rows, [c](const auto& row) { return !row[c].empty(); }))
            continue;
        const auto place = static_cast<std::ptrdiff_t>(c);
        m_columns.erase(m_columns.begin() + place);
        for (std::vector<std::string>& row : m_rows)
            row.erase(row.begin() + place);
    }
}

std::string Table::text(std::size_t indent, std::size_t lineWidth) const
{
    const bool headed =
        std::ranges::any_of(m_columns, [](const Column& column) { return !column.title.empty(); });
    std::vector<std::size_t> widths;
    std::size_t fixed = indent + kGap * (m_columns.size() - 1);
    std::size_t wrapping = 0;
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        std::size_t width = displayWidth(m_columns[c].title);
        for (const std::vector<std::string>& row : m_rows)
            width = std::max(width, displayWidth(row[c]));
        widths.push_back(width);
        if (m_columns[c].wraps)
            ++wrapping;
        else
            fixed += width;
    }
    if (wrapping > 0) {
        const std::size_t room = lineWidth > fixed ? (lineWidth - fixed) / wrapping : 0;
        for (std::size_t c = 0; c < m_columns.size(); ++c)
            if (m_columns[c].wraps)
                widths[c] = std::min(widths[c], std::max(room, kNarrowest));
    }

    std::string out;
    const auto addRow = [&](const std::vector<std::string>& cells) {
        std::vector<std::vector<std::string>> lines;
        std::size_t height = 1;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            lines.push_back(m_columns[c].wraps ? wrapped(cells[c], widths[c])
                                               : std::vector<std::string>{cells[c]});
            height = std::max(height, lines.back().size());
        }
        for (std::size_t l = 0; l < height; ++l) {
            std::string line(indent, ' ');
            for (std::size_t c = 0; c < cells.size(); ++c) {
                const std::string cell = l < lines[c].size() ? lines[c][l] : std::string();
                line.append(c == 0 ? 0 : kGap, ' ')
                    .append(padded(cell, widths[c], m_columns[c].align));
            }
            appendLine(out, std::move(line));
        }
    };
    if (headed) {
        std::vector<std::string> titles;
        for (const Column& column : m_columns)
            titles.push_back(column.title);
        addRow(titles);
    }
    for (const std::vector<std::string>& row : m_rows)
        addRow(row);
    return out;
}

std::string Table::markdown() const
{
    std::string titles = "|";
    std::string rule = "|";
    for (const Column& column : m_columns) {
        titles += ' ' + escapedForMarkdown(column.title) + " |";
        rule += column.align == Align::Right ? " ---: |" : " --- |";
    }
    std::string out = titles + '\n' + rule + '\n';
    for (const std::vector<std::string>& row : m_rows) {
        out += '|';
        for (const std::string& cell : row)
            out += ' ' + escapedForMarkdown(cell) + " |";
        out += '\n';
    }
    return out;
}

namespace {

/// In the order of ParameterType.
constexpr std::array kTypeTexts{
    "number", "whole number", "truth value", "word", "text", "numbers", "texts"};

/// The range alone: what allowed() says besides the type.
std::string rangeText(const ParameterDescriptor& parameter)
{
    std::string text = parameter.allowed();
    for (const std::string_view type : {"a whole number",
                                        "a list of numbers",
                                        "a list of texts",
                                        "a list of words",
                                        "a number",
                                        "text"})
        if (text.starts_with(type))
            text.erase(0, type.size());
    text.erase(0, text.find_first_not_of(", "));
    return text;
}

std::string defaultText(const ParameterDescriptor& parameter)
{
    if (parameter.required)
        return "(must be given)";
    std::string text = toText(parameter.defaultValue());
    if (const std::string code = toText(parameter.defaultValue(true)); code != text)
        text += " (profile code: " + code + ")";
    return text;
}

} // namespace

std::string parameterTable(std::span<const ParameterDescriptor> parameters, std::size_t indent)
{
    Table table({left("parameter"),
                 left("type"),
                 wrapping("range"),
                 left("default"),
                 left("unit"),
                 left("symbol"),
                 left("equation"),
                 left("live"),
                 wrapping("meaning")});
    for (const ParameterDescriptor& parameter : parameters)
        table.add({std::string(parameter.name),
                   kTypeTexts[static_cast<std::size_t>(parameter.type)],
                   rangeText(parameter),
                   defaultText(parameter),
                   std::string(parameter.unit),
                   std::string(parameter.symbol),
                   std::string(parameter.equation),
                   parameter.live ? "yes" : "",
                   std::string(parameter.meaning)});
    table.dropEmptyColumns();
    constexpr std::size_t kLineWidth = 120;
    return table.text(indent, kLineWidth);
}

} // namespace coterie::cli
