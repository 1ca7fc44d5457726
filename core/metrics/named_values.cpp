#include "core/metrics/named_values.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace coterie {

void put(Metrics& metrics, std::string_view name, const std::optional<double>& value)
{
    if (value)
        metrics.insert_or_assign(std::string(name), *value);
}

const NamedList* listNamed(const std::vector<NamedValues>& lists, std::string_view name)
{
    const auto place = std::ranges::find(lists, name, &NamedValues::name);
    return place == lists.end() ? nullptr : &place->values;
}

std::vector<double> valuesNamed(const std::vector<NamedValues>& lists, std::string_view name)
{
    std::vector<double> found;
    if (const NamedList* values = listNamed(lists, name))
        for (const std::optional<double>& value : *values)
            if (value)
                found.push_back(*value);
    return found;
}

std::optional<double> sumOfAny(const std::vector<double>& values)
{
    return values.empty() ? std::nullopt
                          : std::optional(std::accumulate(values.begin(), values.end(), 0.0));
}

} // namespace coterie
