#include "core/data/formats/number_table.h"

#include "core/base/as_read.h"
#include "core/base/json_node.h"
#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/natural_order.h"
#include "core/data/formats/table_columns.h"

#include <cmath>
#include <limits>
#include <map>

namespace coterie {

namespace {

constexpr std::size_t kMostClasses = 10'000;
constexpr std::size_t kMostClients = 100'000; // as in a partition
constexpr std::size_t kLongestLabel = 200;    // of clients too

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

/// Collects whose rows they are.
class Clients
{
public:
    Result<void> add(const TableRows& rows, const std::string& column, std::string_view name)
    {
        if (isMissing(name))
            return rows.failHere(
                filled("{} must name the client (is \"{}\")", column, name.substr(0, 40)));
        if (name.size() > kLongestLabel)
            return rows.failHere(filled("a client's name must have at most {} characters (has {})",
                                        kLongestLabel,
                                        name.size()));
        add(name);
        return m_ids.size() <= kMostClients
                   ? Result<void>{}
                   : rows.failHere(filled("more than {} different clients", kMostClients));
    }
    void add(std::string_view name)
    {
        const auto known = m_ids.find(name);
        m_rows.push_back(
            known != m_ids.end()
                ? known->second
                : m_ids.emplace(name, static_cast<std::int32_t>(m_ids.size())).first->second);
    }

    void finish(NumberTable& table)
    {
        std::vector<std::int32_t> clientOf(m_ids.size());
        for (const auto& [name, id] : m_ids) {
            clientOf[static_cast<std::size_t>(id)] =
                static_cast<std::int32_t>(table.clientNames.size()); // the map is sorted
            table.clientNames.push_back(name);
        }
        table.clients = std::move(m_rows);
        for (std::int32_t& client : table.clients)
            client = clientOf[static_cast<std::size_t>(client)];
    }

private:
    struct Before
    {
        using is_transparent = void;
        bool operator()(std::string_view a, std::string_view b) const
        {
            return naturallyBefore(a, b);
        }
    };
    std::map<std::string, std::int32_t, Before> m_ids;
    std::vector<std::int32_t> m_rows;
};

/// Reads all rows of a table whose layout is known.
class TableReader
{
public:
    TableReader(const TableLayout& layout,
                const TableCategories& categories,
                const TableOptions& options)
        : m_layout(layout)
        , m_categories(categories)
        , m_options(options)
    {
        m_table.features = 0;
        for (std::size_t column = 0; column < layout.columns; ++column)
            m_table.features += layout.isFeature(column) ? categories.width(column) : 0;
        m_table.values.reserve(layout.rows() * m_table.features);
    }

    Result<void> read(const TableFile& file, std::size_t rows);
    /// A column of words was met, whose categories must be known before.
    [[nodiscard]] bool foundWords() const { return m_foundWords; }

    Result<NumberTable> finish(const std::string& file)
    {
        if (m_table.rows == 0)
            return fail(file, "must have at least one row without missing values");
        if (!m_options.regression)
            m_classes.finish(m_table);
        m_clients.finish(m_table);
        const bool hasTest = std::ranges::find(m_table.test, true) != m_table.test.end();
        if (hasTest && std::ranges::find(m_table.test, false) == m_table.test.end())
            return fail(file, "must have at least one row to train on");
        if (!hasTest && !m_layout.split) // every file was said to be one of rows to train on
            m_table.test.clear();
        nameFeatures(m_table, m_layout, m_categories);
        if (m_options.missing != MissingValues::Refuse && m_options.missing != MissingValues::Drop)
            COTERIE_CHECK(fillMissing(m_table, file, m_layout, m_categories, m_options.missing));
        if (!hasTest)
            m_table.test.clear();
        if (m_dropped > 0)
            m_table.notes.push_back(filled(
                "{} {} with missing values left out", m_dropped, m_dropped == 1 ? "row" : "rows"));
        return std::move(m_table);
    }

private:
    Result<void> readFeatures(const TableRows& rows, const TableFields& fields);
    Result<void> readNumber(const TableRows& rows, std::size_t column, std::string_view field);
    Result<void> readCategory(const TableRows& rows, std::size_t column, std::string_view field);
    Result<void> readLabel(const TableRows& rows, std::string_view label);
    Result<void> readSplit(const TableRows& rows, std::string_view word);

    const TableLayout& m_layout;
    const TableCategories& m_categories;
    const TableOptions& m_options;
    NumberTable m_table;
    Classes m_classes;
    Clients m_clients;
    std::size_t m_dropped = 0;
    bool m_foundWords = false;
};

Result<void> TableReader::read(const TableFile& file, std::size_t rowCount)
{
    COTERIE_TRY(const ByteSourcePointer source, file.open());
    TableRows rows(*source, m_layout, m_options.separator);
    for (std::size_t row = 0; row < rowCount && !m_foundWords; ++row) {
        COTERIE_TRY(const TableFields* fields, rows.next());
        if (m_options.missing == MissingValues::Drop && lacksValue(*fields, m_layout)) {
            ++m_dropped;
            continue;
        }
        COTERIE_CHECK(readFeatures(rows, *fields));
        if (m_foundWords)
            break;
        ++m_table.rows;
        COTERIE_CHECK(readLabel(rows, (*fields)[m_layout.label]));
        if (m_layout.client)
            COTERIE_CHECK(m_clients.add(
                rows, m_layout.columnText(*m_layout.client), (*fields)[*m_layout.client]));
        else if (!file.client.empty())
            m_clients.add(file.client);
        if (m_layout.split)
            COTERIE_CHECK(readSplit(rows, (*fields)[*m_layout.split]));
        else
            m_table.test.push_back(file.test);
    }
    return {};
}

Result<void> TableReader::readFeatures(const TableRows& rows, const TableFields& fields)
{
    for (std::size_t column = 0; column < m_layout.columns && !m_foundWords; ++column) {
        if (!m_layout.isFeature(column))
            continue;
        COTERIE_CHECK(m_categories.of[column].empty() ? readNumber(rows, column, fields[column])
                                                      : readCategory(rows, column, fields[column]));
    }
    return {};
}

Result<void>
TableReader::readNumber(const TableRows& rows, std::size_t column, std::string_view field)
{
    const std::optional<double> number = numberIn(field);
    const std::string shown(field.substr(0, 40));
    if (!number && m_options.words) {
        if (!isMissing(field)) {
            m_foundWords = true;
            return {};
        }
        if (m_options.missing == MissingValues::Refuse)
            return rows.failHere(missingText(m_layout, column, field));
        m_table.values.push_back(std::numeric_limits<float>::quiet_NaN());
        return {};
    }
    if (!number)
        return rows.failHere(filled("column {} must be a number (is \"{}\")", column, shown));
    m_table.values.push_back(static_cast<float>(*number));
    if (!std::isfinite(m_table.values.back()))
        return rows.failHere(
            filled("{} in column {} is beyond what single precision holds", shown, column));
    return {};
}

Result<void>
TableReader::readCategory(const TableRows& rows, std::size_t column, std::string_view field)
{
    const std::vector<std::string>& known = m_categories.of[column];
    const bool missing = isMissing(field);
    if (missing && m_options.missing == MissingValues::Refuse)
        return rows.failHere(missingText(m_layout, column, field));
    const auto own = std::ranges::find(known, field);
    if (!missing && own == known.end())
        return rows.failHere("the file changed while it was read");
    for (auto category = known.begin(); category != known.end(); ++category)
        m_table.values.push_back(missing ? std::numeric_limits<float>::quiet_NaN()
                                         : (category == own ? 1.0F : 0.0F));
    return {};
}

Result<void> TableReader::readLabel(const TableRows& rows, std::string_view label)
{
    if (m_options.regression) {
        const std::optional<double> target = numberIn(label);
        if (!target || !std::isfinite(static_cast<float>(*target)))
            return rows.failHere(
                filled("the target must be a number (is \"{}\")", label.substr(0, 40)));
        m_table.targets.push_back(static_cast<float>(*target));
        const auto values = std::span(m_table.values).last(m_table.features);
        const std::string problem =
            m_options.problemOf ? m_options.problemOf(values, m_table.targets.back()) : "";
        return problem.empty() ? Result<void>{} : rows.failHere(problem);
    }
    if (m_options.words && isMissing(label))
        return rows.failHere(
            filled("{} must be a label (is \"{}\"); rows with missing values can be "
                   "left out",
                   m_layout.columnText(m_layout.label),
                   label));
    if (label.size() > kLongestLabel)
        return rows.failHere(filled(
            "a label must have at most {} characters (has {})", kLongestLabel, label.size()));
    if (!m_classes.add(label))
        return rows.failHere(filled(
            "more than {} different labels; is this a target for regression?", kMostClasses));
    return {};
}

Result<void> TableReader::readSplit(const TableRows& rows, std::string_view word)
{
    const bool test = word == "test" || word == "Test" || word == "TEST";
    if (!test && word != "train" && word != "Train" && word != "TRAIN")
        return rows.failHere(filled("{} must be train or test (is \"{}\")",
                                    m_layout.columnText(*m_layout.split),
                                    word.substr(0, 40)));
    m_table.test.push_back(test);
    return {};
}

Result<NumberTable> readTable(std::span<const TableFile> files,
                              const TableLayout& layout,
                              const TableCategories& categories,
                              const TableOptions& options,
                              bool& foundWords)
{
    TableReader reader(layout, categories, options);
    for (std::size_t file = 0; file < files.size(); ++file) {
        COTERIE_CHECK(reader.read(files[file], layout.rowsOf[file]));
        foundWords = reader.foundWords();
        if (foundWords)
            return NumberTable{};
    }
    return reader.finish(files.front().name());
}

constexpr SampleShape kShape{.channels = 1, .height = 16, .width = 16};

std::string problemOf(std::span<const float> values, float label)
{
    constexpr float kLastClass = 9;
    if (values.size() != kShape.size())
        return filled("must be 257 numbers, a label and 16×16 values (is {})", values.size() + 1);
    if (std::floor(label) != label || label < 0 || label > kLastClass)
        return filled("the label must be from 0 to 9 (is {})", shortestText(asRead(label)));
    const auto outside =
        std::ranges::find_if(values, [](float value) { return value < -1.0F || value > 1.0F; });
    if (outside == values.end())
        return {};
    return filled("value {} must be from -1 to 1 (is {})",
                  outside - values.begin(),
                  shortestText(asRead(*outside)));
}

} // namespace

Result<ByteSourcePointer> TableFile::open() const
{
    return store ? openUnpacked(store) : openUnpacked(path);
}

Result<NumberTable> readNumberTable(const std::shared_ptr<ByteStore>& store,
                                    const TableOptions& options)
{
    const TableFile file{.store = store};
    return readNumberTable(std::span(&file, 1), options);
}

Result<NumberTable> readNumberTable(std::span<const TableFile> files, const TableOptions& options)
{
    COTERIE_TRY(const TableLayout layout, tableLayout(files, options));
    const std::string name = files.front().name();
    if (layout.rows() == 0)
        return fail(name, "must have at least one row after the header");
    // Most tables hold numbers only and are read at once; words are met on the way.
    TableCategories categories{.of = std::vector<std::vector<std::string>>(layout.columns)};
    bool foundWords = !options.categories.empty();
    if (!foundWords) {
        Result<NumberTable> table = readTable(files, layout, categories, options, foundWords);
        if (!foundWords)
            return table;
    }
    COTERIE_TRY(categories, tableCategories(files, layout, options));
    std::uint64_t features = 0;
    for (std::size_t column = 0; column < layout.columns; ++column)
        features += layout.isFeature(column) ? categories.width(column) : 0;
    COTERIE_CHECK(checkMemory(name, features * layout.rows() * sizeof(float)));
    return readTable(files, layout, categories, options, foundWords);
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
