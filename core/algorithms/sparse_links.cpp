#include "core/algorithms/sparse_links.h"

#include <ATen/ATen.h>

namespace coterie {
namespace {

std::vector<double> nonZeros(const at::Tensor& rows, double tolerance)
{
    const at::Tensor counts = (rows.abs() > tolerance).sum(-1).to(at::kDouble).to(at::kCPU);
    return {counts.data_ptr<double>(), counts.data_ptr<double>() + counts.numel()};
}

} // namespace

ModelRows SparseLinks::sent(const ModelRows& rows) const
{
    if (!m_parameters.prunes)
        return rows;
    return {.parameters = rows.parameters * (rows.parameters.abs() > m_parameters.zeroTolerance),
            .buffers = rows.buffers};
}

std::vector<double> SparseLinks::bits(const ModelRows& rows) const
{
    const auto entries = static_cast<double>(rows.parameters.size(1));
    std::vector<double> counts(rows.count(), entries);
    if (m_parameters.code != SparseCode::Dense) // cut entries are zero, others must not be lost
        counts = nonZeros(rows.parameters, m_parameters.prunes ? 0 : m_parameters.zeroTolerance);
    for (double& count : counts)
        count = codedBits(m_parameters.code, entries, count, m_parameters.bitsPerNumber);
    return counts;
}

std::vector<double> SparseLinks::sparsity(const ModelRows& rows) const
{
    std::vector<double> shares = nonZeros(rows.parameters, m_parameters.zeroTolerance);
    for (double& share : shares)
        share /= static_cast<double>(rows.parameters.size(1));
    return shares;
}

void LinkBits::add(const std::vector<double>& rowBits, std::span<const std::size_t> rowOf)
{
    for (std::size_t i = 0; i < bits.size(); ++i)
        bits[i] += rowBits[rowOf.empty() ? i : rowOf[i]];
}

void LinkBits::report(RoundReport& report) const
{
    for (std::size_t i = 0; i < bits.size(); ++i)
        report.traffic.push_back(
            {.link = link, .client = static_cast<int>(ids[i]), .bits = bits[i]});
}

} // namespace coterie
