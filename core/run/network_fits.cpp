#include "core/run/network_fits.h"

#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/plan.h"
#include "core/nn/models.h"
#include "core/nn/network.h"
#include "core/run/failures.h"
#include "core/run/prepare_run.h"

#include <cstdint>
#include <utility>

namespace coterie {

namespace {

/// Why the model does not fit these samples; nothing if it does.
std::optional<std::string> misfitOf(const ModelSettings& model, const KnownSamples& samples)
{
    const Result<Network> network = networkFor(model, samples.shape, samples.classes);
    if (!network)
        return network.error().complaint();
    // Shapes and classes do not tell numbers and masks apart.
    const bool givesMasks = network->loss() == Loss::Dice;
    if (givesMasks != (samples.task == Task::Mask))
        return givesMasks ? "gives masks" : "gives no masks";
    return std::nullopt;
}

/// Methods are tried with their defaults, and with one for a count without a default. None for one
/// that must be told something else, such as the program that it starts.
std::optional<Part> triedPart(const NamedPart& method)
{
    Part part{.name = std::string(method.name), .parameters = {}};
    for (const ParameterDescriptor& parameter : method.parameters) {
        if (!parameter.required)
            continue;
        if (parameter.type != ParameterType::Integer || !parameter.range.contains(1))
            return std::nullopt;
        part.parameters.set(parameter.name, std::int64_t{1});
    }
    return part;
}

/// Tells which methods refuse a network, but not for what they refuse a plain one too, such as few
/// clients.
class MethodFits
{
public:
    MethodFits(const RunPlan& plan, const Network& network, std::size_t clients)
        : m_plan(plan)
        , m_network(network)
        , m_clients(clients)
    {
        RunPlan plain = plan;
        plain.model = {};
        complete(plain, registry());
        const KnownSamples digits = pictures(1, 28, 10);
        m_plain = networkFor(plain.model, digits.shape, digits.classes);
    }

    [[nodiscard]] std::vector<NetworkFits::Refusal> refusals() const
    {
        std::vector<NetworkFits::Refusal> found;
        const auto add = [&](const NamedPart& method, Part RunPlan::*part) {
            std::optional<Part> itself = triedPart(method);
            if (!itself)
                return;
            RunPlan tried = m_plan;
            tried.algorithm = {.name = "fedavg", .parameters = {}};
            tried.sampler = {.name = "all", .parameters = {}};
            tried.*part = *std::move(itself);
            complete(tried, registry());
            const std::optional<std::string> why = problemWith(tried, m_network);
            if (why && why != problemWith(tried, *m_plain))
                found.push_back({.title = method.title, .why = *why});
        };
        if (!m_plain)
            return found;
        for (const NamedPart& method : registry().algorithms)
            add(method, &RunPlan::algorithm);
        for (const NamedPart& method : registry().samplers)
            add(method, &RunPlan::sampler);
        return found;
    }

private:
    [[nodiscard]] std::optional<std::string> problemWith(const RunPlan& plan,
                                                         const Network& network) const
    {
        std::optional<Error> problem;
        if (auto failure = failureOf(std::string("Trying ") + plan.algorithm.name,
                                     [&] { problem = problemOf(plan, network, m_clients); }))
            return failure;
        return problem ? std::optional(problem->complaint()) : std::nullopt;
    }

    RunPlan m_plan;
    const Network& m_network;
    std::size_t m_clients;
    Result<Network> m_plain = Unexpected<Error>{Error{}};
};

} // namespace

NetworkFits networkFits(const RunPlan& plan,
                        const std::optional<SampleShape>& shape,
                        std::size_t classes,
                        std::size_t clients)
{
    NetworkFits fits;
    for (const CatalogEntry& entry : dataCatalog()) {
        if (!entry.samples)
            continue;
        if (std::optional<std::string> why = misfitOf(plan.model, *entry.samples))
            fits.otherDatasets.push_back({.title = entry.part.title, .why = std::move(*why)});
        else
            fits.datasets.push_back(entry.part.title);
    }
    if (!shape)
        return fits;
    if (const Result<Network> network = networkFor(plan.model, *shape, classes)) {
        fits.otherMethods = MethodFits(plan, *network, clients).refusals();
        fits.methodsAreTried = true;
    }
    return fits;
}

const NamedPart*
fittingModel(RunPlan plan, const Dataset& dataset, std::optional<std::size_t> clients)
{
    const NamedPart* first = nullptr;
    for (const NamedPart& choice : modelChoices()) {
        if (choice.name == kOwnLayers || choice.name == kTorchScript)
            continue;
        plan.model = {};
        plan.model.model.name = choice.name;
        complete(plan, registry());
        const Result<Network> network = planNetwork(plan, dataset);
        if (!network || (clients && problemOf(plan, *network, *clients)))
            continue;
        if (choice.name == "dnn_100")
            return &choice;
        if (!first)
            first = &choice;
    }
    return first;
}

} // namespace coterie
