#pragma once

#include "core/base/result.h"
#include "core/collaboration/sufficient_cluster.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// What the table of sufficient clusters is computed from, as a user types it.
struct SufficientTexts
{
    std::string clients = "20";
    std::string dimension = "10";
    std::string variation = "0.001,0.01,0.1,1";
    std::string precision = "1e-5,1e-4,1e-3,1e-2,1e-1,1,10";
    std::string seed = "1";
    std::string criterion = "binary";
    std::string threshold = "0.1";
    std::string noise = "1";
    std::string start = "1";
    std::string steps = "1000";
    std::string rate = "0.25";
    std::string decrease = "2";
};

struct SufficientInput
{
    std::string_view name; ///< the place of its errors; after "--" the command's option
    std::string SufficientTexts::*text = nullptr;
};

/// Every input once.
inline constexpr std::array kSufficientInputs{
    SufficientInput{"clients", &SufficientTexts::clients},
    SufficientInput{"dimension", &SufficientTexts::dimension},
    SufficientInput{"variation", &SufficientTexts::variation},
    SufficientInput{"precision", &SufficientTexts::precision},
    SufficientInput{"seed", &SufficientTexts::seed},
    SufficientInput{"criterion", &SufficientTexts::criterion},
    SufficientInput{"threshold", &SufficientTexts::threshold},
    SufficientInput{"noise", &SufficientTexts::noise},
    SufficientInput{"start", &SufficientTexts::start},
    SufficientInput{"steps", &SufficientTexts::steps},
    SufficientInput{"rate", &SufficientTexts::rate},
    SufficientInput{"decrease", &SufficientTexts::decrease},
};

inline constexpr std::array<std::string_view, 2> kSufficientCriteria{"binary", "continuous"};

struct SufficientSetting
{
    std::size_t clients = 0;
    std::size_t dimension = 0;
    std::vector<double> variations; ///< v
    std::vector<double> precisions; ///< ε
    std::uint64_t seed = 0;
    WeightRule rule;
    BoundSetting bounds; ///< `variance` is σ² of one client's gradients
    double rate = 0;     ///< the constant step size
    double factor = 0;   ///< C of the decreasing ones
};

/// The setting that the texts give, or what is wrong with the first bad one of them.
[[nodiscard]] Result<SufficientSetting> sufficientSetting(const SufficientTexts& texts);

/// One variation and one precision.
struct SufficientRow
{
    double variation = 0;
    double precision = 0;
    SufficientCluster cluster; ///< `variance` is that of the setting's σ²
    double constant = 0;
    std::optional<double> horizon; ///< absent: the bound does not hold
    double decreasing = 0;
    double steps = 0;
    double gradientNorm = 0;
};

/// Squared distances of the drawn optima at a variation of 1, ascending; at v they are v² times
/// that, since optima lie in the same directions for every variation.
[[nodiscard]] std::vector<double> unitDistances(const SufficientSetting& setting);

/// For each variation all precisions, in the order of the setting.
[[nodiscard]] std::vector<SufficientRow> sufficientRows(const SufficientSetting& setting,
                                                        std::span<const double> unitDistances);

/// Figure 1: the size of the sufficient cluster over the precision.
struct SufficientCurve
{
    double variation = 0;
    std::vector<double> precisions; ///< ascending, from the least of the setting to the largest
    std::vector<double> clients;
};

/// One curve per variation, through the setting's precisions and many between them.
[[nodiscard]] std::vector<SufficientCurve> sufficientCurves(const SufficientSetting& setting,
                                                            std::span<const double> unitDistances);

/// What the sizes count.
[[nodiscard]] std::string sizeNote(const SufficientSetting& setting);
/// What the bounds are on, and when they hold.
[[nodiscard]] std::string boundNote(const SufficientSetting& setting);

} // namespace coterie
