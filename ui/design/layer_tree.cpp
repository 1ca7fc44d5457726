#include "ui/design/layer_tree.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/layer_texts.h"
#include "ui/words.h"

#include <QDropEvent>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kFewestLayerRows = 4;
constexpr int kMostLayerRows = 16; ///< more scroll

constexpr int kNarrowTree = 110; ///< in characters
constexpr int kTitleRole = Qt::UserRole + 1;
constexpr int kSettingsRole = Qt::UserRole + 2;

/// A number, or nothing where there is none to say.
QString countIfAny(double count)
{
    return count == 0 ? QString() : countText(qint64(count));
}

} // namespace

struct LayerTree::Shown
{
    const std::optional<ListFigures>& figures;
    const std::string& place;
    const Problems& problems;
};

LayerTree::LayerTree(std::span<const NamedPart> words, QWidget* parent)
    : QTreeWidget(parent)
    , m_words(words)
{
    named(this, "layerTree", tr("Layers"));
    setToolTip(tr("Choose a layer to change its settings; drag layers to move them"));
    dressTree(*this);
    setUniformRowHeights(false); // some have two lines
    setHeaderLabels({tr("Layer"), tr("Output"), tr("Parameters"), tr("Multiply-adds")});
    const std::array tips{tr("Shows each layer with its settings"),
                          tr("Shows channels × height × width, or how many numbers come out"),
                          tr("Counts the weights of one model, with every repetition of a block"),
                          tr("Counts the multiply-adds of one sample's forward pass in linear "
                             "layers and convolutions")};
    for (int column = 0; column < Columns; ++column) {
        headerItem()->setToolTip(column, tips[std::size_t(column)]);
        headerItem()->setTextAlignment(
            column, Qt::AlignVCenter | (column == LayerColumn ? Qt::AlignLeft : Qt::AlignRight));
    }
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(LayerColumn, QHeaderView::Stretch);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTextElideMode(Qt::ElideRight);
    setIndentation(18);
    setIconSize({16, 16});
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(this, &QTreeWidget::itemSelectionChanged, this, [this] {
        if (!m_isFilling)
            emit chosenChanged();
    });
}

void LayerTree::setEditable(bool editable)
{
    setDragDropMode(editable ? QAbstractItemView::InternalMove : QAbstractItemView::NoDragDrop);
    setDropIndicatorShown(editable);
}

void LayerTree::showLayers(const JsonNode& list,
                           const std::optional<ListFigures>& figures,
                           const std::string& place,
                           const Problems& problems)
{
    {
        const QScopedValueRollback filling(m_isFilling, true);
        fill(*invisibleRootItem(),
             list.kind == JsonNode::Kind::List ? std::span<const JsonNode>(list.items)
                                               : std::span<const JsonNode>(),
             {.figures = figures, .place = place, .problems = problems});
        if (!currentItem() && topLevelItemCount() > 0)
            setCurrentItem(topLevelItem(0));
        if (currentItem() && selectedItems().empty())
            currentItem()->setSelected(true);
    }
    updateGeometry();
}

/// Rows that stay keep their items, and with them folding, selection and the scrolled place.
void LayerTree::fill(QTreeWidgetItem& parent, std::span<const JsonNode> layers, const Shown& shown)
{
    const auto count = int(layers.size());
    while (parent.childCount() > count)
        delete parent.takeChild(parent.childCount() - 1);
    for (int row = 0; row < count; ++row) {
        if (row == parent.childCount()) {
            auto* item = new QTreeWidgetItem;
            parent.addChild(item);
            item->setExpanded(true);
        }
        QTreeWidgetItem& item = *parent.child(row);
        const JsonNode& layer = layers[std::size_t(row)];
        const bool wasEmpty = item.childCount() == 0;
        fill(item, innerLayers(layer), shown);
        if (wasEmpty)
            item.setExpanded(true);
        fillRow(item, layer, shown);
    }
}

void LayerTree::fillRow(QTreeWidgetItem& item, const JsonNode& layer, const Shown& shown)
{
    const LayerPath path = pathOf(item);
    const std::string pointer = layerPointer(shown.place, path);
    const LayerFigures* figures = nullptr;
    if (shown.figures)
        if (const auto found = shown.figures->layers.find(pointer.substr(shown.place.size()));
            found != shown.figures->layers.end())
            figures = &found->second;
    const QString settings = layerSettingsText(layer, m_words);
    const QString title =
        say("%1. %2").arg(toQString(layerNumber(path)), layerTitle(layer, m_words));
    const QString unknown = QStringLiteral("–");
    item.setData(LayerColumn, kTitleRole, title);
    item.setData(LayerColumn, kSettingsRole, settings);
    writeName(item);
    const std::array texts{figures ? layerShapeText(figures->output) : unknown,
                           figures ? countIfAny(double(figures->parameters)) : unknown,
                           figures ? countIfAny(figures->multiplyAdds) : unknown};
    const QString problem = problemAt(shown.problems, pointer);
    const NamedPart* part = findPart(m_words, layerWord(layer));
    for (int column = OutputColumn; column < Columns; ++column) {
        item.setText(column, texts[std::size_t(column - OutputColumn)]);
        item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    QStringList tip{title}; // which may be elided, as the settings
    if (!settings.isEmpty())
        tip << settings;
    if (part)
        tip << fromCore(part->meaning);
    if (!problem.isEmpty())
        tip << problem;
    item.setToolTip(LayerColumn, tip.join(u'\n'));
    item.setIcon(LayerColumn, problem.isEmpty() ? QIcon() : icon(QStringLiteral("warning")));
    item.setData(LayerColumn, Qt::AccessibleDescriptionRole, problem);
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
    if (isBlock(layer))
        flags |= Qt::ItemIsDropEnabled;
    item.setFlags(flags);
}

void LayerTree::writeName(QTreeWidgetItem& item) const
{
    const QString title = item.data(LayerColumn, kTitleRole).toString();
    const QString settings = item.data(LayerColumn, kSettingsRole).toString();
    const QString between = m_isNarrow ? QStringLiteral("\n") : QStringLiteral(" · ");
    item.setText(LayerColumn, settings.isEmpty() ? title : title + between + settings);
}

void LayerTree::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    const bool isNarrow = width() < kNarrowTree * fontMetrics().averageCharWidth();
    if (std::exchange(m_isNarrow, isNarrow) == isNarrow)
        return;
    for (QTreeWidgetItemIterator item(this); *item; ++item)
        writeName(**item);
    updateGeometry();
}

LayerPath LayerTree::pathOf(const QTreeWidgetItem& item) const
{
    LayerPath path;
    for (const QTreeWidgetItem* at = &item; at; at = at->parent()) {
        const int row = at->parent() ? at->parent()->indexOfChild(const_cast<QTreeWidgetItem*>(at))
                                     : indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(at));
        path.insert(path.begin(), std::size_t(row));
    }
    return path;
}

QTreeWidgetItem* LayerTree::itemAt(const LayerPath& path) const
{
    QTreeWidgetItem* item = invisibleRootItem();
    for (const std::size_t index : path) {
        if (int(index) >= item->childCount())
            return nullptr;
        item = item->child(int(index));
    }
    return path.empty() ? nullptr : item;
}

std::optional<LayerRange> LayerTree::chosen() const
{
    const auto isInChosenBlock = [](const QTreeWidgetItem* item) {
        for (const QTreeWidgetItem* around = item->parent(); around; around = around->parent())
            if (around->isSelected())
                return true;
        return false;
    };
    std::vector<LayerPath> paths;
    for (const QTreeWidgetItem* item : selectedItems())
        if (!isInChosenBlock(item)) // it goes with the block
            paths.push_back(pathOf(*item));
    if (paths.empty())
        return std::nullopt;
    std::ranges::sort(paths);
    LayerPath expected = paths.front();
    for (const LayerPath& path : paths) {
        if (path != expected)
            return std::nullopt;
        ++expected.back();
    }
    return LayerRange{.first = paths.front(), .count = paths.size()};
}

void LayerTree::choose(const LayerRange& range)
{
    QTreeWidgetItem* item = itemAt(range.first);
    if (!item)
        return;
    {
        const QScopedValueRollback filling(m_isFilling, true);
        for (QTreeWidgetItem* around = item->parent(); around; around = around->parent())
            around->setExpanded(true);
        setCurrentItem(
            item, LayerColumn, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        LayerPath path = range.first;
        for (std::size_t more = 1; more < range.count; ++more) {
            ++path.back();
            if (QTreeWidgetItem* next = itemAt(path))
                next->setSelected(true);
        }
        scrollToItem(item);
    }
    emit chosenChanged();
}

QSize LayerTree::sizeHint() const
{
    int rows = 0;
    int height = header()->sizeHint().height() + 4;
    for (QTreeWidgetItem* item = topLevelItem(0); item && rows < kMostLayerRows;
         item = itemBelow(item), ++rows)
        height += QTreeWidget::sizeHintForIndex(indexFromItem(item)).height();
    for (; rows < kFewestLayerRows; ++rows)
        height += fontMetrics().height() + 8;
    return {QTreeWidget::sizeHint().width(), height};
}

void LayerTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    // As soft as the row; the style paints the full accent colour.
    if (selectionModel()->isSelected(index))
        painter->fillRect(rect, softSelection(palette()));
    QTreeWidget::drawBranches(painter, rect, index);
}

void LayerTree::dropEvent(QDropEvent* event)
{
    event->setDropAction(Qt::IgnoreAction); // after a move the view would delete its rows
    event->accept();
    stopAutoScroll();
    setState(QAbstractItemView::NoState);
    const std::optional<LayerRange> range = chosen();
    if (!range)
        return;
    const QTreeWidgetItem* over = QTreeWidget::itemAt(event->position().toPoint());
    LayerPath target{std::size_t(topLevelItemCount())};
    if (over) {
        target = pathOf(*over);
        if (dropIndicatorPosition() == QAbstractItemView::OnItem)
            target.push_back(std::size_t(over->childCount()));
        else if (dropIndicatorPosition() == QAbstractItemView::BelowItem)
            over->isExpanded() && over->childCount() > 0 ? target.push_back(0)
                                                         : void(++target.back());
    }
    // The drag has not ended yet.
    QMetaObject::invokeMethod(
        this,
        [this, range = *range, target] { emit dropped(range, target); },
        Qt::QueuedConnection);
}

} // namespace coterie::ui
