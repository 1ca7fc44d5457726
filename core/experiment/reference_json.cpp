#include "core/experiment/reference_json.h"

#include "core/base/json_values.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/section_reader.h"

#include <string_view>

namespace coterie {

namespace {

std::optional<Reference::Value> readReferenceValue(const JsonCursor& cursor)
{
    constexpr auto kWanted = "a number or a list of mean and standard deviation";
    if (cursor.node().kind == JsonNode::Kind::Number) {
        const auto mean = cursor.as<double>(fields::kReferenceMean);
        return mean ? std::optional(Reference::Value{.mean = *mean, .deviation = {}})
                    : std::nullopt;
    }
    if (cursor.node().kind != JsonNode::Kind::List || cursor.node().items.size() != 2) {
        cursor.refuse(kWanted);
        return std::nullopt;
    }
    const std::vector<JsonCursor> pair = cursor.items(kWanted);
    const auto mean = pair[0].as<double>(fields::kReferenceMean);
    const auto deviation = pair[1].as<double>(fields::kReferenceDeviation);
    if (!mean || !deviation)
        return std::nullopt;
    return Reference::Value{.mean = *mean, .deviation = deviation};
}

std::optional<Reference> readReference(const JsonCursor& cursor, std::span<const Arm> arms)
{
    if (!cursor.expectObject({"source", "metric", "unit", "deviationOver", "target", "values"}))
        return std::nullopt;
    Reference reference;
    readInto(reference.source, cursor, fields::kReferenceSource);
    readNameInto(reference.metric, cursor, "metric");
    readInto(reference.unit, cursor, fields::kReferenceUnit);
    std::string over;
    readInto(over, cursor, fields::kReferenceOver);
    if (over == fields::kDeviationWords[1])
        reference.deviationOver = Reference::Over::Clients;
    readInto(reference.target, cursor, fields::kReferenceTarget);
    std::vector<std::string_view> names;
    for (const Arm& arm : arms)
        names.push_back(arm.name);
    const std::optional<JsonCursor> values = cursor.find("values");
    if (!values || !values->expectObject(names))
        return reference;
    for (const auto& [name, member] : values->members()) {
        if (const std::optional<Reference::Value> value = readReferenceValue(member))
            reference.values.emplace(name, *value);
    }
    return reference;
}

JsonNode referenceNode(const Reference& reference)
{
    JsonNode values = JsonNode::object();
    for (const auto& [arm, value] : reference.values) {
        JsonNode mean = JsonNode::fromReal(value.mean);
        if (value.deviation)
            values.add(arm,
                       JsonNode::list({std::move(mean), JsonNode::fromReal(*value.deviation)}));
        else
            values.add(arm, std::move(mean));
    }
    JsonNode node = jsonObject(
        {{"source", reference.source}, {"metric", reference.metric}, {"unit", reference.unit}});
    if (reference.deviationOver != Reference::Over::Seeds)
        node.add(fields::kReferenceOver.name,
                 JsonNode::fromText(std::string(fields::kDeviationWords[1])));
    if (reference.target)
        node.add("target", JsonNode::fromReal(*reference.target));
    node.add("values", std::move(values));
    return node;
}

} // namespace

std::vector<Reference> readReferences(const JsonCursor& cursor, std::span<const Arm> arms)
{
    std::vector<Reference> references;
    const auto take = [&](const JsonCursor& block) {
        if (std::optional<Reference> reference = readReference(block, arms))
            references.push_back(std::move(*reference));
    };
    if (cursor.node().kind != JsonNode::Kind::List) {
        take(cursor);
        return references;
    }
    constexpr auto kWanted = "a block of a paper's numbers, or a list of such blocks";
    for (const JsonCursor& block : cursor.items(kWanted, kWanted))
        take(block);
    return references;
}

JsonNode referencesNode(std::span<const Reference> references)
{
    if (references.size() == 1)
        return referenceNode(references.front());
    return jsonList(references, &referenceNode);
}

} // namespace coterie
