#include "core/spec/completed.h"

#include <vector>

namespace coterie {

namespace {

/// The value as the descriptor declares it, where an experiment built in memory says 1 for 1.0.
ParameterValue asDeclared(const ParameterValue& value, ParameterType type)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && type == ParameterType::Real)
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    if (real && type == ParameterType::Integer)
        return static_cast<std::int64_t>(*real);
    if (real)
        return *real + 0.0; // -0.0 and 0 are one value
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        std::vector<double> numbers = *list;
        for (double& number : numbers)
            number += 0.0;
        return numbers;
    }
    return value;
}

} // namespace

ParameterSet completed(const ParameterSet& parameters,
                       std::span<const ParameterDescriptor> declared,
                       bool codeProfile)
{
    ParameterSet whole;
    for (const ParameterDescriptor& descriptor : declared) {
        const Parameter* given = parameters.find(descriptor.name);
        if (given == nullptr) {
            whole.set(descriptor.name, descriptor.defaultValue(codeProfile));
            continue;
        }
        std::vector<ParameterValue> values;
        for (const ParameterValue& value : given->values)
            values.push_back(asDeclared(value, descriptor.type));
        if (given->swept)
            whole.sweep(descriptor.name, std::move(values));
        else
            whole.set(descriptor.name, values.front());
    }
    return whole;
}

Part completed(const Part& part, std::span<const NamedPart> known, bool codeProfile)
{
    const NamedPart* named = findPart(known, part.name);
    if (named == nullptr)
        return part;
    return {.name = part.name,
            .parameters = completed(part.parameters, named->parameters, codeProfile)};
}

} // namespace coterie
