#pragma once

#include "core/data/partition_statistics.h"

#include <QWidget>

#include <set>

class QBoxLayout;
class QGridLayout;
class QLabel;

namespace coterie::ui {

class MatrixView;
class SizeHistogram;

/// Beside the bars, or under them: what the partition is like in numbers, how large clients are,
/// and how far apart any two of them.
class PartitionSide final : public QWidget
{
    Q_OBJECT

public:
    explicit PartitionSide(QWidget* parent = nullptr);

    void setStatistics(const PartitionStatistics& statistics);
    void setSelected(const std::set<int>& clients);
    /// Upright stands beside the bars, lying beneath them.
    void setOrientation(Qt::Orientation orientation);

signals:
    void clientsChosen(const std::set<int>& clients);
    /// A picture could not be saved, and why; empty: it was.
    void troubled(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    /// Returns the label of its name.
    QLabel* addNumber(QGridLayout& grid, QLabel*& value, const QString& name, const QString& tip);
    void showDistances(const PartitionStatistics& statistics);

    QBoxLayout* m_layout = nullptr;
    QLabel* m_sizes = nullptr;
    QLabel* m_variation = nullptr;
    QLabel* m_gini = nullptr;
    QLabel* m_entropy = nullptr;
    QLabel* m_kindsName = nullptr;
    QLabel* m_kinds = nullptr;
    QLabel* m_distance = nullptr;
    QWidget* m_sizesColumn = nullptr;
    SizeHistogram* m_histogram = nullptr;
    MatrixView* m_distances = nullptr;
};

} // namespace coterie::ui
