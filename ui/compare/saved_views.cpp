#include "ui/compare/saved_views.h"

#include "core/base/try.h"
#include "ui/compare/filter_edit.h"
#include "ui/compare/folder_tree.h"
#include "ui/compare/name_dialog.h"
#include "ui/compare/run_actions.h"
#include "ui/compare/run_column_choice.h"
#include "ui/compare/run_filter.h"
#include "ui/frame/action_registry.h"
#include "ui/words.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>

#include <algorithm>
#include <memory>

namespace coterie::ui {

namespace {

/// Whoever named it, as an entry of a menu.
QString entryText(const std::string& name)
{
    return toQString(name)
        .simplified()
        .left(static_cast<qsizetype>(kLongestViewName))
        .replace(u'&', QStringLiteral("&&"));
}

} // namespace

SavedViews::SavedViews(const Parts& parts, ActionRegistry& actions, QWidget* page)
    : QObject(page)
    , m_parts(parts)
    , m_actions(actions)
    , m_page(page)
{
    connect(actions.action(ActionId::SaveView), &QAction::triggered, this, &SavedViews::askForName);
}

const SavedView* SavedViews::find(const QString& name) const
{
    const auto found = std::ranges::find(m_views, name.toStdString(), &SavedView::name);
    return found == m_views.end() ? nullptr : &*found;
}

void SavedViews::fillMenu(QMenu& menu)
{
    menu.clear();
    menu.setToolTipsVisible(true);
    for (const SavedView& view : m_views) {
        const QString name = toQString(view.name);
        QAction* action = menu.addAction(entryText(view.name));
        action->setToolTip(tr("List and compare runs as in this view"));
        action->setCheckable(true);
        action->setChecked(name == m_open);
        connect(action, &QAction::triggered, this, [this, name] { open(name); });
    }
    menu.addSeparator();
    menu.addAction(m_actions.action(ActionId::SaveView));
    const SavedView* opened = find(m_open);
    if (!opened)
        return;
    const QString name = m_open;
    const auto add = [&](const QString& text, const QString& tip, auto act) {
        QAction* action = menu.addAction(text.arg(entryText(opened->name)));
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, [act, name] { act(name); });
    };
    add(tr("&Update “%1”"),
        tr("Keep the present filter, columns, order and tab in this view"),
        [this](const QString& view) { update(view); });
    add(tr("&Rename “%1”…"), tr("Give this view another name"), [this](const QString& view) {
        askForNewName(view);
    });
    add(tr("&Delete “%1”"),
        tr("Delete this view; no run is touched, and it can be undone"),
        [this](const QString& view) { remove(view); });
}

ViewState SavedViews::state() const
{
    const RunFilterProxy::Sorted& sorted = m_parts.proxy.sorted();
    return {.filter = m_parts.filter.text(),
            .folder = m_parts.folders.chosen(),
            .grouping = static_cast<RunGrouping>(m_parts.grouping.currentIndex()),
            .sortedBy = sorted.by,
            .order = sorted.order,
            .metrics = m_parts.columns.metrics(),
            .allSettings = m_parts.columns.hasAllSettings(),
            .metric = m_parts.panes.metric(),
            .curves = m_parts.panes.curveView(),
            .pane = m_parts.panes.pane()};
}

void SavedViews::show(const ViewState& state)
{
    m_parts.grouping.setCurrentIndex(static_cast<int>(state.grouping));
    m_parts.columns.setChosen(state.metrics, state.allSettings);
    if (state.folder)
        m_actions.action(ActionId::ShowFolders)->setChecked(true);
    m_parts.folders.choose(state.folder);
    m_parts.filter.enter(state.filter);
    if (state.sortedBy)
        m_parts.proxy.sortBy(*state.sortedBy, state.order);
    m_parts.panes.setMetric(state.metric);
    m_parts.panes.setCurveView(state.curves);
    m_parts.panes.showPane(state.pane);
    if (state.folder && m_parts.folders.chosen() != state.folder)
        emit said(
            tr("The folder “%1” of this view has no runs any more").arg(toQString(*state.folder)));
}

void SavedViews::open(const QString& name)
{
    const SavedView* view = find(name);
    if (!view)
        return;
    m_open = name;
    show(readViewState(view->state));
}

QString SavedViews::troubleWith(const QString& name, const QString& but) const
{
    const Result<std::string> checked = checkedViewName(name.toStdString());
    if (!checked)
        return toQString(checked.error().sentence());
    const QString plain = toQString(*checked);
    return plain != but && find(plain)
               ? tr("There is a view “%1” already. Choose another name.").arg(plain)
               : QString();
}

void SavedViews::askForName()
{
    (new NameDialog(
         {.title = tr("Save this view"),
          .label = tr("&Name"),
          .tip = tr("Name the present filter, folder, columns, order, grouping, metric and tab"),
          .button = tr("&Save"),
          .problem = [this](const QString& name) { return troubleWith(name, {}); },
          .take = [this](const QString& name) { save(name.simplified()); }},
         m_page))
        ->open();
}

void SavedViews::save(const QString& name)
{
    const SavedView view{.name = name.toStdString(), .state = writeViewState(state())};
    m_parts.edits.edit(
        tr("The view “%1” was saved").arg(name),
        [view](RunStore& store) { return store.addView(view); },
        [view](RunStore& store) { return store.dropView(view.name); },
        [this, name] { m_open = name; });
}

void SavedViews::update(const QString& name)
{
    const SavedView* known = find(name);
    if (!known)
        return;
    const SavedView now{.name = known->name, .state = writeViewState(state())};
    const auto before = std::make_shared<SavedView>(*known);
    m_parts.edits.edit(
        tr("The view “%1” was updated").arg(name),
        [now, before](RunStore& store) -> Result<void> {
            // As it is stored: another window, or this one a moment ago, may have updated it.
            COTERIE_TRY(const std::vector<SavedView> views, store.savedViews());
            for (const SavedView& view : views)
                if (view.name == now.name)
                    *before = view;
            return store.setView(now);
        },
        [before](RunStore& store) { return store.setView(*before); });
}

void SavedViews::askForNewName(const QString& name)
{
    (new NameDialog(
         {.title = tr("Rename the view “%1”").arg(name),
          .label = tr("&Name"),
          .tip = tr("Type the view's new name"),
          .button = tr("&Rename"),
          .name = name,
          .problem = [this, name](const QString& typed) { return troubleWith(typed, name); },
          .take = [this, name](const QString& typed) { rename(name, typed.simplified()); }},
         m_page))
        ->open();
}

void SavedViews::rename(const QString& from, const QString& to)
{
    if (from == to)
        return;
    m_parts.edits.edit(
        tr("The view “%1” was renamed to “%2”").arg(from, to),
        [from = from.toStdString(), to = to.toStdString()](RunStore& store) {
            return store.renameView(from, to);
        },
        [from = from.toStdString(), to = to.toStdString()](RunStore& store) {
            return store.renameView(to, from);
        },
        [this, from, to] {
            if (m_open == from)
                m_open = to;
        });
}

void SavedViews::remove(const QString& name)
{
    const SavedView* known = find(name);
    if (!known)
        return;
    m_parts.edits.edit(
        tr("The view “%1” was deleted").arg(name),
        [view = known->name](RunStore& store) { return store.dropView(view); },
        [view = *known](RunStore& store) { return store.addView(view); });
}

} // namespace coterie::ui
