#pragma once

#include "core/collab/metric_sheet.h"
#include "core/report/round_report.h"

#include <optional>

namespace coterie {

/// The best round so far and what its test gave, chosen by the test itself and, honestly, by the
/// validation samples. The first of equally good rounds is kept.
class MetricBestRounds
{
public:
    void add(const RoundReport& report, MetricSheet& sheet);

private:
    struct Best
    {
        int round = 0;
        double score = 0; ///< the greater the better: an accuracy, or a loss with its sign changed
        std::optional<double> testAccuracy;
        std::optional<double> testLoss;
    };

    void addByTest(const RoundReport& report, MetricSheet& sheet);
    void addByValidation(const RoundReport& report, MetricSheet& sheet);

    std::optional<Best> m_byTest;
    std::optional<Best> m_byValidation;
};

} // namespace coterie
