#pragma once

#include "core/experiment/parameters.h"
#include "core/nn/network.h"
#include "core/train/model_rows.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <string>
#include <vector>

namespace coterie {

/// Where the weight and the bias of one linear or convolutional layer lie in a row.
struct LayerColumns
{
    std::size_t layer = 0; ///< its place in the network
    std::string name;      ///< "conv2", "fc1": counted from 1 within its kind
    std::size_t first = 0;
    std::size_t biasFirst = 0; ///< equal to last where there is no bias
    std::size_t last = 0;
};

/// In the order of the network; batch-norm layers and slopes are left out.
[[nodiscard]] std::vector<LayerColumns> weightedLayers(const Network& network);

/// The last layers of a model, which stay with their client (FedPer, HCCT-P): from the k-th last
/// linear or convolutional layer on, with all that follows it. Parameters and running statistics of
/// a layer lie behind those of the layers before it, so a head is the end of each row.
class PersonalHead
{
public:
    /// No layer: the empty head. More layers than there are: everything.
    PersonalHead(const Network& network, std::size_t layers);

    [[nodiscard]] std::size_t bodyParameters() const { return m_parameters; }
    [[nodiscard]] bool isEmpty() const { return m_isEmpty; }
    [[nodiscard]] bool isEverything() const { return m_parameters == 0; }
    /// Puts the heads of `own` on the bodies of `mixed`, row by row.
    void keep(ModelRows& mixed, const ModelRows& own) const;

private:
    bool m_isEmpty = true;
    std::size_t m_parameters = 0; ///< where the head begins
    std::size_t m_buffers = 0;
};

inline constexpr ParameterDescriptor kHeadLayersParameter{
    .name = "headLayers",
    .title = "Private layers",
    .range = between(0, 1000),
    .defaultNumber = 1,
    .unit = "layers",
    .meaning = "Linear and convolutional layers, counted from the output, that stay private",
    .equation = "HCCT §5.1, FedPer"};

} // namespace coterie
