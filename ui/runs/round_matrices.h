#pragma once

#include "core/report/round_report.h"

#include <QString>

#include <optional>
#include <span>

namespace coterie::ui {

enum class MatrixKind
{
    Collaboration, ///< A
    Similarity,
    Cosine, ///< of the updates, from their Gram matrix
    Gram,
    Distance,     ///< between the clients' labels; the same in every round
    Participation ///< clients × rounds
};

/// How a matrix is named; the texts are translated by say().
struct MatrixWords
{
    MatrixKind kind;
    const char* title;
    const char* tip;
    const char* value; ///< names one cell
};

/// In the order of menus, and of the choice for a run: the first that its method reports.
[[nodiscard]] std::span<const MatrixWords> matrixKinds();
[[nodiscard]] QString valueWord(MatrixKind kind);
/// Whether a report has matrices of this kind: the others are made of the run.
[[nodiscard]] bool isReported(MatrixKind kind);
[[nodiscard]] bool reportsMatrix(const RoundReport& report, MatrixKind kind);
/// Of the first kMostPairedClients clients. Absent if the round did not report it.
[[nodiscard]] std::optional<Matrix> matrixOf(const RoundReport& report, MatrixKind kind);
/// The clients that the round's matrix has; 0 if the round did not report it.
[[nodiscard]] std::size_t clientsOf(const RoundReport& report, MatrixKind kind);
/// "the first 1,000 of 20,000"; empty if all these clients are shown.
[[nodiscard]] QString shownPart(std::size_t clients);

} // namespace coterie::ui
