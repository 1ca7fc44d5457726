#pragma once

#include "core/experiment/experiment.h"
#include "core/report/round_report.h"

namespace coterie {

/// How many bytes the run store has for the dense matrices of a report, before compression: 4 for
/// each entry of A and of similarities, 8 of a Gram matrix. An A of different rows is none.
[[nodiscard]] double denseMatrixBytes(const RoundReport& report);

/// From one round that keeps its dense matrices to the next: what the plan says, or more where the
/// matrices of so many rounds, each of this size, would not fit into their room. The first round
/// that has matrices and the last round keep theirs in any case. 1: every round does.
[[nodiscard]] int roundsBetweenMatrices(const RunPlan& plan, double bytesOfRound);

/// How many rounds that makes at most.
[[nodiscard]] double roundsWithMatrices(const RunPlan& plan, double bytesOfRound);

/// Takes the dense matrices out of reports that do not keep them. What it decides follows from the
/// plan and the reports alone, so that a resumed run keeps those of the same rounds.
class MatrixThinner
{
public:
    /// `plan` is that of the round.
    void thin(const RunPlan& plan, RoundReport& report);

    /// The newest round that kept them, while not all do; −1: none.
    [[nodiscard]] int newest() const { return m_newest; }
    /// After a state that was taken with this.
    void goOn(int newest) { m_newest = newest; }

private:
    int m_newest = -1;
};

} // namespace coterie
