#pragma once

#include "core/base/random_stream.h"
#include "core/train/model_deal.h"
#include "core/train/model_rows.h"

#include <ATen/ATen.h>
#include <barrier>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace coterie::test {

/// Ranks as threads: each gets what all have said.
class Meeting
{
public:
    explicit Meeting(std::size_t ranks)
        : m_said(ranks)
        , m_barrier(static_cast<std::ptrdiff_t>(ranks))
    {}

    std::vector<std::string> exchange(std::size_t rank, std::string mine)
    {
        m_said[rank] = std::move(mine);
        m_barrier.arrive_and_wait();
        std::vector<std::string> all = m_said;
        if (rank == 0) {
            ++exchanges;
            for (const std::string& said : all)
                bytes += said.size();
        }
        m_barrier.arrive_and_wait();
        return all;
    }

    std::size_t exchanges = 0;
    std::size_t bytes = 0; ///< that were said

private:
    std::vector<std::string> m_said;
    std::barrier<> m_barrier;
};

/// Calls play(deal, exchange) at each of the ranks, and tells what they said to each other.
inline std::pair<std::size_t, std::size_t>
atRanks(std::size_t ranks,
        std::size_t clients,
        const std::function<void(const ModelDeal&, const RankExchange&)>& play)
{
    Meeting meeting(ranks);
    std::vector<std::jthread> threads;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            play({.clients = clients, .ranks = ranks, .rank = rank},
                 [&, rank](std::string mine) { return meeting.exchange(rank, std::move(mine)); });
        });
    threads.clear();
    return {meeting.exchanges, meeting.bytes};
}

/// Numbers of many sizes, so that sums depend on their order.
inline ModelRows unevenRows(std::size_t count, at::ScalarType type)
{
    RandomStream stream({.seed = 5, .purpose = Purpose::Synthesise});
    const auto numbers = [&](std::int64_t columns) {
        const auto rows = static_cast<std::int64_t>(count);
        std::vector<double> values(count * static_cast<std::size_t>(columns));
        for (double& value : values)
            value = stream.normal() * std::pow(10.0, stream.normal());
        return at::tensor(values).view({rows, columns}).to(type);
    };
    at::Tensor parameters = numbers(2500);
    return {.parameters = parameters, .buffers = numbers(3)};
}

} // namespace coterie::test
