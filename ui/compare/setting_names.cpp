#include "ui/compare/setting_names.h"

#include "core/algorithms/registry.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace coterie::ui {

namespace {

/// "Data hunger α", as Design calls a parameter, if it is the same one of all methods that have it;
/// empty if not.
QString parameterName(const CompareData& data, const RunSettings& settings, std::size_t setting)
{
    const std::string& pointer = settings.pointers()[setting];
    for (const auto& [section, parts] :
         std::array{std::pair(std::string("/algorithm/"), registry().algorithms),
                    std::pair(std::string("/sampler/"), registry().samplers)}) {
        const auto methods = settings.find(section + "name");
        if (!methods || methods == setting || !pointer.starts_with(section))
            continue;
        const std::string name = pointer.substr(section.size());
        std::set<std::string> used;
        for (const RunRow& run : data.runs)
            if (const std::string* method = settings.value(run.id, *methods);
                method != nullptr && settings.value(run.id, setting) != nullptr)
                used.insert(*method);
        std::set<QString> names;
        for (const std::string& method : used) {
            const NamedPart* part = findPart(parts, method);
            if (part == nullptr)
                return {};
            const auto found =
                std::ranges::find(part->parameters, name, &ParameterDescriptor::name);
            if (found == part->parameters.end())
                return {};
            const QString symbol = toQString(found->symbol);
            const bool isPlain = !symbol.isEmpty() && !symbol.contains(QLatin1Char('_'));
            names.insert(isPlain ? labelOf(*found) + QLatin1Char(' ') + symbol : labelOf(*found));
        }
        return names.size() == 1 ? *names.begin() : QString();
    }
    return {};
}

} // namespace

std::vector<QString> settingNames(const CompareData& data,
                                  const RunSettings& settings,
                                  std::span<const std::size_t> chosen)
{
    std::map<QString, int> counts;
    std::vector<std::pair<QString, QString>> names; // as Design has them, and by their place
    for (const std::size_t setting : chosen) {
        const QString place = settingName(settings.title(setting));
        const QString own = parameterName(data, settings, setting);
        names.emplace_back(own.isEmpty() ? place : own, place);
        ++counts[names.back().first];
    }
    std::vector<QString> titles;
    for (const auto& [own, place] : names)
        titles.push_back(counts[own] == 1 ? own : place);
    return titles;
}

} // namespace coterie::ui
