#include "core/algorithms/hcct.h"

#include "core/algorithms/aggregation.h"
#include "core/algorithms/gradient_norms.h"
#include "core/collaboration/gain_agglomeration.h"
#include "core/math/similarity.h"
#include "core/sampling/kept_updates.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace coterie {

namespace {

/// The clients whose last updates the server compares when it groups them: those that have sent one
/// and have samples. The others are alone. Partitions number clients by their place here.
struct Compared
{
    Compared(const Federation& itsFederation,
             const at::Tensor& itsVectors,
             const std::vector<bool>& known)
        : federation(itsFederation)
        , ofClients(itsVectors)
        , count(known.size())
    {
        for (std::size_t client = 0; client < count; ++client)
            if (known[client] && federation.sizes()[client] > 0) {
                clients.push_back(client);
                sizes.push_back(federation.sizes()[client]);
            }
    }

    [[nodiscard]] Matrix gram() const { return federation.gram(ofClients, clients); } ///< K
    /// On the CPU, all of them here.
    [[nodiscard]] at::Tensor vectors() const
    {
        const std::vector<std::int64_t> rows(clients.begin(), clients.end());
        return clients.size() == count ? ofClients
                                       : ofClients.index_select(0, at::tensor(rows, at::kLong));
    }

    [[nodiscard]] std::optional<std::size_t> placeOf(std::size_t client) const
    {
        const auto place = std::ranges::lower_bound(clients, client);
        if (place == clients.end() || *place != client)
            return std::nullopt;
        return static_cast<std::size_t>(place - clients.begin());
    }

    /// The groups by their members' places; `numbers` gets the number of each in `groups`.
    [[nodiscard]] Groups placed(const Groups& groups, std::vector<std::size_t>* numbers) const
    {
        Groups all;
        for (std::size_t group = 0; group < groups.size(); ++group) {
            std::vector<int> members;
            for (const int client : groups[group])
                if (const auto place = placeOf(static_cast<std::size_t>(client)))
                    members.push_back(static_cast<int>(*place));
            if (members.empty())
                continue;
            all.push_back(std::move(members));
            if (numbers != nullptr)
                numbers->push_back(group);
        }
        return all;
    }

    /// A matrix over these clients as one over all, zero elsewhere.
    [[nodiscard]] Matrix overAll(const Matrix& some) const
    {
        Matrix all(count, count);
        for (std::size_t i = 0; i < clients.size(); ++i)
            for (std::size_t j = 0; j < clients.size(); ++j)
                all.at(clients[i], clients[j]) = some.at(i, j);
        return all;
    }

    const Federation& federation;
    const at::Tensor& ofClients;      ///< a row for each client that is here
    std::size_t count;                ///< of all clients
    std::vector<std::size_t> clients; ///< ascending
    std::vector<double> sizes;
};

/// Groups the present clients by utility. The report gets groups, merges, the Gram matrix (of all
/// clients; zero where nothing is known) and the pairwise similarities.
Groups partitionClients(const Compared& compared,
                        bool bySigns,
                        const UtilitySettings& settings,
                        std::span<const std::size_t> present,
                        RoundReport& report)
{
    std::vector<std::size_t> alone;
    std::ranges::set_difference(present, compared.clients, std::back_inserter(alone));
    const UtilitySettings chosen = settingsOf(settings, compared.clients, alone.size());
    const Matrix gram = compared.gram();
    Grouping grouping = bySigns
                            ? withRows(compared.vectors(),
                                       [&](const auto& rows) {
                                           return partitionBySigns(rows, compared.sizes, chosen);
                                       })
                            : partitionByUtility(gram, compared.sizes, chosen);
    report.similarity =
        compared.overAll(bySigns ? signAgreementsOfRows(compared.vectors()) : cosineMatrix(gram));
    report.gram = compared.overAll(gram);
    report.grouping = renumbered(std::move(grouping), compared.clients, alone, compared.count);
    return report.grouping->groups;
}

/// Client values "utility" and group values "utility" of these groups, from the report's Gram
/// matrix where there is one.
void reportUtilities(const Compared& compared,
                     bool bySigns,
                     const UtilitySettings& settings,
                     const Groups& groups,
                     RoundReport& report)
{
    const Groups placed = compared.placed(groups, nullptr);
    const UtilitySettings chosen = settingsOf(settings, compared.clients);
    const std::vector<double> utility =
        bySigns ? withRows(compared.vectors(),
                           [&](const auto& rows) {
                               return utilitiesBySigns(rows, compared.sizes, placed, chosen);
                           })
                : utilities(report.gram ? block(*report.gram, compared.clients, compared.clients)
                                        : compared.gram(),
                            compared.sizes,
                            placed,
                            chosen);
    NamedValues ofClients = namedValues("utility", compared.count, compared.clients, utility);
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

/// The group that gains most by taking the newcomer in (HCCT eq. (15), (16)), or none if no group
/// gains anything. An event lists the gain of each.
std::optional<std::size_t> bestGroupFor(std::size_t newcomer,
                                        const Compared& compared,
                                        const Matrix& gram,
                                        const UtilitySettings& settings,
                                        const Groups& groups,
                                        RoundReport& report)
{
    const std::optional<std::size_t> self = compared.placeOf(newcomer);
    if (!self)
        return std::nullopt;
    std::vector<std::size_t> numbers;
    const Groups placed = compared.placed(groups, &numbers);
    const std::vector<Gain> gains =
        joinGains(gram, compared.sizes, placed, *self, settingsOf(settings, compared.clients));
    const auto nameOf = [&](std::size_t k) {
        return "group of client " + std::to_string(groups[numbers[k]].front());
    };
    const auto best = std::ranges::max_element(gains, {}, &Gain::total);
    const auto place = static_cast<std::size_t>(best - gains.begin());
    const bool joins = best != gains.end() && best->total() > kSameGain;
    std::string told;
    for (std::size_t k = 0; k < gains.size(); ++k)
        told += (k == 0 ? "" : ", ") + nameOf(k) + ": " + shortestText(gains[k].total());
    report.events.push_back(
        {.severity = Severity::Information,
         .what = ClientJoined{joins ? std::optional(groups[numbers[place]].front()) : std::nullopt},
         .client = static_cast<int>(newcomer),
         .sentence = "Client " + std::to_string(newcomer)
                     + (joins ? " joins the " + nameOf(place) : " stays alone")
                     + "; benefits: " + told + "."});
    return joins ? std::optional(numbers[place]) : std::nullopt;
}

} // namespace

/// HCCT Algorithm 1, in its order.
void Hcct::round(Federation& federation, RoundReport& report)
{
    m_newcomers = arrived(federation);
    m_settings = m_parameters.utility(federation.sizes());
    formGroups(federation, report); // lines 3–7
    ModelRows starts = m_models.rows.clone();
    shareWithinGroups(federation, starts); // line 16
    if (!m_parameters.probesInitialModel)
        giveProbes(federation, starts);
    if (m_parameters.measuresGradients)
        reportGradientNorms(federation, starts, report);

    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants()) {
        jobs.push_back({.client = client, .startRow = client});
        if (m_parameters.probesInitialModel && std::ranges::binary_search(m_newcomers, client))
            jobs.back().learningRate = firstLearningRate(federation);
    }
    const Trained trained = federation.train(jobs, starts, report); // eq. (4), (5)
    m_models.rows = starts.clone(); // the starts of this round are still read
    report.collaboration = Collaboration::identity(federation.clients());
    aggregate(federation, trained, *report.collaboration); // eq. (6)
    remember(trained, report);
    placeNewcomers(federation, report);
    if (!m_head->isEverything())
        countExchange(
            federation, report, trained.everyone, static_cast<double>(m_head->bodyParameters()));
}

/// Present for the first time, after round 0.
std::vector<std::size_t> Hcct::arrived(const Federation& federation) const
{
    if (federation.roundIndex() == 0)
        return {};
    std::vector<std::size_t> newcomers = federation.present();
    std::erase_if(newcomers, [&](std::size_t client) {
        return std::ranges::any_of(m_groups, [client](const auto& group) {
            return std::ranges::binary_search(group, static_cast<int>(client));
        });
    });
    return newcomers;
}

/// Round 0 has no updates to compare; later ones use those of the round before (A2). A newcomer has
/// sent none and is alone.
void Hcct::formGroups(const Federation& federation, RoundReport& report)
{
    const int round = federation.roundIndex();
    const int every = m_parameters.repartitionEvery;
    const std::vector<std::size_t> present = federation.present();
    const Compared compared(federation, m_vectors, m_known);
    const bool bySigns = m_parameters.comparesSigns;
    if (round == 1 || (round > 0 && every > 0 && round % every == 0)) {
        m_groups = partitionClients(compared, bySigns, m_settings, present, report);
    } else {
        for (const std::size_t client : round == 0 ? present : m_newcomers) {
            if (m_groups.empty() || round > 0 || !m_parameters.startsGlobal)
                m_groups.emplace_back();
            m_groups.back().push_back(static_cast<int>(client));
        }
        std::ranges::sort(m_groups, {}, [](const auto& group) { return group.front(); });
        report.grouping =
            Grouping{.groups = m_groups, .stopReason = "No partition was due in this round."};
    }
    if (round > 0)
        reportUtilities(compared, bySigns, m_settings, m_groups, report);
}

/// ŵ_k = Σ D_i/D̂_k w_i; heads stay with their clients, except in the released code.
void Hcct::shareWithinGroups(const Federation& federation, ModelRows& starts) const
{
    const ModelRows own = m_head->isEmpty() ? m_models.rows : starts.clone();
    std::vector<ModelMean> means;
    for (const std::vector<int>& group : m_groups)
        if (group.size() > 1)
            means.push_back(meanFor(group, Contributors::everybody(federation, group)));
    federation.giveMeans(starts, means, starts);
    if (!m_parameters.averagesHeadsAtStart)
        m_head->keep(starts, own);
}

/// Newcomers train on the mean of the groups' models weighted by D̂_k, with their own heads
/// (ALGORITHMS §2.4). `starts` has each member's copy of its group's model.
void Hcct::giveProbes(const Federation& federation, ModelRows& starts) const
{
    const ModelRows own = m_head->isEmpty() ? m_models.rows : starts.clone();
    Contributors first; // of each group one, with the weight of all
    for (const std::vector<int>& group : m_groups) {
        const Contributors members = Contributors::everybody(federation, group);
        const bool isNewcomer =
            group.size() == 1
            && std::ranges::binary_search(m_newcomers, static_cast<std::size_t>(group.front()));
        if (!members.empty() && !isNewcomer)
            first.add(members.clients.front(),
                      members.rows.front(),
                      std::accumulate(members.weights.begin(), members.weights.end(), 0.0));
    }
    const ModelMean mean{.of = first, .takers = m_newcomers};
    federation.giveMeans(starts, {&mean, 1}, starts);
    if (!m_parameters.averagesHeadsAtStart)
        m_head->keep(starts, own);
}

/// Each group's model becomes the mean of those of its members that trained; heads are their own.
void Hcct::aggregate(const Federation& federation,
                     const Trained& trained,
                     Collaboration& collaboration)
{
    for (std::size_t j = 0; j < trained.clients.size(); ++j)
        m_models.rows.copyRow(trained.clients[j], trained.ends, j);
    const ModelRows own = m_head->isEmpty() ? m_models.rows : m_models.rows.clone();
    std::vector<ModelMean> means;
    for (const std::vector<int>& group : m_groups) {
        if (group.size() == 1)
            continue;
        const Contributors members = Contributors::trainedOnes(federation, trained, group);
        if (members.empty()) {
            fillBlock(collaboration, group, Contributors::everybody(federation, group));
            continue;
        }
        means.push_back(meanFor(group, members));
        if (!m_head->isEverything())
            fillBlock(collaboration, group, members);
    }
    federation.giveMeans(trained.ends, means, m_models.rows);
    m_head->keep(m_models.rows, own);
}

void Hcct::start(Federation& federation)
{
    m_settings = m_parameters.utility(federation.sizes());
    m_head.emplace(federation.network(), m_parameters.headLayers.value_or(0));
    m_layers = weightedLayers(federation.network());
    if (m_parameters.layer > m_layers.size())
        throw std::invalid_argument("layer must be at most " + std::to_string(m_layers.size())
                                    + ", the number of the model's weighted layers (is "
                                    + std::to_string(m_parameters.layer) + ")");
    if (m_parameters.layer > 0)
        m_layer = m_parameters.layer - 1;
    m_models.start(federation);
    m_known.assign(federation.clients(), false);
    m_layout = &federation.network().layout();
    makeVectors();
}

/// Of zeros, once it is known what is compared.
void Hcct::makeVectors()
{
    m_vectors = at::Tensor();
    if (m_parameters.layerScore && !m_layer)
        return;
    const LayerColumns* layer = m_layer ? &m_layers[*m_layer] : nullptr;
    const std::size_t length = lengthOfVectors(m_parameters, layer, *m_head, *m_layout);
    m_vectors = at::zeros({signedSize(m_models.rows.count()), signedSize(length)},
                          m_models.rows.parameters.options().device(at::kCPU));
}

State Hcct::state() const
{
    at::Tensor places = at::full({signedSize(m_known.size()), 2}, -1, at::kLong);
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (const int client : m_groups[group])
            places[client][0] = signedSize(group);
    for (std::size_t client = 0; client < m_known.size(); ++client)
        places[signedSize(client)][1] = m_known[client] ? 1 : 0;
    const std::int64_t layer = m_layer ? signedSize(*m_layer) : -1;
    State state = joined(Algorithm::state(),
                         {{.name = "groups", .values = places},
                          {.name = "layer", .values = at::full({1}, layer, at::kLong)}});
    if (m_vectors.defined())
        state.push_back({.name = "updates", .values = m_vectors, .first = m_models.rows.first});
    return state;
}

void Hcct::restore(const State& state)
{
    Algorithm::restore(state);
    const at::Tensor places = statePart(state, "groups").to(at::kCPU);
    m_groups.clear();
    for (std::size_t client = 0; client < m_known.size(); ++client) {
        const auto row = signedSize(client);
        const std::int64_t group = places[row][0].item<std::int64_t>();
        m_known[client] = places[row][1].item<std::int64_t>() == 1;
        if (group < 0)
            continue;
        // There is no group without a client, so a larger number is damage and not a size.
        TORCH_CHECK(group < signedSize(m_known.size()), "the stored state has a group ", group);
        if (static_cast<std::size_t>(group) >= m_groups.size())
            m_groups.resize(static_cast<std::size_t>(group) + 1);
        m_groups[static_cast<std::size_t>(group)].push_back(static_cast<int>(client));
    }
    const std::int64_t layer = statePart(state, "layer").item<std::int64_t>();
    m_layer = layer < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(layer));
    const at::Tensor updates = statePart(state, "updates");
    if (!updates.defined())
        makeVectors();
    else if (!updates.is_same(m_vectors)) // else they were read into these rows
        m_vectors = updates.to(at::kCPU, false, true);
}

void Hcct::remember(const Trained& trained, RoundReport& report)
{
    if (trained.everyone.empty())
        return;
    if (m_parameters.layerScore && !m_layer)
        chooseLayer(trained, report);
    if (!m_vectors.defined())
        makeVectors();
    const LayerColumns* layer = m_layer ? &m_layers[*m_layer] : nullptr;
    const at::Tensor vectors = similarityVectors(trained, m_parameters, layer, *m_head, *m_layout);
    for (std::size_t j = 0; j < trained.clients.size(); ++j)
        m_vectors.select(0, signedSize(m_models.rows.place(trained.clients[j])))
            .copy_(vectors.select(0, signedSize(j)));
    for (const std::size_t client : trained.everyone)
        m_known[client] = m_known[client] || report.clients[client].steps > 0;
}

/// HCCT eq. (19), once, after the first round, whose updates all start from w⁰.
void Hcct::chooseLayer(const Trained& trained, RoundReport& report)
{
    const std::vector<double> scores =
        layerScores(trained.updates(), m_layers, *m_parameters.layerScore);
    m_layer = largestScore(scores);
    std::string sentence = "Updates are compared in layer " + m_layers[*m_layer].name + "; scores:";
    for (std::size_t i = 0; i < scores.size(); ++i)
        sentence += (i == 0 ? " " : ", ") + m_layers[i].name + ' ' + shortestText(scores[i]);
    report.events.push_back({.severity = Severity::Information,
                             .what = Note{"layerScore"},
                             .sentence = sentence + '.'});
}

/// Newcomers join the group that gains most; the next round starts them from its model (§2.4).
void Hcct::placeNewcomers(const Federation& federation, RoundReport& report)
{
    if (m_parameters.newcomersWait || federation.roundIndex() == 0)
        return;
    const Compared compared(federation, m_vectors, m_known);
    const bool isAnyKnown = std::ranges::any_of(
        m_newcomers, [&](std::size_t newcomer) { return compared.placeOf(newcomer).has_value(); });
    const Matrix gram = isAnyKnown ? compared.gram() : Matrix();
    for (const std::size_t newcomer : m_newcomers) {
        const std::vector<int> self{static_cast<int>(newcomer)};
        Groups others = m_groups;
        if (std::erase(others, self) == 0)
            continue; // another newcomer of this round has joined it
        const std::optional<std::size_t> joined =
            bestGroupFor(newcomer, compared, gram, m_settings, others, report);
        if (!joined)
            continue;
        const ModelRows own = m_head->isEmpty() ? m_models.rows : m_models.rows.clone();
        federation.copyModel(
            m_models.rows, newcomer, static_cast<std::size_t>(others[*joined].front()));
        m_head->keep(m_models.rows, own);
        others[*joined].push_back(self.front());
        std::ranges::sort(others[*joined]);
        std::ranges::sort(others, {}, [](const auto& group) { return group.front(); });
        m_groups = others;
    }
}

constexpr MadePart<Algorithm> kHcct = madeAs<Algorithm, Hcct, HcctParameters>(
    {.name = "hcct",
     .title = "HCCT",
     .meaning = "Groups form bottom-up while the value of more data outweighs the loss of "
                "similarity; each group trains one model.",
     .paper = "Sun, Kountouris, Zhang: How to Collaborate",
     .parameters = kHcctParameters});

constexpr MadePart<Algorithm> kHcctE = madeAs<Algorithm, Hcct, HcctParameters>(
    {.name = "hcctE",
     .title = "HCCT-E",
     .meaning = "HCCT that compares updates in the one layer in which clients differ most.",
     .paper = "Sun, Kountouris, Zhang: How to Collaborate, §5.2",
     .parameters = kHcctEParameters});

constexpr MadePart<Algorithm> kHcctP = madeAs<Algorithm, Hcct, HcctParameters>(
    {.name = "hcctP",
     .title = "HCCT-P",
     .meaning = "HCCT whose groups share all but the last layer, which stays with its client.",
     .paper = "Sun, Kountouris, Zhang: How to Collaborate, §5.1",
     .parameters = kHcctPParameters});

} // namespace coterie
