#pragma once

#include "core/algorithms/algorithm.h"

#include <array>
#include <string>

namespace coterie {

struct GivenGroupsParameters
{
    std::string groups;
};

inline constexpr std::array kGivenGroupsParameters{
    bind<&GivenGroupsParameters::groups>(
        {.name = "groups",
         .meaning = "Such as \"0 1 | 2\"; a client not listed trains alone. \"true\" takes the "
                    "groups that the partition made, if it made any",
         .equation = "HCCT Table 2"}),
};

/// "0 1 | 2" as groups of `clients` clients; one that is not listed is alone. Throws a sentence
/// where the text lists a client twice, one that does not exist, or something that is no number.
[[nodiscard]] Groups groupsFromText(const std::string& text, std::size_t clients);

/// FedAvg inside groups that are given and stay: the collaboration patterns of HCCT's Table 2, or
/// the oracle with the true groups of the data.
class GivenGroups final : public Configured<PersonalModelsAlgorithm, GivenGroupsParameters>
{
public:
    using Configured::Configured;

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;

private:
    Groups m_groups;
};

} // namespace coterie
