#include "ui/design/canvas/sample_supply.h"

#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

KindCounts apportioned(std::span<const std::int64_t> proportions, std::int64_t total)
{
    const std::int64_t all = sumOf(proportions);
    KindCounts counts(proportions.size(), 0);
    if (all == 0 || total <= 0)
        return counts;
    // Exact for up to three thousand million samples, more than an index can count.
    std::vector<std::pair<std::int64_t, std::size_t>> remainders;
    std::int64_t given = 0;
    for (std::size_t i = 0; i < proportions.size(); ++i) {
        counts[i] = proportions[i] * total / all;
        given += counts[i];
        remainders.emplace_back(proportions[i] * total % all, i);
    }
    std::ranges::stable_sort(
        remainders, std::ranges::greater{}, &std::pair<std::int64_t, std::size_t>::first);
    for (std::size_t i = 0; given < total; ++i, ++given)
        ++counts[remainders[i].second];
    return counts;
}

KindCounts apportionedWithin(std::span<const std::int64_t> proportions,
                             std::span<const std::int64_t> limits,
                             std::int64_t total)
{
    KindCounts counts(proportions.size(), 0);
    KindCounts weights(proportions.begin(), proportions.end());
    std::int64_t left = std::min(total, sumOf(limits));
    while (left > 0) {
        if (sumOf(weights) == 0) // all that still have room
            for (std::size_t i = 0; i < weights.size(); ++i)
                weights[i] = limits[i] - counts[i];
        const KindCounts shares = apportioned(weights, left);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::int64_t taken = std::min(shares[i], limits[i] - counts[i]);
            counts[i] += taken;
            left -= taken;
            if (counts[i] == limits[i])
                weights[i] = 0;
        }
    }
    return counts;
}

SampleSupply::SampleSupply(PartitionSketch& sketch, const std::vector<int>& except, Missing missing)
    : m_sketch(sketch)
    , m_missing(missing)
{
    for (std::size_t client = 0; client < sketch.clients(); ++client)
        if (std::ranges::find(except, int(client)) == except.end())
            m_others.push_back(client);
}

/// Takes samples of one kind from the other clients in proportion to what they hold; each keeps
/// at least one. Returns how many it took.
std::int64_t SampleSupply::takeFromOthers(std::size_t kind, std::int64_t wanted)
{
    KindCounts has(m_sketch.clients(), 0);
    KindCounts most(m_sketch.clients(), 0);
    for (const std::size_t other : m_others) {
        has[other] = m_sketch.held[other][kind];
        most[other] = std::min(has[other], sumOf(m_sketch.held[other]) - 1);
    }
    const KindCounts given = apportionedWithin(has, most, wanted);
    for (const std::size_t other : m_others)
        m_sketch.held[other][kind] -= given[other];
    return sumOf(given);
}

std::int64_t SampleSupply::give(int client, std::size_t kind, std::int64_t wanted)
{
    std::int64_t got = std::min(wanted, m_sketch.unheld[kind]);
    m_sketch.unheld[kind] -= got;
    if (got < wanted && m_missing == Missing::TakenFromOthers)
        got += takeFromOthers(kind, wanted - got);
    m_sketch.heldBy(client)[kind] += got;
    return got;
}

void SampleSupply::release(int client, std::size_t kind, std::int64_t count)
{
    m_sketch.heldBy(client)[kind] -= count;
    m_sketch.unheld[kind] += count;
}

KindCounts SampleSupply::mostOf(int client) const
{
    KindCounts most = m_sketch.heldBy(client);
    addCounts(most, m_sketch.unheld);
    if (m_missing == Missing::Refused)
        return most;
    for (const std::size_t other : m_others) {
        const std::int64_t spare = sumOf(m_sketch.held[other]) - 1;
        for (std::size_t kind = 0; kind < most.size(); ++kind)
            most[kind] += std::min(m_sketch.held[other][kind], spare);
    }
    return most;
}

void SampleSupply::reach(int client, const KindCounts& wanted)
{
    for (std::size_t kind = 0; kind < wanted.size(); ++kind) {
        const std::int64_t more = wanted[kind] - m_sketch.heldBy(client)[kind];
        if (more < 0)
            release(client, kind, -more);
        else if (more > 0)
            give(client, kind, more);
    }
}

QString SampleSupply::resize(int client, std::int64_t total)
{
    const KindCounts mix = m_sketch.heldBy(client);
    const KindCounts most = mostOf(client);
    if (const KindCounts wanted = apportioned(mix, total); !scarcest(wanted, most)) {
        reach(client, wanted);
        return {};
    }
    // The current size works, the wanted one does not. Counts grow with the total up to
    // rounding, so bisection ends at a feasible size.
    std::int64_t works = sumOf(mix);
    std::int64_t fails = total;
    while (fails - works > 1) {
        const std::int64_t middle = works + (fails - works) / 2;
        (scarcest(apportioned(mix, middle), most) ? fails : works) = middle;
    }
    const std::optional<std::size_t> scarce = scarcest(apportioned(mix, fails), most);
    reach(client, apportioned(mix, works));
    return say("Client %1 can hold at most %2 samples in its mix. No more of %3 is available.")
               .arg(client)
               .arg(countText(works), kindText(m_sketch, *scarce))
           + hint();
}

QString SampleSupply::hint() const
{
    return m_missing == Missing::Refused ? say(
               " Hold Shift to take samples from other clients, or shrink another client first.")
                                         : QString();
}

std::optional<std::size_t> scarcest(const KindCounts& wanted, const KindCounts& most)
{
    std::optional<std::size_t> worst;
    for (std::size_t kind = 0; kind < wanted.size(); ++kind)
        if (const std::int64_t lacking = wanted[kind] - most[kind];
            lacking > 0 && (!worst || lacking > wanted[*worst] - most[*worst]))
            worst = kind;
    return worst;
}

} // namespace coterie::ui
