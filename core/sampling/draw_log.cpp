#include "core/sampling/draw_log.h"

#include "core/base/indices.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

namespace {

constexpr std::string_view kSelectionSamples = "selectionSamples";
constexpr std::string_view kSelectionBits = "selectionBits";

} // namespace

Draw DrawLog::finish(const Federation& federation,
                     const std::vector<std::size_t>& drawn,
                     RoundReport& report,
                     const std::vector<double>& weights)
{
    if (!m_times.defined())
        m_times = at::zeros({signedSize(federation.clients())}, at::kLong);
    NamedValues place{.name = "drawPlace", .values = {}};
    place.values.resize(federation.clients());
    auto* times = m_times.data_ptr<std::int64_t>();
    for (std::size_t d = 0; d < drawn.size(); ++d) {
        ++times[drawn[d]];
        if (!place.values[drawn[d]])
            place.values[drawn[d]] = static_cast<double>(d + 1);
    }
    report.clientValues.push_back(std::move(place));
    report.clientValues.push_back(
        {.name = "timesDrawn", .values = {times, times + federation.clients()}});
    if (std::ranges::find(report.clientValues, kSelectionBits, &NamedValues::name)
        == report.clientValues.end()) // no cost was reported, so that choosing was free
        for (const std::string_view name : {kSelectionSamples, kSelectionBits})
            report.metrics.emplace(name, 0.0);

    std::vector<std::size_t> order = indices(drawn.size());
    std::ranges::stable_sort(order, {}, [&](std::size_t d) { return drawn[d]; });
    Draw draw;
    for (const std::size_t d : order) {
        draw.clients.push_back(drawn[d]);
        if (!weights.empty())
            draw.weights.push_back(weights[d]);
    }
    return draw;
}

State DrawLog::state() const
{
    return m_times.defined() ? State{{.name = "timesDrawn", .values = m_times}} : State{};
}

void DrawLog::restore(const State& state)
{
    const at::Tensor times = statePart(state, "timesDrawn");
    m_times = times.defined() ? times.to(at::kCPU, at::kLong, false, /*copy=*/true) : times;
}

SelectionCost::SelectionCost(const Federation& federation)
    : m_federation(federation)
    , m_samples(federation.clients())
    , m_bits(federation.clients())
{}

void SelectionCost::samples(std::size_t client, double count)
{
    m_samples[client] = m_samples[client].value_or(0) + count;
}

void SelectionCost::send(Link link, std::size_t client, double scalars, RoundReport& report)
{
    m_federation.countTraffic(report, link, static_cast<int>(client), scalars);
    m_bits[client] = m_bits[client].value_or(0) + report.traffic.back().bits;
}

void SelectionCost::answer(std::size_t client, bool takesPart, double scalars, RoundReport& report)
{
    if (!takesPart)
        send(Link::ServerToClient,
             client,
             static_cast<double>(m_federation.facts().parameters),
             report);
    if (scalars > 0)
        send(Link::ClientToServer, client, scalars, report);
}

void SelectionCost::finish(RoundReport& report)
{
    const auto isThere = [](const std::optional<double>& value) { return value.has_value(); };
    if (std::ranges::none_of(m_samples, isThere) && std::ranges::none_of(m_bits, isThere))
        return; // nobody was asked
    report.clientValues.push_back(
        {.name = std::string(kSelectionSamples), .values = std::move(m_samples)});
    report.clientValues.push_back(
        {.name = std::string(kSelectionBits), .values = std::move(m_bits)});
}

std::vector<double> chancesBySize(const Federation& federation)
{
    std::vector<double> chances(federation.clients(), 0.0);
    for (const std::size_t k : federation.present())
        chances[k] = federation.sizes()[k];
    return chances;
}

std::vector<std::size_t> clientsWithSamples(const Federation& federation)
{
    std::vector<std::size_t> ids = federation.present();
    std::erase_if(ids, [&](std::size_t k) { return federation.sizes()[k] <= 0; });
    return ids;
}

} // namespace coterie
