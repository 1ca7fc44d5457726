#include "ui/watch/matrix_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace coterie::ui {

MatrixPanel::MatrixPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_watched(subject)
    , m_view(new MatrixView(this))
    , m_kind(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_hold(new QToolButton(this))
{
    const auto addKind = [this](const QString& text, const QString& tip, MatrixKind kind) {
        m_kind->addItem(text, static_cast<int>(kind));
        m_kind->setItemData(m_kind->count() - 1, tip, Qt::ToolTipRole);
    };
    addKind(tr("Collaboration A"),
            tr("Row i says how much client i takes from each client: W ← A·E"),
            MatrixKind::Collaboration);
    addKind(
        tr("Similarity"), tr("What the method measured between clients"), MatrixKind::Similarity);
    addKind(tr("Cosine of updates"),
            tr("⟨g_i, g_j⟩ / (‖g_i‖ ‖g_j‖), from the stored Gram matrix"),
            MatrixKind::Cosine);
    addKind(tr("Gram matrix"), tr("K = G Gᵀ of the updates that were grouped"), MatrixKind::Gram);
    addKind(tr("Label distance"),
            tr("Total variation between the clients' label distributions: 0 alike, 1 no label in "
               "common"),
            MatrixKind::Distance);
    addKind(tr("Participation"), tr("Who took part in which round"), MatrixKind::Participation);
    m_kind->setObjectName(QStringLiteral("matrixKind"));
    m_kind->setAccessibleName(tr("Which matrix"));
    m_kind->setToolTip(tr("Which matrix of the round on screen"));
    m_order->addItem(tr("by number"), static_cast<int>(MatrixOrder::Number));
    m_order->addItem(tr("by group"), static_cast<int>(MatrixOrder::Group));
    m_order->addItem(tr("by true group"), static_cast<int>(MatrixOrder::TrueGroup));
    m_order->setObjectName(QStringLiteral("matrixOrder"));
    m_order->setAccessibleName(tr("Order of the clients"));
    m_order->setToolTip(tr("Order of the clients; a true group is the domain or cluster that the "
                           "partition put a client in"));
    m_hold->setText(tr("Subtract this round"));
    m_hold->setCheckable(true);
    head()->addWidget(m_kind);
    head()->addWidget(m_order);
    head()->addStretch(1);
    head()->addWidget(m_hold);
    setPicture(m_view, QStringLiteral("matrix"));

    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        m_kindIsChosen = true;
        markDirty();
    });
    connect(m_order, &QComboBox::currentIndexChanged, this, [this] {
        m_orderIsChosen = true;
        markDirty();
    });
    // Who chooses what is shown already wants it to stay.
    connect(m_kind, &QComboBox::activated, this, [this] { m_kindIsChosen = true; });
    connect(m_order, &QComboBox::activated, this, [this] { m_orderIsChosen = true; });
    m_hold->setObjectName(QStringLiteral("holdMatrix"));
    tellOfHolding(false);
    connect(m_hold, &QToolButton::toggled, this, [this](bool hold) {
        m_held = hold ? m_watched.shown.report() : nullptr;
        m_heldRun = m_watched.shown.run();
        m_hold->setText(m_held ? tr("Minus round %1").arg(m_held->round)
                               : tr("Subtract this round"));
        markDirty();
    });
    connect(m_view, &MatrixView::clientsChosen, &selection(), &ClientSelection::choose);
}

PlainTable MatrixPanel::table() const
{
    const MatrixPicture& picture = m_view->picture();
    PlainTable table;
    table.header = {picture.rowWord, picture.columnWord, picture.valueWord};
    for (const int row : picture.rows)
        for (const int column : picture.columns) {
            const auto place = static_cast<std::size_t>(column);
            table.rows.push_back({row,
                                  picture.columnNames.empty() ? column : picture.columnNames[place],
                                  picture.matrix.at(static_cast<std::size_t>(row), place)});
        }
    return table;
}

MatrixKind MatrixPanel::kind() const
{
    return static_cast<MatrixKind>(m_kind->currentData().toInt());
}

MatrixOrder MatrixPanel::order() const
{
    return static_cast<MatrixOrder>(m_order->currentData().toInt());
}

/// Until the user chooses one: the first that there is, for a method may have none of the others.
/// It stays while there is one, but for what a round 0 shows, in which nothing has trained yet.
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

/// Until the user chooses an order: clients that train together stand together.
void MatrixPanel::showJoinedTogether(const RunCurves& run, int round)
{
    const RoundGroups* formed = run.clustersAt(round).formed;
    const bool areJoined =
        formed && std::ranges::any_of(formed->groups, [](const std::vector<int>& group) {
            return group.size() > 1;
        });
    const QSignalBlocker silence(m_order);
    m_order->setCurrentIndex(
        m_order->findData(static_cast<int>(areJoined ? MatrixOrder::Group : MatrixOrder::Number)));
}

void MatrixPanel::tellOfHolding(bool hasRound)
{
    const bool differs = changesWithRounds(kind());
    m_hold->setEnabled((hasRound && differs) || m_hold->isChecked()); // what is held can be let go
    m_hold->setToolTip(
        differs ? tr("Every other round is then shown as its difference from this one")
        : kind() == MatrixKind::Distance
            ? tr("The clients hold the same labels in every round: there is no difference to show")
            : tr("All rounds stand side by side here: there is no difference to show"));
}

void MatrixPanel::show(const RunCurves* run, const RoundReport* report)
{
    const bool holds = m_held && m_heldRun == m_watched.shown.run();
    if (!holds)
        m_hold->setChecked(false); // what was held is a round of another run
    std::optional<MatrixPicture> picture;
    if (run && report) {
        m_order->setItemText(m_order->findData(static_cast<int>(MatrixOrder::Group)),
                             run->clustersAt(report->round).areForSampling
                                 ? tr("by sampling cluster")
                                 : tr("by group"));
        if (!m_kindIsChosen)
            showReportedKind(*run, *report);
        if (!m_orderIsChosen)
            showJoinedTogether(*run, report->round);
        picture = matrixPicture(*run, *report, holds ? m_held.get() : nullptr, kind(), order());
    }
    if (picture)
        m_view->setPicture(std::move(*picture));
    else
        m_view->setNothing(run && report ? tr("This round reports no such matrix; choose another.")
                                         : tr("No round yet."));
    m_view->setSelected(selection().clients());
    tellOfHolding(report || holds);
}

} // namespace coterie::ui
