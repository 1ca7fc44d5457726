#include "core/data/partition/scheme.h"
#include "core/spec/random_stream.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::array kParameters{
    ParameterDescriptor{.name = "clients",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 100'000,
                        .defaultNumber = 10,
                        .unit = "clients",
                        .meaning = "how many clients share the data",
                        .symbol = "N"},
    ParameterDescriptor{
        .name = "alpha",
        .minimum = 0,
        .minimumExcluded = true,
        .defaultNumber = 0.5,
        .meaning = "concentration: small gives every client few classes, large makes clients alike",
        .symbol = "α"},
    ParameterDescriptor{
        .name = "minimum",
        .type = ParameterType::Integer,
        .minimum = 1,
        .maximum = 2'147'483'647,
        .defaultNumber = 10,
        .unit = "samples",
        .meaning =
            "every client gets at least this many samples; the draw is repeated until it does"},
    ParameterDescriptor{.name = "attempts",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 10'000,
                        .defaultNumber = 200,
                        .meaning = "how often the draw is repeated before the scheme gives up"},
};

/// Where each class is cut: client k takes samples cuts[k] … cuts[k + 1] of it.
using Cuts = std::vector<std::vector<std::size_t>>;

struct Draw
{
    Cuts cuts;
    std::size_t emptiest = 0;      // the client with the fewest samples …
    std::size_t emptiestCount = 0; // … and how many it has
};

Draw drawCuts(const std::vector<std::size_t>& classSizes,
              std::size_t clients,
              double alpha,
              std::uint64_t seed,
              std::uint32_t attempt)
{
    Draw draw;
    std::vector<std::size_t> held(clients, 0);
    const std::vector<double> concentration(clients, alpha);
    for (std::size_t label = 0; label < classSizes.size(); ++label) {
        RandomStream stream({.seed = seed,
                             .purpose = Purpose::Partition,
                             .round = attempt + 1, // 0 is the shuffle
                             .client = static_cast<std::uint32_t>(label)});
        const std::vector<double> shares = stream.dirichlet(concentration); // X_label ~ Dir(α·1)
        std::vector<std::size_t> cuts(clients + 1, 0);
        double cumulative = 0;
        for (std::size_t client = 0; client + 1 < clients; ++client) {
            cumulative += shares[client];
            const double cut = std::floor(cumulative * static_cast<double>(classSizes[label]));
            cuts[client + 1] = std::min(static_cast<std::size_t>(cut), classSizes[label]);
        }
        cuts[clients] = classSizes[label]; // the sum of the shares may fall short of 1 by rounding
        for (std::size_t client = 0; client < clients; ++client)
            held[client] += cuts[client + 1] - cuts[client];
        draw.cuts.push_back(std::move(cuts));
    }
    const auto emptiest = std::ranges::min_element(held);
    draw.emptiest = static_cast<std::size_t>(emptiest - held.begin());
    draw.emptiestCount = *emptiest;
    return draw;
}

/// The first draw that gives everybody enough, or else the one that came closest.
Draw bestDraw(const std::vector<std::size_t>& classSizes,
              std::size_t clients,
              double alpha,
              std::size_t minimum,
              std::uint32_t attempts,
              std::uint64_t seed)
{
    Draw best = drawCuts(classSizes, clients, alpha, seed, 0);
    for (std::uint32_t attempt = 1; attempt < attempts && best.emptiestCount < minimum; ++attempt) {
        Draw draw = drawCuts(classSizes, clients, alpha, seed, attempt);
        if (draw.emptiestCount > best.emptiestCount)
            best = std::move(draw);
    }
    return best;
}

Unexpected<Error> infeasible(const std::vector<std::size_t>& classSizes,
                             const ParameterSet& parameters,
                             const Draw& best,
                             std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto minimum = static_cast<std::size_t>(parameters.integer("minimum"));
    const auto attempts = static_cast<std::uint32_t>(parameters.integer("attempts"));
    const double alpha = parameters.real("alpha");
    // Chances fall as clients are added, so halving finds a number that works with this seed, near
    // the largest one. Few attempts each: this only words an error. One client always works.
    const std::uint32_t tries = std::min<std::uint32_t>(attempts, 20);
    std::size_t works = 1;
    std::size_t fails = clients;
    while (fails - works > 1) {
        const std::size_t middle = works + (fails - works) / 2;
        const Draw draw = bestDraw(classSizes, middle, alpha, minimum, tries, seed);
        (draw.emptiestCount >= minimum ? works : fails) = middle;
    }
    std::string sentence = "with alpha " + toText(alpha) + " and " + std::to_string(clients)
                           + " clients, client " + std::to_string(best.emptiest) + " got only "
                           + std::to_string(best.emptiestCount) + " samples in the best of "
                           + std::to_string(attempts) + " attempts, " + std::to_string(minimum)
                           + " needed; feasible are ";
    if (best.emptiestCount > 0)
        sentence += "a minimum of " + std::to_string(best.emptiestCount) + ", ";
    sentence +=
        std::to_string(works) + (works == 1 ? " client" : " clients") + ", or a larger alpha";
    return fail(std::string(kPartitionPlace) + "/minimum", std::move(sentence));
}

/// For every class, client k receives a share X_k of its samples, X ~ Dir(α·1). Hsu, Qi, Brown
/// (2019); the repetition until all have enough as in HiCS-FL's released code, ALGORITHMS §9.10.
Result<Shards> deal(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto minimum = static_cast<std::size_t>(parameters.integer("minimum"));
    const auto attempts = static_cast<std::uint32_t>(parameters.integer("attempts"));
    if (dataset.classes == 0)
        return fail(std::string(kPartitionPlace) + "/scheme",
                    "dirichlet deals class by class, and " + dataset.title + " has no classes");
    if (clients * minimum > dataset.train.count())
        return fail(std::string(kPartitionPlace) + "/minimum",
                    std::to_string(clients) + " clients with at least " + std::to_string(minimum)
                        + " samples each need " + std::to_string(clients * minimum) + ", "
                        + dataset.title + " has " + std::to_string(dataset.train.count()));

    std::vector<std::vector<std::int32_t>> members(dataset.classes);
    for (std::size_t i = 0; i < dataset.train.labels.size(); ++i)
        members[static_cast<std::size_t>(dataset.train.labels[i])].push_back(
            static_cast<std::int32_t>(i));
    std::vector<std::size_t> classSizes;
    for (std::size_t label = 0; label < members.size(); ++label) {
        RandomStream stream({.seed = seed,
                             .purpose = Purpose::Partition,
                             .client = static_cast<std::uint32_t>(label)});
        stream.shuffle(std::span<std::int32_t>(members[label]));
        classSizes.push_back(members[label].size());
    }

    const Draw draw =
        bestDraw(classSizes, clients, parameters.real("alpha"), minimum, attempts, seed);
    if (draw.emptiestCount < minimum)
        return infeasible(classSizes, parameters, draw, seed);

    Shards shards(clients);
    for (std::size_t label = 0; label < members.size(); ++label) {
        const std::vector<std::size_t>& cuts = draw.cuts[label];
        for (std::size_t client = 0; client < clients; ++client) {
            std::vector<std::int32_t>& held = shards[client].train;
            held.insert(held.end(),
                        members[label].begin() + static_cast<std::ptrdiff_t>(cuts[client]),
                        members[label].begin() + static_cast<std::ptrdiff_t>(cuts[client + 1]));
        }
    }
    return shards;
}

} // namespace

constexpr PartitionScheme kDirichletScheme{
    .part = {.name = "dirichlet",
             .title = "Dirichlet",
             .meaning = "The samples of every class are shared out in random proportions: the "
                        "smaller alpha, the fewer "
                        "classes a client holds and the more the sizes differ.",
             .paper = "Hsu, Qi, Brown (2019), arXiv 1909.06335; used by HiCS-FL",
             .parameters = kParameters},
    .deal = &deal};

} // namespace coterie
