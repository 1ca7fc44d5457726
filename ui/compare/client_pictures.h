#pragma once

#include "core/experiment/figure_design.h"
#include "core/report/run_record.h"
#include "core/summary/figure_numbers.h"
#include "ui/views/matrix_view.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <QString>
#include <QVariant>

#include <cstdint>
#include <vector>

namespace coterie::ui {

/// Which run a figure of clients is drawn from.
struct ClientSource
{
    std::int64_t run = 0;
    QVariant number = {};    ///< its cell in a table; see runCell()
    QString label;           ///< its arm's
    QString plainLabel = {}; ///< its arm's, as files have it
    QString id = {};         ///< its arm's; stays when the label changes
    std::size_t look = 0;
    std::size_t variant = 0; ///< of arms that share the look
    std::uint64_t seed = 0;
    int roundsDone = 0;

    bool operator==(const ClientSource&) const = default;
};

/// HiCS-FL's Assumption 1: κ − ρ·exp(β(H − ln C)).
struct Envelope
{
    bool isLower = false;
    double kappa = 0;
    double rho = 0;
    double beta = 0;
};

/// What a figure of clients keeps of a run.
struct RunOfClients
{
    ClientSource source;
    FederationFacts facts;
    std::vector<ClientPoint> points = {};
    std::vector<Envelope> envelopes = {}; ///< the newest that it reports
};

/// Takes the figure's points and envelopes from rounds, which need no matrices.
void takeRounds(RunOfClients& run,
                const std::vector<RoundReport>& rounds,
                const ScatterFigure& figure);

/// One point for each client, or for each client and round, in the colour of its arm. For
/// HiCS-FL's Assumption 1 also the newest envelope that a run reports.
[[nodiscard]] PlotPicture clientPicture(const std::vector<RunOfClients>& runs,
                                        const ScatterFigure& figure);
/// The numbers behind it.
[[nodiscard]] PlainTable clientTable(const std::vector<RunOfClients>& runs,
                                     const ScatterFigure& figure);

/// Clients by classes; no rows where the run has no classes.
[[nodiscard]] MatrixPicture classCountPicture(const FederationFacts& facts);
[[nodiscard]] PlainTable classCountTable(const FederationFacts& facts);

} // namespace coterie::ui
