#include "core/data/formats/number_table.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/text_lines.h"
#include "core/experiment/parameters.h"

#include <cmath>
#include <map>

namespace coterie {

namespace {

constexpr std::size_t kMostClasses = 10'000;
constexpr std::size_t kLongestLabel = 200;

/// What the first reading finds out.
struct Layout
{
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::size_t label = 0; // its column
    std::vector<std::string> header;

    /// Of the features and labels, in bytes.
    [[nodiscard]] std::uint64_t memory() const
    {
        return std::uint64_t{rows} * columns * sizeof(float);
    }
};

using Fields = std::vector<std::string_view>;

Result<std::size_t> labelColumn(const ByteSource& source,
                                const std::vector<std::string>& header,
                                std::size_t columns,
                                const TableOptions& options)
{
    if (options.labelFirst)
        return std::size_t{0};
    const std::string& wanted = options.labelColumn;
    if (wanted.empty())
        return columns - 1;
    if (const auto named = std::ranges::find(header, wanted); named != header.end())
        return static_cast<std::size_t>(named - header.begin());
    const std::optional<double> number = numberIn(wanted);
    if (number && *number >= 0 && *number < static_cast<double>(columns)
        && std::floor(*number) == *number)
        return static_cast<std::size_t>(*number);
    const std::vector<std::string_view> names(header.begin(), header.end());
    Unexpected<Error> failure =
        failAt(source,
               0,
               filled("no column is called {}; must be a name or a number from 0 to {}",
                      wanted,
                      columns - 1));
    failure.error.nearest = nearestWord(wanted, names);
    return failure;
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

/// The same as fields; false at the end.
Result<bool> nextFields(TextLines& lines, char separator, Fields& fields)
{
    COTERIE_TRY(const std::optional<std::string_view> line, nextLine(lines));
    if (line)
        splitLine(*line, separator, fields);
    return line.has_value();
}

Result<void> checkColumns(const TextLines& lines, const Layout& layout, const Fields& fields)
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

Result<Layout> layoutOf(ByteSource& source, const TableOptions& options)
{
    TextLines lines(source);
    MemoryForecast memory(source);
    Layout layout;
    Fields fields;
    std::vector<bool> wordsInFirst;
    bool header = false;
    while (true) {
        COTERIE_TRY(const std::optional<std::string_view> line, nextLine(lines));
        if (!line)
            break;
        // Of most lines only the number matters here; the reading that follows splits them.
        if (layout.rows < 2 || line->size() + 1 < layout.columns) {
            splitLine(*line, options.separator, fields);
            if (layout.columns == 0) {
                layout.columns = fields.size();
                if (layout.columns < 2)
                    return lines.failHere("must have at least two columns, a feature and a label");
                layout.header.assign(fields.begin(), fields.end());
                for (const std::string_view field : fields)
                    wordsInFirst.push_back(!numberIn(field));
            } else if (layout.rows == 1) {
                for (std::size_t i = 0; i < std::min(fields.size(), layout.columns); ++i)
                    header = header || (wordsInFirst[i] && numberIn(fields[i]));
            }
            COTERIE_CHECK(checkColumns(lines, layout, fields));
        }
        ++layout.rows;
        COTERIE_CHECK(memory.check(layout.memory()));
    }
    if (layout.columns == 0)
        return failAt(source, 0, "must be a table of numbers (is empty)");
    COTERIE_CHECK(checkMemory(source.name(), layout.memory()));
    if (header)
        --layout.rows;
    else
        layout.header.clear();
    COTERIE_TRY(layout.label, labelColumn(source, layout.header, layout.columns, options));
    return layout;
}

/// Collects label words and turns them into classes.
class Classes
{
public:
    /// False: too many different words.
    bool add(std::string_view word)
    {
        const auto [entry, added] =
            m_ids.try_emplace(std::string(word), static_cast<std::int32_t>(m_ids.size()));
        m_rows.push_back(entry->second);
        return m_ids.size() <= kMostClasses;
    }

    void finish(NumberTable& table)
    {
        const bool whole = std::ranges::all_of(m_ids, [](const auto& known) {
            const std::optional<double> number = numberIn(known.first);
            return number && *number >= 0 && *number < double{kMostClasses}
                   && std::floor(*number) == *number;
        });
        std::vector<std::int32_t> classOf(m_ids.size());
        std::int32_t next = 0; // the map is sorted
        for (const auto& [word, id] : m_ids) {
            classOf[static_cast<std::size_t>(id)] =
                whole ? static_cast<std::int32_t>(*numberIn(word)) : next++;
            if (!whole)
                table.classNames.push_back(word);
        }
        const std::int32_t largest = whole ? std::ranges::max(classOf) : -1;
        for (std::int32_t label = 0; label <= largest; ++label)
            table.classNames.push_back(std::to_string(label));
        table.labels = std::move(m_rows);
        for (std::int32_t& label : table.labels)
            label = classOf[static_cast<std::size_t>(label)];
    }

private:
    std::map<std::string, std::int32_t, std::less<>> m_ids;
    std::vector<std::int32_t> m_rows;
};

Result<void>
readRow(const TextLines& lines, const Fields& fields, const Layout& layout, NumberTable& table)
{
    for (std::size_t column = 0; column < layout.columns; ++column) {
        if (column == layout.label)
            continue;
        const std::optional<double> number = numberIn(fields[column]);
        const std::string shown(fields[column].substr(0, 40));
        if (!number)
            return lines.failHere(filled("column {} must be a number (is \"{}\")", column, shown));
        table.values.push_back(static_cast<float>(*number));
        if (!std::isfinite(table.values.back()))
            return lines.failHere(
                filled("{} in column {} is beyond what single precision holds", shown, column));
    }
    return {};
}

constexpr SampleShape kShape{.channels = 1, .height = 16, .width = 16};

std::string problemOf(std::span<const float> values, float label)
{
    constexpr float kLastClass = 9;
    if (values.size() != kShape.size())
        return filled("must be 257 numbers, a label and 16×16 values (is {})", values.size() + 1);
    if (std::floor(label) != label || label < 0 || label > kLastClass)
        return filled("the label must be from 0 to 9 (is {})",
                      shortestText(static_cast<double>(label)));
    const auto outside =
        std::ranges::find_if(values, [](float value) { return value < -1.0F || value > 1.0F; });
    if (outside == values.end())
        return {};
    return filled("value {} must be from -1 to 1 (is {})",
                  outside - values.begin(),
                  shortestText(static_cast<double>(*outside)));
}

} // namespace

Result<NumberTable> readNumberTable(const std::shared_ptr<ByteStore>& store,
                                    const TableOptions& options)
{
    COTERIE_TRY(const ByteSourcePointer counted, openUnpacked(store));
    COTERIE_TRY(Layout layout, layoutOf(*counted, options));
    if (layout.rows == 0)
        return fail(store->name(), "must have at least one row after the header");

    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(store));
    TextLines lines(*source);
    Fields fields;
    if (!layout.header.empty())
        COTERIE_CHECK(nextFields(lines, options.separator, fields));
    NumberTable table;
    table.rows = layout.rows;
    table.features = layout.columns - 1;
    table.values.reserve(table.rows * table.features);
    Classes classes;
    for (std::size_t row = 0; row < table.rows; ++row) {
        COTERIE_TRY(const bool more, nextFields(lines, options.separator, fields));
        if (!more)
            return lines.failHere("the file changed while it was read");
        COTERIE_CHECK(checkColumns(lines, layout, fields));
        COTERIE_CHECK(readRow(lines, fields, layout, table));
        const std::string_view label = fields[layout.label];
        if (options.regression) {
            const std::optional<double> target = numberIn(label);
            if (!target || !std::isfinite(static_cast<float>(*target)))
                return lines.failHere(
                    filled("the target must be a number (is \"{}\")", label.substr(0, 40)));
            table.targets.push_back(static_cast<float>(*target));
            const auto values = std::span(table.values).last(table.features);
            if (std::string problem =
                    options.problemOf ? options.problemOf(values, table.targets.back()) : "";
                !problem.empty())
                return lines.failHere(problem);
        } else if (label.size() > kLongestLabel) {
            return lines.failHere(filled(
                "a label must have at most {} characters (has {})", kLongestLabel, label.size()));
        } else if (!classes.add(label)) {
            return lines.failHere(filled(
                "more than {} different labels; is this a target for regression?", kMostClasses));
        }
    }
    if (!options.regression)
        classes.finish(table);
    if (!layout.header.empty())
        for (std::size_t column = 0; column < layout.columns; ++column)
            if (column != layout.label)
                table.featureNames.push_back(std::move(layout.header[column]));
    return table;
}

Result<Samples> readUspsText(const std::shared_ptr<ByteStore>& store)
{
    // Labels such as "6.0000" are read as numbers.
    COTERIE_TRY(NumberTable table,
                readNumberTable(store,
                                {.separator = ' ',
                                 .labelColumn = {},
                                 .labelFirst = true,
                                 .regression = true,
                                 .problemOf = &problemOf}));
    if (!table.featureNames.empty())
        return fail(store->name(),
                    "at byte 0: must be lines of a label and 16×16 values (is a header of words)");
    Samples samples;
    samples.shape = kShape;
    samples.labels.assign(table.targets.begin(), table.targets.end());
    samples.values = std::move(table.values);
    return samples;
}

} // namespace coterie
