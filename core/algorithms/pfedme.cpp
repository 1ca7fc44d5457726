#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/anchor_term.h"

#include <ATen/ATen.h>
#include <array>
#include <string_view>

namespace coterie {
namespace {

struct PFedMeParameters
{
    double pull = 15;         ///< λ
    int innerSteps = 5;       ///< K
    int localRounds = 20;     ///< R
    double modelRate = 0.005; ///< η
    double beta = 1;
    double weightDecayTheta = 0;
    bool restarts = false; ///< each solve starts at w_i instead of the last θ_i
    Aggregation aggregation = Aggregation::BySize;
};

constexpr std::array<std::string_view, 2> kPFedMeStarts{"previous", "center"};

constexpr std::array kPFedMeParameters{
    bind<&PFedMeParameters::pull>(
        {.name = "lambda",
         .title = "Pull of the global model",
         .range = atLeast(0),
         .meaning = "Strength of the pull of the personal model towards the client's copy of the "
                    "global one",
         .symbol = "λ",
         .equation = "pFedMe eq. (2)",
         .live = true}),
    bind<&PFedMeParameters::innerSteps>(
        {.name = "innerSteps",
         .range = between(1, 1000000),
         .unit = "steps",
         .meaning = "Steps on one mini-batch that find a personal model; their length is the arm's "
                    "learning rate",
         .symbol = "K",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::localRounds>(
        {.name = "localRounds",
         .range = between(1, 1000000),
         .unit = "local rounds",
         .meaning = "Personal models found, one after another, before the server averages",
         .symbol = "R",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::modelRate>(
        {.name = "modelRate",
         .title = "Global model's step",
         .range = above(0),
         .meaning = "Step of a client's copy of the global model, times λ, towards the personal "
                    "one",
         .symbol = "η",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::beta>({.name = "beta",
                                   .title = "Weight of the mean",
                                   .range = atLeast(0),
                                   .meaning = "Share of the clients' mean in the next global model",
                                   .symbol = "β",
                                   .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::weightDecayTheta>(
        {.name = "weightDecayTheta",
         .title = "Personal weight decay",
         .range = atLeast(0),
         .meaning = "This times θ is added to the gradient of θ",
         .profileCodeNumber = 1e-3}),
    bind<&PFedMeParameters::restarts>(
        {.name = "thetaInit",
         .title = "Solve starts from",
         .words = kPFedMeStarts,
         .meaning = "A solve starts at the last personal model of this round, or at the client's "
                    "copy of the global one (center)",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::aggregation>(kAggregationParameter),
};

/// A personal model θ_i near each client's copy w_i of the global model, which follows it: the
/// gradient of a Moreau envelope (Dinh et al. 2020, Algorithm 1; ALGORITHMS §7.6). Evaluated is
/// θ_i; the authors' code evaluates w_i under that name, so both are reported. The paper lets
/// everybody find a θ_i and averages the w_i of those drawn; here only they work, as with every
/// other method: the same w for less, while θ_i of the others is that of an earlier round.
class PFedMe final : public Configured<GlobalModelAlgorithm, PFedMeParameters>
{
public:
    explicit PFedMe(const PFedMeParameters& parameters)
        : Configured(parameters)
    {
        keeps("personalModels", m_personal.rows);
        keeps("localModels", m_local.rows);
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_personal.start(federation);
        m_local.start(federation);
    }
    void round(Federation& federation, RoundReport& report) override
    {
        const std::vector<std::size_t> clients = federation.participants();
        if (clients.empty())
            return;
        const AnchorTerm prox({.pull = m_parameters.pull,
                               .decay = m_parameters.weightDecayTheta,
                               .steps = m_parameters.innerSteps},
                              federation.clients());
        const std::vector<std::size_t> here = federation.participantsHere();
        const std::vector<std::size_t> fromServer(here.size(), 0);
        ModelRows local = m_model.row.select(fromServer); // w_i = w
        ModelRows thetas = local;                         // θ_i = w
        for (int r = 0; r < m_parameters.localRounds; ++r) {
            std::vector<LocalJob> jobs = jobsFromOwnModels(federation);
            for (LocalJob& job : jobs) {
                job.steps = m_parameters.innerSteps;
                job.firstStep = static_cast<std::size_t>(r);
            }
            const LocalTask solve{
                .term = &prox, .anchors = &local, .stepsPerBatch = m_parameters.innerSteps};
            thetas =
                federation.train(jobs, m_parameters.restarts ? local : thetas, report, solve).ends;
            const at::Tensor& w = local.parameters; // w_i − ηλ(w_i − θ_i)
            local = {.parameters =
                         w
                         - (w - thetas.parameters).mul_(m_parameters.modelRate * m_parameters.pull),
                     .buffers = thetas.buffers};
        }
        const std::vector<double> weights =
            participantWeights(federation, m_parameters.aggregation);
        const ModelRows before = m_model.row;
        const ModelRows mean = averaged(federation, local, weights);
        m_model.row = mixedBy(m_parameters.beta, before, mean); // w = (1−β)w + β·WAVG({w_i}, a, S)
        m_personal.keep(here, thetas);
        m_local.keep(here, local);
        federation.concludeTraining(here, before, fromServer, local, report);
        reportAverage(federation, report, clients, weights);
    }

    [[nodiscard]] ModelsInUse models() const override
    {
        ModelsInUse models = m_personal.inUse(&m_model);
        models.middle = &m_local.rows;
        models.middleRow = models.personalRow;
        models.middleName = "localModel";
        return models;
    }

private:
    PersonalModels m_personal; ///< θ_i
    PersonalModels m_local;    ///< w_i
};

} // namespace

constexpr MadePart<Algorithm> kPFedMe = madeAs<Algorithm, PFedMe, PFedMeParameters>(
    {.name = "pfedme",
     .title = "pFedMe",
     .meaning =
         "Every client finds a personal model near its copy of the global one, which follows "
         "it; the copies are averaged. Local work is the inner steps of one mini-batch in "
         "each local round; the arm's local steps and epochs do not count. A client that is "
         "not drawn does no work and keeps its last personal model; in the paper all clients "
         "work.",
     .paper = "Dinh et al. 2020",
     .parameters = kPFedMeParameters});

} // namespace coterie
