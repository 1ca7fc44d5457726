#include "core/algorithms/sfedhp.h"

#include "core/algorithms/aggregation.h"
#include "core/algorithms/anchor_term.h"
#include "core/base/indices.h"
#include "core/math/draws.h"
#include "core/metrics/metric_values.h"

#include <ATen/ATen.h>
#include <algorithm>

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

at::Tensor
edgeCentres(const SFedHpParameters& parameters, const at::Tensor& means, const at::Tensor& w)
{
    const double lambda1 = parameters.lambda1;
    const double lambda2 = parameters.lambda2;
    return (means * lambda1).add_(w, lambda2).div_(lambda1 + lambda2);
}

at::Tensor edgeModels(const SFedHpParameters& parameters,
                      double gamma,
                      const at::Tensor& w,
                      const at::Tensor& centres)
{
    at::Tensor slope = (w - centres).mul_(parameters.lambda2);
    if (gamma > 0)
        slope.add_(smoothL1Slope(w, parameters.rho), gamma);
    return w - slope.mul_(parameters.edgeLearningRate);
}

namespace {

/// S^t: ascending places of the edges that the cloud will average, `count` of them or, for 0, all.
std::vector<std::size_t>
drawnPlaces(const Federation& federation, std::size_t edges, std::size_t count)
{
    RandomStream stream = federation.stream(Purpose::Algorithm);
    std::vector<std::size_t> drawn =
        drawWithoutReplacement(std::vector<double>(edges, 1.0), count == 0 ? edges : count, stream);
    std::ranges::sort(drawn);
    return drawn;
}

std::vector<double> nonZeros(const at::Tensor& rows, double tolerance)
{
    const at::Tensor counts = (rows.abs() > tolerance).sum(-1).to(at::kDouble).to(at::kCPU);
    return {counts.data_ptr<double>(), counts.data_ptr<double>() + counts.numel()};
}

bool prunes(const SFedHpParameters& parameters)
{
    return parameters.isSparse() && parameters.pruneOnSend;
}

/// The rows as they arrive; shares their storage where nothing is cut.
ModelRows sent(const SFedHpParameters& parameters, const ModelRows& rows)
{
    if (!prunes(parameters))
        return rows;
    return {.parameters = rows.parameters * (rows.parameters.abs() > parameters.zeroTol),
            .buffers = rows.buffers};
}

SparseCode codeOf(const SFedHpParameters& parameters)
{
    return parameters.isSparse() ? parameters.code : SparseCode::Dense;
}

/// What each row takes.
std::vector<CodedBits> bitsOf(const SFedHpParameters& parameters, const ModelRows& rows)
{
    const SparseCode code = codeOf(parameters);
    const auto entries = static_cast<double>(rows.parameters.size(1));
    std::vector<double> counts(rows.count(), entries);
    if (code != SparseCode::Dense) // cut entries are zero, others must not be lost
        counts = nonZeros(rows.parameters, prunes(parameters) ? 0 : parameters.zeroTol);
    std::vector<CodedBits> bits;
    for (const double count : counts)
        bits.push_back(codedBits(code, entries, count));
    return bits;
}

/// Share of the entries of each row that are not zero (1 = dense): what the paper calls sparsity.
std::vector<double> sparsityOf(const SFedHpParameters& parameters, const ModelRows& rows)
{
    std::vector<double> shares = nonZeros(rows.parameters, parameters.zeroTol);
    for (double& share : shares)
        share /= static_cast<double>(rows.parameters.size(1));
    return shares;
}

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

/// Bits sent over one kind of link in a round, per client or edge server.
struct LinkBits
{
    LinkBits(Link kind, std::span<const std::size_t> senders)
        : link(kind)
        , ids(senders.begin(), senders.end())
        , numbers(senders.size(), 0.0)
        , index(senders.size(), 0.0)
    {}

    /// Adds what row `rowOf[i]` of a transmission took, or row i if nothing is said.
    void add(const std::vector<CodedBits>& rowBits, std::span<const std::size_t> rowOf = {})
    {
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const CodedBits& bits = rowBits[rowOf.empty() ? i : rowOf[i]];
            numbers[i] += bits.numbers;
            index[i] += bits.index;
        }
    }

    void tell(RoundReport& report) const
    {
        for (std::size_t i = 0; i < ids.size(); ++i)
            report.traffic.push_back(
                {.link = link, .client = static_cast<int>(ids[i]), .bits = numbers[i] + index[i]});
    }

    Link link;
    std::vector<std::size_t> ids;
    std::vector<double> numbers;
    std::vector<double> index;
};

/// The changing parts of a round of sFedHP, and references to the constant ones.
struct Tier
{
    Tier(const SFedHpParameters& method,
         std::span<const double> penaltyWeights,
         EdgeRound takingPart,
         std::size_t clients)
        : parameters(method)
        , gammas(penaltyWeights)
        , nesterov(method.innerSteps)
        , edges(std::move(takingPart))
        , prox({.pull = method.lambda1,
                .decay = method.weightDecayTheta,
                .gamma = gammas[0],
                .rho = method.rho,
                .stopBelow = method.nu,
                .steps = method.innerSteps},
               clients)
        , toClients(Link::ServerToClient, edges.clients)
        , fromClients(Link::ClientToServer, edges.clients)
        , fromCloud(Link::CloudToEdge, edges.edges)
        , toCloud(Link::EdgeToCloud, edges.edges)
    {}

    /// What happens between two rounds of the cloud, for the r-th time in this one: clients solve
    /// for θ_ij near φ_i (8), their edge averages what arrives into a new φ_i (10) and steps its
    /// w_i towards it (11). A client counts in its edge's mean for its weight.
    void playEdgeRound(Federation& federation, int r, RoundReport& report)
    {
        const ModelRows received = sent(parameters, centres); // as the clients see φ_i
        toClients.add(bitsOf(parameters, received), edges.placeOfClient);
        const bool goesOn = r > 0 && !parameters.restarts;
        std::vector<LocalJob> jobs = edges.jobs();
        for (std::size_t row = 0; row < jobs.size(); ++row) {
            jobs[row].startRow = goesOn ? row : jobs[row].startRow;
            jobs[row].steps = parameters.innerSteps;
            jobs[row].firstStep = static_cast<std::size_t>(r);
        }
        const LocalTask solve{.term = &prox,
                              .anchors = &received,
                              .stepsPerBatch = parameters.innerSteps,
                              .optimizer = parameters.nesterov ? &nesterov : nullptr};
        thetas = federation.train(jobs, goesOn ? thetas : received, report, solve).ends; // (8)

        const ModelRows answers = sent(parameters, thetas);
        fromClients.add(bitsOf(parameters, answers));
        means = edgeAverages(federation, edges, answers);
        const at::Tensor& w = models.parameters;
        centres = {.parameters = edgeCentres(parameters, means.parameters, w),
                   .buffers = means.buffers}; // (10)
        models = {.parameters = edgeModels(parameters, gammas[1], w, centres.parameters),
                  .buffers = means.buffers}; // (11)
    }

    /// Traffic as the code of the links has it, and beside it plainBytesUp and plainBytesDown, the
    /// same transmissions as whole models, and for sparse ones indexBitsUp and indexBitsDown, the
    /// part of the bits that says where the numbers belong. clientValues: sparsity of θ,
    /// proxResidual ‖∇H‖². groupValues, one per edge server: sparsity of φ, sentSparsity of the w_i
    /// that goes to the cloud, distanceToCentre ‖w_i − φ_i‖, distanceToClients ‖φ_i − θ̄_i‖. Where
    /// the smooth ℓ1 penalty adds to H or to the edges' problem, both have "penalty": γ₁φ_ρ(θ_ij)
    /// and γ₂φ_ρ(w_i).
    void describe(const Edges& all, std::size_t clients, RoundReport& report) const
    {
        for (const LinkBits* bits : {&toClients, &fromClients, &fromCloud, &toCloud})
            bits->tell(report);
        std::vector<double> residuals;
        for (const std::size_t client : edges.clients)
            residuals.push_back(prox.residuals()[client]);
        const double model = kBitsPerNumber / 8 * static_cast<double>(models.parameters.size(1));
        const std::vector<double> clientBytes(edges.clients.size(), model * parameters.edgeRounds);
        const std::vector<double> edgeBytes(edges.edges.size(), model);
        const auto ofClients = [&](const char* name, const std::vector<double>& values) {
            report.clientValues.push_back(namedValues(name, clients, edges.clients, values));
        };
        const auto ofEdges = [&](const char* name, const std::vector<double>& values) {
            report.groupValues.push_back(namedValues(name, all.count(), edges.edges, values));
        };
        ofClients("sparsity", sparsityOf(parameters, thetas));
        ofClients("proxResidual", residuals);
        ofEdges("sparsity", sparsityOf(parameters, centres));
        ofEdges("sentSparsity", sparsityOf(parameters, models));
        ofEdges("distanceToCentre", rowDistances(models.parameters, centres.parameters));
        ofEdges("distanceToClients", rowDistances(centres.parameters, means.parameters));
        for (const char* name : {"plainBytesUp", "plainBytesDown"}) {
            ofClients(name, clientBytes);
            ofEdges(name, edgeBytes);
        }
        if (codeOf(parameters) != SparseCode::Dense) {
            ofClients("indexBitsUp", fromClients.index);
            ofClients("indexBitsDown", toClients.index);
            ofEdges("indexBitsUp", toCloud.index);
            ofEdges("indexBitsDown", fromCloud.index);
        }
        if (gammas[0] > 0)
            ofClients("penalty", penalties(thetas.parameters, gammas[0], parameters.rho));
        if (gammas[1] > 0)
            ofEdges("penalty", penalties(models.parameters, gammas[1], parameters.rho));
    }

    const SFedHpParameters& parameters;
    std::span<const double> gammas;
    const Nesterov nesterov;
    EdgeRound edges;
    ModelRows models;  ///< w_i, one row per edge
    ModelRows centres; ///< φ_i
    ModelRows means;   ///< θ̄_i, as the edges received them
    ModelRows thetas;  ///< θ_ij, one row per client
    AnchorTerm prox;   ///< what H adds to ℓ
    LinkBits toClients;
    LinkBits fromClients;
    LinkBits fromCloud;
    LinkBits toCloud;
};

} // namespace

std::optional<Error>
SFedHp::problemWith(const RunPlan& plan, const Network&, std::size_t clients) const
{
    const std::size_t edges = edgeCount(plan.clients.edges, clients);
    if (static_cast<std::size_t>(m_parameters.selectedEdges) <= edges)
        return std::nullopt;
    return Error{.place = "/algorithm/selectedEdges",
                 .found = std::to_string(m_parameters.selectedEdges),
                 .allowed = "at most " + std::to_string(edges) + ", the number of edge servers"};
}

void SFedHp::round(Federation& federation, RoundReport& report)
{
    EdgeRound edges(
        m_edges, federation.participants(), participantWeights(federation, Aggregation::Uniform));
    if (edges.clients.empty())
        return;
    std::vector<std::size_t> selected =
        drawnPlaces(federation,
                    edges.edges.size(),
                    static_cast<std::size_t>(m_parameters.selectedEdges)); // S^t
    if (m_parameters.trainSelectedOnly) {
        edges = edges.only(m_edges, selected);
        selected = indices(selected.size());
    }
    Tier tier(m_parameters, m_gammas, edges, federation.clients());
    const ModelRows received = sent(m_parameters, m_model.row);
    const std::vector<std::size_t> fromCloud(edges.edges.size(), 0);
    tier.models = received.select(fromCloud); // w_i = φ_i = w
    tier.centres = tier.models.clone();
    for (int r = 0; r < m_parameters.edgeRounds; ++r)
        tier.playEdgeRound(federation, r, report);

    const ModelRows before = m_model.row;
    const ModelRows uploaded = sent(m_parameters, tier.models);
    const ModelRows mean =
        averaged(federation, uploaded.select(selected), std::vector<double>(selected.size(), 1.0));
    m_model.row = mixedBy(m_parameters.beta, before, mean); // w = (1−β)w + (β/S) Σ_{S^t} w_i
    m_personal.keep(edges.clients, tier.thetas);
    m_centres = edges.replaced(m_centres, tier.centres);
    federation.concludeTraining(edges.clients,
                                before,
                                std::vector<std::size_t>(edges.clients.size(), 0),
                                tier.thetas,
                                report);

    report.collaboration = twoLevels(federation.clients(),
                                     edges.only(m_edges, selected),
                                     std::vector<double>(selected.size(), 1.0));
    tier.fromCloud.add(bitsOf(m_parameters, received), fromCloud);
    tier.toCloud.add(bitsOf(m_parameters, uploaded));
    tier.describe(m_edges, federation.clients(), report);
    report.metrics["globalSparsity"] = sparsityOf(m_parameters, m_model.row).front();
    report.metrics["gamma1"] = m_gammas[0];
    report.metrics["gamma2"] = m_gammas[1];
    shrinkGammas(meanOf(sparsityOf(m_parameters, tier.thetas)), federation.roundIndex() + 1);
}

/// They become tiny, for good, when the policy says so.
void SFedHp::shrinkGammas(double clientSparsity, int roundsDone)
{
    if (m_parameters.gammaPolicy == GammaPolicy::Constant)
        return;
    const bool sparse = clientSparsity < m_parameters.gammaSparsity;
    const bool late = roundsDone >= m_parameters.gammaRounds;
    const bool joint = m_parameters.gammaPolicy == GammaPolicy::Joint;
    if (joint ? sparse && late : sparse)
        m_gammas[0] = std::min(m_gammas[0], m_parameters.gammaTiny);
    if (joint ? sparse && late : late)
        m_gammas[1] = std::min(m_gammas[1], m_parameters.gammaTiny);
}

constexpr MadePart<Algorithm> kSFedHp = madeAs<Algorithm, SFedHp, SFedHpParameters>(
    {.name = "sfedhp",
     .title = "sFedHP",
     .meaning = "Clients keep personal models near their edge server's, edge servers near the "
                "global one; a penalty can make all of them sparse and cheap to send. Local work "
                "is the inner steps of one mini-batch in each edge round; the arm's local steps "
                "and epochs do not count. Without edge servers, one serves all clients. An edge "
                "server's clients count alike, unless a sampler weighs them or draws one twice; "
                "edge servers always count alike.",
     .paper = "sFedHP",
     .parameters = kSFedHpParameters});

} // namespace coterie
