#include "core/run/kept_matrices.h"

#include "core/run/failures.h"

#include <algorithm>
#include <cmath>

namespace coterie {

double denseMatrixBytes(const RoundReport& report)
{
    double bytes = 0;
    if (report.collaboration)
        if (const Matrix* a = report.collaboration->matrix())
            bytes += static_cast<double>(a->values.size() * sizeof(float));
    if (report.similarity)
        bytes += static_cast<double>(report.similarity->values.size() * sizeof(float));
    if (report.gram)
        bytes += static_cast<double>(report.gram->values.size() * sizeof(double));
    return bytes;
}

int roundsBetweenMatrices(const RunPlan& plan, double bytesOfRound)
{
    constexpr double kMegabyte = 1e6;
    const double budget = plan.keepMatricesMegabytes * kMegabyte;
    const int every = std::max(1, plan.keepMatricesEvery);
    const int rounds = std::max(1, plan.rounds);
    if (bytesOfRound * rounds <= budget)
        return every;
    // The first one, one after each such interval, and the last one.
    const double fit = std::floor(budget / bytesOfRound);
    if (fit < 2)
        return std::max(every, rounds);
    const auto least = static_cast<int>(std::floor((rounds - 1) / (fit - 1))) + 1;
    return std::max(every, least);
}

double roundsWithMatrices(const RunPlan& plan, double bytesOfRound)
{
    const double rounds = std::max(1, plan.rounds);
    const double between = roundsBetweenMatrices(plan, bytesOfRound);
    return std::min(rounds, std::floor((rounds - 1) / between) + 2);
}

void MatrixThinner::thin(const RunPlan& plan, RoundReport& report)
{
    const double bytes = denseMatrixBytes(report);
    if (bytes == 0)
        return;
    const int between = roundsBetweenMatrices(plan, bytes);
    if (between == 1) {
        m_newest = -1;
        return;
    }
    const bool isLast =
        report.round >= plan.rounds || std::ranges::any_of(report.events, isNonFinite);
    if (m_newest < 0 || report.round - m_newest >= between || isLast) {
        m_newest = report.round;
        return;
    }
    report.similarity.reset();
    report.gram.reset();
    if (report.collaboration && report.collaboration->matrix())
        report.collaboration.reset();
}

} // namespace coterie
