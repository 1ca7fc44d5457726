#include "core/algorithms/aggregation.h"
#include "core/algorithms/method_library.h"

namespace coterie {
namespace {

struct MidwayParameters
{
    double share = 0.5;
};

constexpr std::array kMidwayParameters{bind<&MidwayParameters::share>(
    {.name = "share",
     .range = between(0, 1),
     .meaning = "How far each model moves towards the mean of all after its local work",
     .symbol = "s",
     .live = true})};

/// w_i ← (1 − s) w_i + s · mean of all w_j.
class Midway final : public Configured<PersonalModelsAlgorithm, MidwayParameters>
{
public:
    using Configured::Configured;

    void round(Federation& federation, RoundReport& report) override
    {
        const Trained trained = federation.train(m_models.rows, report);
        m_models.keep(trained.clients, trained.ends);
        const std::vector<std::size_t> here = federation.present();
        Matrix a = identityMatrix(federation.clients());
        for (const std::size_t i : here) {
            for (const std::size_t j : here)
                a.at(i, j) = m_parameters.share / static_cast<double>(here.size());
            a.at(i, i) += 1 - m_parameters.share;
        }
        m_models.rows = federation.mix(a, m_models.rows);
        report.collaboration = a;
        countExchange(federation, report, trained.clients);
    }
};

constexpr MadePart<Algorithm> kMidway = madeAs<Algorithm, Midway, MidwayParameters>(
    {.name = "midway",
     .title = "Midway",
     .meaning = "After its local work each client's model moves part of the way to the mean.",
     .parameters = kMidwayParameters});

} // namespace

COTERIE_METHODS(kMidway)

} // namespace coterie
