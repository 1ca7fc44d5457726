// What HCCT's server remembers of a round and does with it: the updates it compares clients by, the
// layer of HCCT-E, and where newcomers go.
#include "core/algorithms/hcct.h"
#include "core/algorithms/newcomers.h"
#include "core/algorithms/similarity_vectors.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

void Hcct::remember(const Federation& federation, const Trained& trained, RoundReport& report)
{
    if (trained.clients.empty())
        return;
    if (m_parameters.usesOneLayer && !m_layer)
        chooseLayer(trained, report);
    const LayerColumns* layer = m_layer ? &m_layers[*m_layer] : nullptr;
    const at::Tensor vectors =
        similarityVectors(trained, m_parameters, layer, *m_head, federation.network().layout());
    if (!m_vectors.defined())
        m_vectors = at::zeros({static_cast<std::int64_t>(federation.clients()), vectors.size(1)},
                              vectors.options());
    for (std::size_t j = 0; j < trained.clients.size(); ++j) {
        m_vectors.select(0, static_cast<std::int64_t>(trained.clients[j]))
            .copy_(vectors.select(0, static_cast<std::int64_t>(j)));
        m_known[trained.clients[j]] = m_known[trained.clients[j]] || trained.results[j].steps > 0;
    }
}

/// HCCT eq. (19), once, after the first round, whose updates all start from w⁰.
void Hcct::chooseLayer(const Trained& trained, RoundReport& report)
{
    const std::vector<double> scores =
        layerScores(trained.updates(), m_layers, m_parameters.layerScore);
    m_layer = largestScore(scores);
    std::string sentence = "Updates are compared in layer " + m_layers[*m_layer].name + "; scores:";
    for (std::size_t i = 0; i < scores.size(); ++i)
        sentence += (i == 0 ? " " : ", ") + m_layers[i].name + ' ' + shortestText(scores[i]);
    report.events.push_back({.severity = Severity::Information,
                             .kind = "layerScore",
                             .client = std::nullopt,
                             .sentence = sentence + '.'});
}

/// Newcomers join the group that gains most; the next round starts them from its model (§2.4).
void Hcct::placeNewcomers(const Federation& federation,
                          std::span<const std::size_t> newcomers,
                          RoundReport& report)
{
    if (!m_parameters.newcomersJoinAtOnce || federation.roundIndex() == 0)
        return;
    for (const std::size_t newcomer : newcomers) {
        const std::vector<int> self{static_cast<int>(newcomer)};
        Groups others = m_groups;
        if (std::erase(others, self) == 0)
            continue; // another newcomer of this round has joined it
        const std::optional<std::size_t> joined =
            bestGroupFor(newcomer, updates(federation), m_settings, others, report);
        if (!joined)
            continue;
        const ModelRows own = m_head->isEmpty() ? m_models.rows : m_models.rows.clone();
        m_models.rows.copyRow(
            newcomer, m_models.rows, static_cast<std::size_t>(others[*joined].front()));
        m_head->keep(m_models.rows, own);
        others[*joined].push_back(self.front());
        std::ranges::sort(others[*joined]);
        std::ranges::sort(others, {}, [](const auto& group) { return group.front(); });
        m_groups = others;
    }
}

ClientUpdates Hcct::updates(const Federation& federation) const
{
    return {.vectors = m_vectors,
            .known = m_known,
            .sizes = federation.sizes(),
            .signs = m_parameters.comparesSigns};
}

} // namespace coterie
