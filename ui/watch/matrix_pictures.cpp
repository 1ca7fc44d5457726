#include "ui/watch/matrix_pictures.h"

#include "core/collab/label_distances.h"
#include "ui/say.h"
#include "ui/watch/structure_panel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie::ui {

namespace {

QString valueWord(MatrixKind kind)
{
    switch (kind) {
    case MatrixKind::Collaboration:
        return say("weight");
    case MatrixKind::Similarity:
        return say("similarity");
    case MatrixKind::Cosine:
        return say("cosine");
    case MatrixKind::Gram:
        return say("inner product");
    case MatrixKind::Distance:
        return say("total variation");
    case MatrixKind::Participation:
        return say("times drawn");
    }
    return {};
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

std::optional<Matrix> matrixOf(const RoundReport& report, MatrixKind kind)
{
    switch (kind) {
    case MatrixKind::Collaboration:
        return report.collaboration;
    case MatrixKind::Similarity:
        return report.similarity;
    case MatrixKind::Cosine:
        return report.gram ? std::optional(cosines(*report.gram)) : std::nullopt;
    case MatrixKind::Gram:
        return report.gram;
    case MatrixKind::Distance:
    case MatrixKind::Participation:
        break; // no part of a report
    }
    return std::nullopt;
}

bool hasMatrix(const RunCurves& run, const RoundReport& report, MatrixKind kind)
{
    switch (kind) {
    case MatrixKind::Collaboration:
        return report.collaboration.has_value();
    case MatrixKind::Similarity:
        return report.similarity.has_value();
    case MatrixKind::Cosine:
    case MatrixKind::Gram:
        return report.gram.has_value();
    case MatrixKind::Distance:
        return !run.facts.classCounts.empty();
    case MatrixKind::Participation:
        return !run.participants.empty();
    }
    return false;
}

bool changesWithRounds(MatrixKind kind)
{
    return kind != MatrixKind::Distance && kind != MatrixKind::Participation;
}

ClientOrder clientOrder(const RunCurves& run, int round, std::size_t clients, MatrixOrder order)
{
    ClientOrder result;
    result.clients.resize(clients);
    std::iota(result.clients.begin(), result.clients.end(), 0);
    if (order == MatrixOrder::Number)
        return result;
    std::vector<int> key;
    if (order == MatrixOrder::TrueGroup)
        key = run.facts.trueGroup;
    else if (const RoundGroups* formed = run.clustersAt(round).formed)
        key = formed->ofClients(formed->colours, clients);
    key.resize(clients, -1);
    const auto keyOf = [&](int client) { return key[static_cast<std::size_t>(client)]; };
    std::ranges::stable_sort(result.clients, {}, keyOf);
    for (std::size_t place = 1; place < clients; ++place)
        if (keyOf(result.clients[place]) != keyOf(result.clients[place - 1]))
            result.breaks.push_back(static_cast<int>(place));
    return result;
}

std::optional<MatrixPicture> matrixPicture(const RunCurves& run,
                                           const RoundReport& report,
                                           const RoundReport* other,
                                           MatrixKind kind,
                                           MatrixOrder order)
{
    if (kind == MatrixKind::Participation)
        return participationPicture(run, report.round, order);
    std::optional<Matrix> matrix = kind == MatrixKind::Distance
                                       ? std::optional(labelDistances(run.facts.classCounts))
                                       : matrixOf(report, kind);
    if (!matrix || matrix->values.empty())
        return std::nullopt;
    MatrixPicture picture;
    const bool difference = other && changesWithRounds(kind);
    if (difference) {
        const std::optional<Matrix> before = matrixOf(*other, kind);
        if (!before || before->rows != matrix->rows || before->columns != matrix->columns)
            return std::nullopt;
        for (std::size_t i = 0; i < matrix->values.size(); ++i)
            matrix->values[i] -= before->values[i];
    }
    const ClientOrder clients = clientOrder(run, report.round, matrix->rows, order);
    const bool mayBeNegative = kind == MatrixKind::Cosine || kind == MatrixKind::Gram;
    const bool negative = mayBeNegative && std::ranges::any_of(matrix->values, [](double value) {
                              return value < 0;
                          });
    picture.matrix = std::move(*matrix);
    picture.rows = clients.clients;
    picture.columns = clients.clients;
    picture.rowBreaks = clients.breaks;
    picture.columnBreaks = clients.breaks;
    const bool amounts = kind == MatrixKind::Collaboration || kind == MatrixKind::Distance;
    picture.scale = difference || negative ? ColourScale::Kind::Diverging
                    : amounts              ? ColourScale::Kind::Amounts
                                           : ColourScale::Kind::Sequential;
    picture.rowWord = say("client");
    picture.columnWord =
        kind == MatrixKind::Collaboration ? say("takes from client") : say("client");
    picture.valueWord = !difference ? valueWord(kind)
                                    : say("%1 in round %2 minus round %3")
                                          .arg(valueWord(kind))
                                          .arg(report.round)
                                          .arg(other->round);
    return picture;
}

std::optional<MatrixPicture>
participationPicture(const RunCurves& run, int round, MatrixOrder order)
{
    std::size_t rounds = 0;
    std::size_t clients = run.facts.trainSamples.size();
    for (const RoundParticipants& drawn : run.participants) {
        rounds += drawn.round <= round ? 1 : 0;
        for (const int client : drawn.clients)
            clients = std::max(clients, static_cast<std::size_t>(client) + 1);
    }
    if (rounds == 0 || clients == 0)
        return std::nullopt;
    MatrixPicture picture;
    picture.matrix = Matrix(clients, rounds);
    for (std::size_t column = 0; column < rounds; ++column) {
        const RoundParticipants& drawn = run.participants[column];
        picture.columnNames.push_back(drawn.round);
        for (const int client : drawn.clients)
            picture.matrix.at(static_cast<std::size_t>(client), column) += 1;
    }
    const ClientOrder rows = clientOrder(run, round, clients, order);
    picture.rows = rows.clients;
    picture.rowBreaks = rows.breaks;
    picture.columns.resize(rounds);
    std::iota(picture.columns.begin(), picture.columns.end(), 0);
    picture.columnsAreClients = false;
    picture.scale = ColourScale::Kind::Counts; // where all are drawn, nobody looks left out
    picture.rowWord = say("client");
    picture.columnWord = say("round");
    picture.valueWord = valueWord(MatrixKind::Participation);
    return picture;
}

} // namespace coterie::ui
