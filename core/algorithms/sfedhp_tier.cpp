#include "core/algorithms/sfedhp_tier.h"

#include "core/algorithms/anchor_term.h"
#include "core/collaboration/sparsity.h"
#include "core/math/draws.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

void Nesterov::step(at::Tensor weights,
                    at::Tensor gradient,
                    std::span<at::Tensor> memory,
                    std::int64_t stepIndex,
                    double learningRate) const
{
    const auto k = static_cast<double>(stepIndex + 1);
    const at::Tensor moves = gradient.ne(0).any(-1, /*keepdim=*/true);
    weights.sub_(gradient, learningRate); // θ⁺
    if (stepIndex > 0 && stepIndex + 1 < m_steps) {
        gradient.copy_(weights).sub_(memory[0]).mul_(moves); // θ⁺ − θ
        memory[0].copy_(weights);
        weights.add_(gradient, (k - 1) / (k + 2)); // v
    } else {
        memory[0].copy_(weights); // (k − 1) is 0 in the first step; the last one ends at θ⁺
    }
}

void SFedHpGammas::apply(const SFedHpParameters& parameters, double clientSparsity, int roundsDone)
{
    if (parameters.gammaPolicy == GammaPolicy::Constant)
        return;
    const bool sparse = clientSparsity < parameters.gammaSparsity;
    const bool late = roundsDone >= parameters.gammaRounds;
    const bool joint = parameters.gammaPolicy == GammaPolicy::Joint;
    if (joint ? sparse && late : sparse)
        both[0] = std::min(both[0], parameters.gammaTiny);
    if (joint ? sparse && late : late)
        both[1] = std::min(both[1], parameters.gammaTiny);
}

at::Tensor EdgeStep::centres(const at::Tensor& means, const at::Tensor& w) const
{
    return (means * lambda1).add_(w, lambda2).div_(lambda1 + lambda2);
}

at::Tensor EdgeStep::models(const at::Tensor& w, const at::Tensor& centres) const
{
    at::Tensor slope = (w - centres).mul_(lambda2);
    if (gamma > 0)
        slope.add_(smoothL1Slope(w, rho), gamma);
    return w - slope.mul_(rate);
}

std::vector<std::size_t>
drawnPlaces(const Federation& federation, std::size_t edges, std::size_t count)
{
    RandomStream stream = federation.stream(Purpose::Algorithm);
    std::vector<std::size_t> drawn =
        drawWithoutReplacement(std::vector<double>(edges, 1.0), count == 0 ? edges : count, stream);
    std::ranges::sort(drawn);
    return drawn;
}

namespace {

std::vector<double> nonZeros(const at::Tensor& rows, double tolerance)
{
    const at::Tensor counts = (rows.abs() > tolerance).sum(-1).to(at::kDouble).to(at::kCPU);
    return {counts.data_ptr<double>(), counts.data_ptr<double>() + counts.numel()};
}

} // namespace

ModelRows SparseLinks::sent(const ModelRows& rows) const
{
    if (!m_parameters.prunes)
        return rows;
    return {.parameters = rows.parameters * (rows.parameters.abs() > m_parameters.zeroTolerance),
            .buffers = rows.buffers};
}

std::vector<double> SparseLinks::bits(const ModelRows& rows) const
{
    const auto entries = static_cast<double>(rows.parameters.size(1));
    std::vector<double> counts(rows.count(), entries);
    if (m_parameters.code != SparseCode::Dense) // cut entries are zero, others must not be lost
        counts = nonZeros(rows.parameters, m_parameters.prunes ? 0 : m_parameters.zeroTolerance);
    for (double& count : counts)
        count = codedBits(m_parameters.code, entries, count, m_parameters.bitsPerNumber);
    return counts;
}

std::vector<double> SparseLinks::sparsity(const ModelRows& rows) const
{
    std::vector<double> shares = nonZeros(rows.parameters, m_parameters.zeroTolerance);
    for (double& share : shares)
        share /= static_cast<double>(rows.parameters.size(1));
    return shares;
}

void LinkBits::add(const std::vector<double>& rowBits, std::span<const std::size_t> rowOf)
{
    for (std::size_t i = 0; i < bits.size(); ++i)
        bits[i] += rowBits[rowOf.empty() ? i : rowOf[i]];
}

void LinkBits::report(RoundReport& report) const
{
    for (std::size_t i = 0; i < bits.size(); ++i)
        report.traffic.push_back(
            {.link = link, .client = static_cast<int>(ids[i]), .bits = bits[i]});
}

namespace {

constexpr double kPlainBytesPerNumber = 4;

/// γφ_ρ of each row.
std::vector<double> penalties(const at::Tensor& rows, double gamma, double rho)
{
    const at::Tensor numbers = rows.to(at::kCPU, at::kDouble).contiguous();
    const auto width = static_cast<std::size_t>(numbers.size(1));
    std::vector<double> values;
    for (std::int64_t row = 0; row < numbers.size(0); ++row)
        values.push_back(gamma * smoothL1(std::span(numbers[row].data_ptr<double>(), width), rho));
    return values;
}

} // namespace

void describePenalties(const SFedHpTier& tier,
                       const Edges& all,
                       std::size_t clients,
                       RoundReport& report)
{
    const SFedHpGammas& gammas = tier.gammas;
    const double rho = tier.parameters.rho;
    if (gammas.client() > 0)
        report.clientValues.push_back(
            namedValues("penalty",
                        clients,
                        tier.edges.clients,
                        penalties(tier.thetas.parameters, gammas.client(), rho)));
    if (gammas.edge() > 0)
        report.groupValues.push_back(edgeValues(
            "penalty", all, tier.edges, penalties(tier.models.parameters, gammas.edge(), rho)));
}

void describeTier(const SFedHpTier& tier,
                  const Edges& all,
                  std::size_t clients,
                  RoundReport& report)
{
    for (const LinkBits* bits :
         {&tier.toClients, &tier.fromClients, &tier.fromCloud, &tier.toCloud})
        bits->report(report);

    const EdgeRound& edges = tier.edges;
    const SparseLinks& links = tier.links;
    std::vector<double> residuals;
    for (const std::size_t client : edges.clients)
        residuals.push_back(tier.prox.residuals()[client]);
    const double model = kPlainBytesPerNumber * static_cast<double>(tier.models.parameters.size(1));
    const std::vector<double> clientBytes(edges.clients.size(), model * tier.parameters.edgeRounds);
    const std::vector<double> edgeBytes(edges.edges.size(), model);
    const auto ofClients = [&](const char* name, const std::vector<double>& values) {
        report.clientValues.push_back(namedValues(name, clients, edges.clients, values));
    };
    const auto ofEdges = [&](const char* name, const std::vector<double>& values) {
        report.groupValues.push_back(edgeValues(name, all, edges, values));
    };
    ofClients("sparsity", links.sparsity(tier.thetas));
    ofClients("proxResidual", residuals);
    ofEdges("sparsity", links.sparsity(tier.centres));
    ofEdges("sentSparsity", links.sparsity(tier.models));
    ofEdges("distanceToCentre", rowDistances(tier.models.parameters, tier.centres.parameters));
    ofEdges("distanceToClients", rowDistances(tier.centres.parameters, tier.means.parameters));
    for (const char* name : {"plainBytesUp", "plainBytesDown"}) {
        ofClients(name, clientBytes);
        ofEdges(name, edgeBytes);
    }
}

void playEdgeRound(Federation& federation, int r, SFedHpTier& tier, RoundReport& report)
{
    const SFedHpParameters& parameters = tier.parameters;
    const ModelRows centres = tier.links.sent(tier.centres); // as the clients see φ_i
    tier.toClients.add(tier.links.bits(centres), tier.edges.placeOfClient);
    const bool goesOn = r > 0 && parameters.thetaInit == ThetaStart::Previous;
    std::vector<LocalJob> jobs = tier.edges.jobs();
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        jobs[row].startRow = goesOn ? row : jobs[row].startRow;
        jobs[row].steps = parameters.innerSteps;
        jobs[row].firstStep = static_cast<std::size_t>(r);
    }
    const LocalTask solve{
        .term = &tier.prox,
        .anchors = &centres,
        .stepsPerBatch = parameters.innerSteps,
        .optimizer = parameters.innerSolver == InnerSolver::Nesterov ? &tier.nesterov : nullptr};
    tier.thetas = federation.train(jobs, goesOn ? tier.thetas : centres, report, solve).ends; // (8)

    const ModelRows sent = tier.links.sent(tier.thetas);
    tier.fromClients.add(tier.links.bits(sent));
    tier.means = edgeAverages(tier.edges, sent, federation.bufferMode());
    const EdgeStep step{.lambda1 = parameters.lambda1,
                        .lambda2 = parameters.lambda2,
                        .gamma = tier.gammas.edge(),
                        .rho = parameters.rho,
                        .rate = parameters.edgeLearningRate};
    const at::Tensor& w = tier.models.parameters;
    tier.centres = {.parameters = step.centres(tier.means.parameters, w),
                    .buffers = tier.means.buffers}; // (10)
    tier.models = {.parameters = step.models(w, tier.centres.parameters),
                   .buffers = tier.means.buffers}; // (11)
}

} // namespace coterie
