#include "core/store/bundle_details.h"

#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/try.h"
#include "core/report/client_names.h"
#include "core/store/bundle_members.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <array>
#include <limits>

namespace coterie {

namespace {

constexpr std::int64_t kMostSamples = 1'000'000'000'000;
constexpr std::int64_t kMostClients = 10'000'000;
constexpr std::int64_t kMostGroups = 1'000'000; ///< true groups and classes
constexpr std::int64_t kMostParameters = std::numeric_limits<std::int64_t>::max();

using Kind = JsonNode::Kind;

std::optional<JsonNode> scoreNode(const std::optional<Score>& score)
{
    if (!score)
        return std::nullopt;
    return jsonObject(
        {{"loss", score->loss}, {"accuracy", score->accuracy}, {"samples", score->samples}});
}

std::optional<std::size_t> countOf(const std::optional<Grouping>& grouping)
{
    return grouping ? std::optional(grouping->groups.size()) : std::nullopt;
}

std::optional<JsonNode> matricesNode(const RoundReport& report)
{
    JsonNode node = JsonNode::object();
    if (const std::optional<Collaboration>& a = report.collaboration)
        node.add(kCollaborationWord, jsonList(std::array{a->rows(), a->columns()}));
    for (const MatrixColumn& column : kMatrixColumns)
        if (const std::optional<Matrix>& matrix = report.*column.part)
            node.add(column.word, jsonList(std::array{matrix->rows, matrix->columns}));
    return node.items.empty() ? std::nullopt : std::optional(node);
}

/// What each event says as a value; null where its sentence says it all.
std::optional<JsonNode> eventsNode(const std::vector<Event>& events)
{
    if (events.empty())
        return std::nullopt;
    return jsonList(events, [](const Event& event) {
        const std::optional<std::string> text = eventJson(event.what);
        const Result<ParsedJson> value = parseJson(text.value_or("null"));
        return value ? value->root : JsonNode{};
    });
}

JsonNode factsNode(const FederationFacts& facts)
{
    const auto counts = [](const std::vector<std::int64_t>& ofClient) {
        return writeCompact(jsonList(ofClient)); // one value, however many classes there are
    };
    const auto edge = [](const EdgeServer& server) {
        return jsonObject({{"name", server.name}, {"clients", jsonList(server.clients)}});
    };
    const auto names =
        facts.clientNames.empty() ? std::nullopt : std::optional(jsonList(facts.clientNames));
    return jsonObject({{"parameters", facts.parameters},
                       {"classes", facts.classes},
                       {"trainSamples", jsonList(facts.trainSamples)},
                       {"testSamples", jsonList(facts.testSamples)},
                       {"validationSamples", jsonList(facts.validationSamples)},
                       {"trueGroup", jsonList(facts.trueGroup)},
                       {"classCounts", jsonList(facts.classCounts, counts)},
                       {"edges", jsonList(facts.edges, edge)},
                       {"clientNames", names}});
}

Result<JsonNode> lineNode(const std::string& line)
{
    COTERIE_TRY(ParsedJson parsed, parseJson(line));
    if (!parsed.duplicates.empty())
        return Unexpected<Error>{parsed.duplicates.front().second};
    return std::move(parsed.root);
}

/// What was read, or the problem of its members.
template <typename Value>
Result<Value> unless(const std::optional<std::string>& problem, Value value)
{
    if (problem)
        return fail({}, *problem);
    return value;
}

Result<std::vector<std::int64_t>> countsOf(const JsonNode& text)
{
    if (text.kind != Kind::Text)
        return fail({}, "\"classCounts\" is not a list of texts");
    COTERIE_TRY(JsonNode list, lineNode(text.text));
    JsonNode object = JsonNode::object();
    object.add("classCounts", std::move(list));
    JsonMembers members(object);
    std::vector<std::int64_t> counts = members.wholes("classCounts", 0, kMostSamples);
    return unless(members.problem(), std::move(counts));
}

std::vector<int> ints(const std::vector<std::int64_t>& numbers)
{
    return {numbers.begin(), numbers.end()}; // they were read within an int's limits
}

Result<EdgeServer> edgeOf(const JsonNode& node, std::int64_t clients)
{
    JsonMembers members(node);
    EdgeServer edge{.name = members.text("name"),
                    .clients = ints(members.wholes("clients", 0, clients - 1))};
    return unless(members.problem(), std::move(edge));
}

/// Bundles of runs without names and those of early versions have none.
std::vector<std::string> namesOf(JsonMembers& members, std::size_t clients)
{
    constexpr std::string_view kMember = "clientNames";
    std::vector<std::string> names;
    if (!members.has(kMember))
        return names;
    for (const JsonNode& name : members.part(kMember, Kind::List).items) {
        if (name.kind != Kind::Text)
            members.refuse("\"clientNames\" is not a list of texts");
        else if (name.text.size() > kLongestClientName)
            members.refuse("a client's name has more than " + std::to_string(kLongestClientName)
                           + " bytes");
        else if (keptClientName(name.text) != name.text)
            members.refuse("a client's name has control characters");
        names.push_back(name.text);
    }
    if (names.size() != clients)
        members.refuse("the lists of the clients have different lengths");
    return names;
}

Result<FederationFacts> factsOf(const JsonNode& node)
{
    JsonMembers members(node);
    FederationFacts facts{.trainSamples = members.wholes("trainSamples", 0, kMostSamples),
                          .testSamples = members.wholes("testSamples", 0, kMostSamples),
                          .validationSamples = members.wholes("validationSamples", 0, kMostSamples),
                          .classCounts = {},
                          .trueGroup = ints(members.wholes("trueGroup", -1, kMostGroups)),
                          .parameters = members.whole("parameters", 0, kMostParameters),
                          .classes = members.whole("classes", 0, kMostGroups)};
    for (const JsonNode& text : members.part("classCounts", Kind::List).items) {
        COTERIE_TRY(std::vector<std::int64_t> counts, countsOf(text));
        facts.classCounts.push_back(std::move(counts));
    }
    const std::size_t clients = facts.trainSamples.size();
    for (const JsonNode& server : members.part("edges", Kind::List).items) {
        COTERIE_TRY(EdgeServer edge, edgeOf(server, static_cast<std::int64_t>(clients)));
        facts.edges.push_back(std::move(edge));
    }
    for (const std::size_t length : {facts.testSamples.size(),
                                     facts.validationSamples.size(),
                                     facts.trueGroup.size(),
                                     facts.classCounts.size()})
        if (length != 0 && length != clients)
            members.refuse("the lists of the clients have different lengths");
    facts.clientNames = namesOf(members, clients);
    return unless(members.problem(), std::move(facts));
}

Result<std::optional<Score>> scoreOf(JsonMembers& members, std::string_view name)
{
    if (!members.has(name))
        return std::optional<Score>();
    JsonMembers parts(members.part(name, Kind::Object));
    Score score{.loss = parts.real("loss"),
                .accuracy = {},
                .samples = parts.whole("samples", 0, kMostSamples)};
    if (parts.has("accuracy"))
        score.accuracy = parts.real("accuracy");
    return unless(parts.problem(), std::optional(score));
}

} // namespace

std::string detailsLine(const RunRow& run, const FederationFacts& facts)
{
    return writeCompact(jsonObject({{"planned", run.rounds}, {"facts", factsNode(facts)}}));
}

std::string detailsLine(const RoundReport& report)
{
    const std::optional<Grouping>& clusters = report.samplingClusters;
    return writeCompact(jsonObject(
        {{"round", report.round},
         {"officialTest", scoreNode(report.officialTest)},
         {"pooledTrain", scoreNode(report.pooledTrain)},
         {"groups", countOf(report.grouping)},
         {"clusters", countOf(clusters)},
         {"clusterStopReason", clusters ? std::optional(clusters->stopReason) : std::nullopt},
         {"matrices", matricesNode(report)},
         {"events", eventsNode(report.events)}}));
}

Result<RunDetails> readRunDetails(const std::string& line)
{
    COTERIE_TRY(const JsonNode node, lineNode(line));
    JsonMembers members(node);
    RunDetails details{.planned = static_cast<int>(members.whole("planned", 0, kMostRounds)),
                       .facts = {}};
    const JsonNode& facts = members.part("facts", Kind::Object);
    if (!members.problem()) {
        COTERIE_TRY(details.facts, factsOf(facts));
    }
    return unless(members.problem(), std::move(details));
}

Result<RoundDetails> readRoundDetails(const std::string& line)
{
    COTERIE_TRY(const JsonNode node, lineNode(line));
    JsonMembers members(node);
    RoundDetails details;
    details.round = static_cast<int>(members.whole("round", 0, kMostRounds));
    COTERIE_TRY(details.officialTest, scoreOf(members, "officialTest"));
    COTERIE_TRY(details.pooledTrain, scoreOf(members, "pooledTrain"));
    const auto count = [&](std::string_view name) {
        return members.has(name) ? std::optional<std::size_t>(members.whole(name, 0, kMostClients))
                                 : std::nullopt;
    };
    details.groups = count("groups");
    details.clusters = count("clusters");
    if (details.clusters)
        details.clusterStopReason = members.text("clusterStopReason");
    if (members.has("matrices")) {
        JsonMembers sizes(members.part("matrices", Kind::Object));
        for (std::size_t i = 0; i < kMatrixWords.size(); ++i) {
            if (!sizes.has(kMatrixWords[i]))
                continue;
            const auto size = sizes.wholes(kMatrixWords[i], 0, kMostClients);
            if (size.size() != 2)
                sizes.refuse("a matrix does not have two sizes");
            else
                details.matrices[i] = {static_cast<std::size_t>(size[0]),
                                       static_cast<std::size_t>(size[1])};
        }
        if (sizes.problem())
            members.refuse(*sizes.problem());
    }
    if (members.has("events"))
        for (const JsonNode& event : members.part("events", Kind::List).items)
            details.events.push_back(event.kind == Kind::Null ? "" : writeCompact(event));
    return unless(members.problem(), std::move(details));
}

} // namespace coterie
