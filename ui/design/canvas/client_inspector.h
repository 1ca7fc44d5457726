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

/// What the picked clients are, as numbers that can be typed: the canvas's twin for the keyboard.
class ClientInspector final : public QWidget
{
    Q_OBJECT

public:
    explicit ClientInspector(QWidget* parent = nullptr);

    void showClients(const PartitionSketch& sketch, const std::set<int>& clients);
    /// Wide enough for one field with its name; the fields go below each other as they must.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// `dragged` is to hold so many samples, the other picked clients in proportion.
    void sizeChosen(int dragged, std::int64_t samples);
    void edgeChosen(std::optional<std::size_t> edge);
    void newEdgeChosen();
    void arrivalChosen(std::optional<int> round);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void takeEdge(int index);

    QLabel* m_who = nullptr;
    QGridLayout* m_grid = nullptr;
    std::array<QWidget*, 3> m_fields{}; // each with its name; hidden while nobody is picked
    int m_columns = -1;                 // of fields under the words; 0: all in one row with them
    QSpinBox* m_samples = nullptr;
    QComboBox* m_edge = nullptr;
    QSpinBox* m_arrival = nullptr;
    int m_first = 0; // of the picked clients
};

} // namespace coterie::ui
