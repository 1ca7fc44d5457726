#include "core/run/final_models.h"

#include "core/run/checkpoint.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using ModelHash = std::array<std::vector<std::uint64_t>, 2>; ///< see pieceHashes()

/// A row of parameters and one of running statistics, where they are: copies share the storage.
struct ModelView
{
    at::Tensor parameters;
    at::Tensor buffers;
    const DealtModels* dealt = nullptr; ///< in place of these, a row of them
    std::size_t row = 0;
    ModelHash hash = {}; ///< of that
};

SharedBytes sharedRow(const at::Tensor& row)
{
    const auto here = std::make_shared<const at::Tensor>(row.to(at::kCPU).contiguous());
    return SharedBytes(here, {static_cast<const std::byte*>(here->data_ptr()), here->nbytes()});
}

/// A model's numbers on the CPU.
class Numbers
{
public:
    explicit Numbers(const ModelView& model)
        : m_bytes{model.dealt ? model.dealt->parameters->row(model.row)
                              : sharedRow(model.parameters),
                  model.dealt ? model.dealt->buffers->row(model.row) : sharedRow(model.buffers)}
    {}

    [[nodiscard]] std::uint64_t size() const { return bytes(0).size() + bytes(1).size(); }
    [[nodiscard]] ModelHash hash() const { return {pieceHashes(bytes(0)), pieceHashes(bytes(1))}; }
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
        return m_bytes[tensor].view();
    }

    std::array<SharedBytes, 2> m_bytes;
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
        if (view.dealt)
            return m_models[placeOf(view)].kept;
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
        std::optional<Numbers> numbers;
        if (!view.dealt)
            numbers.emplace(view);
        auto& alike = m_alike[numbers ? numbers->hash() : view.hash];
        for (const std::size_t place : alike)
            if (const ModelView& other = m_models[place].view;
                !numbers || other.dealt || Numbers(other).isSame(*numbers))
                return place;
        alike.push_back(m_models.size());
        m_bytes += numbers ? numbers->size()
                           : view.dealt->parameters->rowBytes() + view.dealt->buffers->rowBytes();
        m_models.push_back({.view = view, .kept = {}});
        return alike.back();
    }

    std::vector<Model> m_models;
    std::map<std::pair<const void*, const void*>, std::size_t> m_places;
    std::map<ModelHash, std::vector<std::size_t>> m_alike;
    std::uint64_t m_bytes = 0;
};

/// The hashes of dealt rows, row by row.
class HashedRows
{
public:
    explicit HashedRows(const DealtRows* rows)
        : m_hashes(rows ? rows->hashes() : std::vector<std::uint64_t>())
        , m_ofRow(rows && rows->count() > 0 ? m_hashes.size() / rows->count() : 0)
    {}

    [[nodiscard]] std::vector<std::uint64_t> of(std::size_t row) const
    {
        const auto own = std::span(m_hashes).subspan(row * m_ofRow, m_ofRow);
        return {own.begin(), own.end()};
    }

private:
    std::vector<std::uint64_t> m_hashes;
    std::size_t m_ofRow;
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
                       std::uint64_t budget,
                       const DealtModels* dealt)
{
    DistinctModels distinct;
    const HashedRows parameterHashes(dealt ? dealt->parameters.get() : nullptr);
    const HashedRows bufferHashes(dealt ? dealt->buffers.get() : nullptr);
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
        KeptModel& kept = distinct.find(
            dealt
                ? ModelView{.parameters = {},
                            .buffers = {},
                            .dealt = dealt,
                            .row = used,
                            .hash = {parameterHashes.of(used), bufferHashes.of(used)}}
                : ModelView{.parameters = row(models.personal->parameters, used),
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
