#pragma once

#include "ui/design/canvas/partition_edits.h"

#include <QWidget>

#include <array>
#include <set>

class QComboBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace coterie::ui {

class PartitionCanvas;

/// The selected clients of the canvas as editable numbers: the keyboard's alternative.
class ClientInspector final : public QWidget
{
    Q_OBJECT

public:
    explicit ClientInspector(PartitionCanvas& canvas);

    void showClients(const PartitionSketch& sketch, const std::set<int>& clients);
    /// Wide enough for one field; fields wrap below each other.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void perform(const SketchEdit& edit);

    PartitionCanvas& m_canvas;
    QLabel* m_who = nullptr;
    QGridLayout* m_grid = nullptr;
    std::array<QWidget*, 3> m_fields{}; // each with its label; hidden without a selection
    int m_columns = -1;                 // of fields below the text; 0: one row with it
    QSpinBox* m_samples = nullptr;
    QComboBox* m_edge = nullptr;
    QSpinBox* m_arrival = nullptr;
    int m_first = 0; // of the selected clients
};

} // namespace coterie::ui
