#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/base/indices.h"

namespace coterie {
namespace {

/// No collaboration: w_i ← LOCAL(w_i, i). The lower bound for every other method (ALGORITHMS §6.1).
class Independent final : public PersonalModelsAlgorithm
{
public:
    void round(Federation& federation, RoundReport& report) override
    {
        const Trained trained = federation.train(m_models.rows, report); // w_i = LOCAL(w_i, i)
        m_models.keep(trained.clients, trained.ends);
        report.collaboration = Collaboration::identity(federation.clients());
    }

    [[nodiscard]] State state() const override
    {
        State all = Algorithm::state();
        for (StatePart& part : all)
            part.lasting = true; // a round replaces the models and never writes to them
        return all;
    }
};

/// All data in one place: w ← LOCAL(w, all samples). Federations cannot do this; it is the upper
/// bound. The sampler's draw does not matter to it.
class Centralised final : public GlobalModelAlgorithm
{
public:
    void round(Federation& federation, RoundReport& report) override
    {
        const LocalJob everything{.client = federation.pooledClient()};
        m_model.row = federation.train({&everything, 1}, m_model.row, report).ends;

        const std::vector<std::size_t> everybody = indices(federation.population());
        report.participants.assign(everybody.begin(), everybody.end());
        report.collaboration = oneModelForAll(
            federation.clients(), everybody, federation.sizes().first(everybody.size()));
    }
};

} // namespace

constexpr MadePart<Algorithm> kIndependent = madeAs<Algorithm, Independent>(
    {.name = "independent",
     .title = "Independent",
     .meaning =
         "Every client trains alone on its own data, from the common initial weights; nothing "
         "is exchanged.",
     .paper = "HCCT, All-for-one (baseline)"});

constexpr MadePart<Algorithm> kCentralised = madeAs<Algorithm, Centralised>(
    {.name = "centralised",
     .title = "Centralised",
     .meaning = "One model trained on the pooled data of all clients: the upper bound, possible "
                "only if data may leave the clients."});

} // namespace coterie
