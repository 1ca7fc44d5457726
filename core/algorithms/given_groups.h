#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"

#include <array>
#include <string>
#include <string_view>

namespace coterie {

/// "0 1 | 2" as groups of `clients` clients; who is not named is alone. Throws a sentence where the
/// text names a client twice, one that does not exist, or something that is no number.
[[nodiscard]] Groups groupsFromText(const std::string& text, std::size_t clients);

/// FedAvg inside groups that are given and stay: the collaboration patterns of HCCT's Table 2, or
/// the oracle that knows which clients hold the same kind of data.
class GivenGroups final : public Algorithm
{
public:
    explicit GivenGroups(std::string groups)
        : m_text(std::move(groups))
    {}

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }
    [[nodiscard]] State state() const override { return m_models.state(); }
    void restore(const State& state) override { m_models.restore(state); }

private:
    std::string m_text;
    Groups m_groups;
    PersonalModels m_models; ///< each client's copy of its group's model
};

[[nodiscard]] std::unique_ptr<Algorithm> makeGivenGroups(const RunPlan& plan);

inline constexpr std::array kGivenGroupsParameters{ParameterDescriptor{
    .name = "groups",
    .type = ParameterType::Text,
    .meaning = "Such as \"0 1 | 2\": who is not named trains alone; \"true\": the "
               "groups the partition made, where it knows them",
    .equation = "HCCT Table 2"}};

inline constexpr NamedPart kGivenGroups{
    .name = "groups",
    .title = "Given groups",
    .meaning =
        "Groups that are given and stay, each training one model: a pattern to compare with, "
        "or the oracle.",
    .paper = "HCCT, Table 2",
    .parameters = kGivenGroupsParameters};

} // namespace coterie
