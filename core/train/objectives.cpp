#include "core/train/local_work.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <string>

namespace coterie {

namespace {

constexpr double kShortestFeature = 1e-8; // all features can be zero
const std::string kStatePrefix = "moonPrevious/";

struct MoonParameters
{
    double mu = 1;    ///< μ
    double tau = 0.5; ///< τ
};

constexpr std::array kMoonParameters{
    bind<&MoonParameters::mu>({.name = "mu",
                               .title = "Weight of the contrast",
                               .range = atLeast(0),
                               .meaning = "Weight of the contrast beside the loss",
                               .symbol = "μ",
                               .equation = "MOON eq. (5), HiCS-FL eq. (91)"}),
    bind<&MoonParameters::tau>({.name = "tau",
                                .title = "Temperature",
                                .range = above(0),
                                .meaning = "Temperature of the contrast",
                                .symbol = "τ",
                                .equation = "MOON eq. (3)"}),
};

/// Loss + μ·mean softplus((cos(z, z_prev) − cos(z, z_glob))/τ), where z is the input of the output
/// layer and both references are constants (ALGORITHMS §6.11). A client that takes part for the
/// first time has no previous model: the two references are then the same and the term's gradient
/// is zero.
class MoonObjective final : public Objective
{
public:
    explicit MoonObjective(const MoonParameters& parameters)
        : m_parameters(parameters)
    {}

    void prepare(std::size_t clients, const ModelRows&) override { m_previous.resize(clients); }

    [[nodiscard]] bool comparesFeatures() const override { return m_parameters.mu != 0; }
    [[nodiscard]] std::vector<at::Tensor> featureModels(const LocalPoint& point) const override
    {
        const auto hasPrevious = [&](std::size_t client) { return m_previous[client].defined(); };
        if (m_parameters.mu == 0 || std::ranges::none_of(point.clients, hasPrevious))
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
        const at::Tensor contrast =
            moonContrast(cosine(others[0]), cosine(others[1]), m_parameters.tau);
        const at::Tensor term =
            m_parameters.mu * contrast.sum() / static_cast<double>(features.size(-2));
        return torch::autograd::grad({term}, {z}).front();
    }

    void finish(const LocalPoint& end) override
    {
        if (m_parameters.mu == 0)
            return;
        for (std::size_t i = 0; i < end.clients.size(); ++i) // different clients, different slots
            m_previous[end.clients[i]] =
                (end.weights.dim() == 1 ? end.weights : end.weights[signedSize(i)]).clone();
    }

    [[nodiscard]] State state() const override
    {
        State parts; // only of clients that took part
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
    /// The start if a client has no previous model.
    [[nodiscard]] at::Tensor previousOf(const LocalPoint& point) const
    {
        if (point.weights.dim() == 1)
            return m_previous[point.clients.front()].to(point.weights.device());
        at::Tensor stack = point.start.clone();
        for (std::size_t i = 0; i < point.clients.size(); ++i)
            if (const at::Tensor& previous = m_previous[point.clients[i]]; previous.defined())
                stack[signedSize(i)].copy_(previous);
        return stack;
    }

    MoonParameters m_parameters;
    std::vector<at::Tensor> m_previous; ///< of each client, undefined before its first round
};

struct ProximalParameters
{
    double mu = 0.01; ///< μ
};

constexpr std::array kProximalParameters{
    bind<&ProximalParameters::mu>(
        {.name = "mu",
         .title = "Pull of the received model",
         .range = atLeast(0),
         .meaning = "Pull of the received model: μ/2·‖w − wᵗ‖² is added to the loss",
         .symbol = "μ",
         .equation = "FedProx eq. (2)",
         .live = true}),
};

class PlainObjective final : public Objective
{
};

/// ∇ + μ(w − wᵗ). With μ = 0 it does not touch the gradient, so FedProx(0) is FedAvg to the bit.
class ProximalObjective final : public Objective
{
public:
    explicit ProximalObjective(const ProximalParameters& parameters)
        : m_mu(parameters.mu)
    {}

    [[nodiscard]] bool changesGradient() const override { return m_mu > 0; }
    void addGradient(const LocalPoint& point, at::Tensor gradient) const override
    {
        gradient.add_(point.weights, m_mu).sub_(point.start, m_mu);
    }

private:
    double m_mu;
};

// The only list of objectives in the program.
constexpr std::array kObjectives{
    madeAs<Objective, PlainObjective>({.name = "plain",
                                       .title = "Plain loss",
                                       .meaning = "The mean loss of the mini-batch alone."}),
    madeAs<Objective, ProximalObjective, ProximalParameters>(
        {.name = "proximal",
         .title = "Proximal (FedProx)",
         .meaning = "Keeps a client near the model it received, so that unlike clients drift apart "
                    "less.",
         .paper = "FedProx",
         .parameters = kProximalParameters}),
    madeAs<Objective, MoonObjective, MoonParameters>(
        {.name = "moon",
         .title = "Contrast with models (MOON)",
         .meaning = "Pulls a client's features towards those of the model it received and away "
                    "from those of its own previous model.",
         .paper = "MOON (Li, He, Song 2021)",
         .parameters = kMoonParameters}),
};
constexpr auto kObjectiveParts = partsOf(kObjectives);

} // namespace

at::Tensor
moonContrast(const at::Tensor& withGlobal, const at::Tensor& withPrevious, double temperature)
{
    return at::softplus((withPrevious - withGlobal) / temperature);
}

at::Tensor Objective::featureGradient(const at::Tensor& features, std::span<const at::Tensor>) const
{
    return at::zeros_like(features);
}

std::span<const NamedPart> objectiveParts()
{
    return kObjectiveParts;
}

std::unique_ptr<Objective> makeObjective(const Part& objective)
{
    return makePart(kObjectives, objective);
}

} // namespace coterie
