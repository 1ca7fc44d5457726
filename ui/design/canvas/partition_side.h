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

/// How many values lie from `low` on and below the next bin's.
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

/// Bins of one round width, at most so many, that cover all values; whole numbers never share a bin
/// of less than 1. Empty for no values.
[[nodiscard]] Histogram histogramOf(std::span<const std::int64_t> values, int most);

/// How many clients are how large. Pointing at a column says its numbers.
class SizeHistogram final : public QWidget
{
    Q_OBJECT

public:
    explicit SizeHistogram(QWidget* parent = nullptr);

    void setSizes(std::vector<std::int64_t> sizes);
    [[nodiscard]] const Histogram& histogram() const { return m_histogram; }
    /// What is said of the column at this place; empty beside the columns.
    [[nodiscard]] QString explanation(const QPointF& point) const;
    [[nodiscard]] QSize sizeHint() const override { return {280, 120}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, 60}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF area() const;

    std::vector<std::int64_t> m_sizes;
    Histogram m_histogram;
};

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
