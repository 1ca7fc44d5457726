#pragma once

#include "core/data/catalog.h"

#include <array>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// A set published as MNIST is: four IDX files, whose names are the same for all such sets, so that
/// only the folder tells them apart.
struct IdxSet
{
    std::string_view name;
    std::string_view title;
    std::span<const std::string_view> folders; ///< below a data folder; the first is recommended
    bool fashion = false;                      ///< FashionMNIST/raw is never MNIST
    std::string_view address;
    std::span<const std::string_view> classNames;
};

[[nodiscard]] std::vector<std::filesystem::path> findIdxSet(const IdxSet& set,
                                                            const DataFolders& folders);
[[nodiscard]] Result<std::shared_ptr<const Dataset>> loadIdxSet(const IdxSet& set,
                                                                const DataFolders& folders);

} // namespace coterie
