#pragma once

#include "core/base/random_stream.h"
#include "core/experiment/live_change.h"
#include "core/report/run_record.h"
#include "core/train/batches.h"
#include "core/train/executor.h"
#include "core/train/model_deal.h"
#include "core/train/model_means.h"
#include "core/train/model_rows.h"
#include "core/train/run_stopped.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

class RankGroup;
enum class RankWord : std::int32_t;

/// A device for checks only: the GPU's executor on the CPU.
inline constexpr std::string_view kStackedOnCpu = "stackedOnCpu";

/// The clients that take part in a round, and their weights in the average.
struct Draw
{
    std::vector<std::size_t>
        clients; ///< ascending; a client drawn twice is listed twice and trains once
    std::vector<double>
        weights; ///< as long as clients; empty: the algorithm's own (by size or uniform)
};

/// Which model each client would use now, and the global model where one exists.
struct ModelsInUse
{
    const ModelRows* personal = nullptr;
    std::vector<std::size_t> personalRow; ///< per client
    /// If personal models have one instead of an output layer.
    const FeatureHead* head = nullptr;
    const ModelRows* global = nullptr;
    std::size_t globalRow = 0;
    /// Models between the two, if there are any: those of edge servers, or a client's copy of the
    /// global model beside its personal one.
    const ModelRows* middle = nullptr;
    std::vector<std::size_t> middleRow = {}; ///< per client
    std::string_view middleName = {};        ///< "edge": the scores become "edgeTestAccuracy" …
};

/// Results of the participants' local work; where models are dealt among ranks, of those whose
/// models are here.
struct Trained
{
    std::vector<std::size_t> clients;  ///< row j belongs to clients[j]; ascending, each once
    ModelRows ends;                    ///< E
    ModelRows starts;                  ///< shares the caller's storage; change only a copy
    std::vector<std::size_t> startRow; ///< of starts, per row of ends
    std::vector<LocalResult> results;
    double learningRate = 0;                ///< the round's
    std::vector<double> jobRates;           ///< of each row; a job can have its own
    std::vector<std::size_t> everyone = {}; ///< who trained, also at other ranks; ascending

    /// G: (start − end)/η, a new matrix [rows, P].
    [[nodiscard]] at::Tensor updates() const;
    /// The same of all running statistics and batch counters: a counter goes up by one with every
    /// local step.
    [[nodiscard]] at::Tensor bufferUpdates(const ParamLayout& layout) const;
};

/// Values of some of `all` clients or edge servers; the others have none.
[[nodiscard]] NamedValues namedValues(std::string name,
                                      std::size_t all,
                                      std::span<const std::size_t> ids,
                                      std::span<const double> values);

/// All that an algorithm may use: client facts (never another client's raw data), local training,
/// gradients at foreign models, evaluation, models as rows, random streams and traffic counters.
/// The executor behind it decides on device and threads; an algorithm never starts a thread and
/// never asks for the device.
class Federation
{
public:
    Federation(const RunPlan& plan,
               std::shared_ptr<const Dataset> dataset,
               Shards shards,
               Network network,
               std::size_t threads,
               const std::string& device,
               std::optional<ModelRows> initial = {},
               RankGroup* ranks = nullptr,
               bool dealsModels = false);
    ~Federation() = default;

    [[nodiscard]] std::size_t clients() const { return m_shards.size(); }
    [[nodiscard]] const FederationFacts& facts() const { return m_facts; }
    /// Whether a client has joined yet; clients without an arrival are present from the start. A
    /// client that is left out never is.
    [[nodiscard]] bool isPresent(std::size_t client) const
    {
        return m_arrival[client] <= roundIndex() + 1;
    }
    /// The clients that have joined, ascending.
    [[nodiscard]] std::vector<std::size_t> present() const;
    /// Clients that take part or can still join: N of the equations.
    [[nodiscard]] std::size_t population() const
    {
        return clients() - (m_plan.excludeLastClient ? 1 : 0);
    }
    /// The client that is left out and only provides data for the others, if it has any.
    [[nodiscard]] std::optional<std::size_t> leftOut() const;
    /// Empty for a client with a stream.
    [[nodiscard]] std::span<const std::int32_t> trainSamples(std::size_t client) const
    {
        return m_shards[client].train;
    }
    /// D_i as weights.
    [[nodiscard]] std::span<const double> sizes() const { return m_sizes; }
    [[nodiscard]] const RunPlan& plan() const { return m_plan; }
    [[nodiscard]] const Network& network() const { return m_network; }
    [[nodiscard]] Task task() const { return m_dataset->task(); }
    [[nodiscard]] BufferMode bufferMode() const { return m_bufferMode; }
    /// A pseudo-client with the training samples of all clients but one that is left out.
    [[nodiscard]] std::size_t pooledClient() const { return m_shards.size(); }

    [[nodiscard]] int roundIndex() const { return m_context.round; } ///< zero-based t
    [[nodiscard]] double learningRate() const { return m_context.learningRate; }
    [[nodiscard]] const Draw& draw() const { return m_draw; }
    /// The participants, each once.
    [[nodiscard]] std::vector<std::size_t> participants() const;
    /// Those whose models are here: all, unless ranks have dealt them.
    [[nodiscard]] std::vector<std::size_t> participantsHere() const;

    /// The common initial model (copy 0), or `rows` distinct ones. Where weights were given to
    /// begin with, they are the first of distinct ones and all others, and further distinct ones
    /// are drawn.
    [[nodiscard]] ModelRows initialModels(std::size_t rows = 1, bool distinct = false) const;
    /// The common initial model for each client; only for those whose models are here, where they
    /// are dealt among ranks.
    [[nodiscard]] ModelRows clientModels() const;
    /// The weights that were to be given are not available, and drawn ones stood in their place up
    /// to now. Whoever asks for initial models from now on fails the run.
    void lackInitialWeights() { m_lacksInitial = true; }

    // A method whose models are dealt (MethodRoom::canBeDealt) lists the work of all participants,
    // too, and gets the results of those that are here. What needs the models of many clients is
    // done by average(), sum(), mix(), giveMeans(), copyModel() and gram(), which all ranks call.

    /// Local work of every participant, from its own row of `starts` or from the only one.
    [[nodiscard]] Trained train(const ModelRows& starts, RoundReport& report);
    /// Local work as listed; clients must be ascending and distinct. If called several times in a
    /// round, steps add up in the report and losses are those of a client's last job.
    [[nodiscard]] Trained train(std::span<const LocalJob> jobs,
                                const ModelRows& starts,
                                RoundReport& report,
                                const LocalTask& task = {});
    /// The same without effects: reports, lastTrained() and the clients' states do not change. For
    /// methods that try before they choose; a repetition in the same round gives the same result.
    [[nodiscard]] Trained rehearse(std::span<const LocalJob> jobs, const ModelRows& starts);
    /// The result of several calls of train() together: client clients[j], ascending and distinct,
    /// went from row startRow[j] of `starts` to row j of `ends`. Samplers and the report's update
    /// norms then use the whole round instead of the last call.
    void concludeTraining(std::vector<std::size_t> clients,
                          const ModelRows& starts,
                          std::vector<std::size_t> startRow,
                          const ModelRows& ends,
                          RoundReport& report);
    /// Weighted sums of gradients at any models, [rows, P]; rows without a job are 0. `tallies`,
    /// one for each job or none, get losses and correct answers on the jobs' samples. Where models
    /// are dealt, a target is the number of the job's client, and the rows are those that are here.
    [[nodiscard]] at::Tensor gradients(std::span<const GradientJob> jobs,
                                       ModelRows& models,
                                       std::size_t rows,
                                       std::span<Tally> tallies = {});
    /// Calls task(i) for 0 … count − 1, each about `numbers` numbers long, in parallel if that is
    /// faster.
    void
    forEach(std::size_t count, std::size_t numbers, const std::function<void(std::size_t)>& task)
    {
        m_executor->forEach(count, numbers, task);
    }
    /// With a head in place of the output layer, if there is one; jobs of a client are then
    /// consecutive.
    [[nodiscard]] std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                              const ModelRows& models,
                                              const FeatureHead* head = nullptr);
    /// The training batches of `client` for a model of `owner`; the same stream as local work if
    /// they are one. With pooledClient() as owner: the same for all models.
    [[nodiscard]] BatchSequence
    batches(std::size_t client, std::size_t owner, std::size_t batch) const;

    /// W = A·E. If A has a row for each client, models that are dealt are those of the clients.
    [[nodiscard]] ModelRows mix(const Collaboration& a, const ModelRows& rows) const;
    /// WAVG of all rows, which is one row; where models are dealt, of those of all participants,
    /// each with its weight, of which `ends` has those that are here.
    [[nodiscard]] ModelRows average(const ModelRows& ends, std::span<const double> weights) const;
    /// The same of some participants: those at these places among them, ascending.
    [[nodiscard]] ModelRows averageOf(const ModelRows& ends,
                                      std::span<const std::size_t> places,
                                      std::span<const double> weights) const;
    /// A sum over the participants, one after the other: add(j, sum) adds the term of row j of
    /// `trained` to a row like this one, which begins at zero.
    using AddTerm = std::function<void(std::size_t j, at::Tensor& sum)>;
    [[nodiscard]] at::Tensor
    sum(const Trained& trained, const at::Tensor& like, const AddTerm& add) const;
    /// Numbers of all clients, of which each rank has changed those of the clients whose models it
    /// has: it gets those of the others.
    void shareNumbers(std::span<double> ofClients) const;
    /// giveMean() of each. If `from` and `to` are the same rows, no mean may take what another one
    /// gives.
    void giveMeans(const ModelRows& from, std::span<const ModelMean> means, ModelRows& to) const;
    /// Client `to` gets a copy of client `from`'s model.
    void copyModel(ModelRows& models, std::size_t to, std::size_t from) const;
    /// The Gram matrix of the rows of these ascending clients. `ofClients` has a row for each
    /// client whose models are here.
    [[nodiscard]] Matrix gram(const at::Tensor& ofClients,
                              std::span<const std::size_t> clients) const;
    /// Whether the user wants the run to stop, for what takes long; train(), gradients() and
    /// evaluate() ask it themselves.
    [[nodiscard]] const std::stop_token& stopToken() const { return m_context.stop; }
    [[nodiscard]] RandomStream
    stream(Purpose purpose, std::uint32_t client = 0, std::uint32_t peer = 0) const;
    /// Counts `scalars` numbers of 32 bits over a link, for a client or for all together.
    void
    countTraffic(RoundReport& report, Link link, std::optional<int> client, double scalars) const;

    /// Whether this process is the one that talks to the outside, such as to a command: the only
    /// one, or rank 0 of several that play the run together.
    [[nodiscard]] bool leads() const;
    /// What that process makes, in every process.
    [[nodiscard]] std::string fromLeader(const std::function<std::string()>& make) const;

    /// How many clients' models are in this process: all, unless ranks have dealt them.
    [[nodiscard]] std::size_t clientsHere() const { return m_deal ? m_deal->count() : clients(); }
    /// The client of the first of these models, where they are dealt.
    [[nodiscard]] std::optional<std::size_t> firstHere() const
    {
        return m_deal ? std::optional(m_deal->first()) : std::nullopt;
    }
    // For the round loop.
    /// How ranks deal the clients' models among themselves, if they do.
    [[nodiscard]] const std::optional<ModelDeal>& deal() const { return m_deal; }
    /// Whether the client's models are in this process.
    [[nodiscard]] bool isHere(std::size_t client) const
    {
        return !m_deal || m_deal->isHere(client);
    }
    void beginRound(int round, std::stop_token stop);
    /// The running statistics of each client's own, where they stay with the clients; else
    /// undefined.
    [[nodiscard]] const at::Tensor& clientBuffers() const { return m_context.clientBuffers; }
    /// Samples that models were trained or gradients evaluated on so far: what the time of rounds
    /// mostly goes into, whatever the method.
    [[nodiscard]] double samplesUsed() const { return m_samplesUsed; }
    /// Round 0 has no training, but its evaluation can be stopped too.
    void obey(std::stop_token stop) { m_context.stop = std::move(stop); }
    void setDraw(Draw draw) { m_draw = std::move(draw); }
    [[nodiscard]] const Trained& lastTrained() const { return m_lastTrained; }
    /// Scores every client's models in use, and the global one on the official test set, into the
    /// report. Middle models give clientValues and, if clients share them, groupValues.
    void evaluateInto(RoundReport& report, const ModelsInUse& models);
    /// Takes effect in the next round. The plan keeps the initial learning rate, because schedules
    /// and samplers compare with it.
    void change(const LiveChange& change);
    [[nodiscard]] State state() const;
    void restore(const State& state);
    [[nodiscard]] std::string deviceName() const;
    /// The number of ranks that the bits of its models depend on: a card trains all clients of a
    /// rank at once, and which others are beside a client can change the last digits. On the
    /// processor they depend on no number, and this is 1.
    [[nodiscard]] int ranksThatCount() const;

private:
    [[nodiscard]] Workload workload() const;
    [[nodiscard]] ModelRows givenOrDrawn(std::size_t rows, bool distinct) const;
    [[nodiscard]] RankExchange exchangeOf(RankWord word) const;
    void keepBuffers(const Trained& trained);
    void report(std::size_t number, const LocalResult& result, RoundReport& report) const;

    RunPlan m_plan;
    std::shared_ptr<const Dataset> m_dataset;
    Shards m_shards;
    Network m_network;
    std::optional<ModelRows> m_initial; ///< one row, on the CPU
    bool m_lacksInitial = false;
    FederationFacts m_facts;
    std::vector<double> m_sizes;
    std::vector<std::int32_t> m_pooled;
    std::vector<int> m_arrival; ///< the round, counted from 1, in which a client first takes part
    BufferMode m_bufferMode = BufferMode::Average;
    LocalWork m_work;
    RankGroup* m_ranks;
    bool m_trainsInStacks;           ///< as cards do
    std::optional<ModelDeal> m_deal; ///< if no rank has the models of all clients
    std::unique_ptr<Executor> m_executor;
    RoundContext m_context;
    double m_samplesUsed = 0;
    Draw m_draw;
    Trained m_lastTrained;
    RowPool m_rows;
    std::optional<double> m_liveLearningRate;
};

} // namespace coterie
