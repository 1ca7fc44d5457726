#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// One part of the data, shared out among its clients with one α.
struct DirichletTask
{
    std::vector<std::size_t> trainSizes; ///< samples of each class
    std::vector<std::size_t> testSizes;  ///< of the official test set; empty: it is not shared out
    std::size_t clients = 1;
    double alpha = 0.5;
    bool quota = false;           ///< a client with its even share gets no more
    std::size_t minimumTrain = 1; ///< that every client must get
    std::size_t minimumTest = 0;  ///< the same for test samples
    std::uint64_t seed = 0;
    std::uint32_t part = 0;
};

/// Where each class is cut: client k takes samples cuts[k] … cuts[k + 1] of it.
using Cuts = std::vector<std::vector<std::size_t>>;

struct DirichletDraw
{
    Cuts train = {};
    Cuts test = {};                ///< empty like DirichletTask::testSizes
    std::size_t emptiest = 0;      ///< the client farthest from its minimum …
    std::size_t emptiestCount = 0; ///< … how many it has …
    std::size_t needed = 0;        ///< … of how many …
    bool emptiestOfTest = false;   ///< … and whether those are test samples

    [[nodiscard]] bool feasible() const { return emptiestCount >= needed; }
};

/// floor of the cumulative shares times `size`, so that client k gets X_k · size (HiCS-FL §4,
/// X = (.2, .3, .5) of 1,200: 240, 360, 600). Empty if all shares are zero and there is something
/// to cut. `shares` need not sum to 1.
[[nodiscard]] std::vector<std::size_t> cutsOf(std::span<const double> shares, std::size_t size);

/// For every class X ~ Dir(α · 1) over the clients; the test samples are cut by the same X.
[[nodiscard]] DirichletDraw drawDirichlet(const DirichletTask& task, std::uint32_t attempt);

/// The first draw in which every client has enough, otherwise the one that came closest.
[[nodiscard]] DirichletDraw bestDirichlet(const DirichletTask& task, std::uint32_t attempts);

} // namespace coterie
