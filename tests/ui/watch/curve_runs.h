#pragma once

#include "ui/runs/run_view_model.h"

#include <vector>

/// Runs with a few rounds, for tests of their curves.
namespace coterie::ui::test {

inline RunTitle title(std::int64_t id, std::size_t arm)
{
    return {.id = id,
            .experiment = {},
            .arm = QStringLiteral("Arm %1").arg(arm),
            .look = arm,
            .seed = 1,
            .sweep = {},
            .roundsPlanned = 3};
}

/// A round whose clients have these test errors; the mean is that of all.
inline RoundMeasurements round(int number, const std::vector<double>& errors)
{
    RoundMeasurements made;
    made.round = number;
    made.seconds = 0.5;
    made.steps = 10;
    made.bits = 8e6;
    double sum = 0;
    for (std::size_t client = 0; client < errors.size(); ++client) {
        RoundMeasurements::Client of{.client = static_cast<int>(client), .values = {}};
        of.values[0] = errors[client];
        sum += errors[client];
        made.clients.push_back(of);
    }
    made.mean[0] = sum / double(errors.size());
    return made;
}

/// Four clients, three rounds; {0, 1} and {2, 3} train together from round 1 on.
inline void fill(RunViewModel& runs)
{
    runs.beginRun(title(7, 2));
    runs.append(7, round(0, {80, 60, 90, 70}));
    RoundMeasurements first = round(1, {40, 20, 60, 80});
    first.groups = {{0, 1}, {2, 3}};
    runs.append(7, first);
    RoundMeasurements second = round(2, {30, 10, 50, 70});
    second.groups = {{0, 1, 2}, {3}};
    runs.append(7, second);
}

} // namespace coterie::ui::test
