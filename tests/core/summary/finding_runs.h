#pragma once

#include "core/summary/findings.h"

#include <string>
#include <string_view>
#include <vector>

namespace coterie::test {

/// A run of some clients with the same errors, in percent, in every round of training; before it
/// they are ten points higher.
[[nodiscard]] inline RunHistory steady(const std::vector<double>& errors, int rounds)
{
    RunHistory run;
    run.row.id = 7;
    run.row.seed = 1;
    run.row.roundsDone = rounds;
    for (std::size_t i = 0; i < errors.size(); ++i)
        run.facts.trainSamples.push_back(100 + std::int64_t(i));
    for (int round = 0; round <= rounds; ++round) {
        RoundFacts facts;
        facts.round = round;
        for (std::size_t i = 0; i < errors.size(); ++i) {
            facts.errors.emplace_back(errors[i] + (round == 0 ? 10 : 0));
            facts.testLosses.emplace_back(1);
            facts.trainLosses.emplace_back(1);
            if (round > 0)
                facts.participants.push_back(int(i));
        }
        run.rounds.push_back(std::move(facts));
    }
    return run;
}

/// What a rule says; empty: nothing.
[[nodiscard]] inline std::string said(std::string_view rule, const FindingContext& context)
{
    for (const FindingRule& each : findingRules())
        if (each.name == rule) {
            const std::optional<Finding> found = each.find(context);
            return found ? found->sentence : std::string();
        }
    return "there is no such rule";
}

} // namespace coterie::test
