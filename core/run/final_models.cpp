#include "core/run/final_models.h"

#include "core/base/hash.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// A row of parameters and one of running statistics, where they are: copies share the storage.
struct ModelView
{
    at::Tensor parameters;
    at::Tensor buffers;
};

/// A model's numbers on the CPU.
class Numbers
{
public:
    explicit Numbers(const ModelView& model)
        : m_tensors{model.parameters.to(at::kCPU).contiguous(),
                    model.buffers.to(at::kCPU).contiguous()}
    {}

    [[nodiscard]] std::uint64_t size() const { return bytes(0).size() + bytes(1).size(); }
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> hash() const
    {
        return {contentHash(bytes(0)), contentHash(bytes(1))};
    }
    [[nodiscard]] bool isSame(const Numbers& other) const
    {
        return std::ranges::equal(bytes(0), other.bytes(0))
               && std::ranges::equal(bytes(1), other.bytes(1));
    }
    [[nodiscard]] SharedBytes copied() const
    {
        std::vector<std::byte> all;
        all.reserve(size());
        for (const std::size_t tensor : {0, 1})
            all.insert(all.end(), bytes(tensor).begin(), bytes(tensor).end());
        return SharedBytes(std::move(all));
    }

private:
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t tensor) const
    {
        return {static_cast<const std::byte*>(m_tensors[tensor].data_ptr()),
                m_tensors[tensor].nbytes()};
    }

    std::array<at::Tensor, 2> m_tensors;
};

/// Models, each once.
class DistinctModels
{
public:
    struct Model
    {
        ModelView view;
        KeptModel kept;
    };

    /// May be new.
    KeptModel& find(const ModelView& view)
    {
        const auto [known, isNewRow] = m_places.try_emplace(
            std::pair(view.parameters.data_ptr(), view.buffers.data_ptr()), m_models.size());
        if (isNewRow)
            known->second = placeOf(view);
        return m_models[known->second].kept;
    }
    [[nodiscard]] std::vector<Model>& all() { return m_models; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    std::size_t placeOf(const ModelView& view)
    {
        const Numbers numbers(view);
        auto& alike = m_alike[numbers.hash()];
        for (const std::size_t place : alike)
            if (Numbers(m_models[place].view).isSame(numbers))
                return place;
        alike.push_back(m_models.size());
        m_bytes += numbers.size();
        m_models.push_back({.view = view, .kept = {}});
        return alike.back();
    }

    std::vector<Model> m_models;
    std::map<std::pair<const void*, const void*>, std::size_t> m_places;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::size_t>> m_alike;
    std::uint64_t m_bytes = 0;
};

} // namespace

std::string tensorLines(const ParamLayout& layout)
{
    std::string text;
    for (const auto* slices : {&layout.parameters, &layout.buffers})
        for (const Slice& slice : *slices) {
            text += slice.name;
            for (const std::size_t size : slice.shape)
                text += ' ' + std::to_string(size);
            text += '\n';
        }
    return text;
}

KeptModels finalModels(const ModelsInUse& models,
                       const Federation& federation,
                       int round,
                       std::uint64_t budget)
{
    DistinctModels distinct;
    const auto row = [](const at::Tensor& rows, std::size_t index) {
        return rows.select(0, signedSize(index));
    };
    if (models.global != nullptr)
        distinct
            .find({.parameters = row(models.global->parameters, models.globalRow),
                   .buffers = row(models.global->buffers, models.globalRow)})
            .role = KeptModel::Role::Global;
    const at::Tensor& ownBuffers = federation.clientBuffers();
    for (std::size_t client = 0; models.personal != nullptr && client < federation.clients();
         ++client) {
        if (federation.leftOut() == client)
            continue;
        const std::size_t used = models.personalRow[client];
        KeptModel& kept =
            distinct.find({.parameters = row(models.personal->parameters, used),
                           .buffers = ownBuffers.defined() ? row(ownBuffers, client)
                                                           : row(models.personal->buffers, used)});
        kept.clients.push_back(static_cast<int>(client));
        if (kept.role != KeptModel::Role::Global && kept.clients.size() > 1)
            kept.role = KeptModel::Role::Group;
    }
    const SampleShape& input = federation.network().input();
    KeptModels result{.round = round,
                      .precision = federation.plan().model.precision,
                      .input = {signedSize(input.channels),
                                signedSize(input.height),
                                signedSize(input.width),
                                signedSize(input.depth)},
                      .tensors = tensorLines(federation.network().layout()),
                      .bytes = distinct.bytes(),
                      .models = {}};
    if (result.bytes > budget)
        return result;
    for (DistinctModels::Model& model : distinct.all()) {
        model.kept.numbers = Numbers(model.view).copied();
        result.models.push_back(std::move(model.kept));
    }
    return result;
}

} // namespace coterie
