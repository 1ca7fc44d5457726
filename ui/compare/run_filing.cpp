#include "ui/compare/run_filing.h"

#include "core/base/try.h"
#include "core/store/run_store.h"
#include "ui/compare/folder_tree.h"
#include "ui/compare/name_dialog.h"
#include "ui/compare/run_actions.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_table_model.h"
#include "ui/compare/tag_dialog.h"
#include "ui/words.h"

#include <algorithm>
#include <memory>

namespace coterie::ui {

namespace {

/// Moves or new names, known once they are made, and how many runs an undo left as others had
/// changed them since.
struct Relabelled
{
    std::vector<LabelChange> made;
    std::size_t kept = 0;
};

StoreEditor::Change moveBack(const std::shared_ptr<Relabelled>& moved)
{
    return [moved](RunStore& store) -> Result<void> {
        COTERIE_TRY(moved->kept, store.moveBack(moved->made));
        return {};
    };
}

RunEdits::Remark keptPlaces(const std::shared_ptr<const Relabelled>& moved)
{
    return [moved] {
        return moved->kept == 0
                   ? QString()
                   : counted(qsizetype(moved->kept),
                             RunFiling::tr("1 run was moved since and stays there."),
                             RunFiling::tr("%1 runs were moved since and stay there."));
    };
}

QString troubleWith(const QString& folder)
{
    const Result<std::string> checked = checkedFolder(folder.toStdString());
    return checked ? QString() : toQString(checked.error().sentence());
}

} // namespace

RunFiling::RunFiling(const Parts& parts, QWidget* page)
    : QObject(page)
    , m_parts(parts)
    , m_page(page)
{}

void RunFiling::askForTags()
{
    const std::vector<std::int64_t> runs = m_parts.choice.listed();
    if (runs.empty())
        return;
    const QString done = m_parts.choice.withHidden(counted(std::ssize(runs),
                                                           tr("The tags of 1 run were changed"),
                                                           tr("The tags of %1 runs were changed")));
    auto* dialog = new TagDialog(tagUses(m_parts.model.runs(), runs), runs.size(), m_page);
    connect(dialog,
            &TagDialog::decided,
            this,
            [this, runs, done](const auto& added, const auto& removed) {
                changeTags(runs, done, added, removed);
            });
    dialog->open();
}

void RunFiling::changeTags(const std::vector<std::int64_t>& runs,
                           const QString& done,
                           const std::vector<std::string>& added,
                           const std::vector<std::string>& removed)
{
    const auto made = std::make_shared<std::vector<TagChange>>();
    m_parts.edits.edit(
        done,
        [runs, added, removed, made](RunStore& store) -> Result<void> {
            COTERIE_TRY(*made, store.changeTags(runs, added, removed));
            return {};
        },
        [made](RunStore& store) { return store.undoTags(*made); });
}

void RunFiling::askForName()
{
    const std::vector<std::int64_t> runs = m_parts.choice.listed();
    if (runs.empty())
        return;
    const std::optional<QString> all = common(runs, &RunRow::name);
    const QString present = all.value_or(QString());
    const auto problem = [](const QString& name) {
        const Result<std::string> checked = checkedRunName(name.toStdString());
        return name.trimmed().isEmpty() || checked ? QString()
                                                   : toQString(checked.error().sentence());
    };
    (new NameDialog(
         {.title =
              counted(std::ssize(runs), tr("Display name of 1 run"), tr("Display name of %1 runs")),
          .label = tr("&Name"),
          .tip = all ? tr("Type a name that is shown beside those of experiment and arm, which "
                          "stay. Empty: none.")
                     : tr("These runs have different names. Type one for all of them, or nothing "
                          "to leave them."),
          .button = tr("&Set"),
          .name = present,
          .offered = {},
          .problem = problem,
          .take =
              [this, runs, present](const QString& typed) {
                  if (typed.simplified() != present) // nor do different names become one
                      name(runs, typed.simplified());
              }},
         m_page))
        ->open();
}

void RunFiling::name(const std::vector<std::int64_t>& runs, const QString& typed)
{
    std::vector<RunName> wanted;
    for (const std::int64_t run : runs)
        wanted.push_back({.run = run, .name = typed.toStdString()});
    const auto named = std::make_shared<Relabelled>();
    m_parts.edits.edit(
        counted(std::ssize(runs),
                tr("The display name of 1 run was changed"),
                tr("The display name of %1 runs was changed")),
        [wanted, named](RunStore& store) -> Result<void> {
            COTERIE_TRY(named->made, store.nameRuns(wanted));
            return {};
        },
        [named](RunStore& store) -> Result<void> {
            COTERIE_TRY(named->kept, store.nameBack(named->made));
            return {};
        },
        {},
        [named] {
            return named->kept == 0 ? QString()
                                    : counted(qsizetype(named->kept),
                                              tr("1 run was named since and keeps that name."),
                                              tr("%1 runs were named since and keep those names."));
        });
}

std::optional<QString> RunFiling::common(const std::vector<std::int64_t>& runs,
                                         std::string RunRow::*label) const
{
    const RunRow* first = m_parts.model.find(runs.front());
    const bool same = first && std::ranges::all_of(runs, [&](std::int64_t run) {
                          const RunRow* row = m_parts.model.find(run);
                          return row && row->*label == first->*label;
                      });
    return same ? std::optional(toQString(first->*label)) : std::nullopt;
}

QStringList RunFiling::folders() const
{
    QStringList paths;
    for (const FolderNode& folder : foldersOf(m_parts.model.runs()))
        paths << toQString(folder.path);
    return paths;
}

void RunFiling::askForFolder()
{
    const std::vector<std::int64_t> runs = m_parts.choice.listed();
    if (runs.empty())
        return;
    const std::optional<QString> all = common(runs, &RunRow::folder);
    const QString present = all.value_or(QString());
    (new NameDialog(
         {.title = counted(
              std::ssize(runs), tr("Move 1 run to a folder"), tr("Move %1 runs to a folder")),
          .label = tr("&Folder"),
          .tip = all ? tr("Choose a folder or type a new one; a / makes a folder in a folder, as "
                          "in paper/figures. Empty: the runs get no folder.")
                     : tr("These runs are in different folders. Choose or type one for all of "
                          "them, or nothing to leave them. Drop them on “In no folder” to take "
                          "them out."),
          .button = tr("&Move"),
          .name = present,
          .offered = folders(),
          .problem =
              [](const QString& name) {
                  return name.trimmed().isEmpty() ? QString() : troubleWith(name);
              },
          .take =
              [this, runs, present](const QString& name) {
                  if (name.simplified() != present)
                      move(runs, name.simplified());
              }},
         m_page))
        ->open();
}

void RunFiling::move(const std::vector<std::int64_t>& runs, const QString& typed)
{
    const Result<std::string> checked = checkedFolder(typed.toStdString());
    const QString folder = checked ? toQString(*checked) : typed; // refused by the store
    std::vector<RunFolder> places;
    for (const std::int64_t run : runs)
        places.push_back({.run = run, .folder = folder.toStdString()});
    if (places.empty())
        return;
    const QString what = folder.isEmpty() ? counted(std::ssize(runs),
                                                    tr("1 run was moved out of its folder"),
                                                    tr("%1 runs were moved out of their folders"))
                                          : counted(std::ssize(runs),
                                                    tr("1 run was moved to “%2”"),
                                                    tr("%1 runs were moved to “%2”"))
                                                .arg(folder);
    const auto moved = std::make_shared<Relabelled>();
    m_parts.edits.edit(
        what,
        [places, moved](RunStore& store) -> Result<void> {
            COTERIE_TRY(moved->made, store.moveRuns(places));
            return {};
        },
        moveBack(moved),
        {},
        keptPlaces(moved));
    if (!folder.isEmpty())
        emit filed();
}

void RunFiling::askForNewName(const QString& folder)
{
    const auto problem = [this, folder](const QString& name) {
        if (const QString trouble = troubleWith(name); !trouble.isEmpty())
            return trouble;
        const QString path = toQString(*checkedFolder(name.toStdString()));
        // Within itself there is room.
        const bool isTaken = path != folder && folders().contains(path)
                             && !isWithin(path.toStdString(), folder.toStdString());
        return isTaken ? tr("There is a folder “%1” already. Choose another name.").arg(path)
                       : QString();
    };
    (new NameDialog({.title = tr("Rename the folder “%1”").arg(folder),
                     .label = tr("&Name"),
                     .tip = tr("Type the folder's new path; the folders in it go with it"),
                     .button = tr("&Rename"),
                     .name = folder,
                     .offered = {},
                     .problem = problem,
                     .take = [this, folder](const QString& name) { rename(folder, name); }},
                    m_page))
        ->open();
}

void RunFiling::rename(const QString& folder, const QString& name)
{
    const Result<std::string> checked = checkedFolder(name.toStdString());
    if (checked && toQString(*checked) == folder)
        return;
    emit renamed(folder, checked ? toQString(*checked) : name);
    const auto moved = std::make_shared<Relabelled>();
    m_parts.edits.edit(
        tr("The folder “%1” was renamed to “%2”").arg(folder, name.simplified()),
        [from = folder.toStdString(), to = name.toStdString(), moved](
            RunStore& store) -> Result<void> {
            COTERIE_TRY(moved->made, store.renameFolder(from, to));
            return {};
        },
        moveBack(moved),
        {},
        keptPlaces(moved));
}

void RunFiling::dissolve(const QString& folder)
{
    const auto moved = std::make_shared<Relabelled>();
    m_parts.edits.edit(
        tr("The folder “%1” was removed; its runs are kept").arg(folder),
        [from = folder.toStdString(), moved](RunStore& store) -> Result<void> {
            COTERIE_TRY(moved->made, store.renameFolder(from, {}));
            return {};
        },
        moveBack(moved),
        {},
        keptPlaces(moved));
}

} // namespace coterie::ui
