#include "core/base/try.h"
#include "core/data/partition/scheme.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

struct DomainsParameters
{
    std::size_t clientsPerDomain = 2;
    std::size_t samples = 0;
    std::size_t samplesPerDomain = 0;
    TestChoice test = TestChoice::Auto;
};

struct NaturalParameters
{
    std::size_t clients = 0;
    TestChoice test = TestChoice::Auto;
};

constexpr ParameterDescriptor kTest = testParameter(
    "official: each client is tested on all official test samples of its domain; share: on "
    "data.test.share of its own; auto: official where the data set has them");

constexpr std::array kDomainsParameters{
    bind<&DomainsParameters::clientsPerDomain>(
        {.name = "clientsPerDomain",
         .range = between(1, 100'000),
         .unit = "clients",
         .meaning = "how many clients share a domain; clients are ordered by domain"}),
    bind<&DomainsParameters::samples>(
        samplesParameter("samples per client, before the test share is taken; 0: all of the "
                         "domain, or its samplesPerDomain, dealt evenly")),
    bind<&DomainsParameters::samplesPerDomain>(samplesParameter(
        "what the clients of a domain share evenly (371 in the paper); 0: all of the domain",
        "samplesPerDomain")),
    bind<&DomainsParameters::test>(kTest),
};

constexpr std::array kNaturalParameters{
    bind<&NaturalParameters::clients>(
        {.name = "clients",
         .range = between(0, 100'000),
         .unit = "clients",
         .meaning = "how many clients the data must have; 0: as many as it has",
         .symbol = "N"}),
    bind<&NaturalParameters::test>(kTest),
};

Result<void> check(const ParameterSet& given)
{
    const auto [clients, each, shared, test] =
        readParameters<DomainsParameters>(kDomainsParameters, given);
    if (each > 0 && shared > 0)
        return refuseParameter("samplesPerDomain", shared, filled("0 because samples is {}", each));
    if (shared > 0 && shared < clients)
        return refuseParameter(
            "samplesPerDomain", shared, filled("at least {}, one for each client", clients));
    return {};
}

/// `size(n)` is what each client of a domain of n samples gets; 0 refuses the domain.
template <typename Size>
Result<Deal> dealDomains(const Dataset& dataset,
                         std::size_t clientsPerDomain,
                         std::string_view parameter,
                         const Size& size,
                         std::uint64_t seed)
{
    Deal dealt;
    std::vector<Indices> pools = indicesByKey(dataset.train.domains, domainCount(dataset));
    for (std::size_t domain = 0; domain < pools.size(); ++domain) {
        Deck deck(std::move(pools[domain]));
        const std::size_t each = size(deck.size());
        if (each == 0 || each * clientsPerDomain > deck.size())
            return failParameter(
                parameter,
                std::to_string(clientsPerDomain) + (clientsPerDomain == 1 ? " client" : " clients")
                    + " of domain " + domainName(dataset, domain) + " would need "
                    + std::to_string(std::max<std::size_t>(each, 1) * clientsPerDomain)
                    + " samples, it has " + std::to_string(deck.size()));
        RandomStream stream = partitionStream(seed, domain);
        for (std::size_t client = 0; client < clientsPerDomain; ++client) {
            Shard& shard = dealt.shards.emplace_back();
            deck.draw(each, stream, shard.train);
            shard.trueGroup = static_cast<int>(domain);
        }
    }
    return dealt;
}

/// HCCT's Digit task, ALGORITHMS §9.3: the chosen samples of a domain are split evenly among its
/// clients, ⌊371 / n⌋ each.
Result<Deal> dealByDomain(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto [clients, wanted, shared, choice] =
        readParameters<DomainsParameters>(kDomainsParameters, given);
    COTERIE_CHECK(needDomains(dataset, "domains"));
    COTERIE_TRY(const TestSource test, testSource(dataset, choice, TestSource::OfficialDomain));
    Result<Deal> dealt = dealDomains(
        dataset,
        clients,
        wanted > 0   ? "samples"
        : shared > 0 ? "samplesPerDomain"
                     : "clientsPerDomain",
        [clients = clients, wanted = wanted, shared = shared](std::size_t available) {
            return wanted > 0 ? wanted : (shared > 0 ? shared : available) / clients;
        },
        seed);
    if (dealt)
        dealt->test.source = test;
    return dealt;
}

/// All-for-one's federated splits, ALGORITHMS §9.7: each centre is a client, its samples are split
/// by stratified shares.
Result<Deal> dealNaturally(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto [clients, choice] = readParameters<NaturalParameters>(kNaturalParameters, given);
    COTERIE_CHECK(needDomains(dataset, "natural"));
    const std::size_t there = domainCount(dataset);
    if (clients > 0 && clients != there)
        return refuseParameter("clients",
                               clients,
                               filled("{}, the number of {} of {}, or 0",
                                      there,
                                      dataset.domainsAreClients ? "clients" : "domains",
                                      dataset.title));
    COTERIE_TRY(const TestSource test, testSource(dataset, choice, TestSource::OfficialDomain));
    if (dataset.domainsAreClients) {
        const std::vector<Indices> held = indicesByKey(dataset.train.domains, there);
        for (std::size_t client = 0; client < there; ++client)
            if (held[client].empty())
                return failParameter(
                    "scheme",
                    filled("client {} of {} (\"{}\") has test samples but none to train on",
                           client,
                           dataset.title,
                           domainName(dataset, client)));
    }
    Result<Deal> dealt = dealDomains(
        dataset, 1, "scheme", [](std::size_t available) { return available; }, seed);
    if (!dealt)
        return dealt;
    dealt->test = {.source = test, .roundUp = true, .stratified = true};
    for (std::size_t client = 0; client < dealt->shards.size(); ++client)
        if (client < dataset.domainNames.size())
            dealt->shards[client].name = dataset.domainNames[client];
    return dealt;
}

} // namespace

constexpr PartitionScheme kDomainsScheme{
    .part = {.name = "domains",
             .title = "By domain",
             .meaning = "Every client holds samples of one domain (a style, a camera, a hospital), "
                        "and several clients may share a domain.",
             .paper = "HCCT, Digit",
             .parameters = kDomainsParameters},
    .deal = &dealByDomain,
    .check = &check};

constexpr PartitionScheme kNaturalScheme{
    .part = {.name = "natural",
             .title = "Natural",
             .meaning =
                 "Every domain of the data set, such as a hospital or a client that a column "
                 "names, is one client with all its samples; test samples are the data "
                 "set's own, or a stratified share.",
             .paper = "All-for-one, after FLamby",
             .parameters = kNaturalParameters},
    .deal = &dealNaturally};

} // namespace coterie
