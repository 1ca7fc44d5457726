#include "core/sampling/kept_updates.h"

#include "core/math/similarity.h"

#include <ATen/ATen.h>

namespace coterie {
namespace {

at::Tensor picked(const at::Tensor& rows, std::span<const std::size_t> ids)
{
    std::vector<std::int64_t> places(ids.begin(), ids.end());
    return rows.index_select(0, at::tensor(places, at::kLong).to(rows.device()));
}

} // namespace

void KeptUpdates::observe(const Federation& federation,
                          const Trained& trained,
                          std::optional<ParameterRange> range,
                          double factor)
{
    if (trained.clients.empty())
        return;
    const auto first = range ? signedSize(range->first) : 0;
    const auto last = range ? signedSize(range->last) : trained.ends.parameters.size(1);
    const auto clients = signedSize(federation.clients());
    if (!m_rows.defined()) {
        m_rows = at::zeros({clients, last - first}, trained.ends.parameters.options());
        m_lastSeen = at::full({clients}, -1, at::kLong);
    }
    for (std::size_t j = 0; j < trained.clients.size(); ++j) {
        const auto client = signedSize(trained.clients[j]);
        if (client >= clients)
            continue; // the pooled client is never drawn
        const at::Tensor end = trained.ends.parameters[signedSize(j)];
        const at::Tensor start = trained.starts.parameters[signedSize(trained.startRow[j])];
        m_rows[client].copy_(end.slice(0, first, last) - start.slice(0, first, last)).mul_(factor);
        m_lastSeen.data_ptr<std::int64_t>()[client] = federation.roundIndex();
    }
}

int KeptUpdates::lastSeen(std::size_t client) const
{
    return m_lastSeen.defined() ? static_cast<int>(m_lastSeen.data_ptr<std::int64_t>()[client])
                                : -1;
}

Matrix KeptUpdates::rows(std::span<const std::size_t> clients) const
{
    if (!m_rows.defined() || clients.empty())
        return Matrix(clients.size(), 0);
    Matrix values(clients.size(), static_cast<std::size_t>(m_rows.size(1)));
    const at::Tensor chosen = picked(m_rows, clients).to(at::kCPU, at::kDouble).contiguous();
    std::copy_n(chosen.data_ptr<double>(), values.values.size(), values.values.data());
    return values;
}

Matrix KeptUpdates::gram(std::span<const std::size_t> clients) const
{
    if (!m_rows.defined() || clients.empty())
        return Matrix(clients.size(), clients.size());
    return gramOfRows(picked(m_rows, clients));
}

State KeptUpdates::state(const std::string& prefix) const
{
    if (!m_rows.defined())
        return {};
    return {{.name = prefix + "updates", .values = m_rows},
            {.name = prefix + "lastSeen", .values = m_lastSeen}};
}

void KeptUpdates::restore(const State& state, const std::string& prefix)
{
    m_rows = statePart(state, prefix + "updates");
    m_lastSeen = statePart(state, prefix + "lastSeen");
    if (!m_rows.defined())
        return;
    m_rows = m_rows.clone();
    m_lastSeen = m_lastSeen.to(at::kCPU, at::kLong, false, /*copy=*/true);
}

Matrix signAgreementsOfRows(const at::Tensor& matrix)
{
    return withRows(matrix, [](const auto& rows) {
        Matrix agreements(rows.count, rows.count);
        for (std::size_t i = 0; i < rows.count; ++i)
            for (std::size_t j = 0; j < rows.count; ++j)
                agreements.at(i, j) = signAgreement(std::span(rows.row(i), rows.columns),
                                                    std::span(rows.row(j), rows.columns));
        return agreements;
    });
}

} // namespace coterie
