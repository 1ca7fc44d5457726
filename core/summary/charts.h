#pragma once

#include "core/base/matrix.h"
#include "core/report/run_record.h"

#include <string>
#include <vector>

namespace coterie {

/// One line of a chart, with a band around it where both ends are given.
struct ChartLine
{
    std::string name;
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> deviation;  ///< of each y; empty: no band
    std::vector<double> below = {}; ///< the same downwards where that differs
    std::size_t look = 0;           ///< its arm's, which is its colour; see armLooks()
    std::size_t variant = 0;        ///< the first free one from here on, of those of its look
    enum class Marks
    {
        Line,
        Points,
        Both
    };
    Marks marks = Marks::Line;
};

struct ChartAxes
{
    std::string x; ///< titles
    std::string y;
    bool logarithmicX = false; ///< without what is not above zero
    bool logarithmicY = false;
};

/// Lines over rounds or a setting as one SVG picture, their names beside it. Lines of one colour,
/// such as an arm's sweep points, differ by dash and shade, as in the window. Values that are not
/// finite are left out. Empty without a value.
[[nodiscard]] std::string lineChart(std::vector<ChartLine> lines, const ChartAxes& axes);

/// Who takes how much from whom: row i is what client i takes. Darker is more.
[[nodiscard]] std::string heatMap(const Matrix& weights);

/// Each client a bar as long as its training samples, its colours the classes; empty without
/// clients.
[[nodiscard]] std::string federationChart(const FederationFacts& facts);

/// The colour of the arm or class of this number, "#0072b2"; they repeat.
[[nodiscard]] std::string chartColour(std::size_t number);

} // namespace coterie
