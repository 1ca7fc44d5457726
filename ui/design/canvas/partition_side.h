#pragma once

#include "core/data/partition_statistics.h"

#include <QWidget>

#include <cstdint>
#include <set>
#include <span>
#include <vector>

class QBoxLayout;
class QGridLayout;
class QLabel;

namespace coterie::ui {

/// The number of values from `low` to the next bin.
struct HistogramBin
{
    double low = 0;
    std::size_t count = 0;

    bool operator==(const HistogramBin&) const = default;
};

struct Histogram
{
    std::vector<HistogramBin> bins;
    double width = 1; ///< of each bin
    std::size_t tallest = 0;

    bool operator==(const Histogram&) const = default;
};

/// At most `most` bins of one round width that cover all values. The width is at least 1, so that
/// integers never share less. Empty without values.
[[nodiscard]] Histogram histogramOf(std::span<const std::int64_t> values, int most);

class MatrixView;
class SizeHistogram;

/// Statistics of the partition beside or below the bars: numbers, a histogram of sizes and the
/// distances between clients.
class PartitionSide final : public QWidget
{
    Q_OBJECT

public:
    explicit PartitionSide(QWidget* parent = nullptr);

    void setStatistics(const PartitionStatistics& statistics);
    void setSelected(const std::set<int>& clients);
    /// Vertical beside the bars, horizontal below them.
    void setOrientation(Qt::Orientation orientation);

signals:
    void clientsChosen(const std::set<int>& clients);
    /// Why a picture could not be saved; empty if it was.
    void troubled(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    /// Returns the label with the name.
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
