#pragma once

#include "core/data/catalog.h"
#include "core/data/dataset.h"
#include "core/spec/experiment.h"

#include <QString>

#include <memory>
#include <optional>

namespace coterie::ui {

/// A data set that was read, and who holds what of it where that is known.
struct LoadedData
{
    std::shared_ptr<const Dataset> dataset;
    Shards shards;   ///< empty: no split belongs to it
    QString problem; ///< the reader's sentence; the data set is absent then
};

/// Reads or makes a data set. Call it off the GUI thread.
[[nodiscard]] LoadedData loadedData(const Part& dataset, const DataFolders& folders);
/// The data of an experiment's run, prepared and split among its clients. Likewise.
[[nodiscard]] LoadedData loadedData(const RunPlan& plan, const DataFolders& folders);

/// Which samples a person wants to see; what is absent does not matter.
struct SampleChoice
{
    bool test = false;
    std::optional<std::int32_t> label = {};
    std::optional<std::int32_t> domain = {};
    std::optional<std::size_t> client = {};
};

struct ChosenSamples
{
    bool official = false; ///< of the official test samples, else of the training samples
    std::vector<std::int32_t> indices;
};
/// A client's test samples are its own share of the training samples, or official ones.
[[nodiscard]] ChosenSamples chosenSamples(const LoadedData& data, const SampleChoice& choice);

} // namespace coterie::ui
