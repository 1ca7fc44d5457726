#include "ui/window/command_consents.h"

#include "core/experiment/external_command.h"
#include "ui/window/command_dialog.h"
#include "ui/words.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

QString allowedKey(const QString& digest)
{
    return QStringLiteral("commands/allowed/") + digest;
}

/// Where the commands of this experiment ran last: what the runs that were stopped before their
/// turn do not tell.
QString folderKey(const CommandStart& start)
{
    return QStringLiteral("commands/folder/") + toQString(consentDigest(start.text, {}, {}));
}

void remember(const CommandDialog& answered)
{
    QSettings settings;
    for (const CommandDialog::Agreed& agreed : answered.agreed()) {
        settings.setValue(allowedKey(agreed.digest), true);
        settings.setValue(folderKey(agreed.start), pathText(agreed.start.folder));
    }
}

struct Found
{
    CommandConsents::Commands all;
    CommandConsents::Commands unknown; ///< each once
};

Found withoutAllowed(CommandConsents::Commands found)
{
    const QSettings settings;
    Found sorted;
    for (CommandStart& start : found) {
        if (!start.command.empty() && start.folder.empty())
            start.folder = toPath(settings.value(folderKey(start)).toString());
        const bool isAllowed =
            start.command.empty()
            || (!start.folder.empty() && settings.value(allowedKey(consentKey(start))).toBool());
        if (!isAllowed && std::ranges::find(sorted.unknown, start) == sorted.unknown.end())
            sorted.unknown.push_back(start);
    }
    sorted.all = std::move(found);
    return sorted;
}

} // namespace

CommandConsents::CommandConsents(QWidget* window)
    : QObject(window)
    , m_window(window)
{}

void CommandConsents::ask(Finder find, Allowed allowed)
{
    m_job.run(
        [find = std::move(find)]() -> Result<Found> {
            Result<Commands> found = find();
            if (!found)
                return Unexpected<Error>{found.error()};
            return withoutAllowed(*std::move(found));
        },
        [this, allowed = std::move(allowed)](const Result<Found>& found) {
            if (!found)
                emit failed(toQString(found.error().sentence()));
            else if (found->unknown.empty())
                allowed(found->all);
            else
                ask(found->all, found->unknown, allowed);
        });
}

void CommandConsents::ask(const Commands& all, const Commands& unknown, const Allowed& allowed)
{
    auto* dialog = new CommandDialog(unknown, m_window);
    connect(dialog, &QDialog::rejected, this, &CommandConsents::refused);
    connect(dialog, &QDialog::accepted, this, [dialog, all, allowed] {
        remember(*dialog);
        Commands whole = all;
        for (CommandStart& start : whole)
            if (!start.command.empty() && start.folder.empty())
                start.folder = dialog->chosenFolder();
        allowed(whole);
    });
    dialog->open();
}

} // namespace coterie::ui
