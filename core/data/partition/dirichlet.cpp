#include "core/base/try.h"
#include "core/data/partition/dirichlet_draw.h"
#include "core/data/partition/scheme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

namespace coterie {

namespace {

struct DirichletParameters
{
    std::size_t clients = 10;
    double alpha = 0.5;
    std::vector<double> alphas;
    std::size_t minimum = 10;
    double minimumShare = 0;
    bool quota = false;
    std::uint32_t attempts = 200;
    bool topUp = false;
    bool officialTest = false;

    [[nodiscard]] std::vector<double> partAlphas() const
    {
        return alphas.empty() ? std::vector<double>{alpha} : alphas;
    }
};

constexpr std::array<std::string_view, 2> kTests{"share", "official"};

constexpr std::array kParameters{
    bind<&DirichletParameters::clients>(kClientsParameter),
    bind<&DirichletParameters::alpha>(
        {.name = "alpha",
         .title = "Concentration",
         .range = above(0),
         .meaning =
             "concentration: small gives every client few classes, large makes clients alike",
         .symbol = "α"}),
    bind<&DirichletParameters::alphas>(
        {.name = "alphas",
         .title = "Several concentrations",
         .range = above(0),
         .meaning = "instead of alpha: the data are split into equal parts, one for each number, "
                    "and equally many clients share each part; the first part's clients come first",
         .symbol = "α"}),
    bind<&DirichletParameters::minimum>(samplesParameter(
        "every client gets at least this many samples; the draw is repeated until it does",
        "minimum",
        "Smallest client",
        1)),
    bind<&DirichletParameters::minimumShare>(
        {.name = "minimumShare",
         .title = "Smallest share",
         .range = between(0, 1),
         .meaning = "every client also gets at least this share of an even split, of training and "
                    "of dealt test samples (0.2 in HiCS-FL's code)"}),
    bind<&DirichletParameters::quota>(
        {.name = "quota",
         .title = "Stop at the even share",
         .meaning = "a client that has its even share gets nothing of the remaining classes "
                    "(HiCS-FL's code; small α needs it)"}),
    bind<&DirichletParameters::attempts>(
        {.name = "attempts",
         .title = "Draws at most",
         .range = between(1, 10'000),
         .meaning = "how often the draw is repeated before the scheme gives up"}),
    bind<&DirichletParameters::topUp>(
        {.name = "topUp",
         .title = "Top up instead",
         .meaning = "instead of a new draw, clients below the minimum get samples, chosen at "
                    "random, from the fullest clients"}),
    bind<&DirichletParameters::officialTest>(
        {.name = "test",
         .title = "Test samples from",
         .words = kTests,
         .meaning = "share: data.test.share of each client's samples; official: the official test "
                    "samples, dealt in the same proportions"}),
};

Result<void> check(const ParameterSet& given)
{
    const auto parameters = readParameters<DirichletParameters>(kParameters, given);
    const std::size_t parts = parameters.partAlphas().size();
    const std::size_t clients = parameters.clients;
    if (clients % parts == 0)
        return {};
    return refuseParameter(
        "clients", clients, "a multiple of " + std::to_string(parts) + ", the number of alphas");
}

/// The samples of each class, shuffled.
std::vector<Indices>
shuffledClasses(const Samples& samples, std::size_t classes, std::uint64_t seed, std::uint32_t peer)
{
    std::vector<Indices> members = indicesByKey(samples.labels, classes);
    for (std::size_t label = 0; label < members.size(); ++label) {
        partitionStream(seed, label, 0, peer).shuffle(std::span(members[label]));
    }
    return members;
}

/// The block of a class that belongs to one of `parts` equal parts.
std::span<const std::int32_t> block(const Indices& members, std::size_t part, std::size_t parts)
{
    const std::size_t first = members.size() * part / parts;
    const std::size_t end = members.size() * (part + 1) / parts;
    return std::span(members).subspan(first, end - first);
}

std::vector<std::size_t>
blockSizes(const std::vector<Indices>& members, std::size_t part, std::size_t parts)
{
    std::vector<std::size_t> sizes;
    for (const Indices& all : members)
        sizes.push_back(block(all, part, parts).size());
    return sizes;
}

/// What is shared out, and by which rules.
struct Source
{
    std::vector<Indices> train;
    std::vector<Indices> test; // empty unless the official test samples are dealt too
    const DirichletParameters& parameters;
    std::vector<double> alphas;
    std::uint64_t seed;

    [[nodiscard]] DirichletTask task(std::size_t part, std::size_t clients) const
    {
        DirichletTask task{.trainSizes = blockSizes(train, part, alphas.size()),
                           .testSizes = blockSizes(test, part, alphas.size()),
                           .clients = clients,
                           .alpha = alphas[part],
                           .quota = parameters.quota,
                           .seed = seed,
                           .part = static_cast<std::uint32_t>(part)};
        const auto shareOf = [&](const std::vector<std::size_t>& sizes) {
            const std::size_t even =
                std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) / clients;
            return static_cast<std::size_t>(
                std::ceil(parameters.minimumShare * static_cast<double>(even) - 1e-9));
        };
        task.minimumTrain = std::max(parameters.minimum, shareOf(task.trainSizes));
        if (!test.empty())
            task.minimumTest = std::max<std::size_t>(1, shareOf(task.testSizes));
        return task;
    }
};

Unexpected<Error>
infeasible(const Source& source, const DirichletTask& task, const DirichletDraw& best)
{
    const std::size_t parts = source.alphas.size();
    const std::uint32_t attempts = source.parameters.attempts;
    // Chances fall as clients are added, so halving finds nearly the largest number that works with
    // this seed in all parts. Few attempts each: this only words an error. One client per part
    // always works.
    const std::uint32_t tries = std::min<std::uint32_t>(attempts, 20);
    const auto fits = [&](std::size_t clients) {
        for (std::size_t part = 0; part < parts; ++part)
            if (!bestDirichlet(source.task(part, clients), tries).feasible())
                return false;
        return true;
    };
    std::size_t works = 1;
    std::size_t fails = task.clients;
    while (fails - works > 1) {
        const std::size_t middle = works + (fails - works) / 2;
        (fits(middle) ? works : fails) = middle;
    }
    std::string sentence = "with alpha " + toText(task.alpha) + " and "
                           + std::to_string(task.clients * parts) + " clients, client "
                           + std::to_string(task.part * task.clients + best.emptiest) + " got only "
                           + std::to_string(best.emptiestCount)
                           + (best.emptiestOfTest ? " test samples" : " samples")
                           + " in the best of " + std::to_string(attempts) + " attempts, "
                           + "but must have " + std::to_string(best.needed) + "; with this seed ";
    const bool byShare = best.emptiestOfTest || best.needed > source.parameters.minimum;
    if (best.emptiestCount > 0 && !byShare && parts == 1)
        sentence += "a minimum of " + std::to_string(best.emptiestCount) + " fits, and ";
    sentence +=
        std::to_string(works * parts)
        + (works * parts == 1 ? " client was tried and fits" : " clients were tried and fit")
        + "; a larger alpha helps too";
    return failParameter(byShare ? "minimumShare" : "minimum", std::move(sentence));
}

/// Client k's samples of one part.
Indices samplesOf(const std::vector<Indices>& members,
                  const Cuts& cuts,
                  std::size_t part,
                  std::size_t parts,
                  std::size_t client)
{
    Indices held;
    for (std::size_t label = 0; label < members.size(); ++label) {
        const auto mine =
            block(members[label], part, parts)
                .subspan(cuts[label][client], cuts[label][client + 1] - cuts[label][client]);
        held.insert(held.end(), mine.begin(), mine.end());
    }
    return held;
}

/// Moves samples from the fullest client to those below the minimum. There are enough in total.
void topUp(std::span<Shard> clients,
           Indices Shard::*half,
           std::size_t minimum,
           RandomStream& stream)
{
    const auto sizeOf = [half](const Shard& shard) { return (shard.*half).size(); };
    while (true) {
        Shard& poorest = *std::ranges::min_element(clients, {}, sizeOf);
        if (sizeOf(poorest) >= minimum)
            return;
        Indices& rich = *std::ranges::max_element(clients, {}, sizeOf).*half;
        std::swap(rich[static_cast<std::size_t>(stream.below(rich.size()))], rich.back());
        (poorest.*half).push_back(rich.back());
        rich.pop_back();
    }
}

Result<void> dealPart(const Source& source, std::size_t part, std::span<Shard> clients)
{
    const bool repair = source.parameters.topUp;
    const std::uint32_t attempts = source.parameters.attempts;
    const DirichletTask task = source.task(part, clients.size());
    // An unusable draw has no cuts, and nothing to top up.
    DirichletDraw draw = drawDirichlet(task, 0);
    for (std::uint32_t attempt = 1; repair && draw.train.empty() && attempt < attempts; ++attempt)
        draw = drawDirichlet(task, attempt);
    if (!repair)
        draw = bestDirichlet(task, attempts);
    if (draw.train.empty() || (!repair && !draw.feasible()))
        return infeasible(source, task, draw);

    const std::size_t parts = source.alphas.size();
    for (std::size_t client = 0; client < clients.size(); ++client) {
        clients[client].train = samplesOf(source.train, draw.train, part, parts, client);
        if (!source.test.empty())
            clients[client].test = samplesOf(source.test, draw.test, part, parts, client);
    }
    if (repair) {
        constexpr std::uint32_t kNoAttempt = 0x7FFFFFFF;
        RandomStream stream =
            partitionStream(source.seed, 0, kNoAttempt, static_cast<std::uint32_t>(part));
        topUp(clients, &Shard::train, task.minimumTrain, stream);
        topUp(clients, &Shard::test, task.minimumTest, stream);
    }
    return {};
}

/// For every class, client k receives a share X_k of its samples, X ~ Dir(α · 1): Hsu, Qi, Brown
/// (2019). Parts, quota, minimum share and the test samples as in HiCS-FL's released code,
/// ALGORITHMS §9.10.
Result<Deal> deal(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto parameters = readParameters<DirichletParameters>(kParameters, given);
    const std::size_t clients = parameters.clients;
    const bool official = parameters.officialTest;
    COTERIE_CHECK(needClasses(dataset, "dirichlet"));
    if (official && dataset.officialTest.count() == 0)
        return refuseParameter(
            "test", "\"official\"", "share because " + dataset.title + " has no official test set");

    constexpr std::uint32_t kTrainPeer = 0;
    constexpr std::uint32_t kTestPeer = 0xFFFFFFFF; // parts are counted from 0
    const Source source{
        .train = shuffledClasses(dataset.train, dataset.classes, seed, kTrainPeer),
        .test = official ? shuffledClasses(dataset.officialTest, dataset.classes, seed, kTestPeer)
                         : std::vector<Indices>{},
        .parameters = parameters,
        .alphas = parameters.partAlphas(),
        .seed = seed};
    const std::size_t parts = source.alphas.size();
    Deal dealt{.shards = Shards(clients), .test = {}};
    if (official)
        dealt.test.source = TestSource::Dealt;
    for (std::size_t part = 0; part < parts; ++part) {
        const DirichletTask task = source.task(part, clients / parts);
        for (const auto& [sizes, minimum, what] :
             {std::tuple(&task.trainSizes, task.minimumTrain, " samples"),
              std::tuple(&task.testSizes, task.minimumTest, " official test samples")}) {
            const std::size_t all = std::accumulate(sizes->begin(), sizes->end(), std::size_t{0});
            if (task.clients * minimum > all)
                return failParameter("minimum",
                                     std::to_string(task.clients) + " clients with at least "
                                         + std::to_string(minimum) + what + " each need "
                                         + std::to_string(task.clients * minimum) + ", "
                                         + dataset.title + " has " + std::to_string(all)
                                         + (parts > 1 ? " in a part" : ""));
        }
        const std::span<Shard> mine =
            std::span(dealt.shards).subspan(part * task.clients, task.clients);
        COTERIE_CHECK(dealPart(source, part, mine));
        for (Shard& shard : mine)
            shard.testIsOfficial = official;
    }
    return dealt;
}

} // namespace

constexpr PartitionScheme kDirichletScheme{
    .part = {.name = "dirichlet",
             .title = "Dirichlet",
             .meaning = "The samples of every class are shared out in random proportions: the "
                        "smaller alpha, the fewer "
                        "classes a client holds and the more the sizes differ.",
             .paper = "Hsu, Qi, Brown (2019), arXiv 1909.06335; HiCS-FL",
             .parameters = kParameters},
    .deal = &deal,
    .check = &check};

} // namespace coterie
