#include "core/base/try.h"
#include "core/data/partition/scheme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace coterie {

namespace {

struct LabelDirichletParameters
{
    std::size_t clients = 250;
    std::size_t samples = 0;
    double alphaLow = 0.01;
    double alphaHigh = 50;
};

constexpr std::array kParameters{
    bind<&LabelDirichletParameters::clients>(kClientsParameter),
    bind<&LabelDirichletParameters::samples>(samplesParameter(
        "samples per client, before the test share is taken; 0: all data, dealt evenly")),
    bind<&LabelDirichletParameters::alphaLow>(
        {.name = "alphaLow",
         .title = "First concentration",
         .range = above(0),
         .meaning = "concentration of the first client's labels",
         .symbol = "α"}),
    bind<&LabelDirichletParameters::alphaHigh>(
        {.name = "alphaHigh",
         .title = "Last concentration",
         .range = above(0),
         .meaning = "concentration of the last client's; those between lie evenly on a "
                    "logarithmic scale",
         .symbol = "α"}),
};

/// α of client k of N.
double alphaOf(const LabelDirichletParameters& parameters, std::size_t client)
{
    const double low = std::log(parameters.alphaLow);
    const double high = std::log(parameters.alphaHigh);
    const std::size_t clients = parameters.clients;
    const double place =
        clients > 1 ? static_cast<double>(client) / static_cast<double>(clients - 1) : 0.0;
    return std::exp(low + place * (high - low));
}

/// How many of `total` samples come from each class: shares of it, rounded down, and what is left
/// over from the classes with the largest remainders.
std::vector<std::size_t> countsOf(const std::vector<double>& shares, std::size_t total)
{
    std::vector<std::size_t> counts;
    std::vector<std::size_t> order(shares.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> remainders;
    for (const double share : shares) {
        const double exact = share * static_cast<double>(total);
        counts.push_back(static_cast<std::size_t>(exact));
        remainders.push_back(exact - std::floor(exact));
    }
    std::ranges::stable_sort(
        order, std::greater<>(), [&](std::size_t label) { return remainders[label]; });
    std::size_t left = total - std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    for (std::size_t i = 0; left > 0; i = (i + 1) % order.size(), --left)
        ++counts[order[i]];
    return counts;
}

/// Every client's labels follow a Dirichlet distribution of its own. Clients of small α choose
/// first; when a class is used up, the class with most samples left replaces it.
Result<Deal> deal(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto parameters = readParameters<LabelDirichletParameters>(kParameters, given);
    const std::size_t clients = parameters.clients;
    const std::size_t wanted = parameters.samples;
    COTERIE_CHECK(needClasses(dataset, "labelDirichlet"));
    const std::size_t size = wanted > 0 ? wanted : dataset.train.count() / clients;
    if (size == 0 || size * clients > dataset.train.count())
        return refuseParameter(wanted > 0 ? "samples" : "clients",
                               std::to_string(wanted > 0 ? wanted : clients),
                               "at most the " + std::to_string(dataset.train.count())
                                   + " samples of " + dataset.title + " over "
                                   + std::to_string(clients) + " clients");

    std::vector<Deck> decks;
    for (Indices& members : indicesByKey(dataset.train.labels, dataset.classes))
        decks.emplace_back(std::move(members));
    Deal dealt{.shards = Shards(clients), .test = {}};
    for (std::size_t client = 0; client < clients; ++client) {
        RandomStream stream = partitionStream(seed, client);
        const std::vector<double> concentration(dataset.classes, alphaOf(parameters, client));
        const std::vector<std::size_t> counts = countsOf(stream.dirichlet(concentration), size);
        Indices& held = dealt.shards[client].train;
        for (std::size_t label = 0; label < counts.size(); ++label)
            decks[label].draw(std::min(counts[label], decks[label].left()), stream, held);
        while (held.size() < size) {
            Deck& fullest = *std::ranges::max_element(decks, {}, &Deck::left);
            fullest.draw(std::min(size - held.size(), fullest.left()), stream, held);
        }
    }
    return dealt;
}

} // namespace

constexpr PartitionScheme kLabelDirichletScheme{
    .part = {.name = "labelDirichlet",
             .title = "Dirichlet per client",
             .meaning = "Every client has equally many samples, its labels drawn by a Dirichlet "
                        "distribution with an α of its own: from one class to all of them.",
             .paper = "HiCS-FL §6.2 (Assumption 1)",
             .parameters = kParameters},
    .deal = &deal};

} // namespace coterie
