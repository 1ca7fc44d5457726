#include "ui/design/canvas/client_inspector.h"

#include "ui/words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace coterie::ui {

namespace {

constexpr int kNoEdge = -1;
constexpr int kNewEdge = -2;

/// A label that names its field, for screen readers too.
void addField(QHBoxLayout& layout, const QString& text, QWidget* field)
{
    auto* label = new QLabel(text, field->parentWidget());
    label->setBuddy(field);
    label->setForegroundRole(QPalette::PlaceholderText);
    layout.addWidget(label);
    layout.addWidget(field);
    layout.addSpacing(10);
}

} // namespace

ClientInspector::ClientInspector(QWidget* parent)
    : QWidget(parent)
    , m_who(new QLabel(this))
    , m_fields(new QWidget(this))
    , m_samples(new QSpinBox(m_fields))
    , m_edge(new QComboBox(m_fields))
    , m_arrival(new QSpinBox(m_fields))
{
    m_who->setObjectName(QStringLiteral("pickedClients"));
    m_samples->setObjectName(QStringLiteral("clientSamples"));
    m_samples->setAccessibleName(tr("Samples of the client"));
    m_samples->setToolTip(tr("Samples for training, validation and test together; the mix stays. "
                             "Other picked clients change in proportion."));
    m_samples->setRange(1, std::numeric_limits<int>::max());
    m_samples->setGroupSeparatorShown(true);
    m_samples->setKeyboardTracking(false); // one edit for a typed number, not one for each digit
    m_edge->setObjectName(QStringLiteral("clientEdge"));
    m_edge->setAccessibleName(tr("Edge server of the clients"));
    m_edge->setToolTip(tr("The server between these clients and the cloud"));
    m_edge->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_edge->setMinimumContentsLength(12);
    m_arrival->setObjectName(QStringLiteral("clientArrival"));
    m_arrival->setAccessibleName(tr("Round at which the clients join"));
    m_arrival->setToolTip(tr("The round at which these clients join; 0: from the start"));
    m_arrival->setSpecialValueText(tr("from the start"));
    m_arrival->setKeyboardTracking(false);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->addWidget(m_who, 1);
    layout->addWidget(m_fields);
    auto* fields = new QHBoxLayout(m_fields);
    fields->setContentsMargins({});
    addField(*fields, tr("Samples"), m_samples);
    addField(*fields, tr("Edge server"), m_edge);
    addField(*fields, tr("Joins at round"), m_arrival);
    setMinimumHeight(sizeHint().height()); // the canvas above does not move when they come and go

    connect(m_samples, &QSpinBox::valueChanged, this, [this](int value) {
        emit sizeChosen(m_first, value);
    });
    connect(m_edge, &QComboBox::activated, this, &ClientInspector::takeEdge);
    connect(m_arrival, &QSpinBox::valueChanged, this, [this](int value) {
        emit arrivalChosen(value > 0 ? std::optional(value) : std::nullopt);
    });
    showClients({}, {});
}

void ClientInspector::takeEdge(int index)
{
    const int edge = m_edge->itemData(index).toInt();
    if (edge == kNewEdge)
        emit newEdgeChosen();
    else
        emit edgeChosen(edge == kNoEdge ? std::nullopt
                                        : std::optional(static_cast<std::size_t>(edge)));
}

void ClientInspector::showClients(const PartitionSketch& sketch, const std::set<int>& clients)
{
    const QSignalBlocker noSize(m_samples);
    const QSignalBlocker noEdge(m_edge);
    const QSignalBlocker noArrival(m_arrival);
    const bool some = !clients.empty() && !sketch.held.empty();
    m_fields->setVisible(some);
    m_samples->setEnabled(some && sketch.locked.isEmpty());
    m_edge->clear();
    if (!some) {
        m_who->setText(sketch.held.empty()
                           ? QString()
                           : tr("Drag a bar's end to resize a client, a border to change its mix, "
                                "its number onto an edge server or the time line."));
        return;
    }
    m_first = *clients.begin();
    std::int64_t samples = 0;
    for (const int client : clients)
        samples += sketch.size(client);
    m_who->setText(clients.size() == 1
                       ? tr("Client %1").arg(m_first)
                       : tr("%1 clients, %2 samples").arg(clients.size()).arg(countText(samples)));
    m_samples->setValue(static_cast<int>(sketch.size(m_first)));
    m_edge->addItem(tr("none"), kNoEdge);
    for (std::size_t edge = 0; edge < sketch.edges.size(); ++edge)
        m_edge->addItem(toQString(sketch.edges[edge].name), static_cast<int>(edge));
    m_edge->addItem(tr("A new one…"), kNewEdge);
    const std::optional<std::size_t> edge = edgeOf(sketch, m_first);
    const bool same =
        std::ranges::all_of(clients, [&](int client) { return edgeOf(sketch, client) == edge; });
    m_edge->setCurrentIndex(!same ? -1 : edge ? static_cast<int>(*edge) + 1 : 0);
    m_arrival->setRange(0, sketch.rounds);
    m_arrival->setValue(arrivalOf(sketch, m_first).value_or(0));
}

} // namespace coterie::ui
