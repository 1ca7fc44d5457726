#pragma once

#include "core/train/model_rows.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

class Federation;
struct Trained;

/// The clients that count in a mean of models, with their weights and their rows of some models.
struct Contributors
{
    std::vector<std::size_t> clients;
    std::vector<std::size_t> rows; ///< without a meaning where the model is at another rank
    std::vector<double> weights;

    void add(std::size_t client, std::size_t row, double weight)
    {
        clients.push_back(client);
        rows.push_back(row);
        weights.push_back(weight);
    }
    [[nodiscard]] bool empty() const { return clients.empty(); }
    /// All members, each in its own row, by size; those without samples do not count.
    [[nodiscard]] static Contributors everybody(const Federation& federation,
                                                std::span<const int> members);
    /// Those who trained, by size, and their rows of the ends.
    [[nodiscard]] static Contributors
    trainedOnes(const Federation& federation, const Trained& trained, std::span<const int> members);
};

/// A mean of models, and the clients whose models become it.
struct ModelMean
{
    Contributors of; ///< without one nothing happens
    std::vector<std::size_t> takers;
};

/// The takers' rows of `to` become WAVG of the contributors' rows of `from`. Rows that are all one
/// model are that model, to the bit, if the mode keeps it.
void giveMean(const ModelRows& from, const ModelMean& mean, ModelRows& to, BufferMode mode);

/// Whether rows that are all one model stay that model; HCCT's released code averages them too.
[[nodiscard]] inline bool keepsOneModel(BufferMode mode)
{
    return mode != BufferMode::OfficialHcct;
}

/// Whether these rows are equal numbers. A NaN equals nothing, not even itself.
[[nodiscard]] bool isOneModel(const ModelRows& rows, std::span<const std::size_t> ids);
[[nodiscard]] bool hasNaN(const at::Tensor& numbers);

} // namespace coterie
