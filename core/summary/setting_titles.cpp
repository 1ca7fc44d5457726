#include "core/summary/setting_titles.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/layers_text.h"
#include "core/experiment/word_titles.h"
#include "core/store/plan_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <span>

namespace coterie {

namespace {

using Parts = std::span<const NamedPart>;

struct SettingSection
{
    std::string_view place;
    std::string_view title;
    Parts Registry::*parts = nullptr; ///< what can be named there
    std::string_view key = "name";    ///< of the part's name
};

constexpr std::array kSections{
    // the longer places first
    SettingSection{"/data/dataset/", "Data set", &Registry::datasets},
    SettingSection{"/data/partition/", "Partition", &Registry::partitions, "scheme"},
    SettingSection{"/data/preprocess", "Preprocessing", &Registry::preprocessSteps, "step"},
    SettingSection{"/data/", "Data"},
    SettingSection{"/clients/", "Clients"},
    SettingSection{"/model/", "Model", &Registry::models},
    SettingSection{"/local/optimizer/schedule/", "Learning rate schedule", &Registry::schedules},
    SettingSection{"/local/optimizer/", "Optimizer", &Registry::optimizers},
    SettingSection{"/local/objective/", "Objective", &Registry::objectives},
    SettingSection{"/local/", "Local training"},
    SettingSection{"/algorithm/", "Algorithm", &Registry::algorithms},
    SettingSection{"/sampler/", "Sampling", &Registry::samplers}};

constexpr std::string_view kLayersPlace = "/model/layers";

const SettingSection* sectionOf(std::string_view pointer)
{
    const auto found = std::ranges::find_if(kSections, [pointer](const SettingSection& section) {
        return pointer.starts_with(section.place);
    });
    return found == kSections.end() ? nullptr : &*found;
}

std::string_view lastStep(std::string_view pointer)
{
    return pointer.substr(pointer.rfind('/') + 1); // npos + 1 is 0
}

std::string labelOf(const ParameterDescriptor& parameter)
{
    return parameter.title.empty() ? spelledOut(parameter.name) : std::string(parameter.title);
}

/// All of this name that the setting may be: of one of these parts, or of every experiment.
std::vector<const ParameterDescriptor*> descriptorsOf(std::string_view pointer,
                                                      const std::vector<std::string>& parts,
                                                      const Registry& registry)
{
    for (const fields::SettingField& field : fields::kSettings)
        if (field.pointer == pointer)
            return {field.descriptor};
    const SettingSection* section = sectionOf(pointer);
    std::vector<const ParameterDescriptor*> found;
    if (section == nullptr || section->parts == nullptr)
        return found;
    for (const NamedPart& part : registry.*section->parts) {
        if (!parts.empty() && std::ranges::find(parts, part.name) == parts.end())
            continue;
        for (const ParameterDescriptor& parameter : part.parameters)
            if (parameter.name == lastStep(pointer))
                found.push_back(&parameter);
    }
    return found;
}

/// A letter of the paper; empty for one with an index or a formula, which needs a drawing.
std::string letterOf(const std::vector<const ParameterDescriptor*>& descriptors)
{
    std::set<std::string_view> letters;
    for (const ParameterDescriptor* descriptor : descriptors)
        letters.insert(descriptor->symbol);
    constexpr std::size_t kLongest = 2; // bytes of a Greek letter
    const std::string_view letter = letters.size() == 1 ? *letters.begin() : std::string_view();
    return letter.size() <= kLongest ? std::string(letter) : std::string();
}

/// The list of a model's layers, or something in it.
bool isOfLayers(std::string_view pointer)
{
    return pointer == kLayersPlace || pointer.starts_with(std::string(kLayersPlace) + '/');
}

/// "Layer 5.2" for "/model/layers/4/layers/1", counted from 1; empty for all else.
std::string layerTitle(std::string_view pointer)
{
    if (!isOfLayers(pointer) || pointer == kLayersPlace)
        return {};
    std::string numbers;
    std::string_view rest = pointer.substr(kLayersPlace.size() + 1);
    while (!rest.empty()) {
        const std::string_view step = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(step.size() + 1, rest.size()));
        if (step == "layers")
            continue;
        std::size_t index = 0;
        const char* end = step.data() + step.size();
        if (std::from_chars(step.data(), end, index).ptr != end)
            return {};
        numbers += (numbers.empty() ? "" : ".") + std::to_string(index + 1);
    }
    return "Layer " + numbers;
}

bool isPartName(std::string_view pointer)
{
    const SettingSection* section = sectionOf(pointer);
    return section != nullptr && section->parts != nullptr && lastStep(pointer) == section->key;
}

std::string titleOfPart(const SettingSection& section, std::string_view name, const Registry& of)
{
    for (const NamedPart& part : of.*section.parts)
        if (part.name == name && !part.title.empty())
            return std::string(part.title);
    return std::string(name);
}

/// One value, with its unit where it is a number.
std::string textOf(const std::string& value,
                   const std::vector<const ParameterDescriptor*>& descriptors)
{
    if (value == "true" || value == "false")
        return value == "true" ? "yes" : "no";
    if (value.empty() || value == "[]" || value == "null")
        return value == "[]" ? "none" : "–";
    if (descriptors.empty())
        return value;
    const ParameterDescriptor& descriptor = *descriptors.front();
    if (const std::string_view title = titleOfWord(descriptor.name, value); !title.empty())
        return std::string(title);
    if (descriptor.name == "clients" && value == "0")
        return "all"; // that the data have
    const bool isNumber = value.find_first_not_of("+-.0123456789eE") == std::string::npos;
    const bool haveOneUnit = std::ranges::all_of(
        descriptors, [&](const auto* other) { return other->unit == descriptor.unit; });
    if (!isNumber || !haveOneUnit || descriptor.unit.empty() || descriptor.unit == "share")
        return value;
    return value + ' '
           + std::string(descriptor.unit == "percent" ? std::string_view("%") : descriptor.unit);
}

/// "Crop (Height 28, Width 28)" of a part that is written as an object, or any other object by the
/// names of its members.
std::string objectText(std::string_view pointer, const JsonNode& node, const Registry& registry)
{
    const SettingSection* section = sectionOf(pointer);
    std::string title;
    std::vector<std::string> parts;
    if (section != nullptr && section->parts != nullptr)
        if (const JsonNode* name = node.find(section->key)) {
            title = titleOfPart(*section, name->text, registry);
            parts.push_back(name->text);
        }
    std::string members;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (!parts.empty() && node.names[i] == section->key)
            continue;
        const std::string place = std::string(pointer) + '/' + node.names[i];
        const auto descriptors = descriptorsOf(place, parts, registry);
        const JsonNode& item = node.items[i];
        const std::string value =
            item.kind == JsonNode::Kind::Text ? item.text : writeCompact(item);
        members +=
            (members.empty() ? "" : ", ")
            + (descriptors.empty() ? spelledOut(node.names[i]) : labelOf(*descriptors.front()))
            + ' ' + textOf(value, descriptors);
    }
    if (title.empty())
        return members;
    return members.empty() ? title : title + " (" + members + ')';
}

/// Of a list of objects or numbers; absent for anything else.
std::optional<std::string>
listText(std::string_view pointer, const std::string& value, const Registry& registry)
{
    if (!value.starts_with('[') || value == "[]")
        return std::nullopt;
    const Result<ParsedJson> parsed = parseJson(value);
    if (!parsed || parsed->root.kind != JsonNode::Kind::List)
        return std::nullopt;
    std::string text;
    for (const JsonNode& item : parsed->root.items) {
        const bool isObject = item.kind == JsonNode::Kind::Object;
        text += (text.empty() ? ""
                 : isObject   ? "; "
                              : ", ")
                + (isObject                            ? objectText(pointer, item, registry)
                   : item.kind == JsonNode::Kind::Text ? item.text
                                                       : writeCompact(item));
    }
    return text;
}

} // namespace

std::string spelledOut(std::string_view lowerCamel)
{
    std::string words;
    for (const char letter : lowerCamel) {
        const bool isCapital = letter >= 'A' && letter <= 'Z';
        const bool isSmall = letter >= 'a' && letter <= 'z';
        if (words.empty() && isSmall) {
            words += static_cast<char>(letter - 'a' + 'A');
            continue;
        }
        if (isCapital)
            words += ' ';
        words += isCapital ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return words;
}

std::string partPlace(std::string_view pointer)
{
    const SettingSection* section = sectionOf(pointer);
    if (section == nullptr || section->parts == nullptr || !section->place.ends_with('/'))
        return {};
    return std::string(section->place).append(section->key);
}

std::string settingTitle(std::string_view pointer,
                         const std::vector<std::string>& parts,
                         const Registry& registry)
{
    const SettingSection* section = sectionOf(pointer);
    if (section != nullptr && (isPartName(pointer) || !section->place.ends_with('/')))
        return std::string(section->title);
    if (const std::string layer = layerTitle(pointer); !layer.empty())
        return std::string(section->title) + ": " + layer;
    const auto descriptors = descriptorsOf(pointer, parts, registry);
    std::set<std::string> labels;
    for (const ParameterDescriptor* descriptor : descriptors)
        labels.insert(labelOf(*descriptor));
    std::string title = labels.size() == 1 ? *labels.begin() : spelledOut(lastStep(pointer));
    if (const std::string letter = letterOf(descriptors); !letter.empty() && letter != title)
        title += " (" + letter + ')';
    return section == nullptr ? title : std::string(section->title) + ": " + title;
}

std::string settingText(std::string_view pointer,
                        const std::string& value,
                        const std::vector<std::string>& parts,
                        const Registry& registry)
{
    const auto descriptors = descriptorsOf(pointer, parts, registry);
    std::string text;
    for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t end = std::min(value.find(kThen, begin), value.size());
        const std::string one = value.substr(begin, end - begin);
        if (!text.empty())
            text += kThen;
        if (isOfLayers(pointer))
            text += textOf(layersInWords(one), descriptors);
        else if (const auto list = listText(pointer, one, registry))
            text += *list;
        else if (isPartName(pointer))
            text += titleOfPart(*sectionOf(pointer), one, registry);
        else
            text += textOf(one, descriptors);
        begin = end + kThen.size();
    }
    return text;
}

} // namespace coterie
