#include "core/spec/completed.h"
#include "core/spec/experiment_json.h"
#include "core/spec/json_pointer.h"
#include "core/spec/sweeps.h"

#include <algorithm>
#include <array>
#include <limits>

namespace coterie {

namespace {

/// In the order in which their sweeps are nested, outermost first.
constexpr std::array<std::string_view, 6> kSections{"/algorithm",
                                                    "/sampler",
                                                    "/local/optimizer",
                                                    "/local/optimizer/schedule",
                                                    "/local/objective",
                                                    "/model"};

const Part& partOf(std::string_view section,
                   const Arm& arm,
                   const LocalSettings& local,
                   const ModelSettings& model)
{
    if (section == kSections[0])
        return arm.algorithm;
    if (section == kSections[1])
        return arm.sampler;
    if (section == kSections[2])
        return local.optimizer;
    if (section == kSections[3])
        return local.schedule;
    if (section == kSections[4])
        return local.objective;
    return model.model;
}

/// Whether the arm has the parameter from the common section rather than from its own.
bool inherited(const Parameter& parameter, const Part& own, const Part& common)
{
    const Parameter* there = common.parameters.find(parameter.name);
    return own.name == common.name && there != nullptr && *there == parameter;
}

RunPlan planOfArm(const Experiment& experiment, std::size_t index)
{
    const Arm& arm = experiment.arms[index];
    RunPlan plan;
    plan.experimentName = experiment.name;
    plan.profile = experiment.profile;
    plan.data = experiment.data;
    plan.clients = experiment.clients;
    plan.model = arm.model.value_or(experiment.model);
    plan.modelOfArm = plan.model.model != experiment.model.model;
    plan.local = arm.local.value_or(experiment.local);
    plan.armIndex = index;
    plan.armName = arm.name;
    plan.algorithm = arm.algorithm;
    plan.sampler = arm.sampler;
    plan.rounds = arm.rounds.value_or(experiment.rounds);
    plan.evaluateEvery = experiment.evaluateEvery;
    plan.trainEvaluationBatches = experiment.trainEvaluationBatches;
    plan.checkpointSeconds = experiment.checkpointSeconds;
    plan.device = experiment.device;
    return plan;
}

std::size_t pointCount(const std::vector<SweptParameter>& swept, std::size_t enough)
{
    std::size_t points = 1;
    for (const SweptParameter& parameter : swept) {
        if (points > enough)
            return points;
        points *= parameter.values.size();
    }
    return points;
}

/// Counts through the points like an odometer: the last parameter turns fastest.
void takePoint(RunPlan& plan, const std::vector<SweptParameter>& swept, std::size_t point)
{
    plan.sweep.resize(swept.size());
    for (std::size_t left = swept.size(); left > 0; --left) {
        const SweptParameter& parameter = swept[left - 1];
        Part* part = partAt(plan, parameter.section);
        // The completed part holds the same values in their declared type.
        const ParameterValue value =
            part->parameters.find(parameter.name)->values[point % parameter.values.size()];
        point /= parameter.values.size();
        part->parameters.set(parameter.name, value);
        plan.sweep[left - 1] = {.pointer = parameter.pointer, .value = value};
    }
}

} // namespace

void complete(RunPlan& plan, const Registry& registry)
{
    const bool code = plan.profile == Profile::Code;
    const auto fill = [code](Part& part, std::span<const NamedPart> known) {
        part = completed(part, known, code);
    };
    fill(plan.data.dataset, registry.datasets);
    fill(plan.data.partition, registry.partitions);
    for (Part& step : plan.data.preprocess)
        fill(step, registry.preprocessSteps);
    fill(plan.model.model, registry.models);
    fill(plan.local.optimizer, registry.optimizers);
    fill(plan.local.schedule, registry.schedules);
    fill(plan.local.objective, registry.objectives);
    fill(plan.algorithm, registry.algorithms);
    fill(plan.sampler, registry.samplers);
}

Part* partAt(RunPlan& plan, std::string_view section)
{
    const std::array<Part*, kSections.size()> parts{&plan.algorithm,
                                                    &plan.sampler,
                                                    &plan.local.optimizer,
                                                    &plan.local.schedule,
                                                    &plan.local.objective,
                                                    &plan.model.model};
    const auto found = std::ranges::find(kSections, section);
    return found == kSections.end() ? nullptr
                                    : parts[static_cast<std::size_t>(found - kSections.begin())];
}

std::span<const NamedPart> namesAt(const Registry& registry, std::string_view section)
{
    const std::array<std::span<const NamedPart>, kSections.size()> names{registry.algorithms,
                                                                         registry.samplers,
                                                                         registry.optimizers,
                                                                         registry.schedules,
                                                                         registry.objectives,
                                                                         registry.models};
    const auto found = std::ranges::find(kSections, section);
    if (found == kSections.end())
        return {};
    return names[static_cast<std::size_t>(found - kSections.begin())];
}

std::vector<SweptParameter> sweptParameters(const Experiment& experiment, std::size_t index)
{
    const Arm& arm = experiment.arms[index];
    const LocalSettings& local = arm.local ? *arm.local : experiment.local;
    const ModelSettings& model = arm.model ? *arm.model : experiment.model;
    std::vector<SweptParameter> swept;
    for (const std::string_view section : kSections) {
        const Part& own = partOf(section, arm, local, model);
        const Part& common = partOf(section, arm, experiment.local, experiment.model);
        const bool armsOnly = section == kSections[0] || section == kSections[1];
        for (const Parameter& parameter : own.parameters.all()) {
            if (!parameter.swept)
                continue;
            const bool fromCommon = !armsOnly && inherited(parameter, own, common);
            const std::string place = fromCommon ? "" : "/arms/" + std::to_string(index);
            swept.push_back({.pointer = place + std::string(section) + pointerStep(parameter.name),
                             .section = std::string(section),
                             .name = parameter.name,
                             .values = parameter.values});
        }
    }
    return swept;
}

bool isEvaluated(int round, int rounds, int evaluateEvery)
{
    return round == rounds || round % std::max(1, evaluateEvery) == 0;
}

std::size_t runCount(const Experiment& experiment, std::size_t enough)
{
    std::size_t runs = 0;
    for (std::size_t index = 0; index < experiment.arms.size() && runs <= enough; ++index)
        runs += pointCount(sweptParameters(experiment, index), enough) * experiment.seeds.size();
    return runs;
}

std::vector<RunPlan> expand(const Experiment& experiment, const Registry& registry)
{
    std::vector<RunPlan> plans;
    for (std::size_t index = 0; index < experiment.arms.size(); ++index) {
        const std::vector<SweptParameter> swept = sweptParameters(experiment, index);
        const std::size_t points = pointCount(swept, std::numeric_limits<std::size_t>::max());
        RunPlan common = planOfArm(experiment, index);
        complete(common, registry);
        for (const std::uint64_t seed : experiment.seeds) {
            for (std::size_t point = 0; point < points; ++point) {
                RunPlan plan = common;
                plan.seed = seed;
                plan.partitionSeed = experiment.partitionSeed.value_or(seed);
                takePoint(plan, swept, point);
                plans.push_back(std::move(plan));
            }
        }
    }
    return plans;
}

} // namespace coterie
