#pragma once

#include "core/base/result.h"
#include "core/nn/layer_figures.h"
#include "ui/design/layer_edits.h"

#include <QTreeWidget>

namespace coterie::ui {

/// The layers of a network as rows, with their settings, shapes and costs. Blocks fold. Rows keep
/// their place, folding and selection while the list changes.
class LayerTree final : public QTreeWidget
{
    Q_OBJECT

public:
    enum Column
    {
        LayerColumn,
        OutputColumn,
        ParametersColumn,
        MultiplyAddsColumn,
        Columns
    };

    explicit LayerTree(std::span<const NamedPart> words, QWidget* parent = nullptr);

    /// `place` is that of the list in the file, to which the problems belong. Without figures, what
    /// depends on the data is a dash.
    void showLayers(const JsonNode& list,
                    const std::optional<ListFigures>& figures,
                    const std::string& place,
                    const Problems& problems);
    void setEditable(bool editable);
    /// The selected rows; nothing unless they follow each other in one list.
    [[nodiscard]] std::optional<LayerRange> chosen() const;
    void choose(const LayerRange& range);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosenChanged();
    /// These rows, which were chosen, were dropped before this place.
    void dropped(const LayerRange& range, const LayerPath& target);

protected:
    void
    drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Shown;

    void fill(QTreeWidgetItem& parent, std::span<const JsonNode> layers, const Shown& shown);
    void fillRow(QTreeWidgetItem& item, const JsonNode& layer, const Shown& shown);
    /// Its title and its settings, on lines of their own where there is little room.
    void writeName(QTreeWidgetItem& item) const;
    [[nodiscard]] LayerPath pathOf(const QTreeWidgetItem& item) const;
    [[nodiscard]] QTreeWidgetItem* itemAt(const LayerPath& path) const;

    std::span<const NamedPart> m_words;
    bool m_isFilling = false;
    bool m_isNarrow = false;
};

} // namespace coterie::ui
