#pragma once

#include "core/data/sets/sets.h"

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

/// The file that a parameter names, below the data folders or the working directory.
[[nodiscard]] Result<std::filesystem::path>
userPath(const ParameterSet& parameters, std::string_view parameter, const DataFolders& folders);

/// A user's samples under their file's name. Without names the classes are "0", "1", … as many as
/// there are labels; without labels it is regression.
[[nodiscard]] Result<DatasetPointer> userDataset(const NamedPart& part,
                                                 const std::filesystem::path& file,
                                                 Samples train,
                                                 Samples test,
                                                 std::vector<std::string> classNames = {});

} // namespace coterie
