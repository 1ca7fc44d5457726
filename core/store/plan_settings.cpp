#include "core/store/plan_settings.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "core/experiment/sweep_text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace coterie {

namespace {

/// They identify the run, and have columns of their own in the run table.
constexpr std::array<std::string_view, 9> kNames{"experiment",
                                                 "arm",
                                                 "armIndex",
                                                 "modelOfArm",
                                                 "rounds",
                                                 "seed",
                                                 "sweep",
                                                 "checkpointSeconds",
                                                 "retryMinutes"};

using Settings = std::vector<std::pair<std::string, std::string>>;

void collect(const JsonNode& node, const std::string& pointer, Settings& settings)
{
    if (node.kind == JsonNode::Kind::Object) {
        for (std::size_t i = 0; i < node.items.size(); ++i)
            collect(node.items[i], pointer + pointerStep(node.names[i]), settings);
        return;
    }
    settings.emplace_back(pointer,
                          node.kind == JsonNode::Kind::Text ? node.text : writeCompact(node));
}

} // namespace

Settings planSettings(std::string_view planJson)
{
    Settings settings;
    const Result<ParsedJson> parsed = parseJson(planJson);
    if (!parsed || parsed->root.kind != JsonNode::Kind::Object)
        return settings;
    const JsonNode& root = parsed->root;
    for (std::size_t i = 0; i < root.items.size(); ++i)
        if (std::ranges::find(kNames, root.names[i]) == kNames.end())
            collect(root.items[i], pointerStep(root.names[i]), settings);
    return settings;
}

RunSettings::RunSettings(std::span<const RunRow> runs)
{
    std::unordered_map<std::string, std::size_t> settingOf;
    std::unordered_map<std::string, int> textOf;
    std::vector<const RunRow*> ordered;
    for (const RunRow& run : runs)
        ordered.push_back(&run);
    std::ranges::sort(ordered, {}, [](const RunRow* run) { return run->id; });
    for (const RunRow* run : ordered) {
        std::vector<int> values(m_pointers.size(), kAbsent);
        for (auto& [pointer, text] : planSettings(run->planJson)) {
            const auto [setting, isNew] = settingOf.try_emplace(pointer, m_pointers.size());
            if (isNew) {
                m_pointers.push_back(pointer);
                values.push_back(kAbsent);
            }
            const auto [number, isNewText] =
                textOf.try_emplace(text, static_cast<int>(m_texts.size()));
            if (isNewText)
                m_texts.push_back(text);
            values[setting->second] = number->second;
        }
        m_runs.push_back(run->id);
        m_values.push_back(std::move(values));
    }
    makeTitles();
}

void RunSettings::makeTitles()
{
    m_titles.assign(m_pointers.size(), {});
    for (std::size_t words = 1; words < 8; ++words) {
        std::unordered_map<std::string_view, int> uses;
        for (const std::string& pointer : m_pointers)
            ++uses[pointerTail(pointer, words)];
        for (std::size_t i = 0; i < m_pointers.size(); ++i) {
            const std::string_view ending = pointerTail(m_pointers[i], words);
            if (m_titles[i].empty() && uses[ending] == 1)
                m_titles[i] = ending;
        }
    }
}

const std::vector<int>* RunSettings::find(std::int64_t run) const
{
    const auto place = std::ranges::lower_bound(m_runs, run);
    return place == m_runs.end() || *place != run
               ? nullptr
               : &m_values[static_cast<std::size_t>(place - m_runs.begin())];
}

const std::string* RunSettings::value(std::int64_t run, std::size_t setting) const
{
    const std::vector<int>* values = find(run);
    const int text = values && setting < values->size() ? (*values)[setting] : kAbsent;
    return text == kAbsent ? nullptr : &m_texts[static_cast<std::size_t>(text)];
}

std::vector<std::size_t> RunSettings::differing(std::span<const std::int64_t> runs) const
{
    std::vector<const std::vector<int>*> known;
    for (const std::int64_t run : runs)
        if (const std::vector<int>* values = find(run))
            known.push_back(values);
    std::vector<std::size_t> result;
    for (std::size_t setting = 0; setting < m_pointers.size(); ++setting) {
        const auto textOf = [setting](const std::vector<int>* values) {
            return setting < values->size() ? (*values)[setting] : kAbsent;
        };
        int first = kAbsent;
        const bool alike = std::ranges::all_of(known, [&](const std::vector<int>* values) {
            const int text = textOf(values);
            first = first == kAbsent ? text : first;
            return text == kAbsent || text == first;
        });
        if (!alike)
            result.push_back(setting);
    }
    return result;
}

} // namespace coterie
