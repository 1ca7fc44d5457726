#include "core/data/formats/table_columns.h"

#include "core/base/as_read.h"
#include "core/base/json_node.h"
#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"

#include <cmath>
#include <map>
#include <set>

namespace coterie {

namespace {

constexpr std::size_t kMostCategories = 1000; // of one column
constexpr std::size_t kLongestCategory = 200;

std::string shown(std::string_view field)
{
    return '"' + std::string(field.substr(0, 40)) + '"';
}

/// What one column of features holds.
struct Column
{
    std::set<std::string, std::less<>> words;
    bool hasNumbers = false;
    std::optional<Error> firstWord; ///< says where it stands, for a column of numbers
};

Result<void> look(Column& column,
                  std::size_t index,
                  std::string_view field,
                  const TableRows& rows,
                  const TableLayout& layout)
{
    if (isMissing(field))
        return {};
    const bool listed = layout.categories[index];
    const bool isNumber = numberIn(field).has_value();
    column.hasNumbers |= isNumber;
    if (isNumber && !listed)
        return {};
    if (!isNumber && !column.firstWord)
        column.firstWord =
            rows.failHere(filled("{} must be a number as in other rows (is {}); list the column in "
                                 "\"categories\" if its values are names",
                                 layout.columnText(index),
                                 shown(field)))
                .error;
    if (field.size() > kLongestCategory)
        return rows.failHere(filled("{} must have at most {} characters (has {})",
                                    layout.columnText(index),
                                    kLongestCategory,
                                    field.size()));
    if (column.words.size() > kMostCategories || column.words.contains(field))
        return {};
    column.words.emplace(field);
    if (column.words.size() <= kMostCategories || (column.hasNumbers && !listed))
        return {}; // a column of both is refused at its first word
    return rows.failHere(filled("{} has more than {} different words; is it free text?",
                                layout.columnText(index),
                                kMostCategories));
}

/// "a, b, c and 9 more".
std::string listText(const std::vector<std::string>& words)
{
    constexpr std::size_t kMostListed = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), kMostListed); ++i)
        text += (i == 0 ? "" : ", ") + words[i];
    return words.size() > kMostListed ? text + filled(" and {} more", words.size() - kMostListed)
                                      : text;
}

/// The training rows' values of one feature that are there.
std::vector<float> knownValues(const NumberTable& table, std::size_t feature)
{
    std::vector<float> values;
    for (std::size_t row = 0; row < table.rows; ++row) {
        const float value = table.values[row * table.features + feature];
        if (!std::isnan(value) && (table.test.empty() || !table.test[row]))
            values.push_back(value);
    }
    return values;
}

double middleOf(std::vector<float> values, MissingValues how)
{
    if (how == MissingValues::Mean) {
        double sum = 0;
        for (const float value : values)
            sum += static_cast<double>(value);
        return sum / static_cast<double>(values.size());
    }
    std::ranges::sort(values);
    if (how == MissingValues::Median) {
        const std::size_t middle = values.size() / 2;
        const double upper = static_cast<double>(values[middle]);
        return values.size() % 2 == 1 ? upper
                                      : (static_cast<double>(values[middle - 1]) + upper) / 2;
    }
    float best = values.front();
    std::size_t most = 0;
    for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
        while (end < values.size() && values[end] == values[begin])
            ++end;
        if (end - begin > most) {
            most = end - begin;
            best = values[begin];
        }
    }
    return static_cast<double>(best);
}

std::string_view wordOf(MissingValues how)
{
    return how == MissingValues::Mean     ? "mean"
           : how == MissingValues::Median ? "median"
                                          : "most frequent value";
}

/// Which of a column's categories most training rows have; the first of equals.
std::size_t mostFrequent(const NumberTable& table, std::size_t first, std::size_t count)
{
    std::size_t best = 0;
    double most = -1;
    for (std::size_t category = 0; category < count; ++category) {
        double sum = 0;
        for (const float value : knownValues(table, first + category))
            sum += static_cast<double>(value);
        if (sum > most) {
            most = sum;
            best = category;
        }
    }
    return best;
}

} // namespace

Result<TableCategories> tableCategories(std::span<const TableFile> files,
                                        const TableLayout& layout,
                                        const TableOptions& options)
{
    std::vector<Column> columns(layout.columns);
    for (std::size_t file = 0; file < files.size(); ++file) {
        COTERIE_TRY(const ByteSourcePointer source, files[file].open());
        TableRows rows(*source, layout, options.separator);
        for (std::size_t row = 0; row < layout.rowsOf[file]; ++row) {
            COTERIE_TRY(const TableFields* fields, rows.next());
            if (options.missing == MissingValues::Drop && lacksValue(*fields, layout))
                continue;
            for (std::size_t column = 0; column < layout.columns; ++column)
                if (layout.isFeature(column))
                    COTERIE_CHECK(look(columns[column], column, (*fields)[column], rows, layout));
        }
    }
    TableCategories found{.of = std::vector<std::vector<std::string>>(layout.columns)};
    for (std::size_t column = 0; column < layout.columns; ++column) {
        Column& seen = columns[column];
        if (seen.firstWord && seen.hasNumbers && !layout.categories[column])
            return Unexpected<Error>{std::move(*seen.firstWord)};
        found.of[column].assign(seen.words.begin(), seen.words.end());
    }
    return found;
}

bool lacksValue(const TableFields& fields, const TableLayout& layout)
{
    for (std::size_t column = 0; column < layout.columns; ++column)
        if ((layout.isFeature(column) || column == layout.label) && isMissing(fields[column]))
            return true;
    return false;
}

std::string missingText(const TableLayout& layout, std::size_t column, std::string_view field)
{
    return filled(
        "{} has no value (is {}); missing values can be filled in with the column's mean, "
        "median or most frequent value, or their rows left out",
        layout.columnText(column),
        shown(field));
}

Result<void> fillMissing(NumberTable& table,
                         const std::string& file,
                         const TableLayout& layout,
                         const TableCategories& categories,
                         MissingValues how)
{
    // A partition sets test rows apart later, so here nobody knows which these will be.
    const std::string_view whose =
        table.test.empty() ? "all rows, as the table does not say which ones are for test"
        : std::ranges::find(table.test, true) == table.test.end()
            ? "all rows, as the table has none for test"
            : "the training rows";
    std::size_t feature = 0;
    for (std::size_t column = 0; column < layout.columns; ++column) {
        if (!layout.isFeature(column))
            continue;
        const std::size_t first = feature;
        const std::size_t width = categories.width(column);
        feature += width;
        std::vector<std::size_t> places;
        for (std::size_t row = 0; row < table.rows; ++row)
            if (std::isnan(table.values[row * table.features + first]))
                places.push_back(row * table.features + first);
        if (places.empty())
            continue;
        std::vector<float> known = knownValues(table, first);
        if (known.empty())
            return fail(file,
                        layout.columnText(column)
                            + " has no values in the training rows, so none can be filled in");
        const std::string count = filled("{} missing {} of {}",
                                         places.size(),
                                         places.size() == 1 ? "value" : "values",
                                         layout.columnText(column));
        if (categories.of[column].empty()) {
            const double value = middleOf(std::move(known), how);
            for (const std::size_t place : places)
                table.values[place] = static_cast<float>(value);
            table.notes.push_back(filled("{} filled in with the {} of {}: {}",
                                         count,
                                         wordOf(how),
                                         whose,
                                         shortestText(asRead(static_cast<float>(value)))));
            continue;
        }
        const std::size_t category = mostFrequent(table, first, width);
        for (const std::size_t place : places)
            for (std::size_t i = 0; i < width; ++i)
                table.values[place + i] = i == category ? 1.0F : 0.0F;
        table.notes.push_back(filled("{} filled in with the most frequent of {}: {}",
                                     count,
                                     whose,
                                     categories.of[column][category]));
    }
    return {};
}

void nameFeatures(NumberTable& table, const TableLayout& layout, const TableCategories& categories)
{
    bool words = false;
    for (std::size_t column = 0; column < layout.columns; ++column) {
        const std::vector<std::string>& own = categories.of[column];
        if (own.empty())
            continue;
        words = true;
        table.notes.push_back(filled("{} became {} features, one for each of its categories: {}",
                                     layout.columnText(column),
                                     own.size(),
                                     listText(own)));
    }
    if (layout.header.empty() && !words)
        return;
    for (std::size_t column = 0; column < layout.columns; ++column) {
        if (!layout.isFeature(column))
            continue;
        const std::string name =
            layout.header.empty() ? "column " + std::to_string(column) : layout.header[column];
        if (categories.of[column].empty())
            table.featureNames.push_back(name);
        for (const std::string& category : categories.of[column])
            table.featureNames.push_back(name + " = " + category);
    }
}

} // namespace coterie
