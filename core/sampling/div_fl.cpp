#include "core/collaboration/facility_location.h"
#include "core/math/similarity.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <array>

namespace coterie {
namespace {

enum class Refresh
{
    Gradients,
    LocalWork,
    Participants
};

constexpr std::array<std::string_view, 3> kDivFlRefreshWords{
    "gradients", "localWork", "participants"};

struct DivFlParameters
{
    std::size_t count = 1; ///< K
    Refresh refresh = Refresh::Gradients;
    double subsample = 0.1;
    bool weighted = false;
};

constexpr std::array kDivFlParameters{
    bind<&DivFlParameters::count>(kCountParameter),
    bind<&DivFlParameters::refresh>(
        {.name = "refresh",
         .title = "Clients compared by",
         .words = kDivFlRefreshWords,
         .meaning = "Compares every client's gradient of one mini-batch (ideal), every client's "
                    "whole local work (the released code's ideal), or what the participants of "
                    "earlier rounds sent (stale)",
         .equation = "HiCS-FL §6.1.2",
         .profileCodeWord = "localWork"}),
    bind<&DivFlParameters::subsample>(
        {.name = "subsample",
         .title = "Share compared",
         .range = above(0).atMost(1),
         .meaning = "Share of the clients that each greedy choice compares, at least as many as "
                    "take part; 1: all of them",
         .equation = "released code"}),
    bind<&DivFlParameters::weighted>(
        {.name = "weighted",
         .title = "Weigh by represented clients",
         .meaning = "A participant counts for the number of clients nearest to it, in methods that "
                    "average their participants; a method's own weights do not change"}),
};

/// d_ki = ‖Δ_k − Δ_i‖; S greedily lowers Σ_k min_{i∈S} d_ki (ALGORITHMS §8.4).
class DivFl final : public ConfiguredSampler<DivFlParameters>
{
public:
    using ConfiguredSampler::ConfiguredSampler;

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) override
    {
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        const Matrix distances = distancesFromGram(gramOf(ids, federation, models));
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<std::size_t> chosen =
            chooseDiverse(distances, m_parameters.count, m_parameters.subsample, stream);
        std::vector<std::size_t> drawn;
        for (const std::size_t place : chosen)
            drawn.push_back(ids[place]);
        reportCost(federation, ids, drawn, report);
        return m_log.finish(federation,
                            drawn,
                            report,
                            m_parameters.weighted ? nearestCounts(distances, chosen)
                                                  : std::vector<double>());
    }

    void observe(const Federation& federation, const Trained& trained, RoundReport&) override
    {
        if (m_parameters.refresh == Refresh::Participants)
            m_updates.observe(federation, trained);
    }

private:
    [[nodiscard]] Matrix gramOf(const std::vector<std::size_t>& ids,
                                Federation& federation,
                                const ModelsInUse& models) const
    {
        if (m_parameters.refresh == Refresh::Participants)
            return m_updates.gram(ids);
        ModelRows rows = models.global ? *models.global : *models.personal; // shares their storage
        const auto rowOf = [&](std::size_t k) {
            return models.global ? models.globalRow : models.personalRow[k];
        };
        if (m_parameters.refresh == Refresh::LocalWork) {
            std::vector<LocalJob> jobs;
            for (const std::size_t k : ids)
                jobs.push_back({.client = k, .startRow = rowOf(k)});
            return gramOfRows(federation.rehearse(jobs, rows).updates());
        }
        std::vector<BatchSequence> batches; // owns the samples of the jobs
        for (const std::size_t k : ids)
            batches.push_back(
                federation.batches(k, k, static_cast<std::size_t>(federation.plan().local.batch)));
        std::vector<GradientJob> jobs;
        for (std::size_t i = 0; i < ids.size(); ++i)
            jobs.push_back({.client = ids[i],
                            .modelRow = rowOf(ids[i]),
                            .samples = batches[i].next(),
                            .target = i});
        return gramOfRows(federation.gradients(jobs, rows, ids.size()));
    }

    /// Every client receives the model and sends an update. Participants do both anyway, but they
    /// send a gradient in addition.
    void reportCost(const Federation& federation,
                    const std::vector<std::size_t>& ids,
                    const std::vector<std::size_t>& drawn,
                    RoundReport& report) const
    {
        if (m_parameters.refresh == Refresh::Participants)
            return;
        const auto model = static_cast<double>(federation.facts().parameters);
        SelectionCost cost(federation);
        for (const std::size_t k : ids) {
            const bool takesPart = std::ranges::find(drawn, k) != drawn.end();
            const bool forThis = m_parameters.refresh == Refresh::Gradients || !takesPart;
            cost.answer(k, takesPart, forThis ? model : 0, report);
            if (forThis)
                cost.samples(k, samplesOf(k, federation));
        }
        cost.finish(report);
    }

    /// Samples that the client's answer takes.
    [[nodiscard]] double samplesOf(std::size_t client, const Federation& federation) const
    {
        const LocalSettings& local = federation.plan().local;
        const double size = federation.sizes()[client];
        const double batch = std::min(size, static_cast<double>(local.batch));
        if (m_parameters.refresh == Refresh::Gradients)
            return batch;
        return local.localSteps ? batch * *local.localSteps : size * local.localEpochs.value_or(1);
    }
};

} // namespace

constexpr MadePart<Sampler> kDivFl = madeAs<Sampler, DivFl, DivFlParameters>(
    {.name = "divFl",
     .title = "DivFL",
     .meaning = "Chooses clients whose updates represent all updates best: greedy facility "
                "location.",
     .paper = "Balakrishnan et al. 2022; HiCS-FL (baseline)",
     .parameters = kDivFlParameters});

} // namespace coterie
