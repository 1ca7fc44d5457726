#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/part_json.h"

#include <array>
#include <span>
#include <string_view>

namespace coterie {

void complete(DataSettings& data, const Registry& registry, bool codeProfile);
void complete(LocalSettings& local, const Registry& registry, bool codeProfile);
/// Layers are brought to their shortest form instead, see shortest().
void complete(ModelSettings& model, const Registry& registry, bool codeProfile);

/// A part of a plan whose parameters can be swept.
struct PlanSection
{
    std::string_view place; ///< in the plan
    std::span<const NamedPart> Registry::*known;
    Part& (*of)(RunPlan& plan);
};

template <auto... kPath>
Part& partAlong(RunPlan& plan)
{
    return (plan.*....*kPath);
}

/// In the order in which their sweeps are nested, outermost first.
inline constexpr std::array kPlanSections{
    PlanSection{
        "/data/dataset", &Registry::datasets, &partAlong<&RunPlan::data, &DataSettings::dataset>},
    PlanSection{"/data/partition",
                &Registry::partitions,
                &partAlong<&RunPlan::data, &DataSettings::partition>},
    PlanSection{"/algorithm", &Registry::algorithms, &partAlong<&RunPlan::algorithm>},
    PlanSection{"/sampler", &Registry::samplers, &partAlong<&RunPlan::sampler>},
    PlanSection{"/local/optimizer",
                &Registry::optimizers,
                &partAlong<&RunPlan::local, &LocalSettings::optimizer>},
    PlanSection{"/local/optimizer/schedule",
                &Registry::schedules,
                &partAlong<&RunPlan::local, &LocalSettings::schedule>},
    PlanSection{"/local/objective",
                &Registry::objectives,
                &partAlong<&RunPlan::local, &LocalSettings::objective>},
    PlanSection{"/model", &Registry::models, &partAlong<&RunPlan::model, &ModelSettings::model>}};

/// Where a pointer into a plan leads: to a parameter of a section.
struct PlanPlace
{
    const PlanSection* section = nullptr; ///< null: to none of the sections
    std::string_view name;                ///< of the parameter
};

[[nodiscard]] PlanPlace placeInPlan(std::string_view pointer);

/// Of the newcomers in an experiment, whose sweep is nested outermost.
inline constexpr std::string_view kNewcomersPlace = "/clients/arrivals/newcomers";

} // namespace coterie
