#pragma once

#include <QTabWidget>

class QComboBox;

namespace coterie::ui {

/// Tabs with a box in their corner, which leaves the tabs the room that they need. Ctrl+Tab goes
/// from tab to tab wherever the focus is; a box would take the key as a letter to search for.
class PaneTabs final : public QTabWidget
{
    Q_OBJECT

public:
    explicit PaneTabs(QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* box() const { return m_box; }
    /// Instead of the base's, which leaves the box its width.
    void setTabVisible(int index, bool visible);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void tabInserted(int index) override;
    void changeEvent(QEvent* event) override;

private:
    void limitBox();
    /// To the next tab that is shown, or with −1 the one before.
    void go(int step);

    QComboBox* m_box = nullptr;
};

} // namespace coterie::ui
