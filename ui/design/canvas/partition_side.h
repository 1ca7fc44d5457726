#pragma once

#include "core/data/partition_statistics.h"

#include <QWidget>

#include <cstdint>
#include <set>
#include <span>
#include <vector>

class QBoxLayout;
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
    PartitionSide();

    void setStatistics(const PartitionStatistics& statistics);
    void setSelected(const std::set<int>& clients);
    /// Vertical beside the bars, horizontal below them.
    void setOrientation(Qt::Orientation orientation);
    /// What it needs beside the bars, whose texts and font may change.
    [[nodiscard]] int widthBeside() const;

signals:
    void clientsChosen(const std::set<int>& clients);
    void widthBesideChanged();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Number
    {
        QLabel* name = nullptr;
        QLabel* value = nullptr;
    };

    [[nodiscard]] std::vector<int> widthsOfParts() const; ///< that they need
    [[nodiscard]] int sideMargins() const;
    void fitColumns();
    void showDistances(const PartitionStatistics& statistics);

    QBoxLayout* m_layout = nullptr;
    int m_widthBeside = 0;         ///< when it was said last
    std::vector<Number> m_numbers; // in rows
    QWidget* m_sizesColumn = nullptr;
    SizeHistogram* m_histogram = nullptr;
    MatrixView* m_distances = nullptr;
};

} // namespace coterie::ui
