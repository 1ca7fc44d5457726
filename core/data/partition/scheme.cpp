#include "core/data/partition/scheme.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace coterie {

std::vector<double> halfNormals(std::size_t clients, std::uint64_t seed)
{
    constexpr std::uint32_t kSizePeer = 1; // samples are drawn from the streams of peer 0
    RandomStream stream = partitionStream(seed, 0, 0, kSizePeer);
    std::vector<double> draws(clients);
    do {
        for (double& draw : draws)
            draw = std::abs(stream.normal());
    } while (std::reduce(draws.begin(), draws.end()) <= 0);
    return draws;
}

std::vector<std::size_t>
proportionalSizes(std::span<const double> weights, std::size_t total, std::size_t least)
{
    assert(least * weights.size() <= total);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<std::size_t> sizes;
    for (const double weight : weights) {
        const double size = std::floor(static_cast<double>(total) * (weight / sum));
        sizes.push_back(std::max(least, static_cast<std::size_t>(size)));
    }
    std::size_t given = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    for (; given > total; --given)
        --*std::ranges::max_element(sizes);
    return sizes;
}

Indices firstIndices(std::size_t count)
{
    Indices indices(count);
    std::iota(indices.begin(), indices.end(), 0);
    return indices;
}

std::vector<Indices> indicesByKey(std::span<const std::int32_t> keys, std::size_t count)
{
    std::vector<Indices> lists(count);
    for (std::size_t i = 0; i < keys.size(); ++i)
        lists[static_cast<std::size_t>(keys[i])].push_back(static_cast<std::int32_t>(i));
    return lists;
}

Result<void> needClasses(const Dataset& dataset, std::string_view scheme)
{
    if (dataset.classes > 0)
        return {};
    return failParameter("scheme",
                         std::string(scheme) + " deals class by class, and " + dataset.title
                             + " has no classes");
}

Result<void> needDomains(const Dataset& dataset, std::string_view scheme)
{
    if (!dataset.train.domains.empty())
        return {};
    return failParameter(
        "scheme",
        std::string(scheme) + " deals domain by domain, and " + dataset.title
            + " has no domains; a table of your own has them if \"client\" names a "
              "column");
}

std::size_t domainCount(const Dataset& dataset)
{
    if (!dataset.domainNames.empty() || dataset.train.domains.empty())
        return dataset.domainNames.size();
    return static_cast<std::size_t>(std::ranges::max(dataset.train.domains)) + 1;
}

std::string domainName(const Dataset& dataset, std::size_t domain)
{
    return domain < dataset.domainNames.size() ? dataset.domainNames[domain]
                                               : std::to_string(domain);
}

std::string className(const Dataset& dataset, std::size_t label)
{
    return label < dataset.classNames.size() ? dataset.classNames[label] : std::to_string(label);
}

Result<TestSource> testSource(const Dataset& dataset, TestChoice choice, TestSource official)
{
    const bool there = dataset.officialTest.count() > 0;
    if (choice == TestChoice::Official && !there)
        return refuseParameter("test",
                               inQuotes("official"),
                               "share because " + dataset.title + " has no official test set");
    return choice != TestChoice::Share && there ? official : TestSource::Share;
}

void Deck::draw(std::size_t count, RandomStream& stream, Indices& to)
{
    assert(count <= left());
    to.reserve(to.size() + count);
    for (; count > 0; --count, ++m_drawn) {
        std::swap(m_cards[m_drawn],
                  m_cards[m_drawn + static_cast<std::size_t>(stream.below(left()))]);
        to.push_back(m_cards[m_drawn]);
    }
}

} // namespace coterie
