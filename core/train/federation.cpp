#include "core/train/federation.h"

#include "core/collaboration/sparsity.h"
#include "core/report/client_names.h"
#include "core/train/device.h"
#include "core/train/rank_executor.h"
#include "core/train/scores.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace coterie {
namespace {

BufferMode bufferModeNamed(const std::string& word)
{
    if (word == "local")
        return BufferMode::Local;
    return word == "officialHcct" ? BufferMode::OfficialHcct : BufferMode::Average;
}

FederationFacts
factsOf(const RunPlan& plan, const Dataset& dataset, const Shards& shards, const Network& network)
{
    FederationFacts facts;
    facts.edges = plan.clients.edges;
    for (const Shard& shard : shards) {
        facts.trainSamples.push_back(signedSize(shard.trainCount()));
        facts.testSamples.push_back(signedSize(shard.test.size()));
        facts.validationSamples.push_back(signedSize(shard.validation.size()));
        if (shard.trueGroup >= 0)
            facts.trueGroup.push_back(shard.trueGroup);
        facts.clientNames.push_back(keptClientName(shard.name));
    }
    if (facts.trueGroup.size() != shards.size())
        facts.trueGroup.clear();
    if (std::ranges::all_of(facts.clientNames, &std::string::empty))
        facts.clientNames.clear();
    if (dataset.classes > 0)
        facts.classCounts = classCounts(dataset, shards);
    facts.parameters = signedSize(network.layout().parameterCount);
    facts.classes = signedSize(dataset.classes);
    return facts;
}

/// All clients of a rank at once. Of a module each client has a copy of its own.
bool trainsInStacks(const Network& network, const std::string& device)
{
    return network.module() == nullptr
           && (device == kStackedOnCpu || device == "cuda" || (device == "auto" && at::hasCUDA()));
}

/// Of a rank with this number among those of its machine.
std::unique_ptr<Executor>
makeExecutor(const Workload& workload, std::size_t threads, const std::string& device, int local)
{
    if (!trainsInStacks(workload.network, device))
        return makeThreadExecutor(workload, threads);
    if (device == kStackedOnCpu)
        return makeStackedExecutor(workload, at::kCPU);
    return makeStackedExecutor(
        workload,
        at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(cardOfRank(local, cardCount()))));
}

} // namespace

NamedValues namedValues(std::string name,
                        std::size_t all,
                        std::span<const std::size_t> ids,
                        std::span<const double> values)
{
    NamedValues list{.name = std::move(name), .values = {}};
    list.values.resize(all);
    for (std::size_t i = 0; i < ids.size(); ++i)
        list.values[ids[i]] = values[i];
    return list;
}

Federation::Federation(const RunPlan& plan,
                       std::shared_ptr<const Dataset> dataset,
                       Shards shards,
                       Network network,
                       std::size_t threads,
                       const std::string& device,
                       std::optional<ModelRows> initial,
                       RankGroup* ranks,
                       bool dealsModels)
    : m_plan(plan)
    , m_dataset(std::move(dataset))
    , m_shards(std::move(shards))
    , m_network(std::move(network))
    , m_initial(std::move(initial))
    , m_facts(factsOf(plan, *m_dataset, m_shards, m_network))
    , m_bufferMode(bufferModeNamed(plan.model.bnMode))
    , m_work(makeLocalWork(plan.local))
    , m_ranks(ranks)
    , m_trainsInStacks(trainsInStacks(m_network, device))
{
    at::set_num_threads(1); // see WorkerPool
    m_arrival.assign(clients(), 0);
    for (const Arrival& arrival : plan.clients.arrivals)
        for (const int client : arrival.clients)
            m_arrival.at(static_cast<std::size_t>(client)) = arrival.round;
    if (plan.excludeLastClient)
        m_arrival.back() = std::numeric_limits<int>::max();
    for (const Shard& shard : m_shards)
        m_sizes.push_back(static_cast<double>(shard.trainCount()));
    for (std::size_t client = 0; client < population(); ++client)
        m_pooled.insert(
            m_pooled.end(), m_shards[client].train.begin(), m_shards[client].train.end());
    m_executor = makeExecutor(workload(), threads, device, m_ranks ? m_ranks->local() : 0);
    if (m_ranks && dealsModels)
        m_deal = ModelDeal{.clients = clients(),
                           .ranks = static_cast<std::size_t>(m_ranks->count()),
                           .rank = static_cast<std::size_t>(m_ranks->rank())};
    if (m_ranks)
        m_executor = makeRankExecutor(workload(), std::move(m_executor), *m_ranks, m_deal);
    m_context.seed = plan.seed;
    if (m_bufferMode == BufferMode::Local && m_network.layout().bufferCount > 0)
        m_context.clientBuffers = initialModels().buffers.repeat({signedSize(clients()) + 1, 1});
    m_work.objective->prepare(clients() + 1, initialModels());
}

Workload Federation::workload() const
{
    return {.network = m_network,
            .dataset = m_dataset,
            .shards = m_shards,
            .pooled = m_pooled,
            .doublePrecision = m_plan.model.precision == "float64"};
}

std::vector<std::size_t> Federation::present() const
{
    std::vector<std::size_t> joined;
    for (std::size_t client = 0; client < clients(); ++client)
        if (isPresent(client))
            joined.push_back(client);
    return joined;
}

std::optional<std::size_t> Federation::leftOut() const
{
    const bool hasData = m_plan.excludeLastClient && m_facts.trainSamples.back() > 0;
    return hasData ? std::optional(clients() - 1) : std::nullopt;
}

std::vector<std::size_t> Federation::participants() const
{
    std::vector<std::size_t> once = m_draw.clients;
    once.erase(std::unique(once.begin(), once.end()), once.end());
    return once;
}

std::vector<std::size_t> Federation::participantsHere() const
{
    std::vector<std::size_t> here = participants();
    std::erase_if(here, [this](std::size_t client) { return !isHere(client); });
    return here;
}

ModelRows Federation::initialModels(std::size_t rows, bool distinct) const
{
    if (m_lacksInitial)
        throw std::runtime_error("the weights that the run began with are needed, and their file "
                                 "cannot be read or has changed; bring it back and resume");
    return givenOrDrawn(rows, distinct);
}

ModelRows Federation::clientModels() const
{
    ModelRows here = initialModels(clientsHere());
    here.first = firstHere();
    return here;
}

ModelRows Federation::givenOrDrawn(std::size_t rows, bool distinct) const
{
    const at::Device device = m_executor->device();
    ModelRows models =
        initialRows(m_network,
                    initialisationNamed(m_plan.model.initialisation),
                    m_plan.seed,
                    {.count = rows,
                     .distinct = distinct,
                     .precision = workload().doublePrecision ? at::kDouble : at::kFloat});
    for (std::size_t row = 0; m_initial && row < (distinct ? 1 : rows); ++row)
        models.copyRow(row, *m_initial, 0);
    return {.parameters = models.parameters.to(device), .buffers = models.buffers.to(device)};
}

at::Tensor Federation::gradients(std::span<const GradientJob> jobs,
                                 ModelRows& models,
                                 std::size_t rows,
                                 std::span<Tally> tallies)
{
    assert(tallies.empty() || tallies.size() == jobs.size());
    const std::size_t here = m_deal ? m_deal->count() : rows;
    at::Tensor sums =
        at::zeros({signedSize(here), models.parameters.size(1)}, models.parameters.options());
    m_executor->gradients(m_context, jobs, models, sums, tallies);
    for (const GradientJob& job : jobs)
        m_samplesUsed += static_cast<double>(job.samples.size());
    if (m_context.stop.stop_requested())
        throw RunStopped{};
    return sums;
}

std::vector<Score> Federation::evaluate(std::span<const EvaluationJob> jobs,
                                        const ModelRows& models,
                                        const FeatureHead* head)
{
    std::vector<Score> scores =
        head ? headScores(*head, jobs, models, m_dataset->classes, m_context, *m_executor)
             : m_executor->evaluate(jobs, models, m_context);
    if (m_context.stop.stop_requested())
        throw RunStopped{};
    return scores;
}

BatchSequence Federation::batches(std::size_t client, std::size_t owner, std::size_t batch) const
{
    return workload().batches(client,
                              batch,
                              m_plan.local.dropLast,
                              m_plan.seed,
                              static_cast<std::uint32_t>(roundIndex()),
                              client == owner ? 0 : static_cast<std::uint32_t>(owner) + 1);
}

RandomStream Federation::stream(Purpose purpose, std::uint32_t client, std::uint32_t peer) const
{
    return RandomStream({.seed = m_plan.seed,
                         .purpose = purpose,
                         .round = static_cast<std::uint32_t>(roundIndex()),
                         .client = client,
                         .peer = peer});
}

void Federation::countTraffic(RoundReport& report,
                              Link link,
                              std::optional<int> client,
                              double scalars) const
{
    report.traffic.push_back({.link = link, .client = client, .bits = scalars * kBitsPerNumber});
}

void Federation::beginRound(int round, std::stop_token stop)
{
    m_lastTrained = {}; // a sampler must not learn from an earlier round
    m_context.round = round;
    m_context.stop = std::move(stop);
    m_context.learningRate =
        m_work.schedule->rate(m_liveLearningRate.value_or(m_work.optimizer->learningRate()), round);
}

void Federation::change(const LiveChange& change)
{
    if (change.place == kLearningRatePlace) {
        m_liveLearningRate = change.value;
        return;
    }
    makeChange(change, m_plan);
    if (change.place.starts_with(kObjectiveSection)) {
        std::unique_ptr<Objective> changed = makeObjective(m_plan.local.objective);
        changed->prepare(clients() + 1, givenOrDrawn(1, false)); // of the same size
        changed->restore(m_work.objective->state());
        m_work.objective = std::move(changed);
    }
}

void Federation::evaluateInto(RoundReport& report, const ModelsInUse& models)
{
    // Clients that share a model with the global one are scored once.
    using Key = std::tuple<std::size_t, std::size_t, SampleSet>;
    std::map<std::pair<const ModelRows*, const FeatureHead*>,
             std::map<Key, std::vector<std::optional<Score>*>>>
        wishes;
    const auto wish = [&](const ModelRows* rows,
                          const EvaluationJob& job,
                          std::optional<Score>& target,
                          const FeatureHead* head = nullptr) {
        wishes[{rows, head}][{job.client, job.modelRow, job.set}].push_back(&target);
    };
    std::vector<std::optional<Score>> middle(clients());
    for (std::size_t i = 0; i < clients(); ++i) {
        if (!isPresent(i))
            continue;
        ClientReport& client = report.clients[i];
        if (models.middle && !m_shards[i].test.empty())
            wish(models.middle, {.client = i, .modelRow = models.middleRow[i]}, middle[i]);
        const auto both =
            [&](SampleSet set, std::optional<Score>& personal, std::optional<Score>& global) {
                if (models.personal)
                    wish(models.personal,
                         {.client = i, .modelRow = models.personalRow[i], .set = set},
                         personal,
                         models.head);
                if (models.global)
                    wish(models.global,
                         {.client = i, .modelRow = models.globalRow, .set = set},
                         global);
            };
        if (!m_shards[i].test.empty())
            both(SampleSet::Test, client.personalTest, client.globalTest);
        if (!m_shards[i].validation.empty())
            both(SampleSet::Validation, client.personalValidation, client.globalValidation);
    }
    if (models.global && m_dataset->officialTest.count() > 0)
        wish(models.global,
             {.modelRow = models.globalRow, .set = SampleSet::OfficialTest},
             report.officialTest);
    for (const auto& [asked, wanted] : wishes) {
        const auto [rows, head] = asked;
        std::vector<EvaluationJob> jobs;
        for (const auto& [key, targets] : wanted)
            jobs.push_back({.client = std::get<0>(key),
                            .modelRow = std::get<1>(key),
                            .set = std::get<2>(key)});
        const std::vector<Score> scores = evaluate(jobs, *rows, head);
        std::size_t j = 0;
        for (const auto& [key, targets] : wanted) {
            for (std::optional<Score>* target : targets)
                *target = scores[j];
            ++j;
        }
    }
    if (models.middle)
        addMiddleScores(models, middle, report);
}

bool Federation::leads() const
{
    return m_ranks == nullptr || m_ranks->leads();
}

std::string Federation::fromLeader(const std::function<std::string()>& make) const
{
    return m_ranks ? m_ranks->fromLeader(make) : make();
}

State Federation::state() const
{
    State state = m_executor->state();
    for (const StatePart& part : m_work.objective->state())
        state.push_back(part);
    if (m_context.clientBuffers.defined())
        state.push_back({.name = "clientBuffers", .values = m_context.clientBuffers});
    return state;
}

void Federation::restore(const State& state)
{
    m_executor->restore(state);
    m_work.objective->restore(state);
    if (const at::Tensor buffers = statePart(state, "clientBuffers"); buffers.defined())
        m_context.clientBuffers =
            buffers.to(m_executor->device(), /*non_blocking=*/false, /*copy=*/true);
}

std::string Federation::deviceName() const
{
    return m_executor->device().str();
}

int Federation::ranksThatCount() const
{
    return m_ranks != nullptr && m_trainsInStacks ? m_ranks->count() : 1;
}

} // namespace coterie
