#include "core/data/formats/table_layout.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/memory_limit.h"
#include "core/experiment/parameters.h"

#include <cmath>
#include <numeric>

namespace coterie {

namespace {

/// Of the features and labels, in bytes.
std::uint64_t memoryOf(std::size_t rows, std::size_t columns)
{
    return std::uint64_t{rows} * columns * sizeof(float);
}

/// The column of this name or number.
Result<std::size_t>
columnNamed(const std::string& file, const TableLayout& layout, const std::string& wanted)
{
    const std::vector<std::string>& header = layout.header;
    if (const auto named = std::ranges::find(header, wanted); named != header.end())
        return static_cast<std::size_t>(named - header.begin());
    const std::optional<double> number = numberIn(wanted);
    if (number && *number >= 0 && *number < static_cast<double>(layout.columns)
        && std::floor(*number) == *number)
        return static_cast<std::size_t>(*number);
    const std::vector<std::string_view> names(header.begin(), header.end());
    Unexpected<Error> failure =
        fail(file,
             filled("at byte 0: no column is called {}; must be a name or a number from 0 to {}",
                    wanted,
                    layout.columns - 1));
    failure.error.nearest = nearestWord(wanted, names);
    return failure;
}

/// Finds the columns that the options name.
Result<void> giveRoles(const std::string& file, const TableOptions& options, TableLayout& layout)
{
    layout.categories.assign(layout.columns, false);
    if (!options.clientColumn.empty()) {
        COTERIE_TRY(layout.client, columnNamed(file, layout, options.clientColumn));
    }
    if (!options.splitColumn.empty()) {
        COTERIE_TRY(layout.split, columnNamed(file, layout, options.splitColumn));
    }
    if (layout.client && layout.client == layout.split)
        return fail(file,
                    layout.columnText(*layout.client) + " cannot be both the client and the split");
    if (!options.labelFirst && !options.labelColumn.empty()) {
        COTERIE_TRY(layout.label, columnNamed(file, layout, options.labelColumn));
        if (layout.label == layout.client || layout.label == layout.split)
            return fail(file,
                        layout.columnText(layout.label) + " cannot be the label and "
                            + (layout.label == layout.client ? "the client" : "the split"));
    } else if (!options.labelFirst) { // the last column without another role
        layout.label = layout.columns - 1;
        while (layout.label > 0 && (layout.label == layout.client || layout.label == layout.split))
            --layout.label;
    }
    if (layout.features() == 0)
        return fail(file, "must have at least one column of features");
    for (const std::string& name : options.categories) {
        COTERIE_TRY(const std::size_t column, columnNamed(file, layout, name));
        if (!layout.isFeature(column))
            return fail(file,
                        layout.columnText(column) + " is no feature, so it has no categories");
        layout.categories[column] = true;
    }
    return {};
}

/// The next line that is not blank; nothing at the end.
Result<std::optional<std::string_view>> nextLine(TextLines& lines)
{
    while (true) {
        COTERIE_TRY(const std::optional<std::string_view> line, lines.next());
        if (!line || line->find_first_not_of(" \t") != std::string_view::npos)
            return line;
    }
}

Result<void>
checkColumns(const TextLines& lines, const TableLayout& layout, const TableFields& fields)
{
    if (fields.size() != layout.columns)
        return lines.failHere(filled(
            "must have {} columns as the first line (has {})", layout.columns, fields.size()));
    return {};
}

/// Looks at a table's need of memory while its lines are counted.
class MemoryForecast
{
public:
    explicit MemoryForecast(const ByteSource& source)
        : m_source(source)
    {}

    Result<void> check(std::uint64_t bytes)
    {
        if (m_source.offset() < m_next)
            return {};
        m_next = m_source.offset() + kStep;
        COTERIE_TRY(const std::uint64_t limit, memoryLimit());
        // As if the table went on as it began. A packed text does not say where it ends.
        const bool packed = m_source.largestContent() != m_source.storedSize();
        const double seen = packed ? 1
                                   : static_cast<double>(m_source.offset())
                                         / static_cast<double>(m_source.storedSize());
        const double forecast = static_cast<double>(bytes) / seen;
        // It may err, by less the more was seen.
        if (forecast <= static_cast<double>(limit) * (2 - seen))
            return {};
        return checkMemory(m_source.name(), static_cast<std::uint64_t>(forecast));
    }

private:
    static constexpr std::uint64_t kStep = std::uint64_t{4} << 20;
    const ByteSource& m_source;
    std::uint64_t m_next = kStep;
};

/// Whether a line holds the name of a column that the options name.
bool namesColumns(const TableFields& fields, const TableOptions& options)
{
    const auto holds = [&fields](const std::string& name) {
        return !name.empty() && !numberIn(name)
               && std::ranges::find(fields, std::string_view(name)) != fields.end();
    };
    return holds(options.labelColumn) || holds(options.clientColumn) || holds(options.splitColumn)
           || std::ranges::any_of(options.categories, holds);
}

/// Counts the rows of one file, and finds out whether its first line is a header.
class RowCounter
{
public:
    RowCounter(ByteSource& source, const TableOptions& options, TableLayout& layout)
        : m_lines(source)
        , m_options(options)
        , m_layout(layout)
    {}

    Result<std::size_t> count(bool firstFile, MemoryForecast& memory)
    {
        std::size_t rows = 0;
        bool mayBeHeader = firstFile;
        while (true) {
            COTERIE_TRY(const std::optional<std::string_view> line, nextLine(m_lines));
            if (!line)
                break;
            // Of most lines only the number matters here; the reading that follows splits them.
            if (rows == 0 || mayBeHeader || line->size() + 1 < m_layout.columns) {
                splitLine(*line, m_options.separator, m_fields);
                COTERIE_CHECK(rows == 0 ? first(firstFile) : Result<void>{});
                COTERIE_CHECK(checkColumns(m_lines, m_layout, m_fields));
                if (rows > 0 && mayBeHeader)
                    mayBeHeader = compare() && rows < kMostCompared;
            }
            ++rows;
            COTERIE_CHECK(memory.check(memoryOf(rows, m_layout.columns)));
        }
        if (firstFile && rows > 0 && !m_header)
            m_layout.header.clear();
        return rows - (m_header ? 1 : 0);
    }

private:
    static constexpr std::size_t kMostCompared = 100;

    Result<void> first(bool firstFile)
    {
        if (!firstFile) {
            m_header = !m_layout.header.empty();
            if (m_header && !std::ranges::equal(m_fields, m_layout.header))
                return m_lines.failHere("the first line must be the header of the other files");
            return {};
        }
        m_layout.columns = m_fields.size();
        if (m_layout.columns < 2)
            return m_lines.failHere("must have at least two columns, a feature and a label");
        m_layout.header.assign(m_fields.begin(), m_fields.end());
        m_header = namesColumns(m_fields, m_options);
        const bool numbers = std::ranges::any_of(
            m_fields, [](std::string_view field) { return numberIn(field).has_value(); });
        // A header may leave a name out; among numbers that is a missing value.
        for (const std::string_view field : m_fields)
            m_wordsInFirst.push_back(field.empty() ? !numbers
                                                   : !numberIn(field) && !isMissing(field));
        return {};
    }

    /// Of the first line with one after it: whether the next line must be seen too.
    bool compare()
    {
        bool missing = false;
        for (std::size_t i = 0; i < std::min(m_fields.size(), m_layout.columns); ++i) {
            m_header = m_header || (m_wordsInFirst[i] && numberIn(m_fields[i]));
            missing = missing || isMissing(m_fields[i]);
        }
        return missing && !m_header;
    }

    TextLines m_lines;
    const TableOptions& m_options;
    TableLayout& m_layout;
    TableFields m_fields;
    std::vector<bool> m_wordsInFirst;
    bool m_header = false;
};

} // namespace

std::size_t TableLayout::rows() const
{
    return std::reduce(rowsOf.begin(), rowsOf.end());
}

std::size_t TableLayout::features() const
{
    return columns - 1 - (client ? 1 : 0) - (split ? 1 : 0);
}

std::string TableLayout::columnText(std::size_t column) const
{
    std::string text = "column " + std::to_string(column);
    if (column < header.size())
        text += " (\"" + header[column].substr(0, 40) + "\")";
    return text;
}

Result<TableLayout> tableLayout(std::span<const TableFile> files, const TableOptions& options)
{
    TableLayout layout;
    for (std::size_t file = 0; file < files.size(); ++file) {
        COTERIE_TRY(const ByteSourcePointer source, files[file].open());
        MemoryForecast memory(*source);
        RowCounter counter(*source, options, layout);
        COTERIE_TRY(const std::size_t rows, counter.count(file == 0, memory));
        layout.rowsOf.push_back(rows);
        if (layout.columns == 0)
            return failAt(*source, 0, "must be a table of numbers (is empty)");
        COTERIE_CHECK(checkMemory(source->name(), memoryOf(layout.rows(), layout.columns)));
    }
    COTERIE_CHECK(giveRoles(files.front().name(), options, layout));
    return layout;
}

Result<const TableFields*> TableRows::next()
{
    if (!std::exchange(m_begun, true) && !m_layout.header.empty())
        COTERIE_CHECK(nextLine(m_lines));
    COTERIE_TRY(const std::optional<std::string_view> line, nextLine(m_lines));
    if (!line)
        return m_lines.failHere("the file changed while it was read");
    splitLine(*line, m_separator, m_fields);
    COTERIE_CHECK(checkColumns(m_lines, m_layout, m_fields));
    return &m_fields;
}

} // namespace coterie
