#pragma once

#include <QSplitter>

namespace coterie::ui {

/// The cards of the Data page at the left, and what the chosen one is at the right. The cards get a
/// share of the width that leaves every set the room it needs in usual windows, so that none moves
/// the border, and with it the cards under the mouse, when it is chosen. Once the user has moved
/// the border, the share is theirs.
class DataHalves final : public QSplitter
{
    Q_OBJECT

public:
    explicit DataHalves(QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool m_isMoved = false; ///< by the user
};

} // namespace coterie::ui
