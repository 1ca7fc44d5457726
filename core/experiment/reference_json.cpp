#include "core/experiment/reference_json.h"

#include "core/experiment/experiment_fields.h"
#include "core/experiment/section_reader.h"

#include <array>
#include <string_view>

namespace coterie {

namespace {

std::optional<Reference::Value> readReferenceValue(const JsonCursor& cursor)
{
    constexpr auto kWanted = "a number or a list of mean and standard deviation";
    if (cursor.node().kind == JsonNode::Kind::Number) {
        if (const std::optional<double> mean = cursor.real(fields::kReferenceMean))
            return Reference::Value{.mean = *mean, .deviation = {}};
        return std::nullopt;
    }
    if (cursor.node().kind != JsonNode::Kind::List || cursor.node().items.size() != 2) {
        cursor.refuse(kWanted);
        return std::nullopt;
    }
    const std::vector<JsonCursor> pair = cursor.items(kWanted);
    const std::optional<double> mean = pair[0].real(fields::kReferenceMean);
    const std::optional<double> deviation = pair[1].real(fields::kReferenceDeviation);
    if (!mean || !deviation)
        return std::nullopt;
    return Reference::Value{.mean = *mean, .deviation = deviation};
}

std::optional<Reference> readReference(const JsonCursor& cursor, std::span<const Arm> arms)
{
    constexpr std::array<std::string_view, 5> kKeys{"source", "metric", "unit", "target", "values"};
    if (!cursor.expectObject(kKeys))
        return std::nullopt;
    Reference reference;
    readTextInto(reference.source, cursor, "source");
    readNameInto(reference.metric, cursor, "metric");
    readTextInto(reference.unit, cursor, "unit");
    if (const std::optional<JsonCursor> target = cursor.find("target"))
        reference.target = target->real(fields::kReferenceTarget);
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
    JsonNode node = JsonNode::object();
    node.add("source", JsonNode::fromText(reference.source));
    node.add("metric", JsonNode::fromText(reference.metric));
    node.add("unit", JsonNode::fromText(reference.unit));
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
    const std::vector<JsonCursor> blocks = cursor.items(kWanted);
    if (blocks.empty())
        cursor.refuse(kWanted);
    for (const JsonCursor& block : blocks)
        take(block);
    return references;
}

JsonNode referencesNode(std::span<const Reference> references)
{
    if (references.size() == 1)
        return referenceNode(references.front());
    JsonNode blocks = JsonNode::list();
    for (const Reference& reference : references)
        blocks.items.push_back(referenceNode(reference));
    return blocks;
}

} // namespace coterie
