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
    /// What can be done with the drawing, while no client is selected.
    [[nodiscard]] static QString hintText();
    void arrange();
    void perform(const SketchEdit& edit);

    PartitionCanvas& m_canvas;
    QLabel* m_who = nullptr;
    QWidget* m_body = nullptr; // the fields; hidden without a selection
    QGridLayout* m_grid = nullptr;
    std::array<QWidget*, 3> m_fields{}; // each with its label
    int m_columns = -1;
    QSpinBox* m_samples = nullptr;
    QComboBox* m_edge = nullptr;
    QSpinBox* m_arrival = nullptr;
    int m_first = 0; // of the selected clients
};

} // namespace coterie::ui
