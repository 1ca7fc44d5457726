#include "ui/design/places.h"

#include "core/spec/experiment.h"
#include "core/spec/experiment_fields.h"

namespace coterie::ui {

namespace {

PartPlace sweptPart(const std::string& arm,
                    const std::string& pointer,
                    std::span<const NamedPart> known,
                    const std::string& fallbackName)
{
    return {.pointer = arm + pointer,
            .known = known,
            .fallbackName = fallbackName,
            .style = {.mayBeSwept = true},
            .common = arm.empty() ? std::string() : pointer};
}

Setting overridable(const std::string& arm,
                    const std::string& pointer,
                    const ParameterDescriptor& descriptor,
                    const std::string& instead = {})
{
    return {.pointer = arm + pointer,
            .descriptor = &descriptor,
            .common = arm.empty() ? std::string() : pointer,
            .instead = instead};
}

} // namespace

PartPlace modelPlace(const Registry& registry, const std::string& arm)
{
    PartPlace place = sweptPart(arm, "/model", registry.models, ModelSettings().model.name);
    place.otherKeys = {"precision", "initialisation", "bnMode"};
    return place;
}

std::vector<Setting> modelSettings(const std::string& arm)
{
    return {overridable(arm, "/model/precision", fields::kPrecision),
            overridable(arm, "/model/initialisation", fields::kInitialisation),
            overridable(arm, "/model/bnMode", fields::kBnMode)};
}

PartPlace optimizerPlace(const Registry& registry, const std::string& arm)
{
    PartPlace place =
        sweptPart(arm, "/local/optimizer", registry.optimizers, LocalSettings().optimizer.name);
    place.otherKeys = {"schedule"};
    return place;
}

PartPlace schedulePlace(const Registry& registry, const std::string& arm)
{
    PartPlace place = sweptPart(
        arm, "/local/optimizer/schedule", registry.schedules, LocalSettings().schedule.name);
    place.ownerNamePointer = "/local/optimizer/name";
    place.ownerName = LocalSettings().optimizer.name;
    return place;
}

PartPlace objectivePlace(const Registry& registry, const std::string& arm)
{
    return sweptPart(arm, "/local/objective", registry.objectives, LocalSettings().objective.name);
}

std::vector<Setting> localSettings(const std::string& arm)
{
    return {overridable(arm, "/local/batch", fields::kBatch),
            overridable(arm, "/local/localEpochs", fields::kLocalEpochs, "localSteps"),
            overridable(arm, "/local/localSteps", fields::kLocalSteps, "localEpochs"),
            overridable(arm, "/local/dropLast", fields::kDropLast),
            overridable(arm, "/local/keepOptimizerState", fields::kKeepOptimizerState)};
}

} // namespace coterie::ui
