#include "core/data/partition/pools.h"

#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::array kParameters{
    clientsParameter(2),
    ParameterDescriptor{.name = "counts",
                        .type = ParameterType::RealList,
                        .minimum = 0,
                        .maximum = kMostSamples,
                        .unit = "samples",
                        .meaning =
                            "samples of each class for client 0, then for client 1, …, before "
                            "the test share is taken",
                        .required = true},
    testParameter("share",
                  "share: each client is tested on data.test.share of its own samples; official or "
                  "auto: on all official test samples of its classes"),
};

Result<void> check(const ParameterSet& parameters)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const std::vector<double>& counts = parameters.realList("counts");
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] < 0 || counts[i] != std::floor(counts[i]))
            return refuseParameter("counts/" + std::to_string(i),
                                   shortestText(counts[i]),
                                   "a whole number of samples, at least 0, needed");
    if (counts.empty() || counts.size() % clients != 0)
        return refuseParameter("counts",
                               std::to_string(counts.size()) + " numbers",
                               "one per class for each of the " + std::to_string(clients)
                                   + " clients needed");
    const std::size_t classes = counts.size() / clients;
    for (std::size_t client = 0; client < clients; ++client) {
        double total = 0;
        for (std::size_t label = 0; label < classes; ++label)
            total += counts[client * classes + label];
        if (total == 0)
            return refuseParameter(
                "counts", "no samples for client " + std::to_string(client), "at least 1 needed");
    }
    return {};
}

Result<Deal> deal(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const std::vector<double>& counts = parameters.realList("counts");
    const std::size_t classes = dataset.classes;
    if (const Result<void> good = needClasses(dataset, "byHand"); !good)
        return Unexpected<Error>{good.error()};
    if (counts.size() != clients * classes)
        return refuseParameter("counts",
                               std::to_string(counts.size()) + " numbers",
                               std::to_string(clients * classes)
                                   + " needed: " + std::to_string(clients) + " clients × the "
                                   + std::to_string(classes) + " classes of " + dataset.title);
    const Result<TestSource> test = testSource(dataset, parameters, TestSource::OfficialClasses);
    if (!test)
        return Unexpected<Error>{test.error()};

    Deal dealt{.shards = Shards(clients), .test = {.source = *test}};
    std::vector<Indices> pools = indicesByKey(dataset.train.labels, classes);
    for (std::size_t label = 0; label < classes; ++label) {
        Deck deck(std::move(pools[label]));
        RandomStream stream({.seed = seed,
                             .purpose = Purpose::Partition,
                             .client = static_cast<std::uint32_t>(label)});
        for (std::size_t client = 0; client < clients; ++client) {
            const std::size_t place = client * classes + label;
            const auto wanted = static_cast<std::size_t>(counts[place]);
            if (wanted > deck.left())
                return refuseParameter("counts/" + std::to_string(place),
                                       std::to_string(wanted),
                                       "at most the " + std::to_string(deck.left())
                                           + " samples of class " + className(dataset, label)
                                           + " that earlier clients leave needed");
            deck.draw(wanted, stream, dealt.shards[client].train);
        }
    }
    return dealt;
}

} // namespace

constexpr PartitionScheme kByHandScheme{
    .part = {.name = "byHand",
             .title = "By hand",
             .meaning = "Every client's number of samples of each class is written down.",
             .parameters = kParameters},
    .deal = &deal,
    .check = &check};

} // namespace coterie
