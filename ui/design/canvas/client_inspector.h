#pragma once

#include "ui/design/canvas/partition_edits.h"

#include <QWidget>

#include <set>

class QComboBox;
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

signals:
    /// `dragged` is to hold so many samples, the other picked clients in proportion.
    void sizeChosen(int dragged, std::int64_t samples);
    void edgeChosen(std::optional<std::size_t> edge);
    void newEdgeChosen();
    void arrivalChosen(std::optional<int> round);

private:
    void takeEdge(int index);

    QLabel* m_who = nullptr;
    QWidget* m_fields = nullptr; // hidden while nobody is picked
    QSpinBox* m_samples = nullptr;
    QComboBox* m_edge = nullptr;
    QSpinBox* m_arrival = nullptr;
    int m_first = 0; // of the picked clients
};

} // namespace coterie::ui
