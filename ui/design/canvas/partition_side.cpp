#include "ui/design/canvas/partition_side.h"

#include "core/report/client_names.h"
#include "ui/design/canvas/partition_sketch.h"
#include "ui/design/section_page.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/matrix_view.h"
#include "ui/views/picture_export.h"
#include "ui/words.h"

#include <QGridLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

namespace coterie::ui {

Histogram histogramOf(std::span<const std::int64_t> values, int most)
{
    Histogram histogram;
    if (values.empty() || most < 1)
        return histogram;
    const auto [low, high] = std::ranges::minmax(values);
    const auto binsOf = [low = double(low), high = double(high)](double width) {
        return std::floor(high / width) - std::floor(low / width) + 1;
    };
    const auto fits = [&](double width) { return binsOf(width) <= most || width > 1e15; };
    for (double power = 1; !fits(histogram.width); power *= 10)
        for (const double factor : {1.0, 2.0, 5.0})
            if (!fits(histogram.width))
                histogram.width = factor * power;
    const double first = std::floor(double(low) / histogram.width);
    for (int bin = 0; bin < int(binsOf(histogram.width)); ++bin)
        histogram.bins.push_back({.low = (first + bin) * histogram.width, .count = 0});
    for (const std::int64_t value : values)
        ++histogram.bins[std::size_t(std::floor(double(value) / histogram.width) - first)].count;
    for (const HistogramBin& bin : histogram.bins)
        histogram.tallest = std::max(histogram.tallest, bin.count);
    return histogram;
}

namespace {

constexpr int kMostBins = 24;
constexpr double kWidestBin = 44;

constexpr std::size_t kMostDrawn = 1000; // a million cells take a frame or two

QString shortNumber(double value)
{
    return std::isfinite(value) ? fixedText(value, 2) : QStringLiteral("–");
}

} // namespace

/// The distribution of client sizes. A tooltip gives the numbers of a column.
class SizeHistogram final : public QWidget
{
public:
    SizeHistogram()
    {
        setObjectName(QStringLiteral("sizeHistogram"));
        setAccessibleName(
            PartitionSide::tr("Histogram: how many clients hold how many training samples"));
        setMouseTracking(true);
    }

    void setSizes(std::vector<std::int64_t> sizes)
    {
        if (sizes == m_sizes)
            return;
        m_sizes = std::move(sizes);
        m_histogram = histogramOf(m_sizes, kMostBins);
        update();
    }

    [[nodiscard]] PictureSource picture(const QString& name) const
    {
        return {.name = name, .take = [this, name] {
                    const auto copy = std::make_shared<SizeHistogram>();
                    copy->setPalette(figurePalette());
                    copy->setSizes(m_sizes);
                    return Figure{
                        .name = name,
                        .paint =
                            [copy](QPainter& painter, const QSize& size, const FigureStyle& style) {
                                copy->setFont(style.font);
                                copy->resize(size);
                                copy->m_title = style.xName.isEmpty() ? axisTitle() : style.xName;
                                copy->paint(painter);
                            },
                        .own = {.x = {.name = axisTitle()}}};
                }};
    }

    [[nodiscard]] QSize sizeHint() const override { return {280, 120}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, 60}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        paint(painter);
    }

    void paint(QPainter& painter) const
    {
        if (m_histogram.bins.empty())
            return;
        const PlotTheme theme = PlotTheme::of(*this);
        painter.setFont(theme.font);
        const QFontMetricsF metrics(theme.font);
        const QRectF room = area();
        const double each = room.width() / double(m_histogram.bins.size());
        for (std::size_t i = 0; i < m_histogram.bins.size(); ++i) {
            const double height =
                room.height() * double(m_histogram.bins[i].count) / double(m_histogram.tallest);
            const double gap = std::min(2.0, each / 5);
            painter.fillRect(QRectF(room.left() + double(i) * each + gap / 2,
                                    room.bottom() - height,
                                    std::max(1.0, each - gap),
                                    height),
                             theme.armColour(0));
        }
        // Labels the height of the tallest column.
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(0, room.top()), QPointF(width(), room.top()));
        painter.setPen(theme.faintText);
        painter.drawText(QRectF(0, 0, width(), room.top()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         clientCountText(m_histogram.tallest));
        painter.setPen(QPen(theme.axisLine, 1));
        painter.drawLine(QPointF(room.left(), room.bottom() + 0.5),
                         QPointF(room.right(), room.bottom() + 0.5));
        const double low = m_histogram.bins.front().low;
        const double high = m_histogram.bins.back().low + m_histogram.width;
        painter.setPen(theme.faintText);
        const int most = std::max(1, int(room.width() / 60));
        const bool isSingle = m_histogram.bins.size() == 1; // all clients have one size
        const std::vector<double> ticks =
            isSingle ? std::vector<double>{low} : axisTicks(low, high, most, true);
        for (const double tick : ticks) {
            const QString text = countText(std::llround(tick));
            const double half = metrics.horizontalAdvance(text) / 2 + 1;
            const double share = isSingle ? 0.5 : (tick - low) / (high - low);
            const double x = std::clamp(
                room.left() + share * room.width(), half, std::max(half, width() - half));
            painter.drawText(QRectF(x - half, room.bottom() + 3, 2 * half, metrics.height()),
                             Qt::AlignHCenter,
                             text);
        }
        painter.setPen(theme.text);
        painter.drawText(QRectF(0, height() - metrics.height() - 2, width(), metrics.height()),
                         Qt::AlignHCenter,
                         metrics.elidedText(m_title, Qt::ElideRight, width()));
    }

    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            QToolTip::showText(help->globalPos(), explanation(help->pos()), this);
            return true;
        }
        return QWidget::event(event);
    }

private:
    [[nodiscard]] static QString axisTitle()
    {
        return PartitionSide::tr("Training samples of a client");
    }

    [[nodiscard]] QRectF area() const
    {
        const double axis = (m_title.isEmpty() ? 1 : 2) * QFontMetricsF(font()).height() + 4;
        const double room = std::max(1.0, width() - 16.0);
        // A few columns are centred instead of filling the width.
        const double used = std::min(room, double(m_histogram.bins.size()) * kWidestBin);
        const double top = QFontMetricsF(font()).height() + 2;
        return {8 + (room - used) / 2,
                top,
                std::max(1.0, used),
                std::max(1.0, height() - top - 2 - axis)};
    }

    /// The tooltip at this point; empty beside the columns.
    [[nodiscard]] QString explanation(const QPointF& point) const
    {
        const QRectF room = area();
        if (m_histogram.bins.empty() || point.x() < room.left() || point.x() >= room.right())
            return {};
        const auto place =
            std::size_t((point.x() - room.left()) / room.width() * double(m_histogram.bins.size()));
        const HistogramBin& bin = m_histogram.bins[std::min(place, m_histogram.bins.size() - 1)];
        const QString clients = clientCountText(bin.count);
        if (m_histogram.width == 1)
            return PartitionSide::tr("%1 with %2 training samples")
                .arg(clients, countText(std::llround(bin.low)));
        return PartitionSide::tr("%1 with %2 to %3 training samples")
            .arg(clients,
                 countText(std::llround(bin.low)),
                 countText(std::llround(bin.low + m_histogram.width) - 1));
    }

    std::vector<std::int64_t> m_sizes;
    Histogram m_histogram;
    QString m_title; ///< of its axis; empty on screen
};

PartitionSide::PartitionSide()
    : m_histogram(new SizeHistogram)
    , m_distances(
          named(new MatrixView(this), "distances", tr("Distances between the clients' mixes")))
{
    auto* numbers = new QGridLayout;
    numbers->setColumnStretch(1, 1);
    numbers->setVerticalSpacing(2);
    const auto addNumber = [&](const QString& name, const QString& tip) {
        const Number number{.name = new QLabel(name, this), .value = new QLabel(this)};
        number.name->setForegroundRole(QPalette::PlaceholderText);
        number.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        for (QLabel* label : {number.name, number.value})
            label->setToolTip(tip);
        number.value->setAccessibleName(name);
        const int row = numbers->rowCount();
        numbers->addWidget(number.name, row, 0);
        numbers->addWidget(number.value, row, 1);
        m_numbers.push_back(number);
    };
    addNumber(tr("Min, mean, max"),
              tr("Shows the training samples of the smallest, the average and the largest client. "
                 "The bars also count validation and test samples"));
    addNumber(tr("Sizes, sd / mean"),
              tr("Divides the standard deviation of the clients' sizes by their mean; 0 means that "
                 "all are equal"));
    addNumber(tr("Gini of sizes"),
              tr("Measures how unequal the clients' sizes are: 0 means that all are equal, near 1 "
                 "one client has almost all training samples"));
    addNumber(
        tr("Mean entropy"),
        tr("Measures how evenly a client's samples are spread over classes or domains, averaged "
           "over clients. 0 means one class or domain per client; the number after “of” is the "
           "maximum. The column beside the bars shows each client. The entropy is −Σ p ln p over "
           "the shares p of a client's samples; a nat is the unit of the natural logarithm"));
    addNumber({}, tr("Counts the classes or domains of a client, averaged over clients"));
    addNumber(tr("Mean distance"),
              tr("Measures how different the mixes of two clients are, averaged over all pairs: 0 "
                 "means equal, 1 means nothing in common. It is the total variation, ½ Σ |p − q| "
                 "over the shares p and q of the two clients' samples"));

    m_distances->setAutoFillBackground(false);
    connect(m_distances, &MatrixView::clientsChosen, this, &PartitionSide::clientsChosen);
    offerPicture(*m_histogram, m_histogram->picture(QStringLiteral("client-sizes")));
    offerPicture(*m_distances, pictureOf(*m_distances, QStringLiteral("client-distances")));

    const auto titled = [this](const QString& title, QWidget* widget) {
        auto* column = new QWidget(this);
        auto* layout = columnIn(column, 4);
        layout->addWidget(makeHeading(title));
        layout->addWidget(widget, 1);
        return column;
    };
    auto* numbersColumn = new QVBoxLayout;
    numbersColumn->setSpacing(4);
    numbersColumn->addWidget(makeHeading(tr("Training samples")));
    numbersColumn->addLayout(numbers);
    numbersColumn->addStretch(1);
    m_layout = columnIn(this, 12, {12, 8, 12, 8});
    m_layout->addLayout(numbersColumn);
    m_sizesColumn = titled(tr("Training samples per client"), m_histogram);
    m_layout->addWidget(m_sizesColumn, 2);
    m_layout->addWidget(titled(tr("Distance (total variation)"), m_distances), 5);
}

std::vector<int> PartitionSide::widthsOfParts() const
{
    std::vector<int> widths;
    for (int part = 0; part < m_layout->count(); ++part) {
        const QLayoutItem& item = *m_layout->itemAt(part);
        const QWidget* column = item.widget(); // one that is hidden counts too
        widths.push_back((column ? column->minimumSizeHint() : item.minimumSize()).width());
    }
    return widths;
}

int PartitionSide::sideMargins() const
{
    const QMargins around = m_layout->contentsMargins();
    return around.left() + around.right();
}

int PartitionSide::widthBeside() const
{
    return sideMargins() + std::ranges::max(widthsOfParts());
}

bool PartitionSide::event(QEvent* event)
{
    const bool taken = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest
        && std::exchange(m_widthBeside, widthBeside()) != m_widthBeside)
        emit widthBesideChanged();
    return taken;
}

void PartitionSide::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

/// All three need room; without it the histogram is hidden, as the bars show sizes too.
void PartitionSide::fitColumns()
{
    constexpr int kRoomForThree = 680;
    constexpr int kHeightForThree = 420;
    const std::vector<int> widths = widthsOfParts();
    const int all = std::accumulate(
        widths.begin(), widths.end(), sideMargins() + m_layout->spacing() * int(widths.size() - 1));
    const bool upright = m_layout->direction() == QBoxLayout::TopToBottom;
    m_sizesColumn->setVisible(upright ? height() >= kHeightForThree
                                      : width() >= std::max(kRoomForThree, all));
}

void PartitionSide::setOrientation(Qt::Orientation orientation)
{
    const bool upright = orientation == Qt::Vertical;
    const auto wanted = upright ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (m_layout->direction() == wanted) // each setting below asks for a new layout
        return fitColumns();
    m_layout->setDirection(wanted);
    m_layout->setSpacing(upright ? 12 : 24);
    m_layout->setStretch(1, upright ? 2 : 3);
    m_layout->setStretch(2, upright ? 5 : 3);
    fitColumns();
}

void PartitionSide::setStatistics(const PartitionStatistics& statistics)
{
    const PartitionSummary& summary = statistics.summary;
    const std::size_t kinds = statistics.kindNames.size();
    const QString none = QStringLiteral("–");
    std::vector<QString> values{tr("%1 – %2 – %3")
                                    .arg(countText(summary.smallest),
                                         countText(std::llround(summary.meanSize)),
                                         countText(summary.largest)),
                                shortNumber(summary.sizeVariation),
                                shortNumber(summary.sizeGini)};
    if (statistics.kind == HoldingKind::Sample)
        values.insert(values.end(), 3, none);
    else
        values.insert(
            values.end(),
            {tr("%1 of %2 nats")
                 .arg(shortNumber(std::abs(summary.meanEntropy)),
                      shortNumber(std::log(double(kinds)))),
             tr("%1 of %2").arg(fixedText(summary.meanKinds, 1), countText(qint64(kinds))),
             summary.meanTotalVariation ? shortNumber(*summary.meanTotalVariation) : none});
    for (std::size_t number = 0; number < values.size(); ++number)
        m_numbers[number].value->setText(values[number]);
    const Number& perClient = m_numbers[4];
    perClient.name->setText(statistics.kind == HoldingKind::Domain ? tr("Domains per client")
                                                                   : tr("Classes per client"));
    perClient.value->setAccessibleName(perClient.name->text());
    std::vector<std::int64_t> sizes;
    for (const ClientHolding& client : statistics.clients)
        sizes.push_back(client.trainSize);
    m_histogram->setSizes(std::move(sizes));
    std::vector<std::string> names;
    for (const ClientHolding& client : statistics.clients)
        if (!client.name.empty())
            names.push_back(keptClientName(client.name));
    if (names.size() != statistics.clients.size())
        names.clear();
    m_distances->setClientNames(names);
    showDistances(statistics);
}

void PartitionSide::showDistances(const PartitionStatistics& statistics)
{
    const std::size_t clients = statistics.clients.size();
    if (statistics.kind == HoldingKind::Sample)
        return m_distances->setNothing(
            tr("This data set has neither classes nor domains to compare."));
    if (clients > kMostDrawn || !statistics.totalVariation)
        return m_distances->setNothing(
            tr("Distances are drawn for at most %1 clients.").arg(countText(kMostDrawn)));
    if (clients < 2)
        return m_distances->setNothing(tr("Add a second client to see distances."));
    MatrixPicture picture;
    picture.matrix = *statistics.totalVariation;
    picture.rows.resize(clients);
    std::iota(picture.rows.begin(), picture.rows.end(), 0);
    picture.columns = picture.rows;
    picture.rowWord = tr("client");
    picture.columnWord = picture.rowWord;
    picture.valueWord = tr("distance");
    m_distances->setPicture(std::move(picture));
}

void PartitionSide::setSelected(const std::set<int>& clients)
{
    m_distances->setSelected(clients);
}

} // namespace coterie::ui
