#include "core/data/partition/dirichlet_draw.h"

#include "core/base/random_stream.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie {

namespace {

/// How often a class is drawn again if its whole share falls on full clients.
constexpr int kRedraws = 200;

/// One half of a task, training or test samples, while classes are handed out.
struct Half
{
    std::span<const std::size_t> sizes; // of the classes
    std::size_t minimum = 0;
    std::size_t quota = 0; // the even share
    std::vector<std::size_t> held;
    Cuts cuts = {};

    Half(std::span<const std::size_t> classSizes, std::size_t least, std::size_t clients)
        : sizes(classSizes)
        , minimum(least)
        , quota(std::accumulate(classSizes.begin(), classSizes.end(), std::size_t{0}) / clients)
        , held(clients, 0)
    {}

    [[nodiscard]] std::vector<std::size_t>
    cutsFor(std::span<const double> shares, std::size_t label, bool keepToQuota) const
    {
        std::vector<double> open(shares.begin(), shares.end());
        for (std::size_t client = 0; keepToQuota && client < open.size(); ++client)
            if (held[client] >= quota)
                open[client] = 0;
        return cutsOf(open, sizes[label]);
    }

    void take(std::vector<std::size_t> classCuts)
    {
        for (std::size_t client = 0; client < held.size(); ++client)
            held[client] += classCuts[client + 1] - classCuts[client];
        cuts.push_back(std::move(classCuts));
    }
};

double fulfilment(std::size_t count, std::size_t needed)
{
    return needed == 0 ? 1.0 : static_cast<double>(count) / static_cast<double>(needed);
}

void findEmptiest(DirichletDraw& draw, const Half& half, bool isTest)
{
    const auto least = std::ranges::min_element(half.held);
    const bool first = !isTest;
    if (!first && fulfilment(*least, half.minimum) >= fulfilment(draw.emptiestCount, draw.needed))
        return;
    draw.emptiest = static_cast<std::size_t>(least - half.held.begin());
    draw.emptiestCount = *least;
    draw.needed = half.minimum;
    draw.emptiestOfTest = isTest;
}

/// Deals one class to both halves by the same X. False if no draw could be used.
bool drawClass(Half& train, Half* test, RandomStream& stream, const DirichletTask& task)
{
    const std::size_t label = train.cuts.size();
    const std::vector<double> concentration(task.clients, task.alpha);
    for (int redraw = 0; redraw < kRedraws; ++redraw) {
        const std::vector<double> shares = stream.dirichlet(concentration); // X_label ~ Dir(α · 1)
        std::vector<std::size_t> cuts = train.cutsFor(shares, label, task.quota);
        std::vector<std::size_t> testCuts =
            test ? test->cutsFor(shares, label, task.quota) : std::vector<std::size_t>{};
        if (cuts.empty() || (test && testCuts.empty()))
            continue;
        train.take(std::move(cuts));
        if (test)
            test->take(std::move(testCuts));
        return true;
    }
    return false;
}

} // namespace

std::vector<std::size_t> cutsOf(std::span<const double> shares, std::size_t size)
{
    if (size == 0) // nothing to share, even if all clients are full
        return std::vector<std::size_t>(shares.size() + 1, 0);
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    if (!(sum > 0) || !std::isfinite(sum))
        return {};
    // The last client with a share takes what rounding leaves, those behind it nothing.
    std::size_t last = shares.size() - 1;
    while (shares[last] <= 0)
        --last;
    std::vector<std::size_t> cuts(shares.size() + 1, size);
    cuts[0] = 0;
    double cumulative = 0;
    for (std::size_t client = 0; client < last; ++client) {
        cumulative += shares[client] / sum;
        const double cut = std::floor(cumulative * static_cast<double>(size));
        cuts[client + 1] = std::min(static_cast<std::size_t>(cut), size);
    }
    return cuts;
}

DirichletDraw drawDirichlet(const DirichletTask& task, std::uint32_t attempt)
{
    Half train(task.trainSizes, task.minimumTrain, task.clients);
    Half test(task.testSizes, task.minimumTest, task.clients);
    const bool withTest = !task.testSizes.empty();
    for (std::size_t label = 0; label < task.trainSizes.size(); ++label) {
        RandomStream stream({.seed = task.seed,
                             .purpose = Purpose::Partition,
                             .round = attempt + 1, // 0 is the shuffle
                             .client = static_cast<std::uint32_t>(label),
                             .peer = task.part});
        if (drawClass(train, withTest ? &test : nullptr, stream, task))
            continue;
        return {.needed = std::max<std::size_t>(task.minimumTrain, 1)};
    }
    DirichletDraw draw;
    findEmptiest(draw, train, false);
    if (withTest)
        findEmptiest(draw, test, true);
    draw.train = std::move(train.cuts);
    draw.test = std::move(test.cuts);
    return draw;
}

DirichletDraw bestDirichlet(const DirichletTask& task, std::uint32_t attempts)
{
    DirichletDraw best = drawDirichlet(task, 0);
    for (std::uint32_t attempt = 1; attempt < attempts && !best.feasible(); ++attempt) {
        DirichletDraw draw = drawDirichlet(task, attempt);
        if (fulfilment(draw.emptiestCount, draw.needed)
            > fulfilment(best.emptiestCount, best.needed))
            best = std::move(draw);
    }
    return best;
}

} // namespace coterie
