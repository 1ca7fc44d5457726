#include "ui/compare/compare_page.h"

#include "ui/compare/compare_panes.h"
#include "ui/compare/filter_edit.h"
#include "ui/compare/folder_tree.h"
#include "ui/compare/nothing_listed.h"
#include "ui/compare/run_actions.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_column_choice.h"
#include "ui/compare/run_filing.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_tree.h"
#include "ui/compare/saved_views.h"
#include "ui/frame/action_menu.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/runs/store_watch.h"
#include "ui/words.h"

#include <QAction>
#include <QComboBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kFirstPatience = 1000; // ms

} // namespace

ComparePage::ComparePage(StoreReader& reader, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_reader(reader)
    , m_actions(actions)
    , m_editor(reader.files())
    , m_model(new RunTableModel(this))
    , m_proxy(new RunFilterProxy(*m_model, this))
    , m_table(named(new RunTree(*m_model, *m_proxy), "runTable", tr("Stored runs")))
    , m_choice(new RunChoice(*m_proxy, m_table->lines(), this))
    , m_columns(new RunColumnChoice(
          reader.files(), {.model = *m_model, .proxy = *m_proxy, .choice = *m_choice}, this))
    , m_edits(new RunEdits(m_editor, *m_model, *m_choice, this))
    , m_filing(new RunFiling({.edits = *m_edits, .model = *m_model, .choice = *m_choice}, this))
    , m_folders(new FolderTree)
    , m_exports(new RunExports(
          {.table = *m_table, .choice = *m_choice, .editor = m_editor}, actions, this))
    , m_stack(new QStackedWidget(this))
    , m_panes(new ComparePanes(reader.files()))
    , m_message(new NoticeBar(this, NoticeBar::Kind::Plain, QStringLiteral("compareMessage")))
    , m_soon(new QTimer(this))
    , m_watch(new StoreWatch(reader.files(), this))
{
    dressRunTable();
    // In tab order, which follows the order of creation.
    QWidget* empty = makeEmptyState();
    QWidget* head = makeHead();
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    split->addWidget(m_upper = makeTableWithFolders());
    split->addWidget(m_panes);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({400, 360});
    auto* page = new QWidget(this);
    auto* pageLayout = columnIn(page, 0);
    pageLayout->addWidget(head);
    pageLayout->addWidget(split, 1);
    m_nothing = new NothingListed(*m_table);
    connect(m_nothing, &NothingListed::buttonClicked, this, &ComparePage::listMore);
    m_stack->addWidget(empty);
    m_stack->addWidget(page);
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_stack, 1);
    placeMessage();
    connect(m_stack, &QStackedWidget::currentChanged, this, &ComparePage::placeMessage);

    m_soon->setObjectName(QStringLiteral("readRunsAgain"));
    m_soon->setSingleShot(true);
    connect(m_soon, &QTimer::timeout, &m_reader, &StoreReader::readRuns);
    connect(m_watch, &StoreWatch::written, this, [this] {
        const RunRow* own = m_model->find(m_followed); // of which the window hears by itself
        if (m_reader.isReadingRuns() || (own && own->status == RunStatus::Running))
            return;
        m_watch->note();
        m_reader.readRuns();
    });
    m_views = new SavedViews({.edits = *m_edits,
                              .filter = *m_filter,
                              .grouping = *m_grouping,
                              .columns = *m_columns,
                              .proxy = *m_proxy,
                              .folders = *m_folders,
                              .panes = *m_panes},
                             m_actions,
                             this);
    connectReader();
    connectActions();
    connectFolders();
    enableActions();
    m_editor.purge();
}

ComparePage::~ComparePage() = default;

/// Makes the proxy list other runs.
void ComparePage::list(const std::function<void()>& change)
{
    const QSet<QString> collapsed = m_table->collapsedGroups();
    m_choice->keepWhile(change);
    followList(collapsed);
}

void ComparePage::followList(const QSet<QString>& collapsed)
{
    if (m_model->grouping() != RunTableModel::Grouping::None)
        m_table->expandAllBut(collapsed); // groups that are back were open
    m_columns->showSettings();
    showCount();
    enableActions();
}

void ComparePage::dressRunTable()
{
    m_table->setToolTip(tr("Select runs; press Enter to watch them"));
    m_table->setRootIsDecorated(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunTableModel::Number, Qt::DescendingOrder);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setDragDropMode(QAbstractItemView::DragOnly); // onto a folder
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked
                             | QAbstractItemView::DoubleClicked); // of a note and tags
    m_table->setExpandsOnDoubleClick(false);
    offerActions(*m_table);
    for (const ActionId id : {ActionId::OpenStoredRun,
                              ActionId::ResumeStoredRun,
                              ActionId::DiffRuns,
                              ActionId::VerifyRuns,
                              ActionId::RunAsDesign,
                              ActionId::ForkRun,
                              ActionId::ExportModels,
                              ActionId::CopyRuns,
                              ActionId::TagRuns,
                              ActionId::NameRuns,
                              ActionId::MoveRuns,
                              ActionId::PinRuns,
                              ActionId::DeleteRuns})
        m_table->addAction(m_actions.action(id));
    connect(m_table, &QTreeView::activated, this, [this](const QModelIndex& line) {
        if (line.column() != RunTableModel::Note && line.column() != RunTableModel::Tags)
            emit runsOpened(chosenRuns());
    });
    connect(m_choice, &RunChoice::changed, this, [this] {
        enableActions();
        showCount();
        m_model->setShownTogether(m_choice->runs());
        m_panes->setRuns(m_choice->runs());
    });
}

void ComparePage::connectReader()
{
    connect(&m_reader, &StoreReader::runsRead, this, &ComparePage::takeRuns);
    connect(&m_reader, &StoreReader::viewsRead, m_views, &SavedViews::setViews);
    connect(&m_reader, &StoreReader::numbersRead, this, &ComparePage::takeNumbers);
    connect(&m_reader,
            &StoreReader::settingsRead,
            this,
            [this](const std::shared_ptr<const RunSettings>& settings) {
                m_panes->setSettings(settings);
                m_columns->setSettings(settings);
                m_filter->showProblem(m_proxy->problem());
                showDesigns();
                m_table->fitDesigns();
                showCount();
                enableActions(); // a filter can be by a setting
            });
    // A filter can be by a metric.
    const auto before = std::make_shared<std::pair<QSet<QString>, std::size_t>>();
    connect(m_columns, &RunColumnChoice::metricsComing, this, [this, before] {
        *before = {m_table->collapsedGroups(), m_proxy->listing()};
    });
    connect(m_columns, &RunColumnChoice::metricsShown, this, [this, before] {
        m_table->fitColumns();
        m_filter->showProblem(m_proxy->problem());
        if (m_proxy->listing() != before->second)
            return followList(before->first);
        showCount();
        enableActions();
    });
    const auto say = [this](const QString& sentence) { showMessage(sentence); };
    connect(&m_reader, &StoreReader::failed, this, say);
    connect(&m_reader, &StoreReader::failed, this, [this] { m_figureWanted.reset(); });
    connect(m_panes, &ComparePanes::failed, this, say);
    connect(&m_editor, &StoreEditor::said, this, &ComparePage::tellOfFile);
    connect(&m_editor, &StoreEditor::failed, this, say);
    connect(m_views, &SavedViews::said, this, say);
    connect(&m_editor, &StoreEditor::changed, &m_reader, &StoreReader::readRuns);
    connect(m_edits, &RunEdits::told, this, &ComparePage::tell);
    connect(m_edits, &RunEdits::undoChanged, this, &ComparePage::enableActions);
    connect(m_edits, &RunEdits::imported, this, [this](const std::set<std::int64_t>& runs) {
        m_imported = runs; // the list is read after every edit
    });
    connect(m_panes, &ComparePanes::runChosen, m_table, &RunTree::showRun);
    connect(m_panes, &ComparePanes::experimentWanted, this, [this](const QString& design) {
        RunsForFigure runs = runsForFigure(m_model->runs(), design.toStdString());
        const auto leftOut = static_cast<qsizetype>(runs.leftOut);
        const bool isDrawn = std::ranges::any_of(m_model->runs(), [&](const RunRow& run) {
            return run.hasRounds && m_choice->runs().contains(run.id)
                   && run.experimentDesign == design.toStdString();
        });
        if (runs.chosen.empty() && isDrawn)
            return tell(tr("No run of this figure's experiment is finished and without changes by "
                           "hand. The figure shows the selected ones as far as they went."),
                        false);
        if (runs.chosen.empty())
            return tell(leftOut == 0
                            ? tr("No run of this figure's experiment is stored yet. Run it first.")
                            : tr("No run of this figure's experiment is finished and without "
                                 "changes by hand. Resume one, or select runs yourself."),
                        false);
        m_choice->choose(std::move(runs.chosen));
        if (leftOut > 0)
            tell(counted(leftOut,
                         tr("1 other run of this figure's experiment is left out: it is not "
                            "finished, was changed by hand or has a newer one of its seed."),
                         tr("%1 other runs of this figure's experiment are left out: they are not "
                            "finished, were changed by hand or have a newer one of their seed.")),
                 false);
    });
}

void ComparePage::takeRuns(const SharedRuns& list)
{
    const std::vector<RunRow>& runs = *list;
    const bool grew = runs.size() != m_model->runs().size();
    const auto before = m_proxy->listing();
    const QSet<QString> collapsed = m_table->collapsedGroups();
    bool progressed = false; // of a selected run
    std::set<std::int64_t> stillThere;
    std::vector<std::int64_t> ids;
    for (const RunRow& run : runs) {
        ids.push_back(run.id);
        const bool isChosen = m_choice->runs().contains(run.id);
        if (isChosen)
            stillThere.insert(run.id);
        progressed |= isChosen && hasProgressed(run);
        if (run.id == m_followed && hasProgressed(run))
            m_patience = kFirstPatience;
    }
    m_choice->keepWhile([&] { m_model->setRuns(list); });
    const bool came =
        std::ranges::any_of(ids, [this](std::int64_t id) { return m_imported.contains(id); });
    m_choice->choose(came ? std::exchange(m_imported, {}) : std::move(stillThere));
    m_model->setShownTogether(m_choice->runs());
    m_folders->setRuns(m_model->runs());
    for (const auto& [column, label] : {std::pair(RunTableModel::Folder, &RunRow::folder),
                                        std::pair(RunTableModel::Name, &RunRow::name),
                                        std::pair(RunTableModel::Store, &RunRow::store)})
        m_table->setShown(column, !std::ranges::all_of(runs, &std::string::empty, label));
    const bool hasFigure = isOfNoRun(m_figureWanted) || isOfNoRun(m_panes->figure());
    m_stack->setCurrentIndex(runs.empty() && !m_edits->canUndo() && !hasFigure ? 0 : 1);
    showDesigns();
    if (grew || m_proxy->listing() != before)
        m_table->expandAllBut(collapsed); // also where one comes because its runs fit now
    m_seeksChosen |= came;
    showSought();
    m_reader.readNumbers(ids);
    m_columns->refresh();
    if (progressed || m_panes->isStale())
        m_panes->refresh();
    m_table->fitColumns();
    showCount();
    enableActions();
    readAgainIfOutdated();
    if (const auto figure = std::exchange(m_figureWanted, {}))
        m_panes->showFigure(*figure);
}

/// A filter can be by them, and other runs are listed then.
void ComparePage::takeNumbers(const std::vector<RunNumbers>& numbers)
{
    const QSet<QString> collapsed = m_table->collapsedGroups();
    const std::size_t before = m_proxy->listing();
    m_choice->keepWhile([&] { m_model->setNumbers(numbers); });
    if (m_proxy->listing() != before)
        followList(collapsed);
    showSought();
    if (std::exchange(m_seeksChosen, false) && m_choice->listed().empty() && m_choice->hidden() > 0)
        m_message->add(counted(qsizetype(m_choice->hidden()),
                               tr("The list leaves this run out; clear its filter, or list all "
                                  "runs."),
                               tr("The list leaves these runs out; clear its filter, or list all "
                                  "runs.")));
}

void ComparePage::showSought()
{
    if (const std::vector<std::int64_t> listed = m_choice->listed();
        m_seeksChosen && !listed.empty())
        m_table->showRun(listed.front());
}

void ComparePage::showDesigns()
{
    m_table->setColumnHidden(RunTableModel::Setting,
                             !m_model->cells().haveDesigns(m_model->runs()));
}

/// Whether the run has progressed since the list was read.
bool ComparePage::hasProgressed(const RunRow& now) const
{
    const RunRow* before = m_model->find(now.id);
    return !before || before->status != now.status || before->reason != now.reason
           || before->rounds != now.rounds || before->roundsDone != now.roundsDone
           || before->hasRounds != now.hasRounds;
}

/// A long round can take minutes, and a run on a crashed computer never progresses, so the interval
/// doubles each time and reading stops in the end.
void ComparePage::readAgainIfOutdated()
{
    constexpr int kMost = 64 * kFirstPatience;
    if (!isVisible() || m_soon->isActive() || m_patience > kMost)
        return;
    const RunRow* run = m_model->find(m_followed);
    const RunStatus other = m_paused ? RunStatus::Running : RunStatus::Paused;
    if (!run || (run->status != other && run->status != RunStatus::Queued))
        return; // up to date
    m_soon->start(m_patience);
    m_patience *= 2;
}

void ComparePage::drawFigure(const ChosenFigure& figure)
{
    m_figureWanted = figure;
    const bool wasVisible = isVisible(); // else it reads the list when it is shown
    m_actions.action(ActionId::ShowCompare)->trigger();
    if (wasVisible)
        m_reader.readRuns();
}

void ComparePage::openView(const QString& name)
{
    m_actions.action(ActionId::ShowCompare)->trigger();
    m_views->open(name);
}

/// The undo action is in the Compare menu too.
void ComparePage::tell(const QString& sentence, bool withUndo)
{
    std::vector<NoticeBar::Choice> choices;
    if (QAction* undo = m_actions.action(ActionId::UndoRunEdit); withUndo)
        choices.push_back({.text = tr("Undo"),
                           .tip = undo->toolTip(),
                           .act = [undo] { undo->trigger(); },
                           .action = undo});
    showMessage(sentence, choices, NoticeBar::Stay::UntilNextAction);
}

void ComparePage::toggleMetricColumn(const MetricMoment& moment)
{
    m_columns->toggleMetric(moment);
}

void ComparePage::setGrouping(RunTableModel::Grouping grouping)
{
    m_grouping->setCurrentIndex(static_cast<int>(grouping));
}

void ComparePage::refreshSoon()
{
    constexpr int kSoon = 250; // ms
    m_patience = kFirstPatience;
    if (!m_soon->isActive() || m_soon->remainingTime() > kSoon)
        m_soon->start(kSoon);
}

void ComparePage::followPause(bool paused)
{
    m_paused = paused;
    refreshSoon();
}

std::vector<std::int64_t> ComparePage::chosenRuns() const
{
    return m_choice->listed();
}

QStringList ComparePage::experimentsOf(const std::vector<std::int64_t>& runs) const
{
    QStringList names;
    for (const std::int64_t id : runs)
        if (const RunRow* run = m_model->find(id))
            names << toQString(run->experimentName);
    names.removeDuplicates();
    return names;
}

void ComparePage::showCount()
{
    const auto all = std::ssize(m_model->runs());
    const auto listed = std::ssize(m_proxy->listedRuns());
    const auto ofAll = [all](qint64 some) {
        return tr("%1 of %2 runs").arg(countText(some), countText(all));
    };
    QString text = listed == all ? counted(all, tr("1 run"), tr("%1 runs")) : ofAll(listed);
    const QString listedText = text;
    if (const auto chosen = std::ssize(m_choice->runs()); chosen > 0)
        text += tr(", %1 selected").arg(countText(chosen));
    if (const auto hidden = static_cast<qsizetype>(m_choice->hidden()); hidden > 0)
        text += tr(" (%1 not listed)").arg(countText(hidden));
    m_count->setTexts(text, listedText);
    m_count->keepRoomFor(ofAll(all));
    showNothingListed(listed == 0 && all > 0);
}

void ComparePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table->setFocus();
    m_soon->stop();
    m_patience = kFirstPatience;
    m_watch->note();
    m_reader.readRuns();
}

} // namespace coterie::ui
