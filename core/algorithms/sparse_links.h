#pragma once

#include "core/collab/sparse_code.h"
#include "core/train/federation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

struct SparseLinkParameters
{
    SparseCode code = SparseCode::Dense;
    double bitsPerNumber = 64; ///< Remark 1 of sFedHP; every other method here counts 32
    double zeroTolerance = 0;  ///< |x| up to this counts as zero
    bool prunes = false;       ///< entries that count as zero are sent as zeros
};

/// Links that models with zeros travel over: what a receiver gets, and the bits it took.
class SparseLinks
{
public:
    explicit SparseLinks(const SparseLinkParameters& parameters)
        : m_parameters(parameters)
    {}

    /// The rows as they arrive; shares their storage where nothing is cut.
    [[nodiscard]] ModelRows sent(const ModelRows& rows) const;
    /// Bits of each row.
    [[nodiscard]] std::vector<double> bits(const ModelRows& rows) const;
    /// Share of the entries of each row that are not zero (1 = dense): what the paper calls
    /// sparsity.
    [[nodiscard]] std::vector<double> sparsity(const ModelRows& rows) const;

private:
    SparseLinkParameters m_parameters;
};

/// Bits sent over one kind of link in a round, per client or edge server.
struct LinkBits
{
    LinkBits(Link kind, std::span<const std::size_t> senders)
        : link(kind)
        , ids(senders.begin(), senders.end())
        , bits(senders.size(), 0.0)
    {}

    /// Adds what row `rowOf[i]` of a transmission took, or row i if nothing is said.
    void add(const std::vector<double>& rowBits, std::span<const std::size_t> rowOf = {});
    void report(RoundReport& report) const;

    Link link;
    std::vector<std::size_t> ids;
    std::vector<double> bits;
};

} // namespace coterie
