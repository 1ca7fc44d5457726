#pragma once

#include "core/data/catalog.h"

#include <array>
#include <span>
#include <string_view>

namespace coterie {

inline constexpr std::array<std::string_view, 10> kDigitNames{
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

/// What describes a data set besides its samples.
struct DatasetFacts
{
    std::span<const std::string_view> classNames;
    std::span<const std::string_view> domainNames = {};
    InputScale inputScale = {}; ///< as for bytes
};

[[nodiscard]] Dataset
describedDataset(const NamedPart& part, const DatasetFacts& facts, Samples train, Samples test);

/// A data set of samples that were read; without test samples if there are none.
[[nodiscard]] Result<DatasetPointer> makeDataset(const NamedPart& part,
                                                 const DatasetFacts& facts,
                                                 Result<Samples> train,
                                                 Result<Samples> test = Samples{});

} // namespace coterie
