#include "core/run/run.h"

#include "core/run/eta.h"
#include "core/run/non_finite.h"
#include "core/train/train_scores.h"

#include <ATen/Functions.h>
#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace coterie {

namespace {

/// Times one phase of a round into its report.
class Phase
{
public:
    Phase(RoundReport& report, std::string name)
        : m_report(report)
        , m_name(std::move(name))
    {}
    ~Phase()
    {
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - m_start;
        m_report.timings.push_back({.phase = m_name, .seconds = took.count()});
        m_report.seconds += took.count();
    }
    Phase(const Phase&) = delete;
    Phase& operator=(const Phase&) = delete;

private:
    RoundReport& m_report;
    std::string m_name;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

constexpr const char* kAlgorithmPrefix = "algorithm/";
constexpr const char* kSamplerPrefix = "sampler/";
constexpr const char* kFederationPrefix = "federation/";
constexpr const char* kLiveLearningRate = "run/liveLearningRate";
constexpr std::size_t kLiveLearningRatePlace = 0;

void append(State& all, const std::string& prefix, const State& parts)
{
    for (const StatePart& part : parts)
        all.push_back({.name = prefix + part.name, .values = part.values, .lasting = part.lasting});
}

/// The rate set by hand and whether a report has still to tell it; no rate, no values.
at::Tensor liveLearningRate(std::optional<double> first, bool isNew)
{
    at::Tensor values = at::empty({first ? 2 : 0}, at::kDouble);
    if (first) {
        values[0] = *first;
        values[1] = isNew ? 1.0 : 0.0;
    }
    return values;
}

State withPrefix(const State& all, const std::string& prefix)
{
    State parts;
    for (const StatePart& part : all) {
        if (part.name.starts_with(prefix))
            parts.push_back({.name = part.name.substr(prefix.size()), .values = part.values});
    }
    return parts;
}

} // namespace

Run::Run(const RunPlan& plan,
         std::shared_ptr<const Dataset> dataset,
         Shards shards,
         Network network,
         std::size_t threads,
         const std::string& device)
    : m_input(network.input())
    , m_federation(plan, std::move(dataset), std::move(shards), std::move(network), threads, device)
    , m_algorithm(makeAlgorithm(plan))
    , m_sampler(makeSampler(plan.sampler))
{
    m_algorithm->start(m_federation);
}

Run::~Run() = default;

RoundReport Run::advance(const std::stop_token& stop)
{
    RoundReport report;
    report.round = m_roundsDone + 1;
    report.clients.resize(m_federation.clients());
    for (std::size_t client = 0; client < report.clients.size(); ++client)
        report.clients[client].client = static_cast<int>(client);
    report.events = std::exchange(m_notes, {});
    m_learningRateIsNew = false;
    if (report.round > 0)
        train(report, stop);
    else
        m_federation.obey(stop);
    if (isEvaluated(report.round, plan().rounds, plan().evaluateEvery)) {
        const Phase phase(report, "evaluate");
        m_federation.evaluateInto(report, m_algorithm->models());
        if (const std::size_t samples = trainEvaluationSamples(plan()); samples > 0)
            addTrainScores(m_federation, m_algorithm->models(), samples, report);
    }
    std::vector<Event> losses = nonFiniteLosses(report);
    std::move(losses.begin(), losses.end(), std::back_inserter(report.events));
    m_roundsDone = report.round;
    return report;
}

void Run::train(RoundReport& report, const std::stop_token& stop)
{
    m_federation.beginRound(report.round - 1, stop);
    report.learningRate = m_federation.learningRate();
    for (const Arrival& arrival : plan().clients.arrivals)
        for (const int client :
             arrival.round == report.round ? arrival.clients : std::vector<int>())
            report.events.push_back({.severity = Severity::Information,
                                     .kind = "arrival",
                                     .client = client,
                                     .sentence = "Client " + std::to_string(client) + " joins."});
    {
        const Phase phase(report, "sample");
        Draw draw = m_sampler->draw(m_federation, m_algorithm->models(), report);
        report.participants.reserve(draw.clients.size());
        for (const std::size_t client : draw.clients)
            report.participants.push_back(static_cast<int>(client));
        m_federation.setDraw(std::move(draw));
    }
    {
        const Phase phase(report, "train");
        m_algorithm->round(m_federation, report);
    }
    m_sampler->observe(m_federation, m_federation.lastTrained(), report);
}

void Run::keepLearningRate(double first)
{
    m_liveLearningRate = first;
    m_federation.setLearningRate(first);
}

void Run::changeLearningRate(double first)
{
    keepLearningRate(first);
    m_learningRateIsNew = true;
    note({.severity = Severity::Information,
          .kind = "liveChange",
          .client = std::nullopt,
          .sentence = "The learning rate was set to " + toText(first) + " by hand."});
}

void Run::note(Event event)
{
    m_notes.push_back(std::move(event));
}

StateAmendment Run::learningRateToCome(double first)
{
    return {.part = {.name = kLiveLearningRate, .values = liveLearningRate(first, true)},
            .place = kLiveLearningRatePlace};
}

State Run::state() const
{
    State all{{.name = kLiveLearningRate,
               .values = liveLearningRate(m_liveLearningRate, m_learningRateIsNew),
               .lasting = true}};
    append(all, kAlgorithmPrefix, m_algorithm->state());
    append(all, kSamplerPrefix, m_sampler->state());
    append(all, kFederationPrefix, m_federation.state());
    return all;
}

Result<void> Run::restore(const CheckpointDelta& checkpoint)
{
    const Result<State> all = decodeState(checkpoint, at::Device(m_federation.deviceName()));
    if (!all)
        return Unexpected<Error>{all.error()};
    m_algorithm->restore(withPrefix(*all, kAlgorithmPrefix));
    m_sampler->restore(withPrefix(*all, kSamplerPrefix));
    m_federation.restore(withPrefix(*all, kFederationPrefix));
    if (const at::Tensor rate = statePart(*all, kLiveLearningRate);
        rate.defined() && rate.numel() == 2) {
        const double first = rate[0].item<double>();
        if (rate[1].item<double>() != 0)
            changeLearningRate(first);
        else
            keepLearningRate(first);
    }
    m_roundsDone = checkpoint.round;
    return {};
}

} // namespace coterie
