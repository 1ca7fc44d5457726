#include "ui/compare/compare_page.h"

#include "core/store/bundle.h"
#include "core/store/exports.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_filter_proxy.h"
#include "ui/compare/run_tree.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostSettingColumns = 10; ///< further ones are in "all settings" only

} // namespace

ComparePage::ComparePage(StoreReader& reader, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_reader(reader)
    , m_actions(actions)
    , m_editor(reader.file())
    , m_model(new RunTableModel(this))
    , m_proxy(new RunFilterProxy(*m_model, this))
    , m_stack(new QStackedWidget(this))
    , m_panes(new ComparePanes(reader.file(), reader.registry(), this))
    , m_soon(new QTimer(this))
{
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
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    split->addWidget(m_table);
    split->addWidget(m_panes);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({400, 360});
    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->setSpacing(0);
    pageLayout->addWidget(makeHead());
    pageLayout->addWidget(split, 1);
    m_stack->addWidget(empty);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeMessage());
    layout->addWidget(m_stack, 1);

    m_soon->setSingleShot(true);
    m_soon->setInterval(250);
    connect(m_soon, &QTimer::timeout, &m_reader, &StoreReader::readRuns);
    connectReader();
    connectActions();
    connectEdits();
    enableActions();
    m_editor.purge();
}

ComparePage::~ComparePage() = default;

QWidget* ComparePage::makeMessage()
{
    m_message = new QWidget(this);
    m_message->setAutoFillBackground(true);
    m_message->setBackgroundRole(QPalette::ToolTipBase);
    m_messageText = new QLabel(m_message);
    m_messageText->setObjectName(QStringLiteral("compareMessage"));
    m_messageText->setTextFormat(Qt::PlainText); // it names files
    m_messageText->setWordWrap(true);
    m_messageText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_undoButton = new QToolButton(m_message);
    m_undoButton->setDefaultAction(m_actions.action(ActionId::UndoRunEdit));
    m_undoButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* close = new QToolButton(m_message);
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this message"));
    close->setToolTip(tr("Close this message"));
    connect(close, &QToolButton::clicked, m_message, &QWidget::hide);
    auto* layout = new QHBoxLayout(m_message);
    layout->setContentsMargins(14, 6, 10, 6);
    layout->addWidget(m_messageText, 1);
    layout->addWidget(m_undoButton);
    layout->addWidget(close);
    m_message->hide();
    return m_message;
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
    m_filter->setPlaceholderText(tr("Filter: hcct error<20 tag:best"));
    m_filter->setAccessibleName(tr("Filter the runs"));
    m_filter->setToolTip(
        tr("Only runs whose line holds every word are listed. A word such as arm:hcct looks in one "
           "column, error<20, seed=3 or alpha>=10 compares its value; \"quoted words\" are one."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(160);
    m_filter->setMaximumWidth(340);
    m_filter->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    // Of ten thousand runs the lines are looked through when a word is typed, not at each letter.
    auto* typed = new QTimer(head);
    typed->setSingleShot(true);
    typed->setInterval(120);
    connect(typed, &QTimer::timeout, this, [this] {
        m_choice->keepWhile([&] { m_proxy->setTyped(m_filter->text()); });
        showSettings();
        showCount();
    });
    connect(m_filter, &QLineEdit::textChanged, typed, qOverload<>(&QTimer::start));
    m_grouping = new QComboBox(head);
    m_grouping->setObjectName(QStringLiteral("runGrouping"));
    m_grouping->addItems({tr("Not grouped"), tr("By experiment"), tr("By arm")});
    m_grouping->setAccessibleName(tr("How the runs are grouped"));
    m_grouping->setToolTip(
        tr("Put runs under a line that says what they came to together, mean ± sd (ddof 0)"));
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_choice->keepWhile(
            [&] { m_model->setGrouping(static_cast<RunTableModel::Grouping>(index)); });
        m_table->setRootIsDecorated(index != 0);
        m_table->expandAll();
        m_fitted = false; // a group's line says more than a run's
        fitColumns();
        showCount();
    });
    auto* columns = new QToolButton(head);
    columns->setText(tr("Columns"));
    columns->setToolTip(tr("More numbers of each run, and which settings are listed"));
    columns->setAutoRaise(true);
    columns->setPopupMode(QToolButton::InstantPopup);
    auto* columnMenu = new QMenu(columns);
    columns->setMenu(columnMenu);
    connect(
        columnMenu, &QMenu::aboutToShow, this, [this, columnMenu] { fillColumnMenu(*columnMenu); });
    m_export = new QToolButton(head);
    m_export->setDefaultAction(m_actions.action(ActionId::ExportRuns));
    m_export->setAutoRaise(true);
    m_export->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_actions.action(ActionId::ExportRuns)->setIconText(tr("Export"));
    auto* exportMenu = new QMenu(m_export);
    fillExportMenu(*exportMenu);
    connect(m_actions.action(ActionId::ExportRuns), &QAction::triggered, this, [this, exportMenu] {
        exportMenu->popup(m_export->mapToGlobal(QPoint(0, m_export->height())));
    });

    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(16, 12, 14, 10);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addSpacing(4);
    layout->addWidget(m_count);
    layout->addStretch(1);
    layout->addWidget(m_filter, 2);
    layout->addWidget(m_grouping);
    layout->addWidget(columns);
    layout->addWidget(m_export);
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
    m_table = new RunTree(this);
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setAccessibleName(tr("Stored runs"));
    m_table->setToolTip(tr("Choose runs, then press Enter to watch them"));
    m_table->setModel(m_proxy);
    m_table->setRootIsDecorated(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunTableModel::Number, Qt::DescendingOrder);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed
                             | QAbstractItemView::SelectedClicked);
    m_table->setExpandsOnDoubleClick(false);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    for (const ActionId id : {ActionId::OpenStoredRun,
                              ActionId::ResumeStoredRun,
                              ActionId::PinRuns,
                              ActionId::DeleteRuns})
        m_table->addAction(m_actions.action(id));
    m_choice = new RunChoice(*m_proxy, *m_table->selectionModel(), this);
    connect(m_table, &QTreeView::activated, this, [this](const QModelIndex& line) {
        if (line.column() != RunTableModel::Note && line.column() != RunTableModel::Tags)
            emit runsOpened(chosenRuns());
    });
    connect(m_choice, &RunChoice::changed, this, [this] {
        enableActions();
        showCount();
        m_panes->setRuns(m_choice->runs());
    });
}

void ComparePage::fillColumnMenu(QMenu& menu)
{
    menu.clear();
    QAction* all = menu.addAction(tr("&All settings, not only those that differ"));
    all->setCheckable(true);
    all->setChecked(m_allSettings);
    connect(all, &QAction::toggled, this, [this](bool on) {
        m_allSettings = on;
        showSettings();
    });
    menu.addSeparator();
    using When = MetricMoment::When;
    for (const auto& [title, when] : {std::pair(tr("&Last value of"), When::Newest),
                                      std::pair(tr("&Best value of"), When::Best),
                                      std::pair(tr("Value at a &round of"), When::AtRound)}) {
        QMenu* metrics = menu.addMenu(title);
        for (const MetricInfo& info : metricInfos()) {
            if (when == When::Best && info.better == Better::Neither)
                continue;
            const std::string name(info.name);
            QAction* action = metrics->addAction(fieldName(name));
            action->setToolTip(toQString(info.meaning));
            if (when != When::AtRound) {
                const MetricMoment moment{.metric = name, .when = when, .round = 0};
                action->setCheckable(true);
                action->setChecked(std::ranges::find(m_metricColumns, moment)
                                   != m_metricColumns.end());
                connect(action, &QAction::triggered, this, [this, moment] {
                    toggleMetricColumn(moment);
                });
                continue;
            }
            connect(action, &QAction::triggered, this, [this, name] {
                auto* dialog = new QInputDialog(this);
                dialog->setAttribute(Qt::WA_DeleteOnClose);
                dialog->setInputMode(QInputDialog::IntInput);
                dialog->setIntRange(0, 1'000'000);
                dialog->setIntValue(1);
                dialog->setLabelText(tr("%1 after which round?").arg(toQString(name)));
                connect(dialog, &QInputDialog::intValueSelected, this, [this, name](int round) {
                    toggleMetricColumn(
                        {.metric = name, .when = MetricMoment::When::AtRound, .round = round});
                });
                dialog->open();
            });
        }
    }
    if (m_metricColumns.empty())
        return;
    menu.addSeparator();
    connect(menu.addAction(tr("&Remove these columns")), &QAction::triggered, this, [this] {
        m_metricColumns.clear();
        readMetricColumns();
    });
}

void ComparePage::fillExportMenu(QMenu& menu)
{
    for (const ExportKind& kind : exportKinds()) {
        const QString name = toQString(kind.name);
        QAction* action = menu.addAction(tr("CSV, %1…").arg(toQString(kind.meaning)));
        connect(action, &QAction::triggered, this, [this, name] {
            auto* dialog = new QFileDialog(
                this, tr("Export the chosen runs"), {}, QStringLiteral("CSV (*.csv)"));
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->setAcceptMode(QFileDialog::AcceptSave);
            dialog->setDefaultSuffix(QStringLiteral("csv"));
            dialog->selectFile(name + QStringLiteral(".csv"));
            connect(dialog, &QFileDialog::fileSelected, this, [this, name](const QString& file) {
                exportTo(name, file);
            });
            dialog->open();
        });
    }
    menu.addSeparator();
    menu.addAction(m_actions.action(ActionId::ExportBundle));
}

void ComparePage::connectReader()
{
    connect(&m_reader, &StoreReader::runsRead, this, &ComparePage::takeRuns);
    connect(&m_reader, &StoreReader::numbersRead, m_model, &RunTableModel::setNumbers);
    connect(&m_reader,
            &StoreReader::settingsRead,
            this,
            [this](const std::shared_ptr<const RunSettings>& settings) {
                m_settings = settings;
                m_panes->setSettings(settings);
                showSettings();
            });
    connect(
        &m_reader, &StoreReader::failed, this, [this](const QString& sentence) { say(sentence); });
    connect(
        m_panes, &ComparePanes::failed, this, [this](const QString& sentence) { say(sentence); });
}

void ComparePage::takeRuns(const std::vector<RunRow>& runs)
{
    const bool grew = runs.size() != m_model->runs().size();
    const QSet<QString> collapsed = collapsedGroups();
    m_choice->keepWhile([&] { m_model->setRuns(runs); });
    std::set<std::int64_t> stillThere;
    std::vector<std::int64_t> ids;
    for (const RunRow& run : runs) {
        ids.push_back(run.id);
        if (m_choice->runs().contains(run.id))
            stillThere.insert(run.id);
    }
    m_choice->choose(std::move(stillThere));
    m_stack->setCurrentIndex(runs.empty() && m_undo.empty() ? 0 : 1);
    m_table->setColumnHidden(
        RunTableModel::Setting,
        std::ranges::all_of(runs, [](const RunRow& run) { return run.sweep.empty(); }));
    if (grew)
        expandAllBut(collapsed);
    m_reader.readNumbers(ids);
    if (!m_metricColumns.empty())
        readMetricColumns();
    m_panes->refresh();
    fitColumns();
    showCount();
    enableActions();
}

/// A group is known by what its line says of it, whatever its place.
QString ComparePage::groupName(int row) const
{
    QStringList words;
    for (const int column : {RunTableModel::Experiment, RunTableModel::Arm, RunTableModel::Setting})
        words << m_proxy->index(row, column).data().toString();
    return words.join(QLatin1Char('\n'));
}

QSet<QString> ComparePage::collapsedGroups() const
{
    QSet<QString> groups;
    if (m_model->grouping() == RunTableModel::Grouping::None)
        return groups;
    for (int row = 0; row < m_proxy->rowCount(); ++row)
        if (!m_table->isExpanded(m_proxy->index(row, 0)))
            groups << groupName(row);
    return groups;
}

void ComparePage::expandAllBut(const QSet<QString>& groups)
{
    m_table->expandAll();
    if (groups.isEmpty())
        return;
    for (int row = 0; row < m_proxy->rowCount(); ++row)
        if (groups.contains(groupName(row)))
            m_table->collapse(m_proxy->index(row, 0));
}

void ComparePage::readMetricColumns()
{
    m_metricJob.run(
        [file = m_reader.file(), moments = m_metricColumns] {
            std::vector<MetricColumn> columns;
            const auto store = RunStore::open(file, RunStore::Mode::ReadOnly);
            for (const MetricMoment& moment : moments) {
                MetricColumn column{.moment = moment, .values = {}};
                if (const auto values =
                        store ? (*store)->metricOfRuns(moment)
                              : Result<std::vector<RunMetric>>(Unexpected<Error>{store.error()}))
                    for (const RunMetric& of : *values)
                        column.values[of.run] = of.value;
                columns.push_back(std::move(column));
            }
            return columns;
        },
        [this](std::vector<MetricColumn> columns) {
            m_choice->keepWhile([&] { m_model->setMetricColumns(std::move(columns)); });
            fitColumns();
        });
}

void ComparePage::toggleMetricColumn(const MetricMoment& moment)
{
    if (std::erase(m_metricColumns, moment) == 0)
        m_metricColumns.push_back(moment);
    readMetricColumns();
}

/// Those in which the listed runs differ, or all of them.
void ComparePage::showSettings()
{
    if (!m_settings)
        return;
    std::vector<std::size_t> shown;
    if (m_allSettings) {
        for (std::size_t setting = 0; setting < m_settings->pointers().size(); ++setting)
            shown.push_back(setting);
    } else {
        shown = m_settings->differing(m_proxy->listedRuns());
        if (shown.size() > kMostSettingColumns)
            shown.resize(kMostSettingColumns);
    }
    m_choice->keepWhile([&] { m_model->setSettings(m_settings, std::move(shown)); });
}

void ComparePage::connectActions()
{
    const auto when = [this](ActionId id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    connect(m_actions.action(ActionId::RefreshRuns),
            &QAction::triggered,
            &m_reader,
            &StoreReader::readRuns);
    when(ActionId::OpenStoredRun, [this] { emit runsOpened(chosenRuns()); });
    when(ActionId::ResumeStoredRun, [this] { emit resumeRequested(resumableRuns()); });
    when(ActionId::FindRuns, [this] {
        m_actions.action(ActionId::ShowCompare)->trigger();
        m_filter->setFocus();
        m_filter->selectAll();
    });
    when(ActionId::PinRuns, &ComparePage::pinChosen);
    when(ActionId::DeleteRuns, &ComparePage::discardChosen);
    when(ActionId::UndoRunEdit, &ComparePage::undo);
    when(ActionId::ExportBundle, [this] {
        auto* dialog = new QFileDialog(this, tr("An empty folder for the bundle"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, this, &ComparePage::exportBundleTo);
        dialog->open();
    });
}

void ComparePage::connectEdits()
{
    connect(&m_editor, &StoreEditor::changed, &m_reader, &StoreReader::readRuns);
    connect(
        &m_editor, &StoreEditor::said, this, [this](const QString& sentence) { say(sentence); });
    connect(
        &m_editor, &StoreEditor::failed, this, [this](const QString& sentence) { say(sentence); });
    connect(
        m_model, &RunTableModel::noteTyped, this, [this](std::int64_t run, const QString& note) {
            const RunRow* row = find(run);
            const QString before = row ? toQString(row->note) : QString();
            m_editor.setNote(run,
                             note,
                             whenDone({.what = tr("The note of run %1 was changed").arg(run),
                                       .undo = [this, run, before](StoreEditor::Outcome undone) {
                                           m_editor.setNote(run, before, std::move(undone));
                                       }}));
        });
    connect(m_model,
            &RunTableModel::tagsTyped,
            this,
            [this](std::int64_t run, const QStringList& tags) {
                QStringList before;
                if (const RunRow* row = find(run))
                    for (const std::string& tag : row->tags)
                        before << toQString(tag);
                m_editor.setTags(
                    run,
                    tags,
                    whenDone({.what = tr("The tags of run %1 were changed").arg(run),
                              .undo = [this, run, before](StoreEditor::Outcome undone) {
                                  m_editor.setTags(run, before, std::move(undone));
                              }}));
            });
}

void ComparePage::pinChosen()
{
    const std::vector<std::int64_t> runs = chosenRuns();
    if (runs.empty())
        return;
    // All become what not all of them are yet.
    std::vector<std::int64_t> others;
    for (const std::int64_t id : runs)
        if (const RunRow* row = find(id); row && !row->pinned)
            others.push_back(id);
    const bool pins = !others.empty();
    const std::vector<std::int64_t> changed = pins ? others : runs;
    const auto count = static_cast<qsizetype>(changed.size());
    m_editor.pin(
        changed,
        pins,
        whenDone({.what = pins ? counted(count, tr("1 run was pinned"), tr("%1 runs were pinned"))
                               : counted(count,
                                         tr("1 run was unpinned"),
                                         tr("%1 runs were unpinned")),
                  .undo = [this, changed, pins](StoreEditor::Outcome undone) {
                      m_editor.pin(changed, !pins, std::move(undone));
                  }}));
}

void ComparePage::discardChosen()
{
    const std::vector<std::int64_t> runs = chosenRuns();
    if (runs.empty())
        return;
    QString what = counted(
        static_cast<qsizetype>(runs.size()), tr("1 run was deleted"), tr("%1 runs were deleted"));
    // By what the store says: a program that was killed left its run behind as running.
    const bool mayGoOn = std::ranges::any_of(runs, [this](std::int64_t id) {
        const RunRow* row = find(id);
        return row && row->status < RunStatus::Finished;
    });
    if (mayGoOn)
        what += tr("; deleting does not stop a run that is going on or waiting");
    m_editor.discard(runs,
                     whenDone({.what = what, .undo = [this, runs](StoreEditor::Outcome undone) {
                                   m_editor.restore(runs, std::move(undone));
                               }}));
}

StoreEditor::Outcome ComparePage::whenDone(UndoStep step)
{
    return [this, step = std::move(step)](bool done) {
        if (!done)
            return;
        say(step.what, true);
        m_undo.push_back(step);
        enableActions();
    };
}

void ComparePage::undo()
{
    if (m_undo.empty())
        return;
    const UndoStep step = std::move(m_undo.back());
    m_undo.pop_back(); // at once: pressing twice undoes two steps
    enableActions();
    step.undo([this, step](bool undone) {
        if (undone)
            say(tr("Undone: %1").arg(step.what), !m_undo.empty());
        else
            m_undo.push_back(step);
        enableActions();
    });
}

void ComparePage::exportTo(const QString& kind, const QString& file)
{
    const std::vector<std::int64_t> runs = chosenRuns();
    m_editor.read([runs, kind = kind.toStdString(), path = toPath(file)](
                      RunStore& store) { return exportCsvFile(store, kind, runs, path); },
                  tr("%1 was written").arg(file));
}

void ComparePage::exportBundleTo(const QString& folder)
{
    const std::vector<std::int64_t> runs = chosenRuns();
    m_editor.read(
        [runs, path = toPath(folder)](RunStore& store) { return exportBundle(store, runs, path); },
        tr("The bundle was written to %1").arg(folder));
}

void ComparePage::say(const QString& sentence, bool withUndo)
{
    m_messageText->setText(sentence);
    m_undoButton->setVisible(withUndo);
    m_message->setVisible(!sentence.isEmpty());
}

void ComparePage::setGrouping(RunTableModel::Grouping grouping)
{
    m_grouping->setCurrentIndex(static_cast<int>(grouping));
}

void ComparePage::refreshSoon()
{
    if (!m_soon->isActive())
        m_soon->start();
}

std::vector<std::int64_t> ComparePage::chosenRuns() const
{
    // Ascending: arms in the order of their experiment, however the table is sorted.
    return {m_choice->runs().begin(), m_choice->runs().end()};
}

const RunRow* ComparePage::find(std::int64_t run) const
{
    const std::vector<RunRow>& runs = m_model->runs();
    const auto place = std::ranges::lower_bound(runs, run, {}, &RunRow::id);
    return place == runs.end() || place->id != run ? nullptr : &*place;
}

std::vector<std::int64_t> ComparePage::resumableRuns() const
{
    std::vector<std::int64_t> runs;
    for (const std::int64_t id : m_choice->runs()) {
        const RunRow* row = find(id);
        if (row && row->status != RunStatus::Finished && row->status != RunStatus::Failed)
            runs.push_back(id);
    }
    return runs;
}

void ComparePage::enableActions()
{
    const bool any = !m_choice->runs().empty();
    for (const ActionId id : {ActionId::OpenStoredRun,
                              ActionId::PinRuns,
                              ActionId::DeleteRuns,
                              ActionId::ExportRuns,
                              ActionId::ExportBundle})
        m_actions.action(id)->setEnabled(any);
    m_actions.action(ActionId::ResumeStoredRun)->setEnabled(!resumableRuns().empty());
    m_actions.action(ActionId::UndoRunEdit)->setEnabled(!m_undo.empty());
}

void ComparePage::showCount()
{
    const auto all = static_cast<qsizetype>(m_model->runs().size());
    const auto listed = static_cast<qsizetype>(m_proxy->listedRuns().size());
    QString text = listed == all ? counted(all, tr("1 run"), tr("%1 runs"))
                                 : tr("%1 of %2 runs").arg(listed).arg(all);
    if (const auto chosen = static_cast<qsizetype>(m_choice->runs().size()); chosen > 0)
        text += tr(", %1 chosen").arg(chosen);
    if (const auto hidden = static_cast<qsizetype>(m_choice->hidden()); hidden > 0)
        text += tr(" (%1 not listed)").arg(hidden);
    m_count->setText(text);
}

/// Once, when the first runs arrive: afterwards the widths are the user's. Columns that come later
/// get their own when they come.
void ComparePage::fitColumns()
{
    if (m_model->runs().empty())
        return;
    const auto fit = [this](int column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::clamp(m_table->columnWidth(column) + 4, 56, 300));
    };
    QSet<QString> titles;
    for (int column = RunTableModel::FixedColumns; column < m_model->columnCount(); ++column) {
        const QString title =
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        titles << title;
        if (!m_fittedColumns.contains(title))
            fit(column);
    }
    m_fittedColumns = std::move(titles);
    if (m_fitted)
        return;
    m_fitted = true;
    for (int column = 0; column < RunTableModel::FixedColumns; ++column)
        fit(column);
    for (const int column : {RunTableModel::Tags, RunTableModel::Note})
        m_table->setColumnWidth(column, std::max(110, m_table->columnWidth(column)));
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
