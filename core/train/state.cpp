#include "core/train/state.h"

#include <ATen/ATen.h>

namespace coterie {

at::Tensor statePart(const State& state, const std::string& name)
{
    for (const StatePart& part : state)
        if (part.name == name)
            return part.values;
    return {};
}

namespace {

/// The values of a part on this side of the device, one after the other.
template <typename Number>
std::vector<Number> valuesOfState(const State& state, const std::string& name, at::ScalarType type)
{
    const at::Tensor part = statePart(state, name);
    if (!part.defined())
        return {};
    const at::Tensor here = part.to(at::kCPU, type).contiguous();
    return {here.data_ptr<Number>(), here.data_ptr<Number>() + here.numel()};
}

} // namespace

State numbersState(const std::string& name, std::span<const double> numbers)
{
    return {{.name = name, .values = at::tensor(at::ArrayRef(numbers.data(), numbers.size()))}};
}

std::vector<double> numbersOfState(const State& state, const std::string& name)
{
    return valuesOfState<double>(state, name, at::kDouble);
}

State placesState(const std::string& name, std::span<const std::size_t> places)
{
    const std::vector<std::int64_t> numbers(places.begin(), places.end());
    return {{.name = name, .values = at::tensor(numbers, at::kLong)}};
}

std::vector<std::size_t> placesOfState(const State& state, const std::string& name)
{
    const auto numbers = valuesOfState<std::int64_t>(state, name, at::kLong);
    return {numbers.begin(), numbers.end()};
}

State joined(State first, const State& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace coterie
