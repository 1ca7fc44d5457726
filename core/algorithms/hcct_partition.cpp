#include "core/algorithms/hcct_partition.h"

#include "core/collaboration/gain_agglomeration.h"
#include "core/collaboration/utility_partition.h"
#include "core/math/similarity.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <stdexcept>
#include <string>

namespace coterie {

HcctParameters HcctParameters::of(const ParameterSet& parameters)
{
    const auto count = [&](std::string_view name) {
        return static_cast<std::size_t>(parameters.integer(name));
    };
    HcctParameters hcct{
        .alpha = parameters.real("alpha"),
        .clientAlphas = parameters.realList("clientAlphas"),
        .relativeAlpha = parameters.word("alphaMode") == "relative",
        .beta = parameters.real("beta"),
        .comparesSigns = parameters.word("similarity") == "sign",
        .repartitionEvery = static_cast<int>(parameters.integer("repartitionEvery")),
        .startsGlobal = parameters.word("bootstrap") == "global",
        .fixedGroups = count("fixedGroups"),
        .probesInitialModel = parameters.word("newcomerProbe") == "init",
        .newcomersJoinAtOnce = parameters.word("newcomerMode") == "greedy",
    };
    if (parameters.find("simIncludeBuffers"))
        hcct.includesBuffers = parameters.boolean("simIncludeBuffers");
    if (parameters.find("layerScore")) {
        hcct.usesOneLayer = true;
        hcct.layerScore = parameters.word("layerScore") == "official" ? LayerScore::Official
                                                                      : LayerScore::Between;
        hcct.layer = count("layer");
    }
    if (parameters.find("headLayers")) {
        hcct.headLayers = count("headLayers");
        hcct.comparesBodies = parameters.word("simScope") == "body";
        hcct.averagesHeadsAtStart = parameters.boolean("headReaveragedAtStart");
    }
    return hcct;
}

UtilitySettings HcctParameters::utility(std::span<const double> sizes) const
{
    UtilitySettings settings{.alpha = {alpha}, .beta = beta, .fixedGroups = fixedGroups};
    if (!clientAlphas.empty()) {
        if (clientAlphas.size() != sizes.size())
            throw std::invalid_argument("clientAlphas: " + std::to_string(clientAlphas.size())
                                        + " numbers found, one for each of the "
                                        + std::to_string(sizes.size()) + " clients needed");
        settings.alpha = clientAlphas;
    }
    if (relativeAlpha) {
        std::vector<double> alphas(sizes.size());
        for (std::size_t i = 0; i < sizes.size(); ++i)
            alphas[i] = settings.alphaOf(i) * sizes[i];
        settings.alpha = alphas;
    }
    return settings;
}

std::vector<std::size_t> ClientUpdates::comparable() const
{
    std::vector<std::size_t> clients;
    for (std::size_t client = 0; client < known.size(); ++client)
        if (known[client] && sizes[client] > 0)
            clients.push_back(client);
    return clients;
}

at::Tensor ClientUpdates::comparableVectors() const
{
    const std::vector<std::size_t> clients = comparable();
    if (static_cast<std::int64_t>(clients.size()) == vectors.size(0))
        return vectors.contiguous();
    const std::vector<std::int64_t> ids(clients.begin(), clients.end());
    return vectors.index_select(0, at::tensor(ids, at::kLong)).contiguous();
}

std::vector<double> ClientUpdates::comparableSizes() const
{
    std::vector<double> chosen;
    for (const std::size_t client : comparable())
        chosen.push_back(sizes[client]);
    return chosen;
}

Matrix ClientUpdates::gram() const
{
    return withRows(comparableVectors(), [](const auto& rows) { return coterie::gram(rows); });
}

Matrix ClientUpdates::signAgreements() const
{
    return withRows(comparableVectors(), [](const auto& rows) {
        Matrix agreements(rows.count, rows.count);
        for (std::size_t i = 0; i < rows.count; ++i)
            for (std::size_t j = 0; j < rows.count; ++j)
                agreements.at(i, j) = signAgreement(std::span(rows.row(i), rows.columns),
                                                    std::span(rows.row(j), rows.columns));
        return agreements;
    });
}

UtilitySettings settingsOf(const UtilitySettings& settings, std::span<const std::size_t> clients)
{
    UtilitySettings chosen = settings;
    if (settings.alpha.size() > 1) {
        chosen.alpha.clear();
        for (const std::size_t client : clients)
            chosen.alpha.push_back(settings.alpha[client]);
    }
    return chosen;
}

Matrix blockOf(const Matrix& all, std::span<const std::size_t> clients)
{
    Matrix some(clients.size(), clients.size());
    for (std::size_t i = 0; i < clients.size(); ++i)
        for (std::size_t j = 0; j < clients.size(); ++j)
            some.at(i, j) = all.at(clients[i], clients[j]);
    return some;
}

Matrix overAll(const Matrix& some, std::span<const std::size_t> clients, std::size_t count)
{
    Matrix all(count, count);
    for (std::size_t i = 0; i < clients.size(); ++i)
        for (std::size_t j = 0; j < clients.size(); ++j)
            all.at(clients[i], clients[j]) = some.at(i, j);
    return all;
}

Groups partitionClients(const ClientUpdates& updates,
                        const UtilitySettings& settings,
                        std::span<const std::size_t> present,
                        RoundReport& report)
{
    const std::size_t count = updates.known.size();
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<std::size_t> alone;
    std::ranges::set_difference(present, clients, std::back_inserter(alone));
    const std::vector<double> sizes = updates.comparableSizes();
    UtilitySettings chosen = settingsOf(settings, clients);
    if (chosen.fixedGroups > 0) // those who are alone anyway are groups too
        chosen.fixedGroups =
            chosen.fixedGroups > alone.size() ? chosen.fixedGroups - alone.size() : 1;
    const Matrix gram = updates.gram();
    Grouping grouping =
        updates.signs
            ? withRows(updates.comparableVectors(),
                       [&](const auto& rows) { return partitionBySigns(rows, sizes, chosen); })
            : partitionByUtility(gram, sizes, chosen);
    report.similarity =
        overAll(updates.signs ? updates.signAgreements() : cosineMatrix(gram), clients, count);
    report.gram = overAll(gram, clients, count);
    report.grouping = renumbered(std::move(grouping), clients, alone, count);
    return report.grouping->groups;
}

void reportUtilities(const ClientUpdates& updates,
                     const UtilitySettings& settings,
                     const Groups& groups,
                     RoundReport& report)
{
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<int> number(updates.known.size(), -1);
    for (std::size_t k = 0; k < clients.size(); ++k)
        number[clients[k]] = static_cast<int>(k);
    Groups numbered;
    for (const std::vector<int>& group : groups) {
        std::vector<int> members;
        for (const int client : group)
            if (const int known = number[static_cast<std::size_t>(client)]; known >= 0)
                members.push_back(known);
        if (!members.empty())
            numbered.push_back(std::move(members));
    }
    const std::vector<double> sizes = updates.comparableSizes();
    const UtilitySettings chosen = settingsOf(settings, clients);
    const std::vector<double> utility =
        updates.signs ? withRows(
            updates.comparableVectors(),
            [&](const auto& rows) { return utilitiesBySigns(rows, sizes, numbered, chosen); })
                      : utilities(report.gram ? blockOf(*report.gram, clients) : updates.gram(),
                                  sizes,
                                  numbered,
                                  chosen);
    NamedValues ofClients{.name = "utility", .values = {}};
    ofClients.values.resize(updates.known.size());
    for (std::size_t k = 0; k < clients.size(); ++k)
        ofClients.values[clients[k]] = utility[k];
    NamedValues ofGroups{.name = "utility", .values = {}};
    for (const std::vector<int>& group : groups) {
        double sum = 0;
        for (const int client : group)
            sum += ofClients.values[static_cast<std::size_t>(client)].value_or(0);
        ofGroups.values.emplace_back(sum);
    }
    report.clientValues.push_back(std::move(ofClients));
    report.groupValues.push_back(std::move(ofGroups));
}

void giveProbe(const Federation& federation,
               const Groups& groups,
               ModelRows& models,
               std::size_t newcomer)
{
    Contributors first; // of each group one, with the weight of all
    for (const std::vector<int>& group : groups) {
        const Contributors members = Contributors::everybody(federation, group);
        if (members.empty())
            continue;
        double size = 0;
        for (const double weight : members.weights)
            size += weight;
        first.clients.push_back(members.clients.front());
        first.rows.push_back(members.rows.front());
        first.weights.push_back(size);
    }
    const std::vector<int> self{static_cast<int>(newcomer)};
    shareMean(models, first, models, self, federation.bufferMode());
}

std::optional<std::size_t> bestGroupFor(std::size_t newcomer,
                                        const ClientUpdates& updates,
                                        const UtilitySettings& settings,
                                        const Groups& groups,
                                        RoundReport& report)
{
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<int> number(updates.known.size(), -1);
    std::vector<double> sizes;
    for (std::size_t k = 0; k < clients.size(); ++k) {
        number[clients[k]] = static_cast<int>(k);
        sizes.push_back(updates.sizes[clients[k]]);
    }
    if (number[newcomer] < 0)
        return std::nullopt;
    Groups known; // the groups as far as their members' updates are known
    std::vector<std::size_t> place;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::vector<int> members;
        for (const int client : groups[group])
            if (number[static_cast<std::size_t>(client)] >= 0)
                members.push_back(number[static_cast<std::size_t>(client)]);
        if (members.empty())
            continue;
        known.push_back(std::move(members));
        place.push_back(group);
    }
    const std::vector<Gain> gains = joinGains(updates.gram(),
                                              sizes,
                                              known,
                                              static_cast<std::size_t>(number[newcomer]),
                                              settingsOf(settings, clients));
    const auto best = std::ranges::max_element(gains, {}, &Gain::total);
    const bool joins = best != gains.end() && best->total() > kSameGain;
    std::string told;
    for (std::size_t k = 0; k < gains.size(); ++k)
        told += (k == 0 ? "" : ", ") + std::string("group of client ")
                + std::to_string(groups[place[k]].front()) + ": " + shortestText(gains[k].total());
    report.events.push_back(
        {.severity = Severity::Information,
         .kind = "arrival",
         .client = static_cast<int>(newcomer),
         .sentence =
             "Client " + std::to_string(newcomer)
             + (joins
                    ? " joins the group of client "
                          + std::to_string(
                              groups[place[static_cast<std::size_t>(best - gains.begin())]].front())
                    : " stays alone")
             + "; benefits: " + told + "."});
    if (!joins)
        return std::nullopt;
    return place[static_cast<std::size_t>(best - gains.begin())];
}

namespace {

/// (start − end)/η of all running statistics and batch counters: a counter goes up by one with
/// every local step.
at::Tensor bufferUpdates(const Trained& trained, const ParamLayout& layout)
{
    const auto clients = static_cast<std::int64_t>(trained.clients.size());
    const auto statistics = static_cast<std::int64_t>(layout.bufferCount);
    const auto counters = static_cast<std::int64_t>(layout.batchNormLayers);
    at::Tensor updates =
        at::empty({clients, statistics + counters}, trained.ends.parameters.options());
    for (std::int64_t j = 0; j < clients; ++j) {
        const auto row = static_cast<std::size_t>(j);
        const double rate = trained.jobRates[row];
        const at::Tensor start =
            trained.starts.buffers.select(0, static_cast<std::int64_t>(trained.startRow[row]));
        updates[j].narrow(0, 0, statistics).copy_((start - trained.ends.buffers[j]) / rate);
        updates[j].narrow(0, statistics, counters).fill_(-trained.results[row].steps / rate);
    }
    return updates;
}

} // namespace

at::Tensor similarityVectors(const Trained& trained,
                             const HcctParameters& parameters,
                             const LayerColumns* layer,
                             const PersonalHead& head,
                             const ParamLayout& layout)
{
    at::Tensor updates = trained.updates();
    if (layer)
        updates = updates.narrow(1,
                                 static_cast<std::int64_t>(layer->first),
                                 static_cast<std::int64_t>(layer->last - layer->first));
    else if (parameters.comparesBodies)
        updates = updates.narrow(1, 0, static_cast<std::int64_t>(head.bodyParameters()));
    if (parameters.includesBuffers && layout.bufferCount > 0)
        updates = at::cat({updates, bufferUpdates(trained, layout)}, 1);
    return updates.to(at::kCPU).contiguous();
}

} // namespace coterie
