#include "core/train/middle_scores.h"

#include <string>
#include <utility>
#include <vector>

namespace coterie {
namespace {

/// Sums over the samples of one model's clients.
struct Pooled
{
    double correct = 0;
    double loss = 0;
    double samples = 0;
    bool hasAccuracy = false;
};

bool anyPresent(const NamedValues& list)
{
    for (const std::optional<double>& value : list.values)
        if (value)
            return true;
    return false;
}

} // namespace

void addMiddleScores(const ModelsInUse& models,
                     std::span<const std::optional<Score>> scores,
                     RoundReport& report)
{
    const std::string name(models.middleName);
    NamedValues accuracy{.name = name + "TestAccuracy", .values = {}};
    NamedValues loss{.name = name + "TestLoss", .values = {}};
    std::vector<Pooled> rows(models.middle->count());
    for (std::size_t i = 0; i < scores.size(); ++i) {
        accuracy.values.push_back(scores[i] ? scores[i]->accuracy : std::nullopt);
        loss.values.push_back(scores[i] ? std::optional(scores[i]->loss) : std::nullopt);
        if (!scores[i])
            continue;
        Pooled& row = rows[models.middleRow[i]];
        const auto samples = static_cast<double>(scores[i]->samples);
        row.correct += scores[i]->accuracy.value_or(0) * samples;
        row.hasAccuracy = scores[i]->accuracy.has_value();
        row.loss += scores[i]->loss * samples;
        row.samples += samples;
    }
    const auto addTo = [](std::vector<NamedValues>& lists, NamedValues list) {
        if (anyPresent(list))
            lists.push_back(std::move(list));
    };
    if (rows.size() < scores.size()) {
        NamedValues rowAccuracy{.name = accuracy.name, .values = {}};
        NamedValues rowLoss{.name = loss.name, .values = {}};
        for (const Pooled& row : rows) {
            const bool measured = row.samples > 0;
            rowAccuracy.values.push_back(measured && row.hasAccuracy
                                             ? std::optional(row.correct / row.samples)
                                             : std::nullopt);
            rowLoss.values.push_back(measured ? std::optional(row.loss / row.samples)
                                              : std::nullopt);
        }
        addTo(report.groupValues, std::move(rowAccuracy));
        addTo(report.groupValues, std::move(rowLoss));
    }
    addTo(report.clientValues, std::move(accuracy));
    addTo(report.clientValues, std::move(loss));
}

} // namespace coterie
