#include "core/experiment/arm_looks.h"

#include "core/experiment/experiment.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

/// What an arm is known by: how it learns; FedAvg with a choice of participants by that choice.
std::string methodOf(const std::string& algorithm, const std::string& sampler)
{
    const bool samples = !sampler.empty() && sampler != "all";
    return samples && algorithm == "fedavg" ? sampler : algorithm;
}

/// Methods that papers compare have different colours. One that is not listed has no look of its
/// own and takes what is free.
std::optional<std::size_t> ownLook(std::string_view method)
{
    constexpr std::array<std::pair<std::string_view, std::size_t>, 31> kOwn{
        {{"independent", 0}, {"fedavg", 1},    {"random", 1},        {"hcct", 2},
         {"allForOne", 3},   {"sfedhp", 4},    {"hicsFl", 7},        {"maxfl", 3},
         {"ditto", 2},       {"hierfavg", 3},  {"powD", 3},          {"groups", 3},
         {"fedfa", 4},       {"cobo", 4},      {"pfedme", 2},        {"clusteredSampling", 4},
         {"ifca", 5},        {"wgaBc", 5},     {"heurfedamp", 5},    {"divFl", 5},
         {"flsc", 6},        {"apfl", 6},      {"perfedavg", 6},     {"oracleHics", 6},
         {"hcctE", 7},       {"pfedgp", 7},    {"centralised", 7},   {"hcctP", 10},
         {"fedamp", 8},      {"hicsProbe", 8}, {"assumptionOne", 11}}};
    const auto* found =
        std::ranges::find(kOwn, method, &std::pair<std::string_view, std::size_t>::first);
    return found == kOwn.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::size_t> looksOf(const std::vector<std::string>& methods)
{
    std::vector<std::optional<std::size_t>> looks(methods.size());
    std::set<std::size_t> taken;
    // A colour is used again only when all are in use.
    const auto isFree = [&](std::size_t look) {
        if (taken.contains(look))
            return false;
        std::set<std::size_t> colours;
        for (const std::size_t other : taken)
            colours.insert(other % kLookColours);
        return colours.size() >= kLookColours || !colours.contains(look % kLookColours);
    };
    for (std::size_t arm = 0; arm < methods.size(); ++arm)
        if (const auto own = ownLook(methods[arm]); own && isFree(*own)) {
            looks[arm] = own;
            taken.insert(*own);
        }
    std::vector<std::size_t> all;
    for (std::optional<std::size_t>& look : looks) {
        for (std::size_t next = 0; !look; ++next)
            if (isFree(next)) {
                look = next;
                taken.insert(next);
            }
        all.push_back(*look);
    }
    return all;
}

std::string nameOf(const JsonNode& arm, std::string_view part)
{
    const JsonNode* node = arm.kind == JsonNode::Kind::Object ? arm.find(part) : nullptr;
    const JsonNode* name =
        node && node->kind == JsonNode::Kind::Object ? node->find("name") : nullptr;
    return name && name->kind == JsonNode::Kind::Text ? name->text : std::string();
}

} // namespace

std::vector<std::size_t> armLooks(const Experiment& experiment)
{
    std::vector<std::string> methods;
    for (const Arm& arm : experiment.arms)
        methods.push_back(methodOf(arm.algorithm.name, arm.sampler.name));
    return looksOf(methods);
}

std::vector<std::size_t> armLooks(const JsonNode& experiment)
{
    const JsonNode* list =
        experiment.kind == JsonNode::Kind::Object ? experiment.find("arms") : nullptr;
    std::vector<std::string> methods;
    if (list && list->kind == JsonNode::Kind::List)
        for (const JsonNode& arm : list->items)
            methods.push_back(methodOf(nameOf(arm, "algorithm"), nameOf(arm, "sampler")));
    return looksOf(methods);
}

} // namespace coterie
