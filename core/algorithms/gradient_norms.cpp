#include "core/algorithms/gradient_norms.h"

#include "core/train/whole_gradients.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <vector>

namespace coterie {

void reportGradientNorms(Federation& federation, ModelRows& models, RoundReport& report)
{
    std::vector<std::size_t> clients = federation.participants();
    const auto [repeated, end] = std::ranges::unique(clients);
    clients.erase(repeated, end);
    std::erase_if(clients, [&](std::size_t client) { return federation.sizes()[client] <= 0; });
    if (clients.empty())
        return;
    const at::Tensor squares =
        wholeGradients(federation, clients, models, [](std::size_t client) { return client; })
            .to(at::kDouble)
            .square()
            .sum(1)
            .to(at::kCPU)
            .contiguous();
    const std::vector<double> norms(squares.data_ptr<double>(),
                                    squares.data_ptr<double>() + clients.size());
    report.clientValues.push_back(
        namedValues("squaredGradientNorm", federation.clients(), clients, norms));
}

} // namespace coterie
