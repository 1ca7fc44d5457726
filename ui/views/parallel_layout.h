#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace coterie::ui {

/// One axis of parallel coordinates. Numbers stand where they belong, on a logarithmic axis if they
/// span decades; words stand evenly in the order given.
struct ParallelAxis
{
    QString title;
    std::vector<std::optional<double>> values; ///< of each line; for words their place in `words`
    QStringList words;                         ///< empty: the values are numbers
    QString absent = {}; ///< what stands below the values for lines without one; empty: they part

    bool operator==(const ParallelAxis&) const = default;
};

/// A mark on an axis with its words.
struct ParallelTick
{
    double y = 0;
    QString text;

    bool operator==(const ParallelTick&) const = default;
};

struct ParallelLayout
{
    std::vector<double> x;                        ///< of each axis
    std::vector<std::vector<ParallelTick>> ticks; ///< of each axis, from the bottom up
    std::vector<bool> logarithmic;                ///< of each axis
    /// Of each line the places on the axes; absent where it has no finite value.
    std::vector<std::vector<std::optional<QPointF>>> lines;

    bool operator==(const ParallelLayout&) const = default;
};

[[nodiscard]] ParallelLayout layOutParallel(const std::vector<ParallelAxis>& axes,
                                            const QRectF& area);

} // namespace coterie::ui
