#include "ui/design/arm_edits.h"

#include "core/base/json_values.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

const std::string kArms = "/arms";

/// "FedAvg", or "FedAvg 2" if that name is taken.
std::string freeName(const JsonNode& root, const std::string& wanted)
{
    const std::span<const JsonNode> arms = armsIn(root);
    std::string name = wanted;
    for (int number = 2; std::ranges::find(arms, name, armName) != arms.end(); ++number)
        name = wanted + ' ' + std::to_string(number);
    return name;
}

/// Where a block of paper results has, or would have, the number of an arm.
std::string numberPointer(const std::string& block, const std::string& arm)
{
    return block + "/values" + pointerStep(arm);
}

} // namespace

std::span<const JsonNode> armsIn(const JsonNode& root)
{
    return itemsAt(root, kArms);
}

std::string armName(const JsonNode& arm)
{
    return textAt(arm, "/name");
}

std::string armPointer(std::size_t index)
{
    return itemPointer(kArms, index);
}

std::vector<std::string> referenceBlocks(const JsonNode& root)
{
    const JsonNode* reference = valueAt(root, "/reference");
    if (reference == nullptr || reference->kind != JsonNode::Kind::List)
        return {"/reference"};
    std::vector<std::string> blocks;
    for (std::size_t block = 0; block < reference->items.size(); ++block)
        blocks.push_back(itemPointer("/reference", block));
    return blocks;
}

namespace {

/// Where figures name this arm.
struct NamedInFigure
{
    std::size_t figure = 0;
    std::size_t place = 0; ///< in the list of the figure's arms
    bool isAlone = false;
};

std::vector<NamedInFigure> figuresOf(const JsonNode& root, const std::string& arm)
{
    std::vector<NamedInFigure> found;
    const JsonNode* figures = valueAt(root, "/figures");
    for (std::size_t i = 0; figures != nullptr && i < figures->items.size(); ++i) {
        const JsonNode* arms = figures->items[i].find("arms");
        for (std::size_t place = 0; arms != nullptr && place < arms->items.size(); ++place)
            if (arms->items[place].text == arm)
                found.push_back({.figure = i, .place = place, .isAlone = arms->items.size() == 1});
    }
    return found;
}

std::string pointerTo(const NamedInFigure& named)
{
    return itemPointer(itemPointer("/figures", named.figure) + "/arms", named.place);
}

} // namespace

std::vector<JsonChange> addArm(const JsonNode& root)
{
    return {appended(root,
                     kArms,
                     jsonObject({{"name", freeName(root, "FedAvg")},
                                 {"algorithm", jsonObject({{"name", "fedavg"}})}}))};
}

std::vector<JsonChange> copyArm(const JsonNode& root, std::size_t index)
{
    const std::span<const JsonNode> arms = armsIn(root);
    if (index >= arms.size() || arms[index].kind != JsonNode::Kind::Object)
        return {};
    JsonNode copy = arms[index];
    setMember(copy, "name", JsonNode::fromText(freeName(root, armName(copy))));
    return {appended(root, kArms, std::move(copy))};
}

std::vector<JsonChange> removeArm(const JsonNode& root, std::size_t index)
{
    const std::span<const JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    std::vector<JsonChange> changes{{.pointer = armPointer(index), .value = {}}};
    for (const std::string& block : referenceBlocks(root))
        if (std::string number = numberPointer(block, armName(arms[index])); valueAt(root, number))
            changes.push_back({.pointer = std::move(number), .value = {}});
    // From the last one, so that the places of the others stay. A figure of this arm alone goes.
    std::vector<NamedInFigure> named = figuresOf(root, armName(arms[index]));
    std::ranges::reverse(named);
    for (const NamedInFigure& each : named)
        changes.push_back(
            {.pointer = each.isAlone ? itemPointer("/figures", each.figure) : pointerTo(each),
             .value = {}});
    return changes;
}

std::vector<JsonChange> renameArm(const JsonNode& root, std::size_t index, const std::string& name)
{
    const std::span<const JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    std::vector<JsonChange> changes{
        {.pointer = armPointer(index) + "/name", .value = JsonNode::fromText(name)}};
    for (const std::string& block : referenceBlocks(root)) {
        const std::string old = numberPointer(block, armName(arms[index]));
        const std::string next = numberPointer(block, name);
        const JsonNode* number = valueAt(root, old);
        if (number == nullptr || valueAt(root, next))
            continue;
        changes.push_back({.pointer = old, .value = {}});
        changes.push_back({.pointer = next, .value = *number});
    }
    for (const NamedInFigure& each : figuresOf(root, armName(arms[index])))
        changes.push_back({.pointer = pointerTo(each), .value = JsonNode::fromText(name)});
    return changes;
}

namespace {

/// "FedAvg" or "FedAvg 2".
bool isCalledAfter(const std::string& name, const std::string& title)
{
    if (!name.starts_with(title) || title.empty())
        return false;
    const std::string rest = name.substr(title.size());
    return rest.empty()
           || (rest.size() > 1 && rest.front() == ' '
               && rest.find_first_not_of("0123456789", 1) == rest.npos);
}

} // namespace

std::vector<JsonChange> renameAfterAlgorithm(const JsonNode& root,
                                             std::size_t index,
                                             const std::string& title,
                                             const std::string& next)
{
    const std::span<const JsonNode> arms = armsIn(root);
    if (index >= arms.size() || !isCalledAfter(armName(arms[index]), title))
        return {};
    return renameArm(root, index, freeName(root, next));
}

} // namespace coterie::ui
