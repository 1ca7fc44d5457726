#include "core/run/verify.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/client_numbers.h"
#include "core/metrics/metric_infos.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/run.h"

#include <cctype>
#include <memory>
#include <variant>

namespace coterie {

namespace {

/// The changes by hand that hold from the round of this report on.
std::vector<LiveChange> changesIn(const RoundReport& report)
{
    std::vector<LiveChange> changes;
    for (const Event& event : report.events)
        if (const auto* changed = std::get_if<SettingChanged>(&event.what))
            changes.push_back({.place = changed->place, .value = changed->to});
    return changes;
}

Result<RoundReport> storedRound(RunStore& store, const RunRow& run, int round)
{
    COTERIE_TRY(std::vector<RoundReport> reports, store.reports(run.id, round, round));
    if (reports.size() != 1)
        return fail("run " + run.numberText(),
                    "round " + std::to_string(round) + " is not in the store");
    return std::move(reports.front());
}

/// "training loss" for "trainLoss", "mean test error (%)" for "meanTestError_percent".
std::string titleOf(const ReportDifference& difference)
{
    const std::size_t mark = difference.column.find('_');
    std::string name = difference.column.substr(0, mark);
    std::string unit = mark == std::string::npos ? "" : difference.column.substr(mark + 1);
    constexpr std::string_view kPersonal = "personal"; // what titles of a client take for granted
    if (difference.table == "clients" && name.starts_with(kPersonal)
        && name.size() > kPersonal.size()) {
        name.erase(0, kPersonal.size());
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    }
    const ClientNumberInfo* info = difference.table == "rounds" ? nullptr : findClientNumber(name);
    std::string title(info ? info->title : metricTitle(name));
    if (title.empty()) {
        for (const char letter : name) {
            if (std::isupper(static_cast<unsigned char>(letter)))
                title += ' ';
            title += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
    } else if (title.size() > 1 && std::islower(static_cast<unsigned char>(title[1]))) {
        title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
    }
    if (unit == "percent")
        unit = "%";
    return unit.empty() || unit == "count" || unit == "round" ? title : title + " (" + unit + ')';
}

/// "the program was 0.1, now it is 0.2".
std::string changeText(const EnvironmentChanged& changed)
{
    const EnvironmentChanged change = inWords(changed);
    if (change.what == kRanksPart)
        return "it was computed with " + change.before + ", now with " + change.now;
    const bool isName = change.what == "LibTorch" || change.what == "BLAS";
    const bool areMany = change.what == "instructions";
    return (isName ? "" : "the ") + change.what + (areMany ? " were " : " was ") + change.before
           + ", now " + (areMany ? "they are " : "it is ") + change.now;
}

} // namespace

Result<Verification> verifyRun(RunStore& store,
                               const RunRow& row,
                               RunData& data,
                               const VerifyOptions& options,
                               const std::stop_token& stop)
{
    const std::string name = "run " + row.numberText();
    if (!row.hasRounds)
        return fail(name, "has no round to compare with");
    Verification found{.lastStored = row.roundsDone};
    found.isStopped = stop.stop_requested();
    if (found.isStopped)
        return found;
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    if (!plan)
        return Unexpected<Error>{plan.error().front()};
    Result<std::unique_ptr<Run>> prepared = fail(name, "was not prepared");
    if (const std::optional<std::string> failure = failureOf("Preparing the run", [&] {
            prepared = prepareRun(*plan,
                                  data,
                                  options.threads,
                                  deviceFor(*plan, options.device),
                                  false,
                                  options.commands);
        }))
        return fail(name, *failure);
    COTERIE_TRY(const std::unique_ptr<Run> run, std::move(prepared));
    found.isStopped = stop.stop_requested();
    if (found.isStopped)
        return found;

    const auto ending = [&](int round) {
        const Result<Environment> before =
            environmentAfter(store, row, round); // later rounds may be damaged
        found.changed = differences(before ? *before : row.environment, run->environment());
        return std::move(found);
    };
    for (int round = 0; round <= row.roundsDone; ++round) {
        COTERIE_TRY(const RoundReport stored, storedRound(store, row, round));
        run->change(changesIn(stored));
        RoundReport again;
        try {
            const std::optional<std::string> failure =
                failureOf("Round " + std::to_string(round), [&] { again = run->advance(stop); });
            if (failure) {
                found.trouble = *failure;
                return ending(round);
            }
        } catch (const RunStopped&) {
            found.isStopped = true;
            return found;
        }
        found.difference = firstDifference(stored, again);
        if (found.difference)
            return ending(round);
        found.lastSame = round;
        options.roundDone(round);
    }
    return found;
}

std::string differenceText(int round,
                           const ReportDifference& difference,
                           const std::string& inOne,
                           const std::string& inOther)
{
    const std::string place = "round " + std::to_string(round)
                              + (difference.place.empty() ? "" : ", " + difference.place);
    if (!difference.isInOne || !difference.isInOther)
        return place + ": this row of " + difference.table + " is only "
               + (difference.isInOne ? inOne : inOther);
    if (difference.column.empty())
        return place + ": the rows of " + difference.table + " differ from here on";
    const auto valueText = [](const std::string& value) {
        return value.empty() ? std::string("not measured") : value;
    };
    return place + ": " + titleOf(difference) + " is " + valueText(difference.one) + ' ' + inOne
           + " and " + valueText(difference.other) + ' ' + inOther;
}

std::string verdictOf(const Verification& verification)
{
    std::string text;
    if (verification.isStopped)
        return verification.lastSame < 0
                   ? "Stopped before the first round was played again."
                   : "Stopped: the same to the bit up to round "
                         + std::to_string(verification.lastSame) + ", the last that was played.";
    if (!verification.trouble.empty())
        text = verification.trouble;
    else if (!verification.difference)
        return verification.lastStored == 0
                   ? "The same to the bit in round 0, the only one."
                   : "The same to the bit in all " + std::to_string(verification.lastStored)
                         + " rounds.";
    else
        text =
            "It differs from "
            + differenceText(
                verification.lastSame + 1, *verification.difference, "in the store", "played again")
            + '.';
    for (const EnvironmentChanged& change : verification.changed)
        text += " Then " + changeText(change) + '.';
    if (verification.changed.empty() && verification.trouble.empty())
        text += " Program, libraries, processor and device are the same as then.";
    return text;
}

} // namespace coterie
