#include "ui/design/canvas/client_inspector.h"

#include "ui/design/canvas/partition_canvas.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kNoEdge = -1;
constexpr int kNewEdge = -2;

constexpr int kFieldGap = 14; // pixels between fields

} // namespace

ClientInspector::ClientInspector(PartitionCanvas& canvas)
    : m_canvas(canvas)
    , m_who(named(new QLabel(this), "pickedClients"))
    , m_body(new QWidget(this))
    , m_grid(new QGridLayout(m_body))
    , m_samples(named(new QSpinBox(this), "clientSamples", tr("Samples of the client")))
    , m_edge(named(new QComboBox(this), "clientEdge", tr("Edge server of the clients")))
    , m_arrival(named(new QSpinBox(this), "clientArrival", tr("Round at which the clients join")))
{
    m_who->setWordWrap(true);
    m_who->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_samples->setToolTip(tr("Set the samples for training, validation and test together. The mix "
                             "stays; other selected clients change in proportion."));
    m_samples->setRange(1, std::numeric_limits<int>::max());
    m_samples->setGroupSeparatorShown(true);
    m_samples->setKeyboardTracking(false); // one edit per number, not per digit
    m_edge->setToolTip(tr("Choose the edge server of these clients"));
    m_edge->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_edge->setMinimumContentsLength(12);
    m_arrival->setToolTip(tr("Set the round at which these clients join; 0 means from the start"));
    m_arrival->setSpecialValueText(tr("from the start"));
    m_arrival->setKeyboardTracking(false);

    constexpr QPalette::ColorRole kFaint = QPalette::PlaceholderText;
    m_fields = {labelled(tr("Samples"), m_samples, kFaint),
                labelled(tr("Edge server"), m_edge, kFaint),
                labelled(tr("Joins at round"), m_arrival, kFaint)};
    auto* column = columnIn(this, 4, {12, 4, 12, 4});
    column->addWidget(m_who);
    column->addWidget(m_body);
    column->addStretch();
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(kFieldGap);
    m_grid->setVerticalSpacing(column->spacing());
    arrange();

    connect(m_samples, &QSpinBox::valueChanged, this, [this](int samples) {
        perform(
            resized(m_canvas.sketch(), m_canvas.picked(), m_first, samples, m_canvas.missing()));
    });
    connect(m_edge, &QComboBox::activated, this, [this](int index) {
        const int edge = m_edge->itemData(index).toInt();
        perform(edge == kNewEdge ? movedToNewEdge(m_canvas.sketch(), m_canvas.picked())
                                 : movedToEdge(m_canvas.sketch(),
                                               m_canvas.picked(),
                                               edge == kNoEdge ? std::nullopt
                                                               : std::optional(std::size_t(edge))));
    });
    connect(m_arrival, &QSpinBox::valueChanged, this, [this](int round) {
        perform(arriving(
            m_canvas.sketch(), m_canvas.picked(), round > 0 ? std::optional(round) : std::nullopt));
    });
    showClients({}, {});
}

void ClientInspector::perform(const SketchEdit& edit)
{
    m_canvas.perform(edit);
    showClients(m_canvas.sketch(), m_canvas.selected()); // it may be less than was asked for
}

QSize ClientInspector::minimumSizeHint() const
{
    int widest = 0;
    for (const QWidget* field : m_fields)
        widest = std::max(widest, field->sizeHint().width());
    const QMargins margins = layout()->contentsMargins();
    return {widest + margins.left() + margins.right(), minimumHeight()};
}

void ClientInspector::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

/// As many fields beside each other as there is room for.
void ClientInspector::arrange()
{
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    const int count = int(m_fields.size());
    const auto widthIn = [&](int columns) {
        int sum = (columns - 1) * kFieldGap;
        for (int column = 0; column < columns; ++column) {
            int widest = 0;
            for (int field = column; field < count; field += columns)
                widest = std::max(widest, m_fields[std::size_t(field)]->sizeHint().width());
            sum += widest;
        }
        return sum;
    };
    int columns = count;
    while (columns > 1 && widthIn(columns) > room)
        --columns;
    // Constant height, so that the canvas above does not move when fields appear.
    const int rows = (count + columns - 1) / columns;
    const int field = m_fields.front()->sizeHint().height() + layout()->spacing();
    const int hint = fontMetrics()
                         .boundingRect(QRect(0, 0, std::max(1, room), QWIDGETSIZE_MAX),
                                       Qt::TextWordWrap,
                                       hintText())
                         .height();
    setFixedHeight(margins.top() + margins.bottom()
                   + std::max(hint, fontMetrics().height() + rows * field));
    if (std::exchange(m_columns, columns) == columns)
        return;
    for (QWidget* each : m_fields)
        m_grid->removeWidget(each);
    for (int each = 0; each < count; ++each)
        m_grid->addWidget(m_fields[std::size_t(each)], each / columns, each % columns);
    for (int column = 0; column <= count; ++column)
        m_grid->setColumnStretch(column, column == count ? 1 : 0);
}

QString ClientInspector::hintText()
{
    return tr("Drag the end of a bar to resize a client, a border to change its mix, or its number "
              "to an edge server or the time line.");
}

void ClientInspector::showClients(const PartitionSketch& sketch, const std::set<int>& clients)
{
    const QSignalBlocker noSize(m_samples);
    const QSignalBlocker noEdge(m_edge);
    const QSignalBlocker noArrival(m_arrival);
    const bool some = !clients.empty() && !sketch.held.empty();
    m_body->setVisible(some);
    m_samples->setEnabled(some && sketch.locked.isEmpty());
    m_edge->clear();
    if (!some) {
        m_who->setText(sketch.held.empty() ? QString() : hintText());
        return;
    }
    m_first = *clients.begin();
    std::int64_t samples = 0;
    for (const int client : clients)
        samples += sketch.size(client);
    m_who->setText(clients.size() == 1
                       ? clientTitle(sketch, m_first)
                       : tr("%1 clients, %2 samples")
                             .arg(countText(qint64(clients.size())), countText(samples)));
    // With several clients the label names the one whose size is shown; the others follow in
    // proportion.
    m_fields.front()->findChild<QLabel*>()->setText(
        clients.size() == 1 ? tr("Samples") : tr("Samples of client %1").arg(m_first));
    m_samples->setValue(int(sketch.size(m_first)));
    m_edge->addItem(tr("none"), kNoEdge);
    for (std::size_t edge = 0; edge < sketch.edges.size(); ++edge)
        m_edge->addItem(toQString(sketch.edges[edge].name), int(edge));
    m_edge->addItem(tr("New edge server…"), kNewEdge);
    const std::optional<std::size_t> edge = edgeOf(sketch, m_first);
    const bool same =
        std::ranges::all_of(clients, [&](int client) { return edgeOf(sketch, client) == edge; });
    m_edge->setCurrentIndex(!same ? -1 : edge ? int(*edge) + 1 : 0);
    m_arrival->setRange(0, sketch.rounds);
    m_arrival->setValue(arrivalOf(sketch, m_first).value_or(0));
    arrange();
}

} // namespace coterie::ui
