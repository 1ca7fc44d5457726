#pragma once

#include <QBoxLayout>
#include <QWidget>

namespace coterie::ui {

/// A row of two parts that become two lines where one has no room for both, so that the page is no
/// wider than the wider part needs.
class BreakingRow final : public QWidget
{
    Q_OBJECT

public:
    BreakingRow(int spacing, const QMargins& margins, QWidget* parent = nullptr);

    [[nodiscard]] QHBoxLayout* first() const { return m_first; }
    /// As wide as its widgets wish, at the end of the line.
    [[nodiscard]] QHBoxLayout* second() const { return m_second; }
    [[nodiscard]] bool isBroken() const { return m_line->direction() == QBoxLayout::TopToBottom; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QBoxLayout* m_line = nullptr;
    QHBoxLayout* m_first = nullptr;
    QHBoxLayout* m_second = nullptr;
    bool m_isPlaced = false; ///< it was given a width
};

} // namespace coterie::ui
