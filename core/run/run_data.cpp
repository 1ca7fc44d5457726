#include "core/run/run_data.h"

#include "core/data/preprocess.h"

#include <utility>

namespace coterie {

namespace {

/// The plan up to the first step that needs the split.
RunPlan withoutStepsThatNeedShards(RunPlan plan)
{
    while (needsShards(plan.data.preprocess))
        plan.data.preprocess.pop_back();
    return plan;
}

} // namespace

RunData::RunData(DataFolders folders)
    : m_folders(std::move(folders))
{}

Result<std::shared_ptr<const Dataset>> RunData::dataset(const RunPlan& plan)
{
    const std::scoped_lock lock(m_mutex);
    return m_dataset && isSame(plan) ? m_dataset : load(plan);
}

Result<std::shared_ptr<const Dataset>> RunData::samplesToDeal(const RunPlan& plan)
{
    const std::scoped_lock lock(m_mutex);
    const RunPlan wanted = withoutStepsThatNeedShards(plan);
    const RunPlan known = withoutStepsThatNeedShards(m_datasetOf);
    const bool same = known.data.dataset == wanted.data.dataset
                      && known.data.preprocess == wanted.data.preprocess;
    return m_dataset && same ? m_dataset : load(wanted);
}

Result<std::shared_ptr<const Dataset>> RunData::load(const RunPlan& plan)
{
    m_dataset.reset(); // before the next is loaded: both may not fit
    m_shardsFrom.reset();
    Result<std::shared_ptr<const Dataset>> loaded = loadDataset(plan.data.dataset, m_folders);
    if (!loaded)
        return loaded;
    Result<std::shared_ptr<const Dataset>> ready =
        preprocessed(std::move(*loaded), plan.data.preprocess);
    if (ready && needsShards(plan.data.preprocess)) {
        const Result<Shards> known =
            makeShards(**ready, plan.data, plan.clients, plan.partitionSeed);
        if (!known)
            return Unexpected<Error>{known.error()};
        ready = preprocessed(std::move(*ready), plan.data.preprocess, &*known);
    }
    if (!ready)
        return ready;
    m_dataset = *ready;
    m_datasetOf = plan;
    return ready;
}

bool RunData::isSame(const RunPlan& plan) const
{
    const bool sameSamples = m_datasetOf.data.dataset == plan.data.dataset
                             && m_datasetOf.data.preprocess == plan.data.preprocess;
    if (!sameSamples || !needsShards(plan.data.preprocess))
        return sameSamples;
    return m_datasetOf.data == plan.data && m_datasetOf.clients == plan.clients
           && m_datasetOf.partitionSeed == plan.partitionSeed;
}

Result<Shards> RunData::shards(const RunPlan& plan, const Dataset& dataset)
{
    const std::scoped_lock lock(m_mutex);
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
