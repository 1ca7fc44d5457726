#include "ui/data/sample_grid.h"

#include "ui/views/data_words.h"
#include "ui/views/thumbnail_strip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace coterie::ui {

int SampleGridLayout::columns() const
{
    return std::max(1, (width - 2 * margin + gap) / (cell.width() + gap));
}

int SampleGridLayout::rows() const
{
    return (count + columns() - 1) / columns();
}

int SampleGridLayout::height() const
{
    return rows() == 0 ? 0 : 2 * margin + rows() * (cell.height() + gap) - gap;
}

QRect SampleGridLayout::cellOf(int place) const
{
    const int column = place % columns();
    const int row = place / columns();
    return {QPoint(margin + column * (cell.width() + gap), margin + row * (cell.height() + gap)),
            cell};
}

int SampleGridLayout::placeAt(const QPoint& point) const
{
    if (point.x() < margin || point.y() < margin)
        return -1;
    const int column = (point.x() - margin) / (cell.width() + gap);
    const int row = (point.y() - margin) / (cell.height() + gap);
    const int place = row * columns() + column;
    return column < columns() && place < count && cellOf(place).contains(point) ? place : -1;
}

SampleGridLayout::Range SampleGridLayout::between(int top, int bottom) const
{
    if (count == 0 || bottom < top)
        return {};
    const int step = cell.height() + gap;
    const int firstRow = std::clamp((top - margin) / step, 0, rows() - 1);
    const int lastRow = std::clamp((bottom - margin) / step, 0, rows() - 1);
    return {firstRow * columns(), std::min(count, (lastRow + 1) * columns()) - 1};
}

namespace {

constexpr int kPictureSide = 64; // of a picture's box
constexpr int kGridMargin = 12;

} // namespace

SampleGrid::SampleGrid(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Sample pictures"));
    setToolTip(tr("Select a sample to see its label; move with the arrow keys"));
    viewport()->setBackgroundRole(QPalette::Base);
}

void SampleGrid::setSamples(std::shared_ptr<const Dataset> dataset,
                            bool test,
                            std::vector<std::int32_t> indices)
{
    m_dataset = std::move(dataset);
    m_test = test;
    m_indices = std::move(indices);
    const auto domainOf = [&](std::int32_t index) {
        return samples().domains[static_cast<std::size_t>(index)];
    };
    m_severalDomains = m_dataset && !m_indices.empty() && !samples().domains.empty()
                       && std::ranges::any_of(m_indices, [&](std::int32_t index) {
                              return domainOf(index) != domainOf(m_indices[0]);
                          });
    m_images.clear();
    m_asked = {};
    m_chosen = -1;
    m_painting.cancel();
    verticalScrollBar()->setValue(0);
    fitScrollBar();
    askForPictures();
    viewport()->update();
}

void SampleGrid::setDepth(double share)
{
    if (share == m_options.depth)
        return;
    m_options.depth = share;
    m_asked = {};
    askForPictures(); // the old slices stay until the new ones arrive
}

const Samples& SampleGrid::samples() const
{
    return m_test ? m_dataset->officialTest : m_dataset->train;
}

void SampleGrid::choose(int place)
{
    const int chosen =
        m_indices.empty() ? -1 : std::clamp(place, -1, static_cast<int>(m_indices.size()) - 1);
    if (chosen == m_chosen)
        return;
    m_chosen = chosen;
    if (chosen >= 0) {
        const QRect cell = layoutNow().cellOf(chosen);
        const int top = verticalScrollBar()->value();
        if (cell.top() < top)
            verticalScrollBar()->setValue(cell.top() - kGridMargin);
        else if (cell.bottom() > top + viewport()->height())
            verticalScrollBar()->setValue(cell.bottom() + 1 + kGridMargin - viewport()->height());
    }
    viewport()->update();
    emit sampleChosen(chosen);
}

QString SampleGrid::words(int place) const
{
    const std::int32_t index = m_indices[static_cast<std::size_t>(place)];
    QString text = m_test ? tr("test sample %1") : tr("sample %1");
    text = text.arg(index);
    const QString label = labelText(*m_dataset, samples(), index);
    if (!label.isEmpty())
        text +=
            (m_dataset->task() == Task::Classes ? tr(", class %1") : tr(", target %1")).arg(label);
    const std::vector<std::int32_t>& domains = samples().domains;
    if (!domains.empty())
        text += (m_dataset->domainsAreClients ? tr(", client %1") : tr(", domain %1"))
                    .arg(nameOf(m_dataset->domainNames, domains[static_cast<std::size_t>(index)]));
    return text;
}

int SampleGrid::pictureHeight() const
{
    if (!m_dataset)
        return kPictureSide;
    const SampleShape& shape = m_dataset->train.shape;
    const double ratio = static_cast<double>(shape.height) / static_cast<double>(shape.width);
    return std::clamp(static_cast<int>(kPictureSide * ratio), kPictureSide / 2, 2 * kPictureSide);
}

SampleGridLayout SampleGrid::layoutNow() const
{
    return {.width = viewport()->width(),
            .count = static_cast<int>(m_indices.size()),
            .cell = {kPictureSide, pictureHeight() + fontMetrics().height() + 2},
            .gap = 8,
            .margin = kGridMargin};
}

SampleGridLayout::Range SampleGrid::inSight(int screensAround) const
{
    const int top = verticalScrollBar()->value();
    const int around = screensAround * viewport()->height();
    return layoutNow().between(top - around, top + viewport()->height() + around);
}

bool SampleGrid::isComplete() const
{
    const SampleGridLayout::Range range = inSight(0);
    for (int place = range.first; place <= range.last; ++place)
        if (!m_images.contains(place))
            return false;
    return true;
}

void SampleGrid::fitScrollBar()
{
    const int beyond = layoutNow().height() - viewport()->height();
    verticalScrollBar()->setRange(0, std::max(0, beyond));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(layoutNow().cell.height() / 2);
}

void SampleGrid::askForPictures()
{
    if (!m_dataset || m_indices.empty())
        return;
    const SampleGridLayout::Range sight = inSight(0);
    if (sight.first >= m_asked.first && sight.last <= m_asked.last)
        return;
    m_asked = inSight(1);
    std::vector<std::int32_t> wanted(m_indices.begin() + m_asked.first,
                                     m_indices.begin() + m_asked.last + 1);
    m_painting.run(
        [dataset = m_dataset, test = m_test, options = m_options, wanted = std::move(wanted)] {
            std::vector<QImage> images;
            for (const SamplePicture& picture :
                 samplePictures(test ? dataset->officialTest : dataset->train, wanted, options))
                images.push_back(imageOf(picture));
            return images;
        },
        [this, first = m_asked.first](const std::vector<QImage>& images) {
            m_images.clear(); // pictures far away are made again when they come near
            for (std::size_t i = 0; i < images.size(); ++i)
                m_images.insert(first + static_cast<int>(i), images[i]);
            viewport()->update();
        });
}

void SampleGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (!m_dataset)
        return;
    const SampleGridLayout layout = layoutNow();
    const SampleGridLayout::Range range = inSight(0);
    const int top = verticalScrollBar()->value();
    const int height = pictureHeight();
    for (int place = range.first; place <= range.last; ++place) {
        const QRect cell = layout.cellOf(place).translated(0, -top);
        const QRect box(cell.topLeft(), QSize(cell.width(), height));
        const auto image = m_images.constFind(place);
        if (image == m_images.constEnd()) {
            painter.fillRect(box, palette().color(QPalette::AlternateBase));
        } else {
            QSizeF size = image->size();
            size.scale(box.size(), Qt::KeepAspectRatio);
            QRectF target(QPointF(0, 0), size);
            target.moveCenter(QRectF(box).center());
            painter.setRenderHint(QPainter::SmoothPixmapTransform,
                                  size.width() * devicePixelRatioF() < image->width());
            painter.drawImage(target, *image);
        }
        const QRect words(
            cell.left() - 3, box.bottom() + 1, cell.width() + 6, cell.height() - height);
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const std::int32_t index = m_indices[static_cast<std::size_t>(place)];
        QString label = labelText(*m_dataset, samples(), index);
        if (m_severalDomains)
            label += (label.isEmpty() ? QString() : QStringLiteral(", "))
                     + nameOf(m_dataset->domainNames,
                              samples().domains[static_cast<std::size_t>(index)]);
        painter.drawText(words,
                         Qt::AlignHCenter | Qt::AlignTop,
                         fontMetrics().elidedText(label, Qt::ElideRight, words.width()));
        if (place == m_chosen) {
            painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(-2, -2, 2, 2));
        }
    }
}

void SampleGrid::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBar();
    askForPictures();
}

void SampleGrid::scrollContentsBy(int, int)
{
    askForPictures();
    viewport()->update();
}

void SampleGrid::mousePressEvent(QMouseEvent* event)
{
    choose(
        layoutNow().placeAt(event->position().toPoint() + QPoint(0, verticalScrollBar()->value())));
}

void SampleGrid::keyPressEvent(QKeyEvent* event)
{
    const SampleGridLayout layout = layoutNow();
    const int page = std::max(1, viewport()->height() / (layout.cell.height() + layout.gap));
    const int row = layout.columns();
    const QHash<int, int> steps{{Qt::Key_Left, -1},
                                {Qt::Key_Right, 1},
                                {Qt::Key_Up, -row},
                                {Qt::Key_Down, row},
                                {Qt::Key_PageUp, -page * row},
                                {Qt::Key_PageDown, page * row}};
    if (const auto step = steps.constFind(event->key()); step != steps.constEnd())
        return choose(std::max(0, m_chosen < 0 ? 0 : m_chosen + *step));
    if (event->key() == Qt::Key_Home)
        return choose(0);
    if (event->key() == Qt::Key_End)
        return choose(layout.count - 1);
    QAbstractScrollArea::keyPressEvent(event);
}

void SampleGrid::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitScrollBar();
}

bool SampleGrid::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<const QHelpEvent*>(event);
        const int place =
            layoutNow().placeAt(help->pos() + QPoint(0, verticalScrollBar()->value()));
        if (place >= 0) {
            QToolTip::showText(help->globalPos(), words(place), this);
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace coterie::ui
