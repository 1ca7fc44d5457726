#pragma once

#include "core/data/catalog.h"

#include <span>
#include <string_view>

namespace coterie {

using DatasetPointer = std::shared_ptr<const Dataset>;

/// How a data set is described beside its samples.
struct DatasetFacts
{
    std::span<const std::string_view> classNames;
    std::span<const std::string_view> domainNames = {};
    InputScale inputScale = {}; ///< as for bytes
};

/// A data set made of samples that were read; its test samples may be none.
[[nodiscard]] Result<DatasetPointer> makeDataset(const NamedPart& part,
                                                 const DatasetFacts& facts,
                                                 Result<Samples> train,
                                                 Result<Samples> test = Samples{});

} // namespace coterie
