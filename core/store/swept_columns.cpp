#include "core/store/swept_columns.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "core/store/plan_settings.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace coterie {

namespace {

std::string fieldText(const JsonNode& node)
{
    return node.kind == JsonNode::Kind::Text ? node.text : writeCompact(node);
}

/// "/arms/2/algorithm/alpha" and "/algorithm/alpha" are "algorithm/alpha" of a plan.
std::string placeWithinPlan(std::string_view pointer)
{
    constexpr std::string_view kArms = "/arms/";
    if (pointer.starts_with(kArms))
        pointer.remove_prefix(std::min(pointer.find('/', kArms.size()), pointer.size()));
    if (pointer.starts_with('/'))
        pointer.remove_prefix(1);
    return std::string(pointer);
}

/// What the sweep of a plan sets, by place.
std::map<std::string, std::string> sweptIn(std::string_view planJson)
{
    std::map<std::string, std::string> swept;
    const Result<ParsedJson> plan = parseJson(planJson);
    const JsonNode* points = plan ? plan->root.find("sweep") : nullptr;
    if (points == nullptr)
        return swept;
    for (const JsonNode& point : points->items) {
        const JsonNode* pointer = point.find("pointer");
        const JsonNode* value = point.find("value");
        if (pointer != nullptr && value != nullptr)
            swept[placeWithinPlan(pointer->text)] = fieldText(*value);
    }
    return swept;
}

} // namespace

SweptColumns::SweptColumns(std::span<const ExportRun> runs)
{
    std::set<std::string> places;
    for (const ExportRun& run : runs)
        for (auto& [place, value] : sweptIn(run.row.planJson))
            places.insert(place);
    m_places.assign(places.begin(), places.end());
    if (m_places.empty())
        return;
    for (const ExportRun& run : runs) {
        std::map<std::string, std::string> known = sweptIn(run.row.planJson);
        for (auto& [pointer, value] : planSettings(run.row.planJson))
            known.try_emplace(placeWithinPlan(pointer), std::move(value));
        std::vector<std::string>& values = m_values[{run.row.id, run.row.armIndex, run.row.sweep}];
        for (const std::string& place : m_places)
            values.push_back(known[place]);
    }
}

void SweptColumns::writeNames(CsvWriter& csv) const
{
    for (const std::string& place : m_places)
        csv.fields(place);
}

void SweptColumns::writeValues(const RunRow& run, CsvWriter& csv) const
{
    const auto values = m_values.find({run.id, run.armIndex, run.sweep});
    if (values != m_values.end())
        for (const std::string& value : values->second)
            csv.fields(value);
}

std::string settingsBesideSeed(std::string_view planJson)
{
    constexpr std::array<std::string_view, 16> kLeftOut{"experiment",
                                                        "arm",
                                                        "armIndex",
                                                        "modelOfArm",
                                                        "seed",
                                                        "partitionSeed",
                                                        "sweep",
                                                        "device",
                                                        "checkpointSeconds",
                                                        "retryMinutes",
                                                        "keepStates",
                                                        "keepStatesMegabytes",
                                                        "keepModels",
                                                        "keepModelsMegabytes",
                                                        "keepMatricesEvery",
                                                        "keepMatricesMegabytes"};
    const Result<ParsedJson> plan = parseJson(planJson);
    if (!plan)
        return {};
    const JsonNode& root = plan->root;
    JsonNode kept = JsonNode::object();
    for (std::size_t i = 0; i < root.names.size(); ++i) {
        const std::string& name = root.names[i];
        if (std::ranges::find(kLeftOut, name) == kLeftOut.end()
            && kept.find(name) == nullptr) // a stranger's plan may have it twice
            kept.add(name, root.items[i]);
    }
    kept.sortKeys();
    return writeCompact(kept);
}

} // namespace coterie
