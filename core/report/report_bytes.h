#pragma once

#include "core/report/round_report.h"

#include <cstddef>

namespace coterie {

/// What a report takes of the memory, but for what is small beside its clients.
[[nodiscard]] inline std::size_t bytesOf(const RoundReport& report)
{
    std::size_t bytes = sizeof report + report.clients.size() * sizeof(ClientReport)
                        + report.participants.size() * sizeof(int)
                        + report.traffic.size() * sizeof(Traffic)
                        + report.events.size() * sizeof(Event);
    if (report.collaboration)
        bytes += report.collaboration->bytes();
    for (const std::optional<Matrix>* matrix : {&report.similarity, &report.gram})
        if (*matrix)
            bytes += (*matrix)->values.size() * sizeof(double);
    for (const std::optional<Grouping>* grouping : {&report.grouping, &report.samplingClusters}) {
        if (!*grouping)
            continue;
        bytes += (*grouping)->merges.size() * sizeof(Merge);
        for (const std::vector<int>& group : (*grouping)->groups)
            bytes += sizeof group + group.size() * sizeof(int);
    }
    for (const std::vector<NamedValues>* lists : {&report.clientValues, &report.groupValues})
        for (const NamedValues& list : *lists)
            bytes += list.values.size() * sizeof(std::optional<double>);
    return bytes;
}

} // namespace coterie
