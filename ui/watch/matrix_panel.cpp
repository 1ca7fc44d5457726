#include "ui/watch/matrix_panel.h"

#include "core/math/label_distributions.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace coterie::ui {

namespace {

bool hasMatrix(const RunCurves& run, const RoundReport& report, MatrixKind kind)
{
    if (isReported(kind))
        return reportsMatrix(report, kind);
    return kind == MatrixKind::Distance ? !run.facts.classCounts.empty()
                                        : !run.participants.empty();
}

} // namespace

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
    const auto keyOf = [&](int client) { return key[std::size_t(client)]; };
    std::ranges::stable_sort(result.clients, {}, keyOf);
    for (std::size_t place = 1; place < clients; ++place)
        if (keyOf(result.clients[place]) != keyOf(result.clients[place - 1]))
            result.breaks.push_back(int(place));
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
    const std::span counts(run.facts.classCounts);
    const std::size_t all = kind == MatrixKind::Distance ? counts.size() : clientsOf(report, kind);
    std::optional<Matrix> matrix =
        kind == MatrixKind::Distance
            ? std::optional(labelDistances(counts.first(std::min(all, kMostPairedClients))))
            : matrixOf(report, kind);
    if (!matrix || matrix->values.empty())
        return std::nullopt;
    const bool difference = other && isReported(kind);
    if (difference) {
        const std::optional<Matrix> before = matrixOf(*other, kind);
        if (!before || before->rows != matrix->rows || before->columns != matrix->columns)
            return std::nullopt;
        for (std::size_t i = 0; i < matrix->values.size(); ++i)
            matrix->values[i] -= before->values[i];
    }
    const ClientOrder clients = clientOrder(run, report.round, matrix->rows, order);
    const bool mayBeNegative = kind == MatrixKind::Cosine || kind == MatrixKind::Gram;
    const auto isNegative = [](double value) { return value < 0; };
    const bool negative = mayBeNegative && std::ranges::any_of(matrix->values, isNegative);
    const bool isShare = kind == MatrixKind::Collaboration;
    const bool amounts = isShare || kind == MatrixKind::Distance;
    const QString value = valueWord(kind);
    return MatrixPicture{.matrix = std::move(*matrix),
                         .rows = clients.clients,
                         .columns = clients.clients,
                         .rowBreaks = clients.breaks,
                         .columnBreaks = clients.breaks,
                         .scale = difference || negative ? ColourScale::Kind::Diverging
                                  : amounts              ? ColourScale::Kind::Amounts
                                                         : ColourScale::Kind::Sequential,
                         .rowWord = say("client"),
                         .columnWord = isShare ? say("takes from client") : say("client"),
                         .valueWord = difference ? say("%1 in round %2 minus round %3")
                                                       .arg(value)
                                                       .arg(report.round)
                                                       .arg(other->round)
                                                 : value,
                         .columnNames = {},
                         .part = shownPart(all)};
}

std::optional<MatrixPicture>
participationPicture(const RunCurves& run, int round, MatrixOrder order)
{
    std::size_t rounds = 0;
    std::size_t clients = run.facts.trainSamples.size();
    for (const RoundParticipants& drawn : run.participants) {
        rounds += drawn.round <= round ? 1 : 0;
        for (const int client : drawn.clients)
            clients = std::max(clients, std::size_t(client) + 1);
    }
    if (rounds == 0 || clients == 0)
        return std::nullopt;
    MatrixPicture picture;
    picture.part = shownPart(clients);
    clients = std::min(clients, kMostPairedClients);
    picture.matrix = Matrix(clients, rounds);
    for (std::size_t column = 0; column < rounds; ++column) {
        const RoundParticipants& drawn = run.participants[column];
        picture.columnNames.push_back(drawn.round);
        for (const int client : drawn.clients)
            if (std::size_t(client) < clients)
                picture.matrix.at(std::size_t(client), column) += 1;
    }
    const ClientOrder rows = clientOrder(run, round, clients, order);
    picture.rows = rows.clients;
    picture.rowBreaks = rows.breaks;
    picture.columns.resize(rounds);
    std::iota(picture.columns.begin(), picture.columns.end(), 0);
    picture.columnsAreClients = false;
    picture.scale = ColourScale::Kind::Counts; // from 0, even if all clients were drawn every time
    picture.rowWord = say("client");
    picture.columnWord = say("round");
    picture.valueWord = valueWord(MatrixKind::Participation);
    return picture;
}

MatrixPanel::MatrixPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_view(new MatrixView(this))
    , m_kind(named(new QComboBox(this), "matrixKind", tr("Matrix")))
    , m_order(named(new QComboBox(this), "matrixOrder", tr("Order of the clients")))
    , m_hold(named(new QToolButton(this), "holdMatrix"))
{
    for (const MatrixWords& entry : matrixKinds()) {
        m_kind->addItem(say(entry.title), int(entry.kind));
        m_kind->setItemData(m_kind->count() - 1, say(entry.tip), Qt::ToolTipRole);
    }
    m_kind->setToolTip(tr("Choose a matrix of the round on screen"));
    m_order->addItem(tr("by number"), int(MatrixOrder::Number));
    m_order->addItem(tr("by group"), int(MatrixOrder::Group));
    m_order->addItem(tr("by true group"), int(MatrixOrder::TrueGroup));
    m_order->setToolTip(tr("Choose the order of the clients. A true group is the domain or cluster "
                           "to which the partition assigned a client"));
    m_hold->setText(tr("Subtract this round"));
    m_hold->setCheckable(true);
    head()->addWidget(m_kind);
    head()->addWidget(m_order);
    head()->addWidget(m_hold); // before the stretch: the run's name comes with a second run
    head()->addStretch(1);
    setView(m_view, QStringLiteral("matrix"));

    for (const auto& [box, isChosen] :
         {std::pair(m_kind, &m_kindIsChosen), std::pair(m_order, &m_orderIsChosen)}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this, isChosen = isChosen] {
            *isChosen = true;
            markDirty();
        });
        // Choosing what is already shown keeps it from now on.
        connect(box, &QComboBox::activated, this, [isChosen = isChosen] { *isChosen = true; });
    }
    allowHolding(false);
    connect(m_hold, &QToolButton::toggled, this, [this](bool hold) {
        m_held = hold ? heldReport() : nullptr;
        m_heldRun = heldRun();
        m_hold->setText(m_held ? tr("Minus round %1").arg(m_held->round)
                               : tr("Subtract this round"));
        markDirty();
    });
}

PlainTable MatrixPanel::table() const
{
    const MatrixPicture& picture = m_view->picture();
    PlainTable table;
    table.header = {picture.rowWord, picture.columnWord, picture.valueWord};
    for (const int row : picture.rows)
        for (const int column : picture.columns)
            table.rows.push_back({row, picture.nameOfColumn(column), picture.valueAt(row, column)});
    return table;
}

MatrixKind MatrixPanel::kind() const
{
    return static_cast<MatrixKind>(m_kind->currentData().toInt());
}

/// Until the user chooses a kind: the first that the method reports. It stays as long as rounds
/// report it, except that of round 0, in which nothing has trained yet.
void MatrixPanel::showReportedKind(const RunCurves& run, const RoundReport& report)
{
    if (m_kindRound > 0 && hasMatrix(run, report, kind()))
        return;
    m_kindRound = report.round;
    const QSignalBlocker silence(m_kind);
    for (int index = 0; index < m_kind->count(); ++index) {
        m_kind->setCurrentIndex(index);
        if (hasMatrix(run, report, kind()))
            return;
    }
    m_kind->setCurrentIndex(0);
}

/// Until the user chooses an order: clients that train together are side by side.
void MatrixPanel::showJoinedTogether(const RunCurves& run, int round)
{
    const RoundGroups* formed = run.clustersAt(round).formed;
    const bool areJoined =
        formed && std::ranges::any_of(formed->groups, [](const std::vector<int>& group) {
            return group.size() > 1;
        });
    const QSignalBlocker silence(m_order);
    m_order->setCurrentIndex(
        m_order->findData(int(areJoined ? MatrixOrder::Group : MatrixOrder::Number)));
}

void MatrixPanel::allowHolding(bool hasRound)
{
    const bool differs = isReported(kind());
    m_hold->setEnabled((hasRound && differs) || m_hold->isChecked());
    m_hold->setToolTip(differs ? tr("Show every other round as its difference from this one")
                       : kind() == MatrixKind::Distance
                           ? tr("Not available: the clients hold the same labels in every round")
                           : tr("Not available: this matrix already shows all rounds"));
}

void MatrixPanel::show(const RunCurves* run, const RoundReport* report)
{
    const bool holds = m_held && m_heldRun == heldRun();
    if (!holds)
        m_hold->setChecked(false); // its round belongs to another run
    std::optional<MatrixPicture> picture;
    if (run && report) {
        m_order->setItemText(m_order->findData(int(MatrixOrder::Group)),
                             run->clustersAt(report->round).areForSampling
                                 ? tr("by sampling cluster")
                                 : tr("by group"));
        if (!m_kindIsChosen)
            showReportedKind(*run, *report);
        if (!m_orderIsChosen)
            showJoinedTogether(*run, report->round);
        const auto order = static_cast<MatrixOrder>(m_order->currentData().toInt());
        picture = matrixPicture(*run, *report, holds ? m_held.get() : nullptr, kind(), order);
    }
    if (picture)
        m_view->setPicture(std::move(*picture));
    else
        m_view->setNothing(run && report ? tr("This round does not have this matrix. Choose "
                                              "another matrix or round. Large federations keep "
                                              "matrices of some rounds only.")
                                         : tr("No rounds yet. The first finished round is shown "
                                              "here."));
    allowHolding(report || holds);
}

} // namespace coterie::ui
