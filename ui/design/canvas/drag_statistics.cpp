#include "ui/design/canvas/drag_statistics.h"

#include "ui/design/canvas/sketch_json.h"
#include "ui/design/experiment_document.h"
#include "ui/design/json_splice.h"
#include "ui/refresh_timer.h"

#include <utility>

namespace coterie::ui {

std::optional<PartitionStatistics>
statisticsAfter(const DragWish& wish, const Registry& registry, RunData& data)
{
    const auto text = spliceJson(wish.text, written(wish.before, wish.edit).changes);
    if (!text)
        return std::nullopt;
    const auto clients = checkExperiment(text->toStdString(), registry).clients;
    if (!clients)
        return std::nullopt;
    auto preview = previewPartition(data, clients->run, wish.kind);
    return preview ? std::optional(std::move(preview->statistics)) : std::nullopt;
}

DragStatistics::DragStatistics(const Registry& registry,
                               std::shared_ptr<RunData> runData,
                               QObject* parent)
    : QObject(parent)
    , m_registry(registry)
    , m_data(std::move(runData))
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(RefreshTimer::kIntervalMs);
    connect(&m_rest, &QTimer::timeout, this, &DragStatistics::dealNext);
}

void DragStatistics::follow(DragWish wish)
{
    m_next = std::move(wish);
    // A newer wish must not drop the answer under way: there would be none while the mouse moves.
    if (!m_dealing.isBusy() && !m_rest.isActive())
        dealNext();
}

void DragStatistics::stop()
{
    m_next.reset();
    m_rest.stop();
    m_dealing.cancel();
}

void DragStatistics::dealNext()
{
    if (!m_next)
        return;
    m_dealing.run([wish = *std::exchange(m_next, {}),
                   data = m_data,
                   &registry = m_registry] { return statisticsAfter(wish, registry, *data); },
                  [this](const std::optional<PartitionStatistics>& statistics) {
                      m_rest.start();
                      if (statistics)
                          emit arrived(*statistics);
                  });
}

} // namespace coterie::ui
