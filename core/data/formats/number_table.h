#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"

#include <functional>
#include <span>

namespace coterie {

/// What to do about values that are missing: see isMissing().
enum class MissingValues
{
    Refuse,
    Mean,         ///< of the column's values in the training rows; of categories, the most frequent
    Median,       ///< the same
    MostFrequent, ///< the least of several
    Drop          ///< leave the row out
};

/// A text table of features with one column that is the label or target.
struct TableOptions
{
    char separator = ',';         ///< a blank: runs of blanks
    std::string labelColumn = {}; ///< a column's name, or its number from 0; empty: the last column
    bool labelFirst = false;      ///< the label is column 0; labelColumn is ignored
    bool regression = false;      ///< the label is a number to predict, not a class
    /// The problem of a row of a table for regression; empty: none. The error adds the line.
    std::function<std::string(std::span<const float> values, float target)> problemOf = {};
    /// Columns of words become categories, a column each with 1 for the row's own and 0 elsewhere.
    /// Otherwise every feature must be a number.
    bool words = false;
    std::vector<std::string> categories = {}; ///< columns that are categories even if they hold
                                              ///< numbers; names or numbers as of the label
    std::string clientColumn = {};            ///< whose row it is; empty: the table does not say
    std::string splitColumn = {}; ///< "train" or "test"; empty: all rows are to train on
    MissingValues missing = MissingValues::Refuse;
};

/// One of the files that make up a table.
struct TableFile
{
    std::filesystem::path path = {}; ///< opened for each reading only: there may be 100,000 files
    std::shared_ptr<ByteStore> store = {}; ///< read in place of the path if there is one
    std::string client = {}; ///< whose rows these are; empty: a column says it, or nothing does
    bool test = false;       ///< all its rows are for test

    [[nodiscard]] std::string name() const { return store ? store->name() : path.string(); }
    [[nodiscard]] Result<ByteSourcePointer> open() const;
};

/// What it holds: the features row by row, and a class or target for each row.
struct NumberTable
{
    std::size_t rows = 0;
    std::size_t features = 0;
    std::vector<float> values = {}; ///< rows × features
    std::vector<std::int32_t> labels = {};
    std::vector<float> targets = {};
    std::vector<std::string> featureNames = {}; ///< empty if the file has no header and no words
    std::vector<std::string> classNames =
        {}; ///< "0", "1", … or the words of the label column, sorted
    std::vector<std::int32_t> clients = {};    ///< of each row; empty if the table does not say
    std::vector<std::string> clientNames = {}; ///< "site 2" before "site 10"
    std::vector<bool> test = {};               ///< of each row; empty if all are to train on
    std::vector<std::string> notes = {};       ///< which columns became categories, what was
                                               ///< filled in or left out
};

/// Reads a table, plain or gzip. A first line that holds a word where the second holds a number is
/// a header, and one that holds the name of a column that the options name. Labels that are all
/// whole numbers from 0 on (fewer than 10,000) are the classes themselves; other words are classes
/// in alphabetical order. A file is read twice, first to count, so that memory holds the values
/// only once and a table beyond the limit of memory is refused early; a table with words a third
/// time. An error names the file, the line and the column.
[[nodiscard]] Result<NumberTable> readNumberTable(const std::shared_ptr<ByteStore>& store,
                                                  const TableOptions& options);
/// The same of a table in several files, which have the columns of the first.
[[nodiscard]] Result<NumberTable> readNumberTable(std::span<const TableFile> files,
                                                  const TableOptions& options);

/// The digits of zip.train and zip.test: a line each with the label and 16×16 values from -1 to 1.
[[nodiscard]] Result<Samples> readUspsText(const std::shared_ptr<ByteStore>& store);

} // namespace coterie
