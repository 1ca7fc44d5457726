#include "ui/compare/compare_page.h"

#include "ui/compare/run_table_model.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/cell_delegate.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

ComparePage::ComparePage(StoreReader& reader, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_reader(reader)
    , m_actions(actions)
    , m_model(new RunTableModel(this))
    , m_proxy(new RunFilterProxy(this))
    , m_stack(new QStackedWidget(this))
    , m_soon(new QTimer(this))
{
    m_proxy->setSourceModel(m_model);
    makeTable();
    auto* empty = new EmptyState(
        {.icon = QStringLiteral("compare"),
         .title = tr("No runs are stored yet"),
         .text = tr("Every run is kept, with its settings and all its numbers. Run the quickstart, "
                    "or open an experiment on the Design page, and its runs will be listed here."),
         .button = tr("Run the quickstart"),
         .tip = m_actions.action(ActionId::RunQuickstart)->toolTip(),
         .buttonIcon = QStringLiteral("quickstart")},
        this);
    connect(empty, &EmptyState::buttonClicked, this, &ComparePage::quickstartRequested);
    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->setSpacing(0);
    pageLayout->addWidget(makeHead());
    pageLayout->addWidget(m_table, 1);
    m_stack->addWidget(empty);
    m_stack->addWidget(page);

    m_failure = new QLabel(this);
    m_failure->setWordWrap(true);
    m_failure->setAutoFillBackground(true);
    m_failure->setBackgroundRole(QPalette::ToolTipBase);
    m_failure->setContentsMargins(14, 8, 14, 8);
    m_failure->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_failure);
    layout->addWidget(m_stack, 1);

    m_soon->setSingleShot(true);
    m_soon->setInterval(250);
    connect(m_soon, &QTimer::timeout, &m_reader, &StoreReader::readRuns);
    connect(&m_reader, &StoreReader::runsRead, this, [this](const std::vector<RunRow>& runs) {
        m_failure->hide();
        m_model->setRuns(runs);
        m_stack->setCurrentIndex(runs.empty() ? 0 : 1);
        m_table->setColumnHidden(RunTableModel::Setting,
                                 std::all_of(runs.begin(), runs.end(), [](const RunRow& run) {
                                     return run.sweep.empty();
                                 }));
        std::vector<std::int64_t> ids;
        for (const RunRow& run : runs)
            ids.push_back(run.id);
        m_reader.readNumbers(ids);
        fitColumns();
        showCount();
        enableActions();
    });
    connect(&m_reader, &StoreReader::numbersRead, m_model, &RunTableModel::setNumbers);
    connect(&m_reader, &StoreReader::failed, this, [this](const QString& sentence) {
        m_failure->setText(sentence);
        m_failure->show();
    });
    connect(m_actions.action(ActionId::RefreshRuns),
            &QAction::triggered,
            &m_reader,
            &StoreReader::readRuns);
    connect(m_actions.action(ActionId::OpenStoredRun), &QAction::triggered, this, [this] {
        emit runsOpened(chosenRuns());
    });
    connect(m_actions.action(ActionId::ResumeStoredRun), &QAction::triggered, this, [this] {
        emit resumeRequested(resumableRuns());
    });
    connect(m_actions.action(ActionId::FindRuns), &QAction::triggered, this, [this] {
        m_actions.action(ActionId::ShowCompare)->trigger();
        m_filter->setFocus();
        m_filter->selectAll();
    });
    enableActions();
}

QWidget* ComparePage::makeHead()
{
    auto* head = new QWidget(this);
    auto* title = new QLabel(tr("Stored runs"), head);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    m_count = new QLabel(head);
    m_count->setObjectName(QStringLiteral("runCount"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_filter = new QLineEdit(head);
    m_filter->setObjectName(QStringLiteral("runFilter"));
    m_filter->setPlaceholderText(tr("Filter: words of a run's line"));
    m_filter->setAccessibleName(tr("Filter the runs"));
    m_filter->setToolTip(tr("Only runs whose line holds every word are listed"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(160);
    m_filter->setMaximumWidth(320);
    m_filter->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& typed) {
        m_proxy->setTyped(typed);
        showCount();
    });

    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(16, 12, 14, 10);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addSpacing(4);
    layout->addWidget(m_count);
    layout->addStretch(1);
    layout->addWidget(m_filter, 2);
    for (const ActionId id :
         {ActionId::OpenStoredRun, ActionId::ResumeStoredRun, ActionId::RefreshRuns}) {
        auto* button = new QToolButton(head);
        button->setDefaultAction(m_actions.action(id));
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        layout->addWidget(button);
    }
    return head;
}

void ComparePage::makeTable()
{
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setAccessibleName(tr("Stored runs"));
    m_table->setToolTip(tr("Choose runs, then press Enter to watch them"));
    m_table->setModel(m_proxy);
    dressTable(*m_table);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunTableModel::Number, Qt::DescendingOrder);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setAlternatingRowColors(true);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addAction(m_actions.action(ActionId::OpenStoredRun));
    m_table->addAction(m_actions.action(ActionId::ResumeStoredRun));
    connect(m_table, &QTableView::activated, this, [this] { emit runsOpened(chosenRuns()); });
    connect(m_table->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &ComparePage::enableActions);
}

void ComparePage::refreshSoon()
{
    if (!m_soon->isActive())
        m_soon->start();
}

std::vector<std::int64_t> ComparePage::chosenRuns() const
{
    std::vector<std::int64_t> runs;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        runs.push_back(index.data(RunTableModel::RunRole).toLongLong());
    std::sort(runs.begin(), runs.end()); // arms in the order of their experiment, however sorted
    return runs;
}

std::vector<std::int64_t> ComparePage::resumableRuns() const
{
    std::vector<std::int64_t> runs;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        const auto status = static_cast<RunStatus>(index.data(RunTableModel::StatusRole).toInt());
        if (status != RunStatus::Finished && status != RunStatus::Failed)
            runs.push_back(index.data(RunTableModel::RunRole).toLongLong());
    }
    return runs;
}

void ComparePage::enableActions()
{
    m_actions.action(ActionId::OpenStoredRun)->setEnabled(!chosenRuns().empty());
    m_actions.action(ActionId::ResumeStoredRun)->setEnabled(!resumableRuns().empty());
}

void ComparePage::showCount()
{
    const int all = m_model->rowCount();
    const int shown = m_proxy->rowCount();
    m_count->setText(shown == all ? counted(all, tr("1 run"), tr("%1 runs"))
                                  : tr("%1 of %2 runs").arg(shown).arg(all));
}

/// Once, when the first runs arrive: afterwards the widths are the user's.
void ComparePage::fitColumns()
{
    if (m_fitted || m_model->rowCount() == 0)
        return;
    m_fitted = true;
    m_table->resizeColumnsToContents();
    for (int column = 0; column < RunTableModel::ColumnCount - 1; ++column)
        m_table->setColumnWidth(column, std::clamp(m_table->columnWidth(column) + 4, 56, 300));
    int rounds = 0;
    for (const RunRow& run : m_model->runs())
        rounds = std::max(rounds, run.rounds);
    // A run that has just begun will need room for more digits.
    const int full = m_table->fontMetrics().horizontalAdvance(tr("%1 / %1").arg(rounds)) + 28;
    m_table->setColumnWidth(RunTableModel::Rounds,
                            std::max(full, m_table->columnWidth(RunTableModel::Rounds)));
}

void ComparePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table->setFocus();
    refreshSoon();
}

} // namespace coterie::ui
