#include "ui/design/checked_experiment.h"

#include "core/base/json_parse.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/weights_place.h"
#include "ui/design/arm_edits.h"
#include "ui/words.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace coterie::ui {

QString newExperiment()
{
    return QStringLiteral(R"({
  "schema": 1,
  "name": "New experiment",
  "data": {
    "dataset": { "name": "glyphDigits", "samples": 3200 },
    "partition": { "scheme": "dirichlet", "clients": 8, "alpha": 0.5, "minimum": 40 },
    "test": { "share": 0.2 }
  },
  "model": { "name": "mnist_cnn_20k" },
  "local": {
    "optimizer": { "name": "sgd", "learningRate": 0.05, "momentum": 0.5 },
    "batch": 16,
    "localEpochs": 1
  },
  "arms": [
    { "name": "Independent", "algorithm": { "name": "independent" } },
    { "name": "FedAvg", "algorithm": { "name": "fedavg" } }
  ],
  "rounds": 10,
  "seeds": [1]
}
)");
}

namespace {

void put(JsonNode& experiment, const JsonNode& from, std::string_view name)
{
    if (const JsonNode* given = from.find(name))
        setMember(experiment, name, *given);
}

/// 0 if it has none.
std::int64_t roundsIn(const JsonNode& node)
{
    const JsonNode* rounds = valueAt(node, "/rounds");
    return rounds && rounds->kind == JsonNode::Kind::Number && rounds->isWhole ? rounds->whole : 0;
}

/// The first of these runs, of which there is at least one.
ClientsPlan clientsPlan(const Experiment& experiment, const std::vector<RunPlan>& plans)
{
    return {.run = plans.front(),
            .seedVaries = !experiment.partitionSeed && experiment.seeds.size() > 1,
            .saysNewcomers = experiment.clients.generatedArrivals.has_value()};
}

/// The clients of an experiment whose problems lie elsewhere, as if all else were valid. Absent if
/// data or clients have problems.
std::optional<ClientsPlan> soundClients(const JsonNode& experiment, const Registry& registry)
{
    auto whole = parseJson(newExperiment().toStdString());
    if (experiment.kind != JsonNode::Kind::Object || !whole || !experiment.find("data"))
        return std::nullopt;
    JsonNode sound = std::move(whole->root);
    put(sound, experiment, "data");
    put(sound, experiment, "clients");
    std::optional<Experiment> read;
    const auto take = [&](const JsonNode& root) {
        auto parsed = parseExperiment(writeCompact(root), registry);
        if (!parsed)
            return false;
        sound = root;
        read = std::move(*parsed);
        return true;
    };
    // The other parts may have problems; then their defaults will do. The number of rounds limits
    // when clients may join; it is that of the longest arm, because arms may have their own.
    const std::span<const JsonNode> arms = armsIn(experiment);
    const std::int64_t common = roundsIn(experiment);
    std::int64_t most = common;
    for (const JsonNode& arm : arms)
        most = std::max(most, roundsIn(arm));
    JsonNode withRounds = sound;
    if (most > 0)
        *withRounds.find("rounds") = JsonNode::fromWhole(most);
    if (!take(withRounds) && !take(JsonNode(sound)))
        return std::nullopt;
    for (const std::string_view name : {"profile", "seeds", "partitionSeed"}) {
        JsonNode with = sound;
        put(with, experiment, name);
        take(with);
    }
    Experiment shortest = *read; // one run is enough
    shortest.arms.resize(1);
    shortest.seeds.resize(1);
    ClientsPlan plan = clientsPlan(*read, expand(shortest, registry));
    const std::int64_t own = arms.empty() ? 0 : roundsIn(arms.front());
    if (const std::int64_t first = own > 0 ? own : common; first > 0 && first < plan.run.rounds)
        plan.run.rounds = int(first);
    return plan;
}

} // namespace

bool beginWithWeights(const std::vector<RunPlan>& plans)
{
    return std::ranges::any_of(plans,
                               [](const RunPlan& plan) { return plan.model.initial.has_value(); });
}

std::shared_ptr<const JsonNode> treeOf(const std::string& json)
{
    auto parsed = parseJson(json);
    return parsed ? std::make_shared<const JsonNode>(std::move(parsed->root)) : nullptr;
}

CheckedExperiment
checkExperiment(const std::string& json, const Registry& registry, const QString& file)
{
    CheckedExperiment checked;
    checked.json = treeOf(json);
    auto parsed = parseExperiment(json, registry);
    if (!parsed) {
        checked.problems = parsed.error();
        if (auto clients = checked.json ? soundClients(*checked.json, registry) : std::nullopt)
            checked.clients = std::make_shared<const ClientsPlan>(std::move(*clients));
        return checked;
    }
    placeWeights(*parsed, toPath(file).parent_path());
    checked.experiment = std::make_shared<const Experiment>(std::move(*parsed));
    checked.plans =
        std::make_shared<const std::vector<RunPlan>>(expand(*checked.experiment, registry));
    checked.clients =
        std::make_shared<const ClientsPlan>(clientsPlan(*checked.experiment, *checked.plans));
    return checked;
}

} // namespace coterie::ui
