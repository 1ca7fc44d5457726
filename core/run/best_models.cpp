#include "core/run/best_models.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/try.h"
#include "core/nn/network.h"

#include <ATen/Functions.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace coterie {

namespace {

constexpr const char* kHeadPart = "head";
constexpr const char* kNumbersPart = "numbers";

/// What a round is judged by.
std::optional<double> judged(const HeadlineNumbers& numbers)
{
    const std::optional<double>& value = numbers.testError ? numbers.testError : numbers.testLoss;
    return value && std::isfinite(*value) ? value : std::nullopt;
}

at::Tensor tensorOf(const std::string& text)
{
    at::Tensor bytes = at::empty({signedSize(text.size())}, at::kByte);
    std::ranges::copy(text, static_cast<char*>(bytes.data_ptr()));
    return bytes;
}

std::span<const std::byte> bytesOf(const at::Tensor& values)
{
    return {static_cast<const std::byte*>(values.data_ptr()), values.nbytes()};
}

Unexpected<Error> damaged()
{
    return fail("checkpoint", "The checkpoint's best models cannot be read.");
}

/// A whole number of at least 0.
std::optional<std::int64_t> countAt(const JsonNode& node)
{
    const bool isCount = node.kind == JsonNode::Kind::Number && node.isWhole && node.whole >= 0;
    return isCount ? std::optional(node.whole) : std::nullopt;
}

std::optional<KeptModel> modelOf(const JsonNode& node)
{
    constexpr std::int64_t kRoles = 3;
    const JsonNode* role = node.find("role");
    const JsonNode* clients = node.find("clients");
    const auto number = role != nullptr ? countAt(*role) : std::nullopt;
    if (!number || *number >= kRoles || clients == nullptr)
        return std::nullopt;
    KeptModel model{.role = static_cast<KeptModel::Role>(*number)};
    for (const JsonNode& item : clients->items) {
        const auto client = countAt(item);
        if (!client)
            return std::nullopt;
        model.clients.push_back(static_cast<int>(*client));
    }
    return model;
}

} // namespace

bool BestModels::isBetter(const HeadlineNumbers& numbers) const
{
    const std::optional<double> value = judged(numbers);
    return value && (!m_hasAny || *value < m_value);
}

void BestModels::keep(const HeadlineNumbers& numbers, KeptModels models)
{
    const std::size_t bytes = models.models.empty() ? 0 : models.models.front().numbers.size();
    // New each time: a checkpoint may still be writing the earlier ones.
    const at::Tensor kept =
        at::empty({signedSize(models.models.size()), signedSize(bytes)}, at::kByte);
    auto* place = static_cast<std::byte*>(kept.data_ptr());
    for (KeptModel& model : models.models) {
        const SharedBytes numbersOfModel = std::exchange(model.numbers, {});
        place = std::ranges::copy(numbersOfModel.view(), place).out;
    }
    // Nothing above was kept if there was no memory for all of it.
    m_value = judged(numbers).value();
    m_hasAny = true;
    m_bytes = kept;
    m_kept = std::move(models);
}

std::optional<KeptModels> BestModels::models() const
{
    if (!m_hasAny)
        return std::nullopt;
    KeptModels kept = m_kept;
    const auto owner = std::make_shared<const at::Tensor>(m_bytes);
    const std::span<const std::byte> bytes = bytesOf(m_bytes);
    const std::size_t each = kept.models.empty() ? 0 : bytes.size() / kept.models.size();
    for (std::size_t model = 0; model < kept.models.size(); ++model)
        kept.models[model].numbers = SharedBytes(owner, bytes.subspan(model * each, each));
    return kept;
}

State BestModels::state() const
{
    if (!m_hasAny)
        return {};
    const JsonNode head =
        jsonObject({{"value", m_value},
                    {"round", m_kept.round},
                    {"precision", m_kept.precision},
                    {"input", jsonList(m_kept.input)},
                    {"tensors", m_kept.tensors},
                    {"bytes", m_kept.bytes},
                    {"models", jsonList(m_kept.models, [](const KeptModel& model) {
                         return jsonObject({{"role", static_cast<int>(model.role)},
                                            {"clients", jsonList(model.clients)}});
                     })}});
    return {{.name = kHeadPart, .values = tensorOf(writeCompact(head)), .lasting = true},
            {.name = kNumbersPart, .values = m_bytes, .lasting = true}};
}

Result<void> BestModels::restore(const State& state)
{
    *this = {};
    const at::Tensor head = statePart(state, kHeadPart);
    const at::Tensor numbers = statePart(state, kNumbersPart);
    if (!head.defined())
        return {};
    if (head.scalar_type() != at::kByte || !numbers.defined() || numbers.scalar_type() != at::kByte
        || numbers.dim() != 2)
        return damaged();
    const std::span<const std::byte> letters = bytesOf(head);
    COTERIE_TRY(const ParsedJson parsed,
                parseJson({reinterpret_cast<const char*>(letters.data()), letters.size()}));
    const JsonNode& root = parsed.root;
    const auto text = [&root](std::string_view name) {
        const JsonNode* node = root.find(name);
        return node != nullptr ? node->text : std::string();
    };
    const auto count = [&root](std::string_view name) {
        const JsonNode* node = root.find(name);
        return node != nullptr ? countAt(*node) : std::nullopt;
    };
    const JsonNode* value = root.find("value");
    const JsonNode* input = root.find("input");
    const JsonNode* models = root.find("models");
    const auto round = count("round");
    const auto bytes = count("bytes");
    if (value == nullptr || value->kind != JsonNode::Kind::Number || input == nullptr
        || input->items.size() != m_kept.input.size() || models == nullptr || !round || !bytes)
        return damaged();
    KeptModels kept{.round = static_cast<int>(*round),
                    .precision = text("precision"),
                    .tensors = text("tensors"),
                    .bytes = static_cast<std::uint64_t>(*bytes)};
    for (std::size_t i = 0; i < kept.input.size(); ++i)
        kept.input[i] = countAt(input->items[i]).value_or(0);
    for (const JsonNode& node : models->items) {
        std::optional<KeptModel> model = modelOf(node);
        if (!model)
            return damaged();
        kept.models.push_back(*std::move(model));
    }
    if (signedSize(kept.models.size()) != numbers.size(0))
        return damaged();
    m_value = value->number;
    m_kept = std::move(kept);
    m_bytes = numbers.contiguous();
    m_hasAny = true;
    return {};
}

} // namespace coterie
