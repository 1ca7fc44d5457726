#include "ui/runs/round_matrices.h"

#include "ui/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr std::array kKinds{
    MatrixWords{MatrixKind::Collaboration,
                QT_TRANSLATE_NOOP("coterie", "Collaboration A"),
                QT_TRANSLATE_NOOP("coterie",
                                  "Row i says how much client i takes from each client: W ← A·E"),
                QT_TRANSLATE_NOOP("coterie", "weight")},
    MatrixWords{MatrixKind::Similarity,
                QT_TRANSLATE_NOOP("coterie", "Similarity"),
                QT_TRANSLATE_NOOP("coterie", "Similarity of clients as the method measured it"),
                QT_TRANSLATE_NOOP("coterie", "similarity")},
    MatrixWords{
        MatrixKind::Cosine,
        QT_TRANSLATE_NOOP("coterie", "Cosine of updates"),
        QT_TRANSLATE_NOOP("coterie", "⟨g_i, g_j⟩ / (‖g_i‖ ‖g_j‖), from the stored Gram matrix"),
        QT_TRANSLATE_NOOP("coterie", "cosine")},
    MatrixWords{MatrixKind::Gram,
                QT_TRANSLATE_NOOP("coterie", "Gram matrix"),
                QT_TRANSLATE_NOOP("coterie", "K = G Gᵀ of the updates that were grouped"),
                QT_TRANSLATE_NOOP("coterie", "inner product")},
    MatrixWords{MatrixKind::Distance,
                QT_TRANSLATE_NOOP("coterie", "Label distance"),
                QT_TRANSLATE_NOOP("coterie",
                                  "Total variation between the label distributions of two clients: "
                                  "0 for equal ones, 1 without a common label"),
                QT_TRANSLATE_NOOP("coterie", "total variation")},
    MatrixWords{MatrixKind::Participation,
                QT_TRANSLATE_NOOP("coterie", "Participation"),
                QT_TRANSLATE_NOOP("coterie", "Who took part in which round"),
                QT_TRANSLATE_NOOP("coterie", "times drawn")},
};

/// Null for A and for kinds that are made of the run.
const std::optional<Matrix>* sourceOf(const RoundReport& report, MatrixKind kind)
{
    const bool isOfGram = kind == MatrixKind::Cosine || kind == MatrixKind::Gram;
    return kind == MatrixKind::Similarity ? &report.similarity : isOfGram ? &report.gram : nullptr;
}

std::size_t shownOf(std::size_t clients)
{
    return std::min(clients, kMostPairedClients);
}

/// cos(g_i, g_j) = K_ij / √(K_ii K_jj); 0 where an update is zero (ALGORITHMS §1.2).
Matrix cosines(const Matrix& gram)
{
    Matrix cosine(gram.rows, gram.columns);
    for (std::size_t i = 0; i < gram.rows; ++i)
        for (std::size_t j = 0; j < gram.columns; ++j) {
            const double norms = std::sqrt(gram.at(i, i)) * std::sqrt(gram.at(j, j));
            cosine.at(i, j) = norms > 0 ? gram.at(i, j) / norms : 0;
        }
    return cosine;
}

} // namespace

std::span<const MatrixWords> matrixKinds()
{
    return kKinds;
}

QString valueWord(MatrixKind kind)
{
    return say(std::ranges::find(kKinds, kind, &MatrixWords::kind)->value);
}

bool isReported(MatrixKind kind)
{
    return kind != MatrixKind::Distance && kind != MatrixKind::Participation;
}

bool reportsMatrix(const RoundReport& report, MatrixKind kind)
{
    if (kind == MatrixKind::Collaboration)
        return report.collaboration.has_value();
    return isReported(kind) && sourceOf(report, kind)->has_value();
}

std::optional<Matrix> matrixOf(const RoundReport& report, MatrixKind kind)
{
    if (!reportsMatrix(report, kind))
        return std::nullopt;
    if (kind == MatrixKind::Collaboration) {
        const Collaboration& a = *report.collaboration;
        return a.corner(shownOf(a.rows()), shownOf(a.columns()));
    }
    const Matrix& whole = **sourceOf(report, kind);
    Matrix source(shownOf(whole.rows), shownOf(whole.columns));
    for (std::size_t i = 0; i < source.rows; ++i)
        std::ranges::copy(whole.row(i).first(source.columns), source.row(i).begin());
    return kind == MatrixKind::Cosine ? cosines(source) : source;
}

std::size_t clientsOf(const RoundReport& report, MatrixKind kind)
{
    if (!reportsMatrix(report, kind))
        return 0;
    return kind == MatrixKind::Collaboration ? report.collaboration->rows()
                                             : (*sourceOf(report, kind))->rows;
}

QString shownPart(std::size_t clients)
{
    if (clients <= kMostPairedClients)
        return {};
    return say("the first %1 of %2")
        .arg(countText(qint64(kMostPairedClients)), countText(qint64(clients)));
}

} // namespace coterie::ui
