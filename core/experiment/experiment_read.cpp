#include "core/base/files.h"
#include "core/base/json_parse.h"
#include "core/base/try.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/figure_json.h"
#include "core/experiment/reference_json.h"
#include "core/experiment/section_reader.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace coterie {

namespace {

Arm readArm(const JsonCursor& cursor, const Experiment& common, const Registry& registry)
{
    Arm arm;
    if (!cursor.expectObject({"name", "algorithm", "sampler", "local", "model", "rounds"}))
        return arm;
    readNameInto(arm.name, cursor, "name");
    if (const std::optional<JsonCursor> algorithm =
            cursor.need("algorithm", "an object with a \"name\""))
        arm.algorithm =
            readPart(*algorithm, {.known = registry.algorithms, .mayBeSwept = true}, arm.algorithm);
    arm.sampler = readPartAt(
        cursor, "sampler", {.known = registry.samplers, .mayBeSwept = true}, arm.sampler);
    const SectionRule rule{.registry = registry, .mayBeSwept = true, .overrides = true};
    if (const std::optional<JsonCursor> local = cursor.find("local"))
        arm.local = readLocal(*local, rule, common.local);
    if (const std::optional<JsonCursor> model = cursor.find("model"))
        arm.model = readModel(*model, rule, common.model);
    if (const std::optional<JsonCursor> rounds = cursor.find("rounds"))
        arm.rounds = rounds->as<int>(fields::kRounds);
    return arm;
}

std::vector<Arm>
readArms(const JsonCursor& root, const Experiment& common, const Registry& registry)
{
    std::vector<Arm> arms;
    constexpr auto kWanted = "a list of at least one arm";
    const std::optional<JsonCursor> list = root.need("arms", kWanted);
    if (!list)
        return arms;
    std::set<std::string> names;
    for (const JsonCursor& item : list->items(kWanted, kWanted)) {
        Arm arm = readArm(item, common, registry);
        if (!arm.name.empty() && !names.insert(arm.name).second)
            item.find("name")->refuse("different from the other arms' names", ErrorKind::Duplicate);
        arms.push_back(std::move(arm));
    }
    return arms;
}

void readSeeds(std::vector<std::uint64_t>& seeds, const JsonCursor& root)
{
    const std::optional<JsonCursor> list = root.find("seeds");
    if (!list)
        return;
    seeds.clear();
    std::set<std::uint64_t> seen;
    for (const JsonCursor& item : list->items("a list of seeds", "a list of at least one seed")) {
        const auto seed = item.as<std::uint64_t>(fields::kSeed);
        if (seed && seen.insert(*seed).second)
            seeds.push_back(*seed);
        else if (seed)
            item.refuse("different from the other seeds", ErrorKind::Duplicate);
    }
}

int mostRounds(const Experiment& experiment)
{
    int most = experiment.arms.empty() ? experiment.rounds : 0;
    for (const Arm& arm : experiment.arms)
        most = std::max(most, arm.rounds.value_or(experiment.rounds));
    return most;
}

void readSchema(const JsonCursor& root)
{
    const std::optional<JsonCursor> schema = root.need("schema", std::to_string(kSchema));
    if (schema && (!schema->node().isWhole || schema->node().whole != kSchema))
        schema->refuse(std::to_string(kSchema));
}

Experiment readRoot(const JsonCursor& root, const Registry& registry)
{
    const std::vector<std::string_view> own = fields::keysAround<Experiment>(
        {"schema", "name"},
        {"data", "clients", "model", "local", "arms", "rounds", "seeds", "partitionSeed"});
    Experiment experiment;
    if (!root.expectObject(fields::keysAround<SharedSettings>(own, {"reference", "figures"})))
        return experiment;
    readSchema(root);
    readNameInto(experiment.name, root, "name");
    readFields(experiment, root);

    // An absent section is read as an empty one, so that its required settings are reported.
    const JsonNode nothing = JsonNode::object();
    const SectionRule common{.registry = registry, .mayBeSwept = true};
    const SectionRule absent{.registry = registry, .mayBeSwept = true, .overrides = true};
    experiment.data = readData(root.findOr("data", nothing), common);
    experiment.model =
        readModel(root.findOr("model", nothing), root.find("model") ? common : absent, {});
    experiment.local = readLocal(root.findOr("local", nothing), common, {});
    readInto(experiment.rounds, root, fields::kRounds);
    experiment.arms = readArms(root, experiment, registry);
    if (const std::optional<JsonCursor> clients = root.find("clients"))
        experiment.clients =
            readClients(*clients,
                        {.clients = clientCounts(experiment.data, registry, experiment.profile),
                         .rounds = mostRounds(experiment),
                         .maySayNewcomers = true});
    readSeeds(experiment.seeds, root);
    if (const auto seed = root.find("partitionSeed"); seed && !seed->isNull())
        experiment.partitionSeed = seed->as<std::uint64_t>(fields::kSeed);
    readFields<SharedSettings>(experiment, root);
    if (const std::optional<JsonCursor> reference = root.find("reference"))
        experiment.references = readReferences(*reference, experiment.arms);
    if (const std::optional<JsonCursor> figures = root.find("figures"))
        experiment.figures = readFigures(*figures, experiment.arms, registry);
    return experiment;
}

/// A typo in a sweep must not fill the store with millions of runs.
void checkRunCount(const JsonCursor& root, const Experiment& experiment)
{
    const std::optional<JsonCursor> arms = root.find("arms");
    if (arms && runCount(experiment, kMostRuns) > kMostRuns)
        arms->refuseAs(ErrorKind::TooMuch,
                       "arms × seeds × sweep points must be at most 100000 runs");
}

Experiment readDocument(const JsonCursor& root, const Registry& registry)
{
    Experiment experiment = readRoot(root, registry);
    checkRunCount(root, experiment);
    return experiment;
}

} // namespace

Result<Experiment, Problems> parseExperiment(std::string_view json, const Registry& registry)
{
    return readWholeJson(json,
                         [&](const JsonCursor& root) { return readDocument(root, registry); });
}

Result<std::string> readExperimentText(const std::filesystem::path& file)
{
    // One byte more than allowed is enough, even if the file grows meanwhile. Pipes too, for the
    // shell's validate <(generate).
    COTERIE_TRY(std::string text, readWholeFile(file, kLargestText + 1));
    if (text.size() > kLargestText)
        return fail(file.string(), "the file must be at most 16 MB", ErrorKind::TooMuch);
    text.shrink_to_fit();
    return text;
}

Result<Experiment, Problems> readExperiment(const std::filesystem::path& file,
                                            const Registry& registry)
{
    COTERIE_TRY(const std::string text, readExperimentText(file));
    Result<Experiment, Problems> experiment = parseExperiment(text, registry);
    if (experiment)
        return experiment;
    Problems problems = experiment.error();
    for (Error& problem : problems)
        if (problem.place.empty())
            problem.place = file.string();
    return Unexpected<Problems>{std::move(problems)};
}

namespace {

/// Numbers of clients, each allowed once in a section.
class ClientNumbers
{
public:
    ClientNumbers(const ClientLimits& limits, std::string_view once)
        : m_wanted(fields::kClient)
        , m_once(once)
    {
        if (limits.clients)
            m_wanted.range.maximum = limits.clients->fewest - 1;
    }

    [[nodiscard]] std::optional<int> read(const JsonCursor& cursor)
    {
        const std::optional<int> client = cursor.as<int>(m_wanted);
        if (client && !m_seen.insert(*client).second) {
            cursor.refuse(std::string(m_once), ErrorKind::Duplicate);
            return std::nullopt;
        }
        return client;
    }

    [[nodiscard]] std::vector<int> readList(const JsonCursor& parent)
    {
        std::vector<int> clients;
        if (const auto list = parent.need("clients", "a list of clients"))
            for (const JsonCursor& item :
                 list->items("a list of clients", "a list of at least one client"))
                if (const std::optional<int> client = read(item))
                    clients.push_back(*client);
        return clients;
    }

    [[nodiscard]] const std::set<int>& seen() const { return m_seen; }

private:
    ParameterDescriptor m_wanted;
    std::string_view m_once;
    std::set<int> m_seen;
};

/// Nothing where one of the counts is refused.
std::optional<std::vector<int>> readClassCounts(const JsonCursor& cursor)
{
    std::vector<int> counts;
    bool good = cursor.node().kind == JsonNode::Kind::List;
    for (const JsonCursor& item : cursor.items("a list with the number of samples of each class")) {
        const std::optional<int> count = item.as<int>(fields::kClassCount);
        counts.push_back(count.value_or(1));
        good = good && count;
    }
    if (good && std::ranges::all_of(counts, [](int count) { return count == 0; })) {
        cursor.refuseAs(ErrorKind::NotAllowed, "must have at least one sample of some class");
        good = false;
    }
    return good ? std::optional(counts) : std::nullopt;
}

std::vector<ClientOverride> readOverrides(const JsonCursor& list, const ClientLimits& limits)
{
    std::vector<ClientOverride> overrides;
    ClientNumbers numbers(limits, "a client without another override");
    for (const JsonCursor& item : list.items("a list of overrides")) {
        if (!item.expectObject({"client", "samples", "classCounts"}))
            continue;
        ClientOverride entry;
        if (const auto client = item.need("client", "the number of a client"))
            entry.client = numbers.read(*client).value_or(0);
        const std::optional<JsonCursor> samples = item.find("samples");
        const std::optional<JsonCursor> counts = item.find("classCounts");
        if (samples)
            entry.samples = samples->as<int>(fields::kSamples);
        if (counts)
            entry.classCounts = readClassCounts(*counts);
        if (entry.samples && entry.classCounts) {
            const std::int64_t total = std::accumulate(
                entry.classCounts->begin(), entry.classCounts->end(), std::int64_t{0});
            if (total != *entry.samples)
                samples->refuse(std::to_string(total) + ", the sum of classCounts",
                                ErrorKind::Conflict);
        }
        if (!samples && !counts)
            item.refuseAs(ErrorKind::Missing, "must have samples or classCounts");
        overrides.push_back(std::move(entry));
    }
    return overrides;
}

std::vector<EdgeServer> readEdges(const JsonCursor& list, const ClientLimits& limits)
{
    std::vector<EdgeServer> edges;
    ClientNumbers numbers(limits, "a client without another edge server");
    std::set<std::string> names;
    for (const JsonCursor& item :
         list.items("a list of edge servers or an object with a \"count\"")) {
        if (!item.expectObject({"name", "clients"}))
            continue;
        EdgeServer edge;
        readNameInto(edge.name, item, "name");
        if (!edge.name.empty() && !names.insert(edge.name).second)
            item.find("name")->refuse("different from the other edges' names",
                                      ErrorKind::Duplicate);
        edge.clients = numbers.readList(item);
        edges.push_back(std::move(edge));
    }
    return edges;
}

GeneratedEdges readGeneratedEdges(const JsonCursor& cursor, const ClientLimits& limits)
{
    GeneratedEdges edges;
    if (!cursor.expectObject({"count", "scheme"}))
        return edges;
    ParameterDescriptor count = fields::kEdgeCount;
    if (limits.clients)
        count.range.maximum = limits.clients->fewest;
    if (cursor.need("count", count.allowed()))
        readBound(&edges, cursor, count);
    readBound(&edges, cursor, fields::kEdgeScheme);
    return edges;
}

ParameterDescriptor arrivalRound(const ClientLimits& limits)
{
    return {.name = "round",
            .type = ParameterType::Integer,
            .range = between(1, static_cast<double>(limits.rounds))};
}

std::vector<Arrival> readArrivals(const JsonCursor& list, const ClientLimits& limits)
{
    const ParameterDescriptor round = arrivalRound(limits);
    std::vector<Arrival> arrivals;
    ClientNumbers numbers(limits, "a client without another arrival");
    for (const JsonCursor& item :
         list.items(limits.maySayNewcomers
                        ? "a list of arrivals or an object with \"newcomers\" and \"rounds\""
                        : "a list of arrivals")) {
        if (!item.expectObject({"round", "clients"}))
            continue;
        Arrival arrival;
        if (item.need("round", round.allowed()))
            readInto(arrival.round, item, round);
        arrival.clients = numbers.readList(item);
        arrivals.push_back(std::move(arrival));
    }
    if (limits.clients && numbers.seen().size() >= static_cast<std::size_t>(limits.clients->fewest))
        list.refuseAs(ErrorKind::NotAllowed, "at least one client must be there from the start");
    return arrivals;
}

std::vector<int> readArrivalRounds(const JsonCursor& parent, const ClientLimits& limits)
{
    constexpr auto kWanted = "a list of at least one round";
    const ParameterDescriptor round = arrivalRound(limits);
    std::vector<int> rounds;
    if (const std::optional<JsonCursor> list = parent.need("rounds", kWanted))
        for (const JsonCursor& item : list->items(kWanted, kWanted)) {
            const std::optional<int> number = item.as<int>(round);
            if (number && std::ranges::find(rounds, *number) != rounds.end())
                item.refuse("different from the other rounds", ErrorKind::Duplicate);
            else if (number)
                rounds.push_back(*number);
        }
    return rounds;
}

/// Nothing where newcomers cannot join, or one of the settings is refused.
std::optional<GeneratedArrivals> readNewcomers(const JsonCursor& cursor, const ClientLimits& limits)
{
    if (cursor.find("sweep")) {
        cursor.refuseAs(ErrorKind::NotAllowed,
                        "a list of arrivals cannot be swept; the number of \"newcomers\" can");
        return std::nullopt;
    }
    static_cast<void>(cursor.expectObject({fields::kNewcomers.name, "rounds"}));
    if (!limits.clients) {
        cursor.refuseAs(ErrorKind::NotAllowed,
                        "newcomers can join only where the partition has a number of clients; "
                        "list the arrivals instead");
        return std::nullopt;
    }
    GeneratedArrivals made{.rounds = readArrivalRounds(cursor, limits)};
    ParameterDescriptor each = fields::kNewcomers;
    if (!made.rounds.empty()) {
        const int room = std::max(0, limits.clients->allowed - limits.clients->most);
        each.range.maximum =
            std::min<double>(each.range.maximum, room / static_cast<int>(made.rounds.size()));
    }
    ParameterSet read;
    if (const std::optional<JsonCursor> newcomers = cursor.need(each.name, each.allowed()))
        readParameter(*newcomers, each, {.known = {}, .mayBeSwept = true}, read);
    const Parameter* newcomers = read.find(each.name);
    if (newcomers == nullptr || made.rounds.empty())
        return std::nullopt;
    made.newcomers = *newcomers;
    return made;
}

/// How many join where the fewest do.
int fewestNewcomers(const GeneratedArrivals& made)
{
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (const ParameterValue& value : made.newcomers.values)
        fewest = std::min(fewest, std::get<std::int64_t>(value));
    return static_cast<int>(fewest * std::ssize(made.rounds));
}

} // namespace

ClientSettings readClients(const JsonCursor& cursor, ClientLimits limits)
{
    ClientSettings clients;
    if (!cursor.expectObject({"overrides", "edges", "arrivals"}))
        return clients;
    const std::optional<JsonCursor> arrivals = cursor.find("arrivals");
    if (arrivals && arrivals->isObject() && limits.maySayNewcomers) {
        clients.generatedArrivals = readNewcomers(*arrivals, limits);
        if (clients.generatedArrivals)
            limits.clients->fewest += fewestNewcomers(*clients.generatedArrivals);
        else
            limits.clients.reset(); // nobody knows how many there are
    } else if (arrivals) {
        clients.arrivals = readArrivals(*arrivals, limits);
    }
    if (const std::optional<JsonCursor> overrides = cursor.find("overrides"))
        clients.overrides = readOverrides(*overrides, limits);
    if (const std::optional<JsonCursor> edges = cursor.find("edges")) {
        if (edges->isObject())
            clients.generatedEdges = readGeneratedEdges(*edges, limits);
        else
            clients.edges = readEdges(*edges, limits);
    }
    return clients;
}

} // namespace coterie
