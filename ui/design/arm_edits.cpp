#include "ui/design/arm_edits.h"

#include "core/base/json_node.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// "FedAvg", or "FedAvg 2" if that name is taken.
std::string freeName(const JsonNode& root, const std::string& wanted)
{
    const std::vector<JsonNode> arms = armsIn(root);
    std::string name = wanted;
    for (int number = 2; std::ranges::find(arms, name, armName) != arms.end(); ++number)
        name = wanted + ' ' + std::to_string(number);
    return name;
}

std::vector<JsonChange> append(const JsonNode& root, JsonNode arm)
{
    if (armsIn(root).empty()) // the list may be missing
        return {{.pointer = "/arms", .value = JsonNode::list({std::move(arm)})}};
    return {{.pointer = "/arms/-", .value = std::move(arm)}};
}

/// Where each block of paper results has, or would have, the number of an arm.
std::vector<std::string> referencePointers(const JsonNode& root, const std::string& name)
{
    const JsonNode* reference = valueAt(root, "/reference");
    if (reference == nullptr)
        return {};
    const std::string values = "/values" + pointerStep(name);
    if (reference->kind != JsonNode::Kind::List)
        return {"/reference" + values};
    std::vector<std::string> pointers;
    for (std::size_t block = 0; block < reference->items.size(); ++block)
        pointers.push_back("/reference/" + std::to_string(block) + values);
    return pointers;
}

} // namespace

std::vector<JsonNode> armsIn(const JsonNode& root)
{
    const JsonNode* arms = valueAt(root, "/arms");
    return arms && arms->kind == JsonNode::Kind::List ? arms->items : std::vector<JsonNode>();
}

std::string armName(const JsonNode& arm)
{
    const JsonNode* name = valueAt(arm, "/name");
    return name && name->kind == JsonNode::Kind::Text ? name->text : std::string();
}

std::string armPointer(std::size_t index)
{
    return "/arms/" + std::to_string(index);
}

std::vector<JsonChange> addArm(const JsonNode& root)
{
    JsonNode algorithm = JsonNode::object();
    algorithm.add("name", JsonNode::fromText("fedavg"));
    JsonNode arm = JsonNode::object();
    arm.add("name", JsonNode::fromText(freeName(root, "FedAvg")));
    arm.add("algorithm", std::move(algorithm));
    return append(root, std::move(arm));
}

std::vector<JsonChange> copyArm(const JsonNode& root, std::size_t index)
{
    std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    JsonNode copy = std::move(arms[index]);
    const std::string name = freeName(root, armName(copy));
    const std::vector<JsonChange> renamed{{.pointer = "/name", .value = JsonNode::fromText(name)}};
    return applyChanges(copy, renamed) ? append(root, std::move(copy)) : std::vector<JsonChange>();
}

std::vector<JsonChange> removeArm(const JsonNode& root, std::size_t index)
{
    const std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    std::vector<JsonChange> changes{{.pointer = armPointer(index), .value = {}}};
    for (const std::string& pointer : referencePointers(root, armName(arms[index])))
        if (valueAt(root, pointer))
            changes.push_back({.pointer = pointer, .value = {}});
    return changes;
}

std::vector<JsonChange> swapArms(const JsonNode& root, std::size_t index, std::size_t other)
{
    const std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size() || other >= arms.size() || index == other)
        return {};
    return {{.pointer = armPointer(index), .value = arms[other]},
            {.pointer = armPointer(other), .value = arms[index]}};
}

std::vector<JsonChange> renameArm(const JsonNode& root, std::size_t index, const std::string& name)
{
    const std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    std::vector<JsonChange> changes{
        {.pointer = armPointer(index) + "/name", .value = JsonNode::fromText(name)}};
    const std::vector<std::string> old = referencePointers(root, armName(arms[index]));
    const std::vector<std::string> next = referencePointers(root, name);
    for (std::size_t block = 0; block < old.size(); ++block) {
        const JsonNode* number = valueAt(root, old[block]);
        if (number == nullptr || valueAt(root, next[block]))
            continue;
        changes.push_back({.pointer = old[block], .value = {}});
        changes.push_back({.pointer = next[block], .value = *number});
    }
    return changes;
}

} // namespace coterie::ui
