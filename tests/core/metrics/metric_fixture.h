#pragma once

#include "core/metrics/metrics.h"

#include <QTest>

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie::test {

inline ClientReport tested(int client, double accuracy, double loss, std::int64_t samples)
{
    ClientReport report;
    report.client = client;
    report.personalTest = Score{.loss = loss, .accuracy = accuracy, .samples = samples};
    return report;
}

inline RoundReport withAccuracies(int round, const std::vector<double>& accuracies)
{
    RoundReport report;
    report.round = round;
    for (std::size_t i = 0; i < accuracies.size(); ++i)
        report.clients.push_back(
            tested(static_cast<int>(i), accuracies[i], 1.0 - accuracies[i], 10));
    return report;
}

inline FederationFacts factsWith(std::vector<std::int64_t> trainSamples,
                                 std::vector<int> trueGroup = {})
{
    FederationFacts facts;
    facts.trainSamples = std::move(trainSamples);
    facts.trueGroup = std::move(trueGroup);
    return facts;
}

inline std::optional<double> valueIn(const Metrics& metrics, std::string_view name)
{
    return findMetric(metrics, name);
}

inline RoundReport withValues(int round, std::vector<NamedValues> clientValues)
{
    RoundReport report;
    report.round = round;
    report.clientValues = std::move(clientValues);
    return report;
}

} // namespace coterie::test

/// A metric is there, and has that value.
#define EXPECT(metrics, name, expected)                                                            \
    do {                                                                                           \
        const std::optional<double> found = valueIn(metrics, name);                                \
        QVERIFY2(found.has_value(), name);                                                         \
        QVERIFY2(std::abs(*found - (expected)) < 1e-12,                                            \
                 qPrintable(QString("%1: %2").arg(name).arg(*found)));                             \
    } while (false)
