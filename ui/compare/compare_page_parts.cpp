#include "ui/compare/compare_page.h"
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
#include "ui/compare/shrinking_button.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/breaking_row.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>

namespace coterie::ui {

namespace {

const QString kFoldersKey = QStringLiteral("compare/folders");

} // namespace

QWidget* ComparePage::makeEmptyState()
{
    auto* empty = new EmptyState(
        {.icon = QStringLiteral("compare"),
         .title = tr("No stored runs yet"),
         .text = tr("Every run is stored with its settings and results. Run the quickstart, or an "
                    "experiment of the Design page, to see its runs here."),
         .button = tr("Run the quickstart"),
         .tip = m_actions.action(ActionId::RunQuickstart)->toolTip(),
         .buttonIcon = QStringLiteral("quickstart")},
        this);
    connect(empty, &EmptyState::buttonClicked, this, &ComparePage::quickstartRequested);
    return empty;
}

QWidget* ComparePage::makeHead()
{
    auto* head = new BreakingRow(8, {16, 12, 14, 10}, this);
    auto* title = new QLabel(tr("Stored runs"), head);
    title->setFont(headingFont(title->font(), 1.35));
    // Behind the filter, and as wide whatever it says: nothing moves while one types.
    m_count = named(new ElidedLabel(head), "runCount");
    m_count->setForegroundRole(QPalette::PlaceholderText);
    makeFilter(head);
    makeGrouping(head);
    QHBoxLayout* first = head->first();
    first->addWidget(title);
    first->addSpacing(4);
    first->addWidget(m_filter, 3);
    first->addWidget(m_count, 2);
    QHBoxLayout* layout = head->second();
    layout->addWidget(m_grouping);
    layout->addWidget(makeViewButton(head));
    layout->addWidget(makeColumnButton(head));
    layout->addWidget(makeExportButton(head));
    for (const ActionId id :
         {ActionId::OpenStoredRun, ActionId::ResumeStoredRun, ActionId::RefreshRuns}) {
        const bool hasText = id != ActionId::RefreshRuns;
        auto* button = hasText ? new ShrinkingButton(head) : new QToolButton(head);
        button->setDefaultAction(m_actions.action(id));
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        if (hasText) {
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        }
        layout->addWidget(button);
    }
    return head;
}

void ComparePage::makeFilter(QWidget* head)
{
    m_filter = named(new FilterEdit([this](const QString& text,
                                           int place) { return m_proxy->completions(text, place); },
                                    head),
                     "runFilter",
                     tr("Filter the runs"));
    connect(m_filter, &FilterEdit::filterTyped, this, [this](const QString& text, bool isDone) {
        list([&] { m_proxy->setTyped(text, isDone); });
        m_filter->showProblem(m_proxy->problem());
    });
}

QWidget* ComparePage::makeTableWithFolders()
{
    auto* upper = new QWidget(this);
    auto* beside = new QSplitter(upper);
    columnIn(upper, 0)->addWidget(beside);
    beside->setChildrenCollapsible(false);
    beside->addWidget(m_folders);
    beside->addWidget(m_table);
    beside->setStretchFactor(1, 1);
    m_folders->setMinimumWidth(26 * fontMetrics().averageCharWidth());
    beside->setSizes({m_folders->minimumWidth(), 1000});
    return upper;
}

/// Below the rows of the table, and never over the axis of a plot.
void ComparePage::placeMessage()
{
    if (m_stack->currentIndex() == 0)
        m_message->floatOver(*m_stack);
    else
        m_message->floatBelow(*m_upper);
}

/// The chosen row stays in sight.
void ComparePage::showMessage(const QString& sentence,
                              const std::vector<NoticeBar::Choice>& choices,
                              NoticeBar::Stay stay)
{
    const QModelIndex current = m_table->currentIndex();
    const auto ends = [&] { return m_table->visualRect(current).bottom(); };
    const auto room = [this] { return m_table->viewport()->height(); };
    const bool wasSeen = current.isValid() && ends() >= 0 && ends() < room();
    m_message->say(sentence, choices, stay);
    if (wasSeen && ends() >= room()) // the message would hide it
        m_table->scrollTo(current);
}

void ComparePage::tellOfFile(const QString& sentence, const QString& written)
{
    if (written.isEmpty())
        return showMessage(sentence);
    const QFileInfo file(written);
    const auto choice = [this](const QString& text, const QString& tip, const QString& path) {
        return NoticeBar::Choice{.text = text, .tip = tip, .act = [this, path] {
                                     if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
                                         showMessage(
                                             tr("No program on this computer opens %1").arg(path));
                                 }};
    };
    std::vector<NoticeBar::Choice> choices;
    if (file.isFile())
        choices.push_back(
            choice(tr("Open"), tr("Open it with the desktop's program for such files"), written));
    choices.push_back(choice(tr("Open folder"),
                             tr("Show the folder in the file manager"),
                             file.isDir() ? written : file.absolutePath()));
    showMessage(sentence, choices);
}

QToolButton* ComparePage::makeViewButton(QWidget* head)
{
    auto* button = named(new ShrinkingButton(head), "savedViews");
    button->setText(tr("Views"));
    button->setIcon(icon(QStringLiteral("look")));
    button->setToolTip(tr("Open a saved view: filter, folder, columns, order, metric and tab; or "
                          "save the present one"));
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { m_views->fillMenu(*menu); });
    return button;
}

void ComparePage::makeGrouping(QWidget* head)
{
    m_grouping = named(new QComboBox(head), "runGrouping", tr("Grouping"));
    m_grouping->addItems({tr("Not grouped"), tr("By experiment"), tr("By arm")});
    m_grouping->setToolTip(tr("Group the rows and show each group's mean ± sd (ddof 0)"));
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_choice->keepWhile(
            [&] { m_model->setGrouping(static_cast<RunTableModel::Grouping>(index)); });
        m_table->setRootIsDecorated(index != 0);
        m_table->expandAll();
        m_table->refitColumns();
        showCount();
    });
}

QToolButton* ComparePage::makeColumnButton(QWidget* head)
{
    auto* button = named(new WordsMenuButton(head), "runColumns");
    button->setText(tr("Columns"));
    button->setToolTip(tr("Choose which numbers and settings have a column"));
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { m_columns->fillMenu(*menu); });
    return button;
}

QToolButton* ComparePage::makeExportButton(QWidget* head)
{
    QAction* action = m_actions.action(ActionId::ExportRuns);
    action->setIconText(tr("Export"));
    auto* button = new QToolButton(head);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* menu = new QMenu(button);
    m_exports->fillMenu(*menu);
    connect(action, &QAction::triggered, menu, [button, menu] {
        menu->popup(button->mapToGlobal(QPoint(0, button->height())));
    });
    return button;
}

void ComparePage::showNothingListed(bool nothing)
{
    const bool hasFilter = !m_proxy->typed().trimmed().isEmpty();
    const QString typed = m_proxy->typed().simplified();
    m_nothing->say(!nothing     ? QString()
                   : !hasFilter ? tr("No run is in this folder.")
                   : m_proxy->folder()
                       ? tr("No run of this folder fits the filter “%1”.").arg(typed)
                       : tr("No run fits the filter “%1”.").arg(typed),
                   hasFilter ? tr("Clear the filter") : tr("List all runs"));
}

/// The filter first: there may be runs in the folder.
void ComparePage::listMore()
{
    if (m_proxy->typed().trimmed().isEmpty())
        m_folders->choose({});
    else
        m_filter->enter({});
    m_table->setFocus();
}

/// A list of folders that is hidden hides no run.
void ComparePage::connectFolders()
{
    connect(m_folders,
            &FolderTree::folderChosen,
            this,
            [this](const std::optional<std::string>& folder) {
                list([&] { m_proxy->setFolder(folder); });
            });
    connect(m_folders, &FolderTree::runsDropped, m_filing, &RunFiling::move);
    connect(m_folders, &FolderTree::renameWanted, m_filing, &RunFiling::askForNewName);
    connect(m_folders, &FolderTree::removalWanted, m_filing, &RunFiling::dissolve);
    connect(m_filing, &RunFiling::renamed, m_folders, &FolderTree::follow);
    QAction* shown = m_actions.action(ActionId::ShowFolders);
    connect(m_filing, &RunFiling::filed, shown, [shown] { shown->setChecked(true); });
    shown->setChecked(QSettings().value(kFoldersKey).toBool());
    m_folders->setVisible(shown->isChecked());
    connect(shown, &QAction::toggled, this, [this](bool on) {
        m_folders->setVisible(on);
        if (!on)
            m_folders->choose({});
        QSettings().setValue(kFoldersKey, on);
    });
    connect(shown, &QAction::triggered, this, [this](bool on) {
        if (on)
            m_actions.action(ActionId::ShowCompare)->trigger();
    });
}

} // namespace coterie::ui
