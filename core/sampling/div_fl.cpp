#include "core/sampling/div_fl.h"

#include "core/collaboration/facility_location.h"
#include "core/math/similarity.h"
#include "core/sampling/kept_updates.h"

#include <algorithm>

namespace coterie {
namespace {

enum class Refresh
{
    Gradients,
    LocalWork,
    Participants
};

Refresh refreshNamed(const std::string& word)
{
    if (word == "participants")
        return Refresh::Participants;
    return word == "localWork" ? Refresh::LocalWork : Refresh::Gradients;
}

/// d_ki = ‖Δ_k − Δ_i‖; S greedily lowers Σ_k min_{i∈S} d_ki (ALGORITHMS §8.4).
class DivFl final : public Sampler
{
public:
    explicit DivFl(const ParameterSet& parameters)
        : m_count(static_cast<std::size_t>(parameters.integer("count")))
        , m_refresh(refreshNamed(parameters.word("refresh")))
        , m_subsample(parameters.real("subsample"))
        , m_weighted(parameters.boolean("weighted"))
    {}

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) override
    {
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        const Matrix distances = distancesFromGram(gramOf(ids, federation, models));
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<std::size_t> chosen =
            chooseDiverse(distances, m_count, m_subsample, stream);
        std::vector<std::size_t> drawn;
        for (const std::size_t place : chosen)
            drawn.push_back(ids[place]);
        reportCost(federation, ids, drawn, report);
        return m_log.finish(federation,
                            drawn,
                            report,
                            m_weighted ? nearestCounts(distances, chosen) : std::vector<double>());
    }

    void observe(const Federation& federation, const Trained& trained, RoundReport&) override
    {
        const std::size_t all = federation.network().layout().parameterCount;
        if (m_refresh == Refresh::Participants)
            m_updates.observe(federation, trained, {.first = 0, .last = all});
    }

    [[nodiscard]] State state() const override
    {
        State all = m_log.state();
        std::ranges::move(m_updates.state(), std::back_inserter(all));
        return all;
    }
    void restore(const State& state) override
    {
        m_log.restore(state);
        m_updates.restore(state);
    }

private:
    [[nodiscard]] Matrix gramOf(const std::vector<std::size_t>& ids,
                                Federation& federation,
                                const ModelsInUse& models) const
    {
        if (m_refresh == Refresh::Participants)
            return m_updates.gram(ids);
        ModelRows rows = models.global ? *models.global : *models.personal; // shares their storage
        const auto rowOf = [&](std::size_t k) {
            return models.global ? models.globalRow : models.personalRow[k];
        };
        if (m_refresh == Refresh::LocalWork) {
            std::vector<LocalJob> jobs;
            for (const std::size_t k : ids)
                jobs.push_back({.client = k, .startRow = rowOf(k)});
            return gramOfRows(federation.rehearse(jobs, rows).updates());
        }
        std::vector<BatchSequence> batches; // holds what the jobs look at
        for (const std::size_t k : ids)
            batches.push_back(federation.batches(k, k, batchSize(federation)));
        std::vector<GradientJob> jobs;
        for (std::size_t i = 0; i < ids.size(); ++i)
            jobs.push_back({.client = ids[i],
                            .modelRow = rowOf(ids[i]),
                            .samples = batches[i].next(),
                            .target = i});
        return gramOfRows(federation.gradients(jobs, rows, ids.size()));
    }

    static std::size_t batchSize(const Federation& federation)
    {
        return static_cast<std::size_t>(federation.plan().local.batch);
    }

    /// Everybody receives the model and sends an update; participants do both anyway, but a
    /// gradient is one more thing that they send.
    void reportCost(const Federation& federation,
                    const std::vector<std::size_t>& ids,
                    const std::vector<std::size_t>& drawn,
                    RoundReport& report) const
    {
        if (m_refresh == Refresh::Participants)
            return;
        const auto model = static_cast<double>(federation.facts().parameters);
        SelectionCost cost(federation);
        for (const std::size_t k : ids) {
            const bool takesPart = std::ranges::find(drawn, k) != drawn.end();
            const bool forThis = m_refresh == Refresh::Gradients || !takesPart;
            cost.answer(k, takesPart, forThis ? model : 0, report);
            if (forThis)
                cost.samples(k, samplesOf(k, federation));
        }
        cost.finish(report);
    }

    /// How many samples the client's answer takes.
    [[nodiscard]] double samplesOf(std::size_t client, const Federation& federation) const
    {
        const LocalSettings& local = federation.plan().local;
        const double size = federation.sizes()[client];
        const double batch = std::min(size, static_cast<double>(local.batch));
        if (m_refresh == Refresh::Gradients)
            return batch;
        return local.localSteps ? batch * *local.localSteps : size * local.localEpochs.value_or(1);
    }

    std::size_t m_count;
    Refresh m_refresh;
    double m_subsample;
    bool m_weighted;
    DrawLog m_log;
    KeptUpdates m_updates;
};

} // namespace

std::unique_ptr<Sampler> makeDivFl(const ParameterSet& parameters)
{
    return std::make_unique<DivFl>(parameters);
}

} // namespace coterie
