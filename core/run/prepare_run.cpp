#include "core/run/prepare_run.h"

#include "core/algorithms/algorithm.h"
#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/data/partition.h"
#include "core/data/preprocess.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/sweep_text.h"
#include "core/nn/models.h"
#include "core/nn/module_network.h"
#include "core/report/environment_parts.h"
#include "core/run/environment.h"
#include "core/run/initial_weights.h"
#include "core/run/load_module.h"
#include "core/run/machine_room.h"
#include "core/run/plan_size.h"
#include "core/run/ranks_room.h"
#include "core/run/run.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace coterie {

std::string sweepLabel(const RunPlan& plan)
{
    return sweepText(plan.sweep);
}

std::string runLabel(const RunPlan& plan)
{
    std::string label = plan.armName + ", seed " + std::to_string(plan.seed);
    const std::string sweep = sweepLabel(plan);
    if (!sweep.empty())
        label += ", " + sweep;
    return label;
}

namespace {

/// A long run is read without all its reports in memory at once.
constexpr int kRoundsAtATime = 128;

/// The plan up to the first step that needs the split.
RunPlan withoutStepsThatNeedShards(RunPlan plan)
{
    while (needsShards(plan.data.preprocess))
        plan.data.preprocess.pop_back();
    return plan;
}

bool splitsAlike(const RunPlan& one, const RunPlan& other)
{
    return one.data == other.data && one.clients == other.clients
           && one.partitionSeed == other.partitionSeed;
}

constexpr std::string_view kPicturesNote = "pictures";
constexpr std::string_view kAsLayersNote = "moduleAsLayers";
constexpr std::string_view kByItselfNote = "moduleByItself";

/// Empty where no picture had to be decoded.
std::string picturesSentence(const Run& run)
{
    return run.decoded().empty() ? std::string() : "Pictures decoded by " + run.decoded() + ".";
}

std::string_view moduleNoteOf(const Network& network)
{
    return network.module() == nullptr ? kAsLayersNote : kByItselfNote;
}

/// Into its first report: which pictures and how a module from PyTorch is computed, so that a
/// resume can tell whether it has the same.
void noteBeginning(Run& run)
{
    if (std::string sentence = moduleSentence(run.network()); !sentence.empty())
        run.note({.what = Note{std::string(moduleNoteOf(run.network()))},
                  .sentence = std::move(sentence)});
    if (std::string sentence = picturesSentence(run); !sentence.empty())
        run.note({.what = Note{std::string(kPicturesNote)}, .sentence = std::move(sentence)});
}

/// The sentence of that note.
std::string picturesNote(const RoundReport& report)
{
    for (const Event& event : report.events)
        if (kindOf(event.what) == kPicturesNote)
            return event.sentence;
    return {};
}

bool saysAsLayers(const RoundReport& report)
{
    return std::ranges::any_of(
        report.events, [](const Event& event) { return kindOf(event.what) == kAsLayersNote; });
}

/// The two ways lay out a model's numbers in different orders.
Result<void> checkModuleGoesOn(const StoredPast& past, const Network& network)
{
    const bool isAsLayers = network.module() == nullptr;
    if (network.origin() == nullptr || isAsLayers == past.moduleAsLayers)
        return {};
    const std::string asLayers = "as a list of layers";
    const std::string byItself = "by LibTorch's autograd";
    return fail({},
                "The run began with its module from PyTorch trained "
                    + (past.moduleAsLayers ? asLayers : byItself)
                    + ", and this version of Coterie trains it "
                    + (isAsLayers ? asLayers : byItself)
                    + "; resume it with the version that it began with.");
}

std::string armPlace(const RunPlan& plan)
{
    return "/arms/" + std::to_string(plan.armIndex);
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
    m_dataset.reset(); // first: memory may not hold both
    m_shardsFrom.reset();
    using Loaded = std::shared_ptr<const Dataset>;
    COTERIE_TRY(Loaded samples, loadDataset(plan.data.dataset, m_folders));
    COTERIE_TRY(Loaded ready, preprocessed(std::move(samples), plan.data.preprocess));
    if (needsShards(plan.data.preprocess)) {
        COTERIE_TRY(const Shards known,
                    makeShards(*ready, plan.data, plan.clients, plan.partitionSeed));
        COTERIE_TRY(ready, preprocessed(std::move(ready), plan.data.preprocess, &known));
    }
    m_dataset = ready;
    m_datasetOf = plan;
    return ready;
}

bool RunData::isSame(const RunPlan& plan) const
{
    const bool sameSamples = m_datasetOf.data.dataset == plan.data.dataset
                             && m_datasetOf.data.preprocess == plan.data.preprocess;
    if (!sameSamples || !needsShards(plan.data.preprocess))
        return sameSamples;
    return splitsAlike(m_datasetOf, plan);
}

Result<Shards> RunData::shards(const RunPlan& plan, const Dataset& dataset)
{
    const std::scoped_lock lock(m_mutex);
    if (m_shardsFrom.get() == &dataset && splitsAlike(m_shardsOf, plan))
        return m_shards;
    Result<Shards> shards = makeShards(dataset, plan.data, plan.clients, plan.partitionSeed);
    if (shards && m_dataset.get() == &dataset) {
        m_shards = *shards;
        m_shardsOf = plan;
        m_shardsFrom = m_dataset;
    }
    return shards;
}

namespace {

/// Shapes and classes do not tell targets and masks apart.
Result<Network> withTask(Network network, const ModelSettings& model, Task task)
{
    const bool givesMasks = network.loss() == Loss::Dice;
    if (givesMasks == (task == Task::Mask))
        return network;
    const std::string has = task == Task::Mask ? "masks" : "targets";
    if (model.model.name == kOwnLayers)
        return fail("/model/layers",
                    std::string("the network ends in ") + (givesMasks ? "masks" : "numbers")
                        + ", and the data set has " + has);
    return fail("/model/name",
                std::string(findPart(modelChoices(), model.model.name)->title) + ": needs "
                    + (givesMasks ? "masks" : "classes or targets") + ", the data set has " + has);
}

} // namespace

Result<Network> planNetwork(const RunPlan& plan, const Dataset& dataset)
{
    Result<Network> network = networkFor(plan.model, dataset.train.shape, dataset.classes);
    if (network)
        network = withTask(*std::move(network), plan.model, dataset.task());
    if (network || !plan.modelOfArm)
        return network;
    Error problem = network.error();
    problem.place.insert(0, armPlace(plan));
    return Unexpected<Error>{std::move(problem)};
}

namespace {

/// Not every module tells what arrives at its output layer.
std::optional<Error> featuresProblem(const RunPlan& plan, const Network& network)
{
    if (network.features() > 0 || !makeObjective(plan.local.objective)->comparesFeatures())
        return std::nullopt;
    return fail("/local/objective",
                plan.local.objective.name
                    + " compares what arrives at the output layer, which this module from "
                      "PyTorch does not give: "
                    + network.whyNoFeatures()
                    + "; change the module, list the layers (model \"layers\") or choose another "
                      "objective")
        .error;
}

} // namespace

std::optional<Error> problemOf(const RunPlan& plan, const Network& network, std::size_t clients)
{
    if (plan.excludeLastClient && clients < 2)
        return fail("/excludeLastClient", "needs at least 2 clients; the partition makes 1").error;
    if (std::optional<Error> lack = featuresProblem(plan, network))
        return lack;
    std::optional<Error> problem = makeSampler(plan.sampler)->problemWith(network, clients);
    if (!problem) {
        RunPlan whole = plan;
        whole.clients.edges = edgeServers(plan.clients, clients, plan.partitionSeed);
        problem = makeAlgorithm(whole)->problemWith(whole, network, clients);
    }
    if (problem)
        problem->place.insert(0, armPlace(plan));
    return problem;
}

Result<std::unique_ptr<Run>> prepareRun(const RunPlan& wanted,
                                        RunData& data,
                                        std::size_t threads,
                                        const std::string& device,
                                        bool goesOn,
                                        const CommandConsent& consent,
                                        RankGroup* ranks,
                                        const ResultsPlace& results)
{
    if (!consent.given)
        COTERIE_CHECK(checkStartsNoCommand(wanted));
    RunPlan plan = wanted;
    COTERIE_CHECK(checkDevice(device));
    auto led = ranks ? std::make_unique<LedRun>(ranks, plan, device, goesOn, consent) : nullptr;
    COTERIE_TRY(const std::shared_ptr<const Dataset> dataset, data.dataset(plan));
    COTERIE_TRY(Shards shards, data.shards(plan, *dataset));
    COTERIE_CHECK(loadModule(plan, *dataset, data.folders(), consent));
    COTERIE_TRY(Network network, planNetwork(plan, *dataset));
    const bool isModule = network.module() != nullptr;
    if (!goesOn)
        if (const std::optional<Error> problem = problemOf(plan, network, shards.size()))
            return Unexpected<Error>{*problem};
    Result<std::optional<ModelRows>> initial = initialWeights(plan, network, data.folders());
    if (!initial && !goesOn)
        return Unexpected<Error>{initial.error()};
    const bool onCard = usesCard(device) && !isModule;
    std::string sharedCards;
    if (led) {
        led->know(*dataset, shards);
        if (onCard)
            sharedCards = led->knowCards();
    }
    bool dealsModels = false;
    if (led || !results.store.empty()) {
        PlanNumbers numbers = planNumbers(plan, *dataset, shards, network, threads);
        numbers.roundsDone = results.roundsDone;
        numbers.onCard = onCard;
        MachineRoom room = MachineRoom::of(results.store);
        if (led)
            room.memory.reset(); // of which all ranks tell
        if (!results.store.empty())
            COTERIE_CHECK(checkRoom(planSize(plan, numbers), room));
        if (led) {
            const bool canDeal = whyNotDealt(plan, network, onCard).empty();
            COTERIE_TRY(
                dealsModels,
                led->deals(rankNeeds(plan, numbers, canDeal, ranks->count(), ranks->leads()),
                           !results.store.empty() && !runsAnyway()));
        }
    }
    RunPlan whole = plan;
    whole.clients.edges = edgeServers(plan.clients, shards.size(), plan.partitionSeed);
    auto run = std::make_unique<Run>(whole,
                                     dataset,
                                     std::move(shards),
                                     std::move(network),
                                     threads,
                                     device,
                                     initial ? *std::move(initial) : std::nullopt,
                                     std::move(led),
                                     dealsModels);
    run->take(consent);
    if (isModule && usesCard(device))
        run->note({.severity = Severity::Warning,
                   .sentence = "A module from PyTorch computes on the processor, one client after "
                               "another on each thread; the graphics card is not used."});
    if (!sharedCards.empty())
        run->note({.sentence = std::move(sharedCards)});
    if (!goesOn)
        noteBeginning(*run);
    if (!initial)
        run->lackWeights(initial.error());
    return run;
}

Result<std::unique_ptr<Run>> prepareRun(const QueuedRun& run,
                                        RunData& data,
                                        std::size_t threads,
                                        const std::string& wantedDevice,
                                        RankGroup* ranks,
                                        const std::filesystem::path& store)
{
    return prepareRun(run.plan,
                      data,
                      threads,
                      deviceFor(run.plan, wantedDevice),
                      run.resumed,
                      run.commands,
                      ranks,
                      {.store = store, .roundsDone = run.roundsDone});
}

const std::string& deviceFor(const RunPlan& plan, const std::string& wanted)
{
    return wanted.empty() ? plan.device : wanted;
}

Result<QueuedRun>
resumedRun(RunStore& store, RunLeases& leases, std::int64_t id, const std::string& wantedDevice)
{
    const std::string name = "Run " + std::to_string(id);
    COTERIE_CHECK(store.run(id));
    COTERIE_TRY(RunLease lease, leases.take(id));
    COTERIE_TRY(const RunRow row, store.run(id)); // with the lease no other changes it
    if (row.status == RunStatus::Finished)
        return fail({}, name + " is finished; there is nothing to resume.");
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    if (!plan)
        return fail({}, name + " cannot be resumed by this version: " + sentences(plan.error()));
    // Left as it is: it can be resumed where there is a GPU, or here on another device.
    if (const Result<void> there = checkDevice(deviceFor(*plan, wantedDevice)); !there)
        return fail({}, name + " cannot be resumed here: " + there.error().sentence());
    return QueuedRun{.id = id,
                     .experimentName = row.experimentName,
                     .plan = *plan,
                     .roundsDone = row.roundsDone,
                     .resumed = true,
                     .commands = {},
                     .lease = std::move(lease)};
}

Result<StoredPast> readPast(RunStore& store, std::int64_t id, Run& run)
{
    COTERIE_TRY(UsableState usable, store.recoverCheckpoint(id));
    if (!usable.givenUp.empty())
        run.note(
            {.severity = Severity::Warning, .what = Note{"state"}, .sentence = usable.givenUp});
    COTERIE_TRY(const RunRow row, store.run(id));
    if (row.branch)
        COTERIE_CHECK(run.beginBranch(row.branch->round, row.branch->changes));
    StoredPast past{.checkpoint = std::move(usable.checkpoint),
                    .hasRounds = row.hasRounds,
                    .environment = row.environment,
                    .ended = std::nullopt};
    if (past.checkpoint.round < 0)
        return past;
    std::vector<EnvironmentChanged> undone;
    for (int first = 0; first <= row.roundsDone; first += kRoundsAtATime) {
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(id, first, first + kRoundsAtATime - 1, false));
        for (const RoundReport& report : reports) {
            if (report.round == 0) {
                past.pictures = picturesNote(report);
                past.moduleAsLayers = saysAsLayers(report);
            }
            if (report.round <= past.checkpoint.round)
                run.recall(report);
            else
                addEnvironmentChanges(report, undone);
            if (report.round < row.roundsDone)
                continue;
            // The process may have ended between storing a loss that is not finite and the
            // status.
            if (std::string reason = nonFiniteReason(report); !reason.empty()) {
                past.ended = RunOutcome{.status = RunStatus::Failed,
                                        .reason = std::move(reason),
                                        .roundsDone = row.roundsDone};
                return past;
            }
        }
    }
    past.environment = environmentBefore(past.environment, undone);
    return past;
}

Result<void> continueRun(const StoredPast& past, Run& run, Recorder& recorder)
{
    if (past.checkpoint.round < 0) {
        noteBeginning(run);
        return run.mayBegin();
    }
    COTERIE_CHECK(checkModuleGoesOn(past, run.network()));
    const std::string pictures = picturesSentence(run);
    if (!past.pictures.empty() && past.pictures != pictures)
        run.note({.severity = Severity::Warning,
                  .what = Note{std::string(kPicturesNote)},
                  .sentence = "Resumed with pictures of other values, or decoded by other "
                              "libraries, than the run began with. Now: "
                              + pictures + " Then: " + past.pictures});
    recorder.adopt(past.checkpoint);
    for (EnvironmentChanged& change : differences(past.environment, run.environment())) {
        const EnvironmentChanged told = inWords(change);
        std::string sentence = "Resumed with " + (told.what == kRanksPart ? "" : told.what + ' ')
                               + told.now + " instead of " + told.before
                               + "; the last digits may differ.";
        run.note({.severity = Severity::Warning,
                  .what = std::move(change),
                  .sentence = std::move(sentence)});
    }
    if (const Result<void> weights = run.mayBegin(); !weights)
        run.note({.severity = Severity::Warning,
                  .sentence = "The file of weights that this run began with cannot be read or has "
                              "changed ("
                              + weights.error().sentence()
                              + "). The run goes on from its stored state; a round that needs "
                                "these weights again ends it."});
    return run.restore(past.checkpoint);
}

} // namespace coterie
