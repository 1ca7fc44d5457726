#pragma once

#include "ui/runs/run_view_model.h"
#include "ui/views/matrix_view.h"

namespace coterie::ui {

/// What the matrix panel can show.
enum class MatrixKind
{
    Collaboration, ///< A
    Similarity,
    Cosine, ///< of the updates, from their Gram matrix
    Gram,
    Distance,     ///< between the clients' labels; the same in every round
    Participation ///< clients × rounds
};

enum class MatrixOrder
{
    Number,
    Group,     ///< clients of one group side by side; without groups, of one sampling cluster
    TrueGroup, ///< of one domain or cluster, where the partition knows it
};

/// What of a report is of this kind; absent if the round did not report it.
[[nodiscard]] std::optional<Matrix> matrixOf(const RoundReport& report, MatrixKind kind);
/// Whether a picture of this kind can be made of the round.
[[nodiscard]] bool hasMatrix(const RunCurves& run, const RoundReport& report, MatrixKind kind);
/// Whether rounds differ in it, each having its own.
[[nodiscard]] bool changesWithRounds(MatrixKind kind);
/// The clients in this order, and where a new group begins.
struct ClientOrder
{
    std::vector<int> clients;
    std::vector<int> breaks;
};
[[nodiscard]] ClientOrder
clientOrder(const RunCurves& run, int round, std::size_t clients, MatrixOrder order);

/// A picture of one round's matrix, or with `other` of its difference from that round's. Absent if
/// either did not report it.
[[nodiscard]] std::optional<MatrixPicture> matrixPicture(const RunCurves& run,
                                                         const RoundReport& report,
                                                         const RoundReport* other,
                                                         MatrixKind kind,
                                                         MatrixOrder order);
/// Who took part in which round, up to the one given.
[[nodiscard]] std::optional<MatrixPicture>
participationPicture(const RunCurves& run, int round, MatrixOrder order);

} // namespace coterie::ui
