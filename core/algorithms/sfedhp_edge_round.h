#pragma once

#include "core/report/round_report.h"
#include "core/train/federation.h"

namespace coterie {

struct SFedHpTier;

/// What sFedHP does between two rounds of the cloud, for the r-th time in this one: clients solve
/// for θ_ij near φ_i (8), their edge averages what arrives into a new φ_i (10) and steps its w_i
/// towards it (11). A client counts in its edge's mean for its weight.
void playEdgeRound(Federation& federation, int r, SFedHpTier& tier, RoundReport& report);

} // namespace coterie
