#include "ui/design/sound_clients.h"

#include "core/spec/experiment_json.h"
#include "core/spec/json_parse.h"
#include "ui/design/new_experiment.h"

#include <string_view>
#include <utility>

namespace coterie::ui {

namespace {

void put(JsonNode& experiment, const JsonNode& from, std::string_view name)
{
    const JsonNode* given = from.find(name);
    if (!given)
        return;
    if (JsonNode* own = experiment.find(name))
        *own = *given;
    else
        experiment.add(name, *given);
}

} // namespace

std::optional<RunPlan> soundClients(const JsonNode& experiment, const Registry& registry)
{
    auto whole = parseJson(newExperiment().toStdString());
    if (experiment.kind != JsonNode::Kind::Object || !whole || !experiment.find("data"))
        return std::nullopt;
    const auto read = [&](const JsonNode& root) {
        return parseExperiment(writeCompact(root), registry);
    };
    // The number of rounds bounds when a client may join. What follows may be wrong by itself, and
    // then its usual value is as good as any for a look at the clients.
    JsonNode sound = std::move(whole->root);
    put(sound, experiment, "data");
    put(sound, experiment, "clients");
    JsonNode withRounds = sound;
    put(withRounds, experiment, "rounds");
    if (read(withRounds))
        sound = std::move(withRounds);
    else if (!read(sound))
        return std::nullopt;
    for (const std::string_view name : {"profile", "seeds", "partitionSeed"}) {
        JsonNode with = sound;
        put(with, experiment, name);
        if (read(with))
            sound = std::move(with);
    }
    return expand(*read(sound), registry).front();
}

} // namespace coterie::ui
