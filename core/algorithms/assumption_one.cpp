#include "core/algorithms/fed_avg.h"
#include "core/collaboration/entropy_envelope.h"
#include "core/math/label_distributions.h"
#include "core/sampling/draw_log.h"
#include "core/train/whole_gradients.h"

#include <ATen/ATen.h>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace coterie {
namespace {

struct AssumptionOneParameters
{
    FedAvgParameters average;
    int every = 1;        ///< rounds
    bool withRate = true; ///< ‖η∇F_k − η∇F‖², as in the paper's Figure 6
    double share = 0.95;
};

constexpr std::array kAssumptionOneParameters{
    bind<&AssumptionOneParameters::average, &FedAvgParameters::aggregation>(kAggregationParameter),
    bind<&AssumptionOneParameters::every>(
        {.name = "every",
         .title = "Measure every",
         .range = atLeast(1),
         .unit = "rounds",
         .meaning = "Rounds between two measurements; each costs about as much as a local epoch of "
                    "all clients",
         .equation = "HiCS-FL §6.2"}),
    bind<&AssumptionOneParameters::withRate>(
        {.name = "withRate",
         .title = "Times the learning rate",
         .meaning = "Multiplies gradients by the learning rate, as in the paper's figure",
         .symbol = "η",
         .equation = "HiCS-FL Figure 6"}),
    bind<&AssumptionOneParameters::share>(
        {.name = "share",
         .title = "Share within the curves",
         .range = above(0).below(1),
         .meaning = "Share of the points that lie between the two fitted curves",
         .equation = "HiCS-FL Figure 6"}),
};

/// β, ρ and κ of the upper and of the lower curve with a share of the points between them; nothing
/// if there are too few points.
std::vector<double> curvesThrough(const std::vector<double>& entropies,
                                  const std::vector<double>& distances,
                                  double largest,
                                  double share)
{
    std::vector<double> numbers;
    for (const double quantile : {(1 + share) / 2, (1 - share) / 2}) {
        const auto curve = fitEnvelope(entropies, distances, largest, quantile);
        if (!curve)
            return {};
        numbers.insert(numbers.end(), {curve->beta, curve->rho, curve->kappa});
    }
    return numbers;
}

/// Both curves' β, ρ and κ as values, the upper one's first.
void reportCurves(const std::vector<double>& numbers,
                  const std::string& prefix,
                  RoundReport& report)
{
    if (numbers.empty())
        return;
    constexpr std::array kNames{"Beta", "Rho", "Kappa"};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        report.groupValues.push_back(
            {.name = prefix + kNames[i], .values = {numbers[i], numbers[kNames.size() + i]}});
}

/// FedAvg that measures, before a round, the distance of each client's gradient of all its samples
/// from that of a super-client with all data (HiCS-FL §6.2, Figure 6). By Assumption 1 (eq. 3) the
/// distance falls as the entropy of the client's labels rises. The curves κ − ρ·exp(β(H − ln C))
/// with a share of the points between them are fitted to the points of all rounds measured so far,
/// as in the figure, and reported every round; the curves of one round alone are among the values
/// of that round.
class AssumptionOne final : public FedAvg
{
public:
    explicit AssumptionOne(const AssumptionOneParameters& parameters)
        : FedAvg(parameters.average)
        , m_parameters(parameters)
    {
        keeps("entropies", m_entropies);
        keeps("distances", m_distances);
        keeps("curves", m_curves);
    }

    void round(Federation& federation, RoundReport& report) override
    {
        if (federation.roundIndex() % m_parameters.every == 0 && federation.facts().classes > 0)
            measure(federation, report);
        reportCurves(m_curves, "envelope", report);
        FedAvg::round(federation, report);
    }

private:
    void measure(Federation& federation, RoundReport& report)
    {
        const std::vector<std::size_t> clients = clientsWithSamples(federation);
        std::vector<double> entropies;
        double samples = 0;
        for (const std::size_t k : clients) {
            entropies.push_back(labelEntropy(federation.facts().classCounts[k]));
            samples += federation.sizes()[k];
        }
        ModelRows model = m_model.row; // shares its storage
        const at::Tensor gradients = wholeGradients(federation, clients, model, [](std::size_t) {
                                         return std::size_t{0};
                                     }).to(at::kDouble);
        at::Tensor everybody = at::zeros_like(gradients[0]); // the super-client's
        for (std::size_t i = 0; i < clients.size(); ++i)
            everybody.add_(gradients[signedSize(i)], federation.sizes()[clients[i]] / samples);
        const double rate = m_parameters.withRate ? federation.learningRate() : 1.0;
        const at::Tensor squares =
            ((gradients - everybody) * rate).square().sum(1).to(at::kCPU).contiguous();
        const std::vector<double> distances(squares.data_ptr<double>(),
                                            squares.data_ptr<double>() + clients.size());
        report.clientValues.push_back(
            namedValues("trueEntropy", federation.clients(), clients, entropies));
        report.clientValues.push_back(
            namedValues("gradientDistance", federation.clients(), clients, distances));

        for (std::size_t i = 0; i < distances.size(); ++i) {
            if (!std::isfinite(distances[i]))
                continue; // no curve fits it, and it would spoil those of all rounds
            m_entropies.push_back(entropies[i]);
            m_distances.push_back(distances[i]);
        }
        const double largest = std::log(static_cast<double>(federation.facts().classes)); // ln C
        reportCurves(curvesThrough(entropies, distances, largest, m_parameters.share),
                     "roundEnvelope",
                     report);
        m_curves = curvesThrough(m_entropies, m_distances, largest, m_parameters.share);
    }

    AssumptionOneParameters m_parameters;
    std::vector<double> m_entropies; ///< of every client in every round measured
    std::vector<double> m_distances; ///< of the same
    std::vector<double> m_curves; ///< β, ρ and κ of the upper curve through them, then the lower
};

} // namespace

constexpr MadePart<Algorithm> kAssumptionOne =
    madeAs<Algorithm, AssumptionOne, AssumptionOneParameters>(
        {.name = "assumptionOne",
         .title = "FedAvg, measuring Assumption 1",
         .meaning =
             "FedAvg that also measures the distance of each client's gradient from that of all "
             "data together, to compare it with the entropy of the client's labels.",
         .paper = "HiCS-FL §6.2",
         .parameters = kAssumptionOneParameters});

} // namespace coterie
