#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace coterie::ui {

/// A row that goes on in the next line where there is no room, as the words of a text do. An item
/// is as wide as it wishes; one whose width is ignored takes what its line has left.
class FlowLayout final : public QLayout
{
public:
    /// The gaps in pixels: between items, and between lines.
    FlowLayout(int gap, int lineGap);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override;
    [[nodiscard]] bool hasHeightForWidth() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize minimumSize() const override;
    /// All in one line.
    [[nodiscard]] QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// The items of each line, without hidden ones.
    [[nodiscard]] std::vector<std::vector<QLayoutItem*>> linesIn(int width) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_gap;
    int m_lineGap;
};

} // namespace coterie::ui
