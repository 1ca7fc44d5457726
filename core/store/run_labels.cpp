#include "core/store/run_labels.h"

#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/store/database.h"
#include "core/store/guarded.h"
#include "core/store/run_store.h"

#include <algorithm>

namespace coterie {

namespace {

constexpr std::size_t kLargestView = 64 * 1024;

std::size_t charactersIn(std::string_view text)
{
    std::size_t count = 0;
    for (; !text.empty(); ++count)
        text.remove_prefix(nextCharacter(text).second);
    return count;
}

/// Also what is no space to a keyboard but looks like one, or like nothing.
bool looksEmpty(char32_t letter)
{
    constexpr std::u32string_view kEmpty = U" \t\n\r\u00a0\u00ad\u202f\u205f\u3000";
    return kEmpty.find(letter) != std::u32string_view::npos
           || (letter >= 0x2000 && letter <= 0x200a);
}

std::string simplifiedWords(std::string_view typed)
{
    std::string words;
    bool isSpaced = false;
    while (!typed.empty()) {
        const auto [letter, bytes] = nextCharacter(typed);
        if (looksEmpty(letter)) {
            isSpaced = !words.empty();
        } else {
            words.append(isSpaced ? " " : "").append(typed.substr(0, bytes));
            isSpaced = false;
        }
        typed.remove_prefix(bytes);
    }
    return words;
}

std::string namedText(std::string_view text)
{
    return "“" + std::string(text) + "”";
}

/// `what` begins the sentences: "A tag".
Result<std::string> checkedWords(std::string_view typed, const std::string& what, std::size_t most)
{
    std::string words = simplifiedWords(typed);
    if (words.empty())
        return fail({}, what + " must have at least one letter.");
    if (const std::size_t count = charactersIn(words); count > most)
        return fail({},
                    what + " must have at most " + std::to_string(most)
                        + " characters (this one has " + std::to_string(count) + ").");
    if (printable(words, LineEnds::Escape) != words)
        return fail({}, what + " cannot have characters that are not seen.");
    return words;
}

} // namespace

Result<std::string> checkedTag(std::string_view typed)
{
    COTERIE_TRY(std::string tag, checkedWords(typed, "A tag", kLongestTag));
    if (tag.find(',') != std::string::npos)
        return fail({},
                    "A tag cannot have a comma, which separates tags (" + namedText(tag) + ").");
    return tag;
}

Result<std::string> checkedFolder(std::string_view typed)
{
    COTERIE_TRY(const std::string words, checkedWords(typed, "A folder's name", kLongestFolder));
    if (words.find('"') != std::string::npos)
        return fail({}, "A folder's name cannot have a \".");
    std::string path;
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find('/', begin), words.size());
        const std::string part =
            simplifiedWords(std::string_view(words).substr(begin, end - begin));
        if (part.empty())
            return fail({},
                        "A folder's name must have a word before and after each \"/\", as in "
                        "paper/figures.");
        path += (path.empty() ? "" : "/") + part;
        begin = end + 1;
    }
    return path;
}

Result<std::string> checkedRunName(std::string_view typed)
{
    return checkedWords(typed, "A run's name", kLongestRunName);
}

Result<std::string> checkedViewName(std::string_view typed)
{
    return checkedWords(typed, "A view's name", kLongestViewName);
}

bool isWithin(std::string_view folder, std::string_view outer)
{
    return folder.starts_with(outer)
           && (folder.size() == outer.size() || folder[outer.size()] == '/');
}

namespace {

/// What is undone may have outlived its run.
bool hasRun(Database& database, std::int64_t run)
{
    return database.statement("SELECT 1 FROM run WHERE id = ?", run).next();
}

} // namespace

Result<std::vector<TagChange>> RunStore::changeTags(std::span<const std::int64_t> runs,
                                                    const std::vector<std::string>& added,
                                                    const std::vector<std::string>& removed)
{
    std::vector<std::string> wanted;
    for (const std::string& tag : added) {
        COTERIE_TRY(std::string checked, checkedTag(tag));
        if (std::ranges::find(removed, checked) != removed.end())
            return fail({},
                        "The tag " + namedText(checked) + " cannot be added and removed at once.");
        wanted.push_back(std::move(checked));
    }
    return writing(database(), [&] {
        std::vector<TagChange> changes;
        for (const std::int64_t run : runs) {
            requireRun(database(), run);
            TagChange change{.run = run, .added = {}, .removed = {}};
            for (const std::string& tag : wanted) {
                database().statement("INSERT OR IGNORE INTO tag VALUES (?, ?)", run, tag).run();
                if (database().changes() > 0)
                    change.added.push_back(tag);
            }
            for (const std::string& tag : removed) {
                database().statement("DELETE FROM tag WHERE run = ? AND tag = ?", run, tag).run();
                if (database().changes() > 0)
                    change.removed.push_back(tag);
            }
            if (!change.added.empty() || !change.removed.empty())
                changes.push_back(std::move(change));
        }
        return changes;
    });
}

Result<void> RunStore::undoTags(std::span<const TagChange> changes)
{
    return writing(database(), [&] {
        for (const TagChange& change : changes) {
            if (!hasRun(database(), change.run))
                continue;
            for (const std::string& tag : change.added)
                database()
                    .statement("DELETE FROM tag WHERE run = ? AND tag = ?", change.run, tag)
                    .run();
            for (const std::string& tag : change.removed)
                database()
                    .statement("INSERT OR IGNORE INTO tag VALUES (?, ?)", change.run, tag)
                    .run();
        }
    });
}

namespace {

/// One text of each run, in a table of its own; a run without a row has none.
struct LabelTable
{
    std::string_view read;
    std::string_view remove;
    std::string_view write;
};
constexpr LabelTable kFolders{.read = "SELECT path FROM folder WHERE run = ?",
                              .remove = "DELETE FROM folder WHERE run = ?",
                              .write = "INSERT OR REPLACE INTO folder VALUES (?, ?)"};
constexpr LabelTable kNames{.read = "SELECT name FROM shown_name WHERE run = ?",
                            .remove = "DELETE FROM shown_name WHERE run = ?",
                            .write = "INSERT OR REPLACE INTO shown_name VALUES (?, ?)"};

std::string labelOf(Database& database, const LabelTable& table, std::int64_t run)
{
    Statement known = database.statement(table.read, run);
    return known.next() ? known.text(0) : std::string();
}

/// Gives the run the text, or none if it is empty. Returns what it had.
std::string exchangeLabel(Database& database,
                          const LabelTable& table,
                          std::int64_t run,
                          const std::string& text)
{
    requireRun(database, run);
    std::string before = labelOf(database, table, run);
    if (text.empty())
        database.statement(table.remove, run).run();
    else
        database.statement(table.write, run, text).run();
    return before;
}

std::vector<LabelChange> putIntoFolders(Database& database, std::span<const RunFolder> wanted)
{
    std::vector<LabelChange> moved;
    for (const RunFolder& to : wanted)
        moved.push_back({.run = to.run,
                         .before = exchangeLabel(database, kFolders, to.run, to.folder),
                         .after = to.folder});
    return moved;
}

/// Those whose label is not what the change made it keep it. Returns how many these are.
std::size_t
changeBack(Database& database, const LabelTable& table, std::span<const LabelChange> changes)
{
    std::size_t kept = 0;
    for (const LabelChange& change : changes) {
        if (!hasRun(database, change.run))
            continue;
        if (labelOf(database, table, change.run) == change.after)
            exchangeLabel(database, table, change.run, change.before);
        else
            ++kept;
    }
    return kept;
}

} // namespace

Result<std::vector<LabelChange>> RunStore::moveRuns(std::span<const RunFolder> wanted)
{
    std::vector<RunFolder> checked(wanted.begin(), wanted.end());
    for (RunFolder& to : checked)
        if (!to.folder.empty()) {
            COTERIE_TRY(std::string folder, checkedFolder(to.folder));
            to.folder = std::move(folder);
        }
    return writing(database(), [&] { return putIntoFolders(database(), checked); });
}

Result<std::size_t> RunStore::moveBack(std::span<const LabelChange> moved)
{
    return writing(database(), [&] { return changeBack(database(), kFolders, moved); });
}

Result<std::vector<LabelChange>> RunStore::nameRuns(std::span<const RunName> wanted)
{
    std::vector<RunName> checked(wanted.begin(), wanted.end());
    for (RunName& to : checked)
        if (!to.name.empty()) {
            COTERIE_TRY(std::string name, checkedRunName(to.name));
            to.name = std::move(name);
        }
    return writing(database(), [&] {
        std::vector<LabelChange> named;
        for (const RunName& to : checked)
            named.push_back({.run = to.run,
                             .before = exchangeLabel(database(), kNames, to.run, to.name),
                             .after = to.name});
        return named;
    });
}

Result<std::size_t> RunStore::nameBack(std::span<const LabelChange> named)
{
    return writing(database(), [&] { return changeBack(database(), kNames, named); });
}

namespace {

/// Undoes what the transaction did.
[[noreturn]] void refuseLabel(std::string sentence)
{
    throw DatabaseError(fail({}, std::move(sentence)).error);
}

/// The runs in a folder, with the folders that they get; deleted ones, too.
std::vector<RunFolder> renamed(Database& database, const std::string& from, const std::string& to)
{
    std::vector<RunFolder> moved;
    Statement all = database.statement("SELECT folder.run, path, discarded IS NOT NULL FROM folder"
                                       " JOIN run ON run.id = folder.run ORDER BY folder.run");
    while (all.next()) {
        const std::string path = all.text(1);
        if (isWithin(path, from)) {
            std::string folder = to.empty() ? to : to + path.substr(from.size());
            if (!to.empty()) // the end of a path can make it too long
                if (const auto checked = checkedFolder(folder); !checked)
                    refuseLabel(checked.error().sentence());
            moved.push_back({.run = all.integer(0), .folder = std::move(folder)});
        } else if (!to.empty() && all.integer(2) == 0 && isWithin(path, to)) {
            refuseLabel("There is a folder " + namedText(to) + " already. Choose another name.");
        }
    }
    return moved;
}

} // namespace

Result<std::vector<LabelChange>> RunStore::renameFolder(const std::string& from,
                                                        const std::string& typed)
{
    std::string to;
    if (!typed.empty()) {
        COTERIE_TRY(std::string folder, checkedFolder(typed));
        to = std::move(folder);
    }
    return writing(database(), [&] {
        const std::vector<RunFolder> moved = renamed(database(), from, to);
        return putIntoFolders(database(), moved);
    });
}

namespace {

bool hasView(Database& database, const std::string& view)
{
    return database.statement("SELECT 1 FROM saved_view WHERE name = ?", view).next();
}

void requireView(Database& database, const std::string& name)
{
    if (!hasView(database, name))
        refuseLabel("There is no view " + namedText(name) + " any more.");
}

void refuseIfTaken(Database& database, const std::string& name)
{
    if (hasView(database, name))
        refuseLabel("There is a view " + namedText(name) + " already. Choose another name.");
}

} // namespace

Result<std::vector<SavedView>> RunStore::savedViews()
{
    return reading(database(), [&] {
        std::vector<SavedView> views;
        Statement rows =
            database().statement("SELECT name, state FROM saved_view WHERE length(name) <= ?"
                                 " AND length(state) <= ? ORDER BY name LIMIT 1000",
                                 kLongestViewName,
                                 kLargestView);
        while (rows.next()) // what is larger, this program did not write
            views.push_back({.name = rows.text(0), .state = rows.text(1)});
        return views;
    });
}

Result<void> RunStore::addView(const SavedView& view)
{
    COTERIE_TRY(const std::string name, checkedViewName(view.name));
    return writing(database(), [&] {
        refuseIfTaken(database(), name);
        if (view.state.size() > kLargestView)
            refuseLabel("The view is too large to be kept. Shorten its filter.");
        database().statement("INSERT INTO saved_view VALUES (?, ?)", name, view.state).run();
    });
}

Result<void> RunStore::setView(const SavedView& view)
{
    return writing(database(), [&] {
        requireView(database(), view.name);
        if (view.state.size() > kLargestView)
            refuseLabel("The view is too large to be kept. Shorten its filter.");
        database()
            .statement("UPDATE saved_view SET state = ? WHERE name = ?", view.state, view.name)
            .run();
    });
}

Result<void> RunStore::renameView(const std::string& from, const std::string& typed)
{
    COTERIE_TRY(const std::string to, checkedViewName(typed));
    return writing(database(), [&] {
        requireView(database(), from);
        if (to == from)
            return;
        refuseIfTaken(database(), to);
        database().statement("UPDATE saved_view SET name = ? WHERE name = ?", to, from).run();
    });
}

Result<void> RunStore::dropView(const std::string& name)
{
    return writing(database(), [&] {
        requireView(database(), name);
        database().statement("DELETE FROM saved_view WHERE name = ?", name).run();
    });
}

Result<void> RunStore::addTag(std::int64_t run, const std::string& tag)
{
    return change(database(), run, "INSERT OR IGNORE INTO tag VALUES (?, ?)", run, tag);
}

Result<void> RunStore::removeTag(std::int64_t run, const std::string& tag)
{
    return change(database(), run, "DELETE FROM tag WHERE run = ? AND tag = ?", run, tag);
}

Result<void> RunStore::setNote(std::int64_t run, const std::string& note)
{
    return change(database(),
                  run,
                  "INSERT INTO note VALUES (?, ?)"
                  " ON CONFLICT (run) DO UPDATE SET text = excluded.text",
                  run,
                  note);
}

Result<void> RunStore::setPinned(std::int64_t run, bool pinned)
{
    return change(database(), run, "UPDATE run SET pinned = ? WHERE id = ?", pinned, run);
}

} // namespace coterie
