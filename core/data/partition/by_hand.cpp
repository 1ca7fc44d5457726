#include "core/data/partition/scheme.h"

#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 2> kCountedBy{"class", "domain"};

constexpr std::array kParameters{
    clientsParameter(2),
    ParameterDescriptor{.name = "counts",
                        .title = "Samples by client",
                        .type = ParameterType::RealList,
                        .minimum = 0,
                        .maximum = kMostSamples,
                        .unit = "samples",
                        .meaning =
                            "samples of each class for client 0, then for client 1, …, before "
                            "the test share is taken",
                        .required = true},
    ParameterDescriptor{.name = "by",
                        .title = "Counted by",
                        .type = ParameterType::Word,
                        .defaultWord = "class",
                        .words = kCountedBy,
                        .meaning = "what counts tells apart: classes, or the domains of a data set "
                                   "that knows them"},
    ParameterDescriptor{.name = "groups",
                        .title = "True groups",
                        .type = ParameterType::RealList,
                        .minimum = -1,
                        .maximum = kMostSamples,
                        .meaning = "the group each client truly belongs to, −1 for none, for "
                                   "measures of group quality; empty if unknown"},
    testParameter("share",
                  "share: each client is tested on data.test.share of its own samples; official or "
                  "auto: on all official test samples of its classes, or domains"),
};

Result<void> check(const ParameterSet& parameters)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const std::vector<double>& counts = parameters.realList("counts");
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] < 0 || counts[i] != std::floor(counts[i]))
            return refuseParameter("counts/" + std::to_string(i),
                                   shortestText(counts[i]),
                                   "a whole number of samples, at least 0");
    if (counts.empty() || counts.size() % clients != 0)
        return refuseParameter("counts",
                               "a list of " + std::to_string(counts.size()),
                               "a list with one number per " + parameters.word("by")
                                   + " for each of the " + std::to_string(clients) + " clients");
    const std::size_t classes = counts.size() / clients;
    for (std::size_t client = 0; client < clients; ++client) {
        double total = 0;
        for (std::size_t label = 0; label < classes; ++label)
            total += counts[client * classes + label];
        if (total == 0)
            return fail(std::string(kPartitionPlace) + "/counts",
                        "client " + std::to_string(client) + " must have at least 1 sample");
    }
    const std::vector<double>& groups = parameters.realList("groups");
    if (!groups.empty() && groups.size() != clients)
        return refuseParameter("groups",
                               "a list of " + std::to_string(groups.size()),
                               "a list with one number for each of the " + std::to_string(clients)
                                   + " clients");
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i] < -1 || groups[i] != std::floor(groups[i]))
            return refuseParameter("groups/" + std::to_string(i),
                                   shortestText(groups[i]),
                                   "a whole number, at least -1");
    return {};
}

Result<Deal> deal(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const std::vector<double>& counts = parameters.realList("counts");
    const bool byDomain = parameters.word("by") == "domain";
    if (const Result<void> good =
            byDomain ? needDomains(dataset, "byHand") : needClasses(dataset, "byHand");
        !good)
        return Unexpected<Error>{good.error()};
    const std::size_t kinds = byDomain ? domainCount(dataset) : dataset.classes;
    if (counts.size() != clients * kinds)
        return refuseParameter("counts",
                               "a list of " + std::to_string(counts.size()),
                               "a list of " + std::to_string(clients * kinds)
                                   + " numbers: " + std::to_string(clients) + " clients × the "
                                   + std::to_string(kinds) + (byDomain ? " domains" : " classes")
                                   + " of " + dataset.title);
    const Result<TestSource> test = testSource(
        dataset, parameters, byDomain ? TestSource::OfficialDomain : TestSource::OfficialClasses);
    if (!test)
        return Unexpected<Error>{test.error()};

    Deal dealt{.shards = Shards(clients), .test = {.source = *test}};
    std::vector<Indices> pools =
        indicesByKey(byDomain ? dataset.train.domains : dataset.train.labels, kinds);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        Deck deck(std::move(pools[kind]));
        RandomStream stream({.seed = seed,
                             .purpose = Purpose::Partition,
                             .client = static_cast<std::uint32_t>(kind)});
        for (std::size_t client = 0; client < clients; ++client) {
            const std::size_t place = client * kinds + kind;
            const auto wanted = static_cast<std::size_t>(counts[place]);
            if (wanted > deck.left())
                return refuseParameter("counts/" + std::to_string(place),
                                       std::to_string(wanted),
                                       "at most " + std::to_string(deck.left())
                                           + ", the samples of "
                                           + (byDomain ? "domain " + domainName(dataset, kind)
                                                       : "class " + className(dataset, kind))
                                           + " that earlier clients leave");
            deck.draw(wanted, stream, dealt.shards[client].train);
        }
    }
    const std::vector<double>& groups = parameters.realList("groups");
    for (std::size_t client = 0; client < groups.size(); ++client)
        dealt.shards[client].trueGroup = static_cast<int>(groups[client]);
    return dealt;
}

} // namespace

constexpr PartitionScheme kByHandScheme{
    .part = {.name = "byHand",
             .title = "By hand",
             .meaning =
                 "Every client's number of samples of each class, or of each domain, is written "
                 "down.",
             .parameters = kParameters},
    .deal = &deal,
    .check = &check};

} // namespace coterie
