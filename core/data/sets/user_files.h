#pragma once

#include "core/data/formats/number_table.h"
#include "core/data/sets/sets.h"

#include <optional>

namespace coterie {

/// A parameter that names a file, or something in it.
[[nodiscard]] constexpr ParameterDescriptor textParameter(std::string_view name,
                                                          std::string_view title,
                                                          std::string_view meaning,
                                                          std::string_view usual = {})
{
    return {.name = name,
            .title = title,
            .type = ParameterType::Text,
            .defaultWord = usual,
            .meaning = meaning};
}

[[nodiscard]] constexpr ParameterDescriptor required(ParameterDescriptor parameter)
{
    parameter.required = true;
    return parameter;
}

/// The parameter of every data set that is a user's own file.
inline constexpr ParameterDescriptor kPathParameter = required(textParameter(
    "path", "File", "the file: absolute, or below a data folder or the working directory"));

/// The same of a data set that is a folder.
inline constexpr ParameterDescriptor kFolderParameter =
    required(textParameter("path",
                           "Folder",
                           "the folder, or an archive of it: absolute, or below a data folder or "
                           "the working directory"));

inline constexpr std::array<std::string_view, 2> kTaskWords{"classification", "regression"};

/// What the labels of a table or array are.
inline constexpr ParameterDescriptor kTaskParameter{
    .name = "task",
    .title = "Task of the labels",
    .type = ParameterType::Word,
    .defaultWord = "classification",
    .words = kTaskWords,
    .meaning = "whether the labels are classes or numbers to be predicted"};

[[nodiscard]] inline bool isRegression(const ParameterSet& parameters)
{
    return parameters.word("task") == "regression";
}

/// The catalogue's entry of a format that a user's file may have.
[[nodiscard]] constexpr CatalogEntry
userSet(const NamedPart& part, std::string_view origin, decltype(CatalogEntry::load) load)
{
    return {.part = part,
            .builtIn = false,
            .fromPath = true,
            .licence = "as the file's owner says",
            .origin = origin,
            .load = load};
}

/// The file that a text at this place of an experiment names, below the data folders or the working
/// directory.
[[nodiscard]] Result<std::filesystem::path>
userFile(const std::string& place, const std::string& text, const DataFolders& folders);

/// The file that a parameter names, below the data folders or the working directory.
[[nodiscard]] Result<std::filesystem::path>
userPath(const ParameterSet& parameters, std::string_view parameter, const DataFolders& folders);

/// What a user's files say besides samples and classes.
struct UserFacts
{
    std::vector<std::string> classNames = {};
    std::vector<std::string> clientNames = {}; ///< the samples' domains are these clients
    std::vector<std::string> featureNames = {};
    std::vector<std::string> notes = {};
    std::string decoders = {};                 ///< see DatasetFacts
    std::optional<InputScale> inputScale = {}; ///< empty: that of bytes, or the values as they are
    bool inputsAreClasses = false;             ///< see Dataset
};

/// A user's samples under their file's name. Without names the classes are "0", "1", … as many as
/// there are labels; without labels it is regression.
[[nodiscard]] Result<DatasetPointer> userDataset(const NamedPart& part,
                                                 const std::filesystem::path& file,
                                                 Samples train,
                                                 Samples test,
                                                 UserFacts facts = {});

// --- tables ---

inline constexpr std::array<std::string_view, 4> kSeparatorWords{
    "comma", "semicolon", "tab", "blank"};
inline constexpr std::array<std::string_view, 5> kMissingWords{
    "refuse", "mean", "median", "mostFrequent", "drop"};

inline constexpr ParameterDescriptor kLabelParameter = textParameter(
    "label",
    "Column of the label",
    "the label's column: its name in the header, or its number from 0; empty: the last column");
inline constexpr ParameterDescriptor kSeparatorParameter{
    .name = "separator",
    .title = "Columns separated by",
    .type = ParameterType::Word,
    .defaultWord = "comma",
    .words = kSeparatorWords,
    .meaning = "what stands between columns; blank: any number of blanks"};
inline constexpr ParameterDescriptor kSplitParameter =
    textParameter("split",
                  "Column of the split",
                  "the column that says train or test, by name or number; empty: none");
inline constexpr ParameterDescriptor kCategoriesParameter = textParameter(
    "categories",
    "Categories",
    "columns of categories that hold numbers, by name or number with commas between them; columns "
    "of words are categories anyway");
inline constexpr ParameterDescriptor kMissingParameter{
    .name = "missing",
    .title = "Missing values",
    .type = ParameterType::Word,
    .defaultWord = "refuse",
    .words = kMissingWords,
    .meaning = "what to do about values that are empty, NA, NaN or ?: refuse the table, fill in "
               "what the column's training rows give (all rows, where no column and no folder sets "
               "test rows apart), or leave such rows out (drop)"};

/// The options of a table that these parameters give; without a client column.
[[nodiscard]] TableOptions tableOptions(const ParameterSet& parameters);

/// The data set of a table that was read.
[[nodiscard]] Result<DatasetPointer>
tableDataset(const NamedPart& part, const std::filesystem::path& file, NumberTable table);

} // namespace coterie
