#include "core/train/moon_objective.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <string>

namespace coterie {
namespace {

constexpr double kShortestFeature = 1e-8; // features may all be cut to zero
const std::string kStatePrefix = "moonPrevious/";

/// Loss + μ·mean softplus((cos(z, z_prev) − cos(z, z_glob))/τ), where z is the input of the output
/// layer and both references are constants (ALGORITHMS §6.11). A client that takes part for the
/// first time has no previous model: the two references are then the same and the term's gradient
/// is zero.
class MoonObjective final : public Objective
{
public:
    MoonObjective(double mu, double tau)
        : m_mu(mu)
        , m_tau(tau)
    {}

    void prepare(std::size_t clients, const ModelRows&) override { m_previous.resize(clients); }

    [[nodiscard]] std::vector<at::Tensor> featureModels(const LocalPoint& point) const override
    {
        bool anyPrevious = false;
        for (const std::size_t client : point.clients)
            anyPrevious = anyPrevious || m_previous[client].defined();
        if (m_mu == 0 || !anyPrevious)
            return {};
        return {point.start, previousOf(point)};
    }

    [[nodiscard]] at::Tensor featureGradient(const at::Tensor& features,
                                             std::span<const at::Tensor> others) const override
    {
        const at::AutoGradMode graph(true);
        const at::Tensor z = features.detach().requires_grad_();
        const auto cosine = [&](const at::Tensor& other) {
            return at::cosine_similarity(z, other.detach(), -1, kShortestFeature);
        };
        const at::Tensor contrast = moonContrast(cosine(others[0]), cosine(others[1]), m_tau);
        const at::Tensor term = m_mu * contrast.sum() / static_cast<double>(features.size(-2));
        return torch::autograd::grad({term}, {z}).front();
    }

    void finish(const LocalPoint& end) override
    {
        if (m_mu == 0)
            return;
        for (std::size_t i = 0; i < end.clients.size(); ++i) // different clients, different slots
            m_previous[end.clients[i]] =
                (end.weights.dim() == 1 ? end.weights : end.weights[static_cast<std::int64_t>(i)])
                    .clone();
    }

    [[nodiscard]] State state() const override
    {
        State parts; // of those that took part alone
        for (std::size_t client = 0; client < m_previous.size(); ++client)
            if (m_previous[client].defined())
                parts.push_back(
                    {.name = kStatePrefix + std::to_string(client), .values = m_previous[client]});
        return parts;
    }
    void restore(const State& state) override
    {
        for (std::size_t client = 0; client < m_previous.size(); ++client) {
            const at::Tensor stored = statePart(state, kStatePrefix + std::to_string(client));
            m_previous[client] = stored.defined() ? stored.clone() : stored;
        }
    }

private:
    /// The start where a client has no previous model.
    [[nodiscard]] at::Tensor previousOf(const LocalPoint& point) const
    {
        if (point.weights.dim() == 1)
            return m_previous[point.clients.front()].to(point.weights.device());
        at::Tensor stack = point.start.clone();
        for (std::size_t i = 0; i < point.clients.size(); ++i)
            if (const at::Tensor& previous = m_previous[point.clients[i]]; previous.defined())
                stack[static_cast<std::int64_t>(i)].copy_(previous);
        return stack;
    }

    double m_mu;
    double m_tau;
    std::vector<at::Tensor> m_previous; ///< of each client, undefined before its first round
};

} // namespace

at::Tensor
moonContrast(const at::Tensor& withGlobal, const at::Tensor& withPrevious, double temperature)
{
    return at::softplus((withPrevious - withGlobal) / temperature);
}

std::unique_ptr<Objective> makeMoonObjective(const ParameterSet& parameters)
{
    return std::make_unique<MoonObjective>(parameters.real("mu"), parameters.real("tau"));
}

} // namespace coterie
