#include "core/spec/made_part.h"
#include "core/train/local_work.h"
#include "core/train/moon_objective.h"

#include <ATen/ATen.h>

namespace coterie {

void Objective::prepare(std::size_t, const ModelRows&) {}

void Objective::addGradient(const LocalPoint&, at::Tensor) const {}

std::vector<at::Tensor> Objective::featureModels(const LocalPoint&) const
{
    return {};
}

at::Tensor Objective::featureGradient(const at::Tensor& features, std::span<const at::Tensor>) const
{
    return at::zeros_like(features);
}

void Objective::finish(const LocalPoint&) {}

namespace {

constexpr std::array kProximalParameters{
    ParameterDescriptor{.name = "mu",
                        .title = "Pull of the received model",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 0.01,
                        .meaning = "Pull of the received model: μ/2·‖w − wᵗ‖² is added to the loss",
                        .symbol = "μ",
                        .equation = "FedProx eq. (2)",
                        .live = true},
};

class PlainObjective final : public Objective
{
};

/// ∇ + μ(w − wᵗ). With μ = 0 it does not touch the gradient, so FedProx(0) is FedAvg to the bit.
class ProximalObjective final : public Objective
{
public:
    explicit ProximalObjective(double mu)
        : m_mu(mu)
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
    MadePart<Objective>{{.name = "plain",
                         .title = "Plain loss",
                         .meaning = "The mean loss of the mini-batch and nothing else."},
                        [](const ParameterSet&) -> std::unique_ptr<Objective> {
                            return std::make_unique<PlainObjective>();
                        }},
    MadePart<Objective>{
        {.name = "proximal",
         .title = "Proximal (FedProx)",
         .meaning =
             "Keeps a client near the model it received, so that unlike clients drift apart less.",
         .paper = "FedProx",
         .parameters = kProximalParameters},
        [](const ParameterSet& parameters) -> std::unique_ptr<Objective> {
            return std::make_unique<ProximalObjective>(parameters.real("mu"));
        }},
    MadePart<Objective>{kMoonObjective, &makeMoonObjective},
};
constexpr auto kObjectiveParts = partsOf(kObjectives);

} // namespace

std::span<const NamedPart> objectiveParts()
{
    return kObjectiveParts;
}

std::unique_ptr<Objective> makeObjective(const Part& objective)
{
    return makePart(kObjectives, objective);
}

} // namespace coterie
