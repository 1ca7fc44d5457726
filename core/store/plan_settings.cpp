#include "core/store/plan_settings.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/sweep_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace coterie {

namespace {

/// They identify the run, and have columns of their own in the run table.
constexpr std::array<std::string_view, 15> kSettingNames{"experiment",
                                                         "arm",
                                                         "armIndex",
                                                         "modelOfArm",
                                                         "rounds",
                                                         "seed",
                                                         "sweep",
                                                         "checkpointSeconds",
                                                         "retryMinutes",
                                                         "keepStates",
                                                         "keepStatesMegabytes",
                                                         "keepModels",
                                                         "keepModelsMegabytes",
                                                         "keepMatricesEvery",
                                                         "keepMatricesMegabytes"};

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

/// The sections of a plan, those that tell methods apart first.
constexpr std::array<std::string_view, 6> kSections{
    "/algorithm/", "/sampler/", "/local/", "/model/", "/data/partition/", "/data/"};

std::size_t sectionOf(std::string_view pointer)
{
    return static_cast<std::size_t>(
        std::ranges::find_if(
            kSections, [pointer](std::string_view section) { return pointer.starts_with(section); })
        - kSections.begin());
}

/// Settings of every run that a plan leaves out while they have their defaults, with these.
const Settings& unwrittenDefaults()
{
    static const Settings kDefaults = [] {
        const SharedSettings defaults;
        Settings settings;
        for (const fields::SettingField* field : fields::fieldsOf<SharedSettings>())
            if (field->written == fields::Written::IfSet && !field->isOfMachine)
                if (const auto value = field->descriptor->read(&defaults, *field->descriptor))
                    settings.emplace_back(field->pointer, toText(*value));
        return settings;
    }();
    return kDefaults;
}

/// Whether it is a difference that a plan lacks the setting, as it then has another in its place:
/// steps instead of epochs, or no edge servers. It is none where the setting is a parameter of one
/// method.
bool isOneOfSeveral(std::string_view pointer)
{
    return pointer.starts_with("/clients/")
           || std::ranges::any_of(fields::kSettings, [pointer](const fields::SettingField& field) {
                  return field.pointer == pointer && !field.instead.empty();
              });
}

/// Adds what a person changed while the run went on.
void addChanges(const RunRow& run, Settings& settings)
{
    for (const RecordedChange& changed : run.changes) {
        const auto setting = std::ranges::find(
            settings, changed.change.place, &std::pair<std::string, std::string>::first);
        if (setting != settings.end())
            setting->second.append(kThen).append(shortestText(changed.change.value));
    }
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
        if (std::ranges::find(kSettingNames, root.names[i]) == kSettingNames.end())
            collect(root.items[i], pointerStep(root.names[i]), settings);
    return settings;
}

Settings settingsOf(const RunRow& run)
{
    Settings settings = planSettings(run.planJson);
    addChanges(run, settings);
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
        for (auto& [pointer, text] : settingsOf(*run)) {
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
        m_seeds.push_back(std::to_string(run->seed));
        m_values.push_back(std::move(values));
    }
    for (const auto& [pointer, text] : unwrittenDefaults())
        if (const auto setting = settingOf.find(pointer); setting != settingOf.end()) {
            const auto [number, isNewText] =
                textOf.try_emplace(text, static_cast<int>(m_texts.size()));
            if (isNewText)
                m_texts.push_back(text);
            giveDefault(setting->second, number->second);
        }
    for (const std::string& pointer : m_pointers)
        m_countsWhereAbsent.push_back(isOneOfSeveral(pointer));
    makeTitles();
    makeDistinctions(ordered);
    m_differing = differing(m_runs);
}

/// To the runs whose plans could be read and do not say it.
void RunSettings::giveDefault(std::size_t setting, int text)
{
    for (std::vector<int>& values : m_values) {
        if (textOf(values, setting) != kAbsent || !isKnown(values))
            continue;
        values.resize(std::max(values.size(), setting + 1), kAbsent);
        values[setting] = text;
    }
}

bool RunSettings::isKnown(const std::vector<int>& values)
{
    return std::ranges::any_of(values, [](int text) { return text != kAbsent; });
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

void RunSettings::makeDistinctions(std::span<const RunRow* const> runs)
{
    using Name = std::tuple<std::string_view, std::string_view, std::string_view>;
    std::map<Name, std::vector<const RunRow*>> named;
    for (const RunRow* run : runs)
        named[{run->experimentName, run->arm, run->sweep}].push_back(run);
    for (const auto& [name, alike] : named) {
        std::vector<std::int64_t> ids;
        for (const RunRow* run : alike)
            ids.push_back(run->id);
        if (std::ranges::any_of(
                alike, [&](const RunRow* run) { return run->rounds != alike.front()->rounds; }))
            m_otherRounds.insert(ids.begin(), ids.end());
        std::vector<std::size_t> settings = differing(ids);
        std::erase_if(settings, [&](std::size_t setting) {
            return m_pointers[setting] == "/device" || followsSeed(ids, setting);
        });
        if (settings.empty())
            continue;
        for (auto& [id, ownFirst] : rarestFirst(ids, settings))
            m_distinctions[id] = std::move(ownFirst);
        if (std::ranges::any_of(settings, [this](std::size_t setting) {
                return m_pointers[setting] == kPartitionSeedPlace;
            }))
            findFixedPartitions(alike);
    }
}

/// For each run the settings whose value the fewest of these share come first: a text of them is
/// cut at its end. Then long lists, and last what mostly is the run's seed: how many share that
/// differs among the seeds of one design, whose text must not.
std::vector<std::pair<std::int64_t, std::vector<std::size_t>>>
RunSettings::rarestFirst(std::span<const std::int64_t> runs,
                         const std::vector<std::size_t>& settings) const
{
    std::vector<const std::vector<int>*> values;
    for (const std::int64_t run : runs)
        values.push_back(valuesOf(run));
    std::map<std::pair<std::size_t, int>, std::size_t> sharers;
    std::vector<int> ranks(m_pointers.size());
    for (const std::size_t setting : settings) {
        ranks[setting] = m_pointers[setting] == kPartitionSeedPlace ? 2
                         : isLongList(values, setting)              ? 1
                                                                    : 0;
        for (const std::vector<int>* ofRun : values)
            ++sharers[{setting, textOf(*ofRun, setting)}];
    }
    std::vector<std::pair<std::int64_t, std::vector<std::size_t>>> ordered;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        ordered.emplace_back(runs[run], settings);
        std::ranges::stable_sort(ordered.back().second, {}, [&](std::size_t setting) {
            return std::pair(ranks[setting], sharers.at({setting, textOf(*values[run], setting)}));
        });
    }
    return ordered;
}

void RunSettings::putInOrder(std::vector<std::size_t>& settings) const
{
    std::ranges::sort(settings, {}, [this](std::size_t setting) {
        const std::string& pointer = m_pointers[setting];
        return std::tuple(pointer == kPartitionSeedPlace, sectionOf(pointer), setting);
    });
}

/// Of one experiment either each run has its seed's partition or all have the same.
void RunSettings::findFixedPartitions(std::span<const RunRow* const> runs)
{
    const std::optional<std::size_t> setting = find(kPartitionSeedPlace);
    std::map<std::string_view, std::vector<std::int64_t>> ofExperiments;
    for (const RunRow* run : runs)
        ofExperiments[run->experimentDesign].push_back(run->id);
    for (const auto& [design, ids] : ofExperiments)
        if (!design.empty() && !followsSeed(ids, *setting))
            m_fixedPartitions.insert(ids.begin(), ids.end());
}

std::span<const std::size_t> RunSettings::distinctions(std::int64_t run) const
{
    const auto found = m_distinctions.find(run);
    return found == m_distinctions.end() ? std::span<const std::size_t>() : found->second;
}

bool RunSettings::followsSeed(std::span<const std::int64_t> runs, std::size_t setting) const
{
    return m_pointers[setting] == kPartitionSeedPlace
           && std::ranges::all_of(runs, [&](std::int64_t run) {
                  const std::string* seed = value(run, setting);
                  const auto place = std::ranges::lower_bound(m_runs, run);
                  return seed == nullptr
                         || *seed == m_seeds[static_cast<std::size_t>(place - m_runs.begin())];
              });
}

bool RunSettings::hasDistinctionsOf(const RunSettings& other) const
{
    if (m_distinctions.size() != other.m_distinctions.size()
        || m_otherRounds != other.m_otherRounds)
        return false;
    return std::ranges::all_of(m_distinctions, [&](const auto& ofRun) {
        const auto& [run, settings] = ofRun;
        return std::ranges::equal(
            settings, other.distinctions(run), [&](std::size_t here, std::size_t there) {
                const std::string* ours = value(run, here);
                const std::string* theirs = other.value(run, there);
                return m_pointers[here] == other.m_pointers[there]
                       && (ours && theirs ? *ours == *theirs : ours == theirs);
            });
    });
}

std::optional<std::size_t> RunSettings::find(std::string_view pointer) const
{
    const auto place = std::ranges::find(m_pointers, pointer);
    return place == m_pointers.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(place - m_pointers.begin()));
}

const std::vector<int>* RunSettings::valuesOf(std::int64_t run) const
{
    const auto place = std::ranges::lower_bound(m_runs, run);
    return place == m_runs.end() || *place != run
               ? nullptr
               : &m_values[static_cast<std::size_t>(place - m_runs.begin())];
}

const std::string* RunSettings::value(std::int64_t run, std::size_t setting) const
{
    const std::vector<int>* values = valuesOf(run);
    const int text = values ? textOf(*values, setting) : kAbsent;
    return text == kAbsent ? nullptr : &m_texts[static_cast<std::size_t>(text)];
}

std::vector<std::size_t> RunSettings::differing(std::span<const std::int64_t> runs) const
{
    if (m_differing && runs.size() == m_runs.size()) {
        std::vector<std::int64_t> ascending(runs.begin(), runs.end());
        std::ranges::sort(ascending);
        if (ascending == m_runs)
            return *m_differing;
    }
    std::vector<const std::vector<int>*> known;
    for (const std::int64_t run : runs)
        if (const std::vector<int>* values = valuesOf(run))
            known.push_back(values);
    // Run by run, as the values of each lie side by side: half the time of going setting by
    // setting through 10,000 runs.
    std::vector<std::optional<int>> first(m_pointers.size());
    std::vector<bool> differs(m_pointers.size());
    for (const std::vector<int>* values : known)
        for (std::size_t setting = 0; setting < m_pointers.size(); ++setting) {
            const int text = textOf(*values, setting);
            if (differs[setting]
                || (text == kAbsent && !(m_countsWhereAbsent[setting] && isKnown(*values))))
                continue;
            if (!first[setting])
                first[setting] = text;
            differs[setting] = text != *first[setting];
        }
    std::vector<std::size_t> result;
    for (std::size_t setting = 0; setting < m_pointers.size(); ++setting)
        if (differs[setting])
            result.push_back(setting);
    sortByInformation(known, result);
    return result;
}

bool RunSettings::isLongList(std::span<const std::vector<int>* const> runs,
                             std::size_t setting) const
{
    constexpr std::size_t kShort = 32; // letters
    return std::ranges::any_of(runs, [&](const std::vector<int>* values) {
        const int text = textOf(*values, setting);
        return text != kAbsent && m_texts[static_cast<std::size_t>(text)].size() > kShort
               && m_texts[static_cast<std::size_t>(text)].front() == '[';
    });
}

void RunSettings::sortByInformation(std::span<const std::vector<int>* const> runs,
                                    std::vector<std::size_t>& settings) const
{
    if (settings.size() < 2)
        return;
    std::vector<bool> isList(m_pointers.size());
    for (const std::size_t setting : settings)
        isList[setting] = isLongList(runs, setting);
    std::ranges::stable_sort(settings, {}, [&](std::size_t setting) {
        return std::pair(bool(isList[setting]), sectionOf(m_pointers[setting]));
    });
    // The runs fall into classes by the settings so far; one that splits none tells nothing new.
    std::vector<int> classOf(runs.size(), 0);
    int classes = 1;
    const auto splits = [&](std::size_t setting) {
        std::map<std::pair<int, int>, int> parts;
        for (std::size_t run = 0; run < runs.size(); ++run)
            classOf[run] = parts
                               .try_emplace({classOf[run], textOf(*runs[run], setting)},
                                            static_cast<int>(parts.size()))
                               .first->second;
        const int before = std::exchange(classes, static_cast<int>(parts.size()));
        return before < classes;
    };
    std::vector<std::size_t> telling;
    std::vector<std::size_t> following;
    for (const std::size_t setting : settings)
        if (splits(setting))
            telling.push_back(setting);
        else if (!isList[setting])
            following.push_back(setting);
    const auto lists =
        std::ranges::find_if(telling, [&](std::size_t setting) { return bool(isList[setting]); });
    following.insert(following.end(), lists, telling.end());
    telling.erase(lists, telling.end());
    telling.insert(telling.end(), following.begin(), following.end());
    settings = std::move(telling);
}

} // namespace coterie
