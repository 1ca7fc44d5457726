#include "core/run/run_data.h"

#include "core/data/preprocess.h"

#include <utility>

namespace coterie {

RunData::RunData(DataFolders folders)
    : m_folders(std::move(folders))
{}

Result<std::shared_ptr<const Dataset>> RunData::dataset(const RunPlan& plan)
{
    if (m_dataset && m_datasetOf.dataset == plan.data.dataset
        && m_datasetOf.preprocess == plan.data.preprocess)
        return m_dataset;
    m_dataset.reset(); // before the next is loaded: both may not fit
    m_shardsFrom.reset();
    Result<std::shared_ptr<const Dataset>> loaded = loadDataset(plan.data.dataset, m_folders);
    if (!loaded)
        return loaded;
    std::shared_ptr<const Dataset> dataset = std::move(*loaded);
    if (!plan.data.preprocess.empty()) {
        const Result<InputScale> scale = preprocessedScale(*dataset, plan.data.preprocess);
        if (!scale)
            return Unexpected<Error>{scale.error()};
        const auto scaled = std::make_shared<Dataset>(*dataset);
        scaled->inputScale = *scale;
        dataset = scaled;
    }
    m_dataset = dataset;
    m_datasetOf = plan.data;
    return dataset;
}

Result<Shards> RunData::shards(const RunPlan& plan, const Dataset& dataset)
{
    const bool known = m_shardsFrom.get() == &dataset && m_shardsOf.data == plan.data
                       && m_shardsOf.clients == plan.clients
                       && m_shardsOf.partitionSeed == plan.partitionSeed;
    if (known)
        return m_shards;
    Result<Shards> shards = makeShards(dataset, plan.data, plan.clients, plan.partitionSeed);
    if (shards && m_dataset.get() == &dataset) {
        m_shards = *shards;
        m_shardsOf = plan;
        m_shardsFrom = m_dataset;
    }
    return shards;
}

} // namespace coterie
