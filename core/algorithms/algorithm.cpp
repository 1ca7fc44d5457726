#include "core/algorithms/algorithm.h"

#include "core/train/state.h"

#include <ATen/ATen.h>
#include <cassert>

namespace coterie {

void Algorithm::setParameters(std::span<const ParameterDescriptor>, const ParameterSet&)
{
    assert(false && "an algorithm without parameters has none to change");
}

void Algorithm::keeps(const std::string& name, at::Tensor& values)
{
    m_kept.push_back(
        {[name, &values] { return State{{.name = name, .values = values}}; },
         [name, &values](const State& state) { values = statePart(state, name).clone(); }});
}

void Algorithm::keeps(const std::string& name, ModelRows& rows, const std::string& buffersName)
{
    keepsRows(name, rows.parameters, rows.first);
    keepsRows(buffersName.empty() ? name + "Buffers" : buffersName, rows.buffers, rows.first);
}

void Algorithm::keeps(const std::string& name, ClientRows& rows)
{
    keepsRows(name, rows.rows, rows.first);
}

void Algorithm::keepsRows(const std::string& name,
                          at::Tensor& values,
                          const std::optional<std::size_t>& first)
{
    m_kept.push_back({[name, &values, &first] {
                          return State{{.name = name, .values = values, .first = first}};
                      },
                      [name, &values](const State& state) {
                          const at::Tensor stored = statePart(state, name);
                          if (!stored.is_same(values)) // else it was read into these rows
                              values = stored.clone();
                      }});
}

void Algorithm::keeps(const std::string& prefix, PersonalModels& models)
{
    keeps(prefix + "models", models.rows, prefix + "modelBuffers");
}

void Algorithm::keeps(const std::string& name, std::vector<double>& numbers)
{
    m_kept.push_back(
        {[name, &numbers] { return numbersState(name, numbers); },
         [name, &numbers](const State& state) { numbers = numbersOfState(state, name); }});
}

void Algorithm::keeps(const std::string& name, std::vector<std::size_t>& places)
{
    m_kept.push_back(
        {[name, &places] { return placesState(name, places); },
         [name, &places](const State& state) { places = placesOfState(state, name); }});
}

State Algorithm::state() const
{
    State all;
    for (const Kept& kept : m_kept)
        all = joined(std::move(all), kept.state());
    return all;
}

void Algorithm::restore(const State& state)
{
    for (const Kept& kept : m_kept)
        kept.restore(state);
}

} // namespace coterie
