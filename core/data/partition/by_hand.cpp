#include "core/base/try.h"
#include "core/data/partition/scheme.h"

#include <array>
#include <cmath>

namespace coterie {

namespace {

struct ByHandParameters
{
    std::size_t clients = 2;
    std::vector<double> counts; ///< client after client, of each class or domain
    bool byDomain = false;
    std::vector<double> groups;
    TestChoice test = TestChoice::Share;
};

constexpr std::array<std::string_view, 2> kCountedBy{"class", "domain"};

constexpr std::array kParameters{
    bind<&ByHandParameters::clients>(kClientsParameter),
    bind<&ByHandParameters::counts>({.name = "counts",
                                     .title = "Samples by client",
                                     .range = between(0, kMostSamples),
                                     .unit = "samples",
                                     .meaning = "samples of each class for client 0, then for "
                                                "client 1, …, before the test share is taken",
                                     .required = true}),
    bind<&ByHandParameters::byDomain>(
        {.name = "by",
         .title = "Counted by",
         .words = kCountedBy,
         .meaning =
             "whether counts are of classes, or of the domains of a data set that has them"}),
    bind<&ByHandParameters::groups>(
        {.name = "groups",
         .title = "True groups",
         .range = between(-1, kMostSamples),
         .meaning = "the group each client truly belongs to (−1: none), for measures of group "
                    "quality; empty if unknown"}),
    bind<&ByHandParameters::test>(
        testParameter("share: each client is tested on data.test.share of its own samples; "
                      "official or auto: on all official test samples of its classes, or domains")),
};

Result<void> check(const ParameterSet& given)
{
    const auto [clients, counts, byDomain, groups, test] =
        readParameters<ByHandParameters>(kParameters, given);
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] < 0 || counts[i] != std::floor(counts[i]))
            return refuseParameter("counts/" + std::to_string(i),
                                   shortestText(counts[i]),
                                   "a whole number of samples, at least 0");
    if (counts.empty() || counts.size() % clients != 0)
        return refuseParameter("counts",
                               "a list of " + std::to_string(counts.size()),
                               "a list with one number per "
                                   + std::string(kCountedBy[byDomain ? 1 : 0]) + " for each of the "
                                   + std::to_string(clients) + " clients");
    const std::size_t classes = counts.size() / clients;
    for (std::size_t client = 0; client < clients; ++client) {
        double total = 0;
        for (std::size_t label = 0; label < classes; ++label)
            total += counts[client * classes + label];
        if (total == 0)
            return failParameter("counts", filled("client {} must have at least 1 sample", client));
    }
    if (!groups.empty() && groups.size() != clients)
        return refuseParameter("groups",
                               "a list of " + std::to_string(groups.size()),
                               "a list with one number for each of the " + std::to_string(clients)
                                   + " clients");
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i] < -1 || groups[i] != std::floor(groups[i]))
            return refuseParameter(
                filled("groups/{}", i), shortestText(groups[i]), "a whole number, at least -1");
    return {};
}

Result<Deal> deal(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto [clients, counts, byDomain, groups, choice] =
        readParameters<ByHandParameters>(kParameters, given);
    COTERIE_CHECK(byDomain ? needDomains(dataset, "byHand") : needClasses(dataset, "byHand"));
    const std::size_t kinds = byDomain ? domainCount(dataset) : dataset.classes;
    if (counts.size() != clients * kinds)
        return refuseParameter("counts",
                               "a list of " + std::to_string(counts.size()),
                               "a list of " + std::to_string(clients * kinds)
                                   + " numbers: " + std::to_string(clients) + " clients × the "
                                   + std::to_string(kinds) + (byDomain ? " domains" : " classes")
                                   + " of " + dataset.title);
    COTERIE_TRY(const TestSource test,
                testSource(dataset,
                           choice,
                           byDomain ? TestSource::OfficialDomain : TestSource::OfficialClasses));

    Deal dealt{.shards = Shards(clients), .test = {.source = test}};
    std::vector<Indices> pools =
        indicesByKey(byDomain ? dataset.train.domains : dataset.train.labels, kinds);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        Deck deck(std::move(pools[kind]));
        RandomStream stream = partitionStream(seed, kind);
        for (std::size_t client = 0; client < clients; ++client) {
            const std::size_t place = client * kinds + kind;
            const auto wanted = static_cast<std::size_t>(counts[place]);
            if (wanted > deck.left())
                return refuseParameter("counts/" + std::to_string(place),
                                       wanted,
                                       "at most " + std::to_string(deck.left())
                                           + ", the samples of "
                                           + (byDomain ? "domain " + domainName(dataset, kind)
                                                       : "class " + className(dataset, kind))
                                           + " that earlier clients leave");
            deck.draw(wanted, stream, dealt.shards[client].train);
        }
    }
    for (std::size_t client = 0; client < groups.size(); ++client)
        dealt.shards[client].trueGroup = static_cast<int>(groups[client]);
    return dealt;
}

} // namespace

constexpr PartitionScheme kByHandScheme{
    .part =
        {.name = "byHand",
         .title = "By hand",
         .meaning =
             "Every client's number of samples of each class, or of each domain, is written down.",
         .parameters = kParameters},
    .deal = &deal,
    .check = &check};

} // namespace coterie
