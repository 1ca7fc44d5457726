#include "core/algorithms/method_room.h"

#include <algorithm>
#include <array>
#include <string>
#include <variant>

namespace coterie {

namespace {

// Counted in the rounds of each method; tst_plan_size compares `state` and the matrices with what a
// run holds.
constexpr std::array kMethodRooms{
    // w_i; the next ones beside them.
    MethodRoom{.name = "independent",
               .state = 1,
               .work = 1,
               .trained = 1,
               .server = 0,
               .canBeDealt = true},
    // One model; the clients' are its row.
    MethodRoom{.name = "fedavg", .canBeDealt = true},
    MethodRoom{.name = "centralised", .trained = 0, .server = 1},
    // w_i and the last updates; starts, next models and updates in the making. Gram and similarity
    // matrix, and one in the making.
    MethodRoom{.name = "hcct",
               .state = 2,
               .work = 4,
               .server = 0,
               .pairs = 3,
               .similarity = true,
               .gram = true,
               .values = 1,
               .groups = true,
               .canBeDealt = true,
               .passesColumns = true},
    // And the scores of the layers in the first round.
    MethodRoom{.name = "hcctE",
               .state = 2,
               .work = 7,
               .server = 0,
               .pairs = 3,
               .similarity = true,
               .gram = true,
               .values = 1,
               .groups = true,
               .canBeDealt = true,
               .passesColumns = true},
    MethodRoom{.name = "hcctP",
               .state = 2,
               .work = 4,
               .server = 0,
               .pairs = 3,
               .similarity = true,
               .gram = true,
               .values = 1,
               .groups = true,
               .canBeDealt = true,
               .passesColumns = true},
    // Bodies with heads of their own; old, kept and next ones.
    MethodRoom{.name = "fedper", .state = 1, .work = 2, .server = 1, .canBeDealt = true},
    // w_i and what each client reaches alone; starts, old and next ones.
    MethodRoom{.name = "maxfl", .state = 2, .work = 3, .server = 1, .values = 2, .groups = true},
    MethodRoom{.name = "fedfa", .values = 2, .canBeDealt = true},
    // The server's models, and each client's losses of them: see methodRoom().
    MethodRoom{.name = "ifca", .groups = true, .canBeDealt = true},
    // And the clients' means and own models, twice.
    MethodRoom{.name = "flsc", .state = 2, .work = 4, .values = 1, .groups = true},
    MethodRoom{.name = "groups",
               .state = 1,
               .work = 2,
               .server = 0,
               .groups = true,
               .canBeDealt = true,
               .passesColumns = true},
    // θ_i; starts, directions and gradients in the making. Weights, ratios, distances, zeros in a
    // row, and what the report has of them. By default every distance is reported.
    MethodRoom{.name = "allForOne",
               .state = 1,
               .work = 4,
               .server = 0,
               .optimizers = 1,
               .pairs = 7,
               .batchesOfPairs = true,
               .denseA = true,
               .similarity = true,
               .values = 3},
    // v_i; old and next ones, and two rows of each participant.
    MethodRoom{
        .name = "ditto", .state = 1, .work = 1, .trained = 3, .server = 1, .canBeDealt = true},
    // x_i; starts, gradients, pulls and the models between pairs. Weights, A and steps.
    MethodRoom{.name = "cobo",
               .state = 1,
               .work = 8,
               .server = 0,
               .statePairs = 1,
               .optimizers = 1,
               .pairs = 5,
               .denseA = true,
               .similarity = true},
    // x_i and c_i; starts, own gradients, means and directions.
    MethodRoom{.name = "wgaBc",
               .state = 2,
               .work = 5,
               .server = 0,
               .optimizers = 1,
               .pairs = 3,
               .batchesOfPairs = true,
               .denseA = true},
    // w_i, v_i and their mix; starts and two sets of gradients.
    MethodRoom{.name = "apfl",
               .state = 3,
               .work = 5,
               .server = 1,
               .optimizers = 2,
               .values = 1,
               .canBeDealt = true},
    MethodRoom{.name = "hierfavg", .trained = 3, .edges = true, .canBeDealt = true},
    // θ_ij of all clients, and what they send and receive.
    MethodRoom{.name = "sfedhp", .state = 1, .work = 1, .trained = 6, .edges = true, .values = 3},
    MethodRoom{
        .name = "pfedme", .state = 2, .work = 1, .trained = 8, .values = 1, .canBeDealt = true},
    MethodRoom{.name = "pfedgp"},
    // u_i after its step, from a gradient of each client.
    MethodRoom{.name = "perfedavg", .state = 1, .work = 3, .server = 1, .canBeDealt = true},
    // w_i; u_i, those that are compared, next ones. Products, their attention and A.
    MethodRoom{.name = "fedamp",
               .state = 1,
               .work = 2,
               .server = 0,
               .pairs = 5,
               .denseA = true,
               .canBeDealt = true,
               .passesColumns = true},
    MethodRoom{.name = "heurfedamp",
               .state = 1,
               .work = 2,
               .server = 0,
               .pairs = 5,
               .denseA = true,
               .canBeDealt = true,
               .passesColumns = true},
    // A control variate of each client, and the server's.
    MethodRoom{
        .name = "scaffold", .state = 1, .work = 1, .trained = 2, .server = 2, .canBeDealt = true},
    MethodRoom{
        .name = "feddyn", .state = 1, .work = 1, .trained = 2, .server = 2, .canBeDealt = true},
    // Gradients of all clients in double precision, and their distances from the mean.
    MethodRoom{.name = "assumptionOne", .work = 8, .values = 2},
    // w_i; mixed and next ones. What `wants` names adds to this: see methodRoom().
    MethodRoom{.name = "external",
               .state = 1,
               .work = 3,
               .server = 0,
               .pairs = 3,
               .denseA = true,
               .values = 2,
               .groups = true}};

constexpr MethodRoom kOwnMethodRoom{.name = {},
                                    .state = 2,
                                    .work = 3,
                                    .server = 2,
                                    .pairs = 3,
                                    .denseA = true,
                                    .values = 2,
                                    .groups = true};

// One that is not listed may need the clients' models.
constexpr std::array kSamplerRooms{
    MethodRoom{.name = "all", .canBeDealt = true},
    MethodRoom{.name = "random", .canBeDealt = true},
    MethodRoom{.name = "powD", .values = 3, .canBeDealt = true},
    // Their clusters are reported like groups.
    // The last update of each client; Gram matrix, angles and the tree's distances.
    MethodRoom{.name = "clusteredSampling", .state = 1, .work = 1, .pairs = 4, .groups = true},
    MethodRoom{.name = "divFl", .state = 1, .work = 1, .pairs = 3, .values = 2},
    // Of the updates only the output layer's bias; distances of the clients.
    MethodRoom{.name = "hicsFl", .pairs = 3, .values = 4, .groups = true},
    MethodRoom{.name = "hicsProbe", .pairs = 3, .values = 5, .groups = true},
    MethodRoom{.name = "oracleHics", .pairs = 3, .values = 3, .groups = true}};

/// A parameter's only value, if it has this type.
template <typename Value>
const Value* valueOf(const Part& part, std::string_view name)
{
    const Parameter* parameter = part.parameters.find(name);
    return parameter == nullptr || parameter->values.empty()
               ? nullptr
               : std::get_if<Value>(&parameter->values.front());
}

bool isSwitchedOn(const Part& part, std::string_view name)
{
    const bool* on = valueOf<bool>(part, name);
    return on != nullptr && *on;
}

/// Of HCCT and its variants: why their models must be whole on each rank.
std::string_view whyHcctIsWhole(const Part& part)
{
    if (const auto* word = valueOf<std::string>(part, "similarity");
        word != nullptr && *word == "sign")
        return "compares signs";
    if (isSwitchedOn(part, "gradientNorms"))
        return "measures the clients' gradients";
    if (const auto* layer = valueOf<std::int64_t>(part, "layer"); layer != nullptr && *layer == 0)
        return "chooses its layer from the updates of all clients";
    return {};
}

} // namespace

MethodRoom methodRoom(const RunPlan& plan)
{
    const Part& algorithm = plan.algorithm;
    const auto* known = std::ranges::find(kMethodRooms, algorithm.name, &MethodRoom::name);
    MethodRoom room = known == kMethodRooms.end() ? kOwnMethodRoom : *known;
    if (const Parameter* models = algorithm.parameters.find("models"))
        if (const auto* count = std::get_if<std::int64_t>(&models->values.front())) {
            room.server *= static_cast<double>(*count);
            room.values += static_cast<double>(*count);
        }
    if (room.edges)
        room.server += static_cast<double>(std::max<std::size_t>(1, plan.clients.edges.size()));
    if (algorithm.name == "maxfl") {
        const auto* mode = valueOf<std::string>(algorithm, "mode");
        room.canBeDealt = mode != nullptr && *mode == "canonical";
        if (room.canBeDealt) {
            room.state = 0; // one model; what each client reaches alone, in the first round
            room.work = 1;
        } else {
            room.whyWhole = "mixes models in groups unless its mode is canonical";
        }
    }
    if (const auto* layer = valueOf<std::int64_t>(algorithm, "layer");
        algorithm.name == "hcctE" && layer != nullptr && *layer > 0)
        room.work = 4; // as HCCT, without scores of layers
    if (isSwitchedOn(algorithm, "reportDistances"))
        room.pairValues = 1;
    if (const Parameter* exclude = algorithm.parameters.find("earlyExclude"))
        if (const auto* after = std::get_if<std::int64_t>(&exclude->values.front());
            after && *after > 0)
            room.statePairs = 1;
    if (room.canBeDealt && room.name.starts_with("hcct")) {
        room.whyWhole = whyHcctIsWhole(algorithm);
        room.canBeDealt = room.whyWhole.empty();
    }
    if (isSwitchedOn(algorithm, "sharedBatches"))
        room.batchesOfPairs = false;
    if (const Parameter* wants = algorithm.parameters.find("wants"))
        if (const auto* words = std::get_if<std::vector<std::string>>(&wants->values.front())) {
            const bool comparesUpdates = std::ranges::any_of(*words, [](const std::string& word) {
                return word == "gram" || word == "cosines";
            });
            room.gram = comparesUpdates;
            room.similarity = comparesUpdates;
            room.pairs += 2 * static_cast<double>(words->size()); // and as a message
        }
    return room;
}

MethodRoom samplerRoom(const RunPlan& plan)
{
    const auto* known = std::ranges::find(kSamplerRooms, plan.sampler.name, &MethodRoom::name);
    MethodRoom room = known == kSamplerRooms.end() ? MethodRoom{.name = {}} : *known;
    room.values += plan.sampler.name == "all" ? 0 : 2; // when and where a client was drawn
    room.trained = 0;
    room.server = 0;
    return room;
}

std::span<const MethodRoom> knownMethodRooms()
{
    return kMethodRooms;
}

} // namespace coterie
