#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"

#include <functional>
#include <span>

namespace coterie {

/// A text table of features with one column that is the label or target.
struct TableOptions
{
    char separator = ',';         ///< a blank: runs of blanks
    std::string labelColumn = {}; ///< a column's name, or its number from 0; empty: the last column
    bool labelFirst = false;      ///< the label is column 0; labelColumn is ignored
    bool regression = false;      ///< the label is a number to predict, not a class
    /// The problem of a row of a table for regression; empty: none. The error adds the line.
    std::function<std::string(std::span<const float> values, float target)> problemOf = {};
};

/// What it holds: the features row by row, and a class or target for each row.
struct NumberTable
{
    std::size_t rows = 0;
    std::size_t features = 0;
    std::vector<float> values = {}; ///< rows × features
    std::vector<std::int32_t> labels = {};
    std::vector<float> targets = {};
    std::vector<std::string> featureNames = {}; ///< empty if the file has no header
    std::vector<std::string> classNames =
        {}; ///< "0", "1", … or the words of the label column, sorted
};

/// Reads a table, plain or gzip. A first line that holds a word where the second holds a number is
/// a header. Labels that are all whole numbers from 0 on (fewer than 10,000) are the classes
/// themselves; other words are classes in alphabetical order. The file is read twice, first to
/// count, so that memory holds the values only once and a table beyond the limit of memory is
/// refused early.
[[nodiscard]] Result<NumberTable> readNumberTable(const std::shared_ptr<ByteStore>& store,
                                                  const TableOptions& options);

/// The digits of zip.train and zip.test: a line each with the label and 16×16 values from -1 to 1.
[[nodiscard]] Result<Samples> readUspsText(const std::shared_ptr<ByteStore>& store);

} // namespace coterie
