#pragma once

#include "core/data/sets/make_dataset.h"

#include <filesystem>
#include <vector>

namespace coterie {

/// The parameter of every data set that is a user's own file.
inline constexpr ParameterDescriptor kPathParameter{
    .name = "path",
    .title = "File",
    .type = ParameterType::Text,
    .meaning = "the file: absolute, or below a data folder or the working directory",
    .required = true};
inline constexpr std::string_view kUserLicence = "as the file's owner says";

/// What a parameter names, found below the data folders or the working directory.
[[nodiscard]] Result<std::filesystem::path>
userPath(const ParameterSet& parameters, std::string_view parameter, const DataFolders& folders);
/// Whether the parameter names anything.
[[nodiscard]] bool namesFile(const ParameterSet& parameters, std::string_view parameter);

/// "0", "1", … as many as there are labels.
[[nodiscard]] std::vector<std::string> numberedClasses(const Samples& train, const Samples& test);

/// A user's samples under their file's name: classes with names, or regression if there are none.
[[nodiscard]] Result<DatasetPointer> userDataset(const NamedPart& part,
                                                 const std::filesystem::path& file,
                                                 std::vector<std::string> classNames,
                                                 Samples train,
                                                 Samples test);

} // namespace coterie
