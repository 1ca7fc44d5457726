#include "core/collab/edge_count.h"

namespace coterie {

std::size_t edgeCount(std::span<const EdgeServer> named, std::size_t clients)
{
    std::size_t belonging = 0;
    for (const EdgeServer& edge : named)
        belonging += edge.clients.size();
    return named.size() + (belonging < clients ? 1 : 0);
}

} // namespace coterie
