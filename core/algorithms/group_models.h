#pragma once

#include "core/report/matrix.h"
#include "core/train/federation.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

using Groups = std::vector<std::vector<int>>; ///< of clients, as in Grouping

/// Who of a group counts in its mean, with what weight, and which rows of some models are theirs.
struct Contributors
{
    std::vector<std::size_t> clients;
    std::vector<std::size_t> rows;
    std::vector<double> weights;

    [[nodiscard]] bool empty() const { return clients.empty(); }
    /// All members, each in its own row, by size; those without samples do not count.
    [[nodiscard]] static Contributors everybody(const Federation& federation,
                                                std::span<const int> members);
    /// Those who trained, by size.
    [[nodiscard]] static Contributors
    trainedOnes(const Federation& federation, const Trained& trained, std::span<const int> members);
};

/// The members' rows of `models` become WAVG of the contributors' rows of `from`. Rows that are all
/// one model are that model, to the bit. Without contributors nothing happens.
void shareMean(const ModelRows& from,
               const Contributors& contributors,
               ModelRows& models,
               std::span<const int> members,
               BufferMode mode);

/// The block of a group in the collaboration matrix: each member takes the contributors' normalised
/// weights.
void fillBlock(Matrix& collaboration,
               std::span<const int> members,
               const Contributors& contributors);

/// η of round 0: what HCCT's released code gives to newcomers, and FLSC's to everybody.
[[nodiscard]] double firstLearningRate(const Federation& federation);

} // namespace coterie
