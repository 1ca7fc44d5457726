#pragma once

#include "core/run/run_queue.h"
#include "ui/runs/round_measurements.h"

#include <cmath>
#include <limits>

/// Reports as a run would send them, for tests of what is done with them.
namespace made_up {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline coterie::FederationFacts facts(std::size_t clients)
{
    coterie::FederationFacts facts;
    facts.trainSamples.assign(clients, 300);
    facts.testSamples.assign(clients, 80);
    facts.validationSamples.assign(clients, 0);
    return facts;
}

inline coterie::RunHeader
header(std::int64_t id, const char* arm, std::size_t armIndex, std::size_t clients, int rounds)
{
    coterie::RunHeader header;
    header.id = id;
    header.experimentName = "Quickstart: alone or together?";
    header.plan.armName = arm;
    header.plan.armIndex = armIndex;
    header.look = armIndex;
    header.plan.rounds = rounds;
    header.plan.seed = 1;
    header.facts = facts(clients);
    header.environment.device = "cpu";
    return header;
}

/// Errors fall from 90 % towards `floor`, each client a little differently, with a ripple.
inline coterie::RoundReport report(int round, std::size_t clients, double floor)
{
    coterie::RoundReport report;
    report.round = round;
    for (std::size_t index = 0; index < clients; ++index) {
        const double spread =
            0.04 * std::sin(2.1 * double(index)) + 0.012 * std::sin(0.9 * round + double(index));
        const double error = floor + (0.9 - floor) * std::exp(-0.16 * round) + spread;
        coterie::ClientReport client;
        client.client = static_cast<int>(index);
        client.personalTest =
            coterie::Score{.loss = 2.3 * error + 0.05, .accuracy = 1 - error, .samples = 80};
        if (round > 0) {
            client.trainLoss = 2.1 * error * std::exp(-0.03 * round);
            report.participants.push_back(static_cast<int>(index)); // round 0 trains nobody
        }
        report.clients.push_back(client);
    }
    return report;
}

inline coterie::ui::RoundMeasurements measurements(int round, std::optional<double> error)
{
    coterie::ui::RoundMeasurements measured;
    measured.round = round;
    measured.mean[0] = error;
    return measured;
}

} // namespace made_up
