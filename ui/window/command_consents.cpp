#include "ui/window/command_consents.h"

#include "ui/window/command_dialog.h"
#include "ui/words.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

QString allowedKey(const CommandStart& start)
{
    return (start.isOnCluster ? QStringLiteral("commands/allowedOnCluster/")
                              : QStringLiteral("commands/allowed/"))
           + toQString(consentDigest(start.text, start.files));
}

/// Where the commands of this experiment ran last: what the runs that were stopped before their
/// turn do not tell.
QString folderKey(const CommandStart& start)
{
    return QStringLiteral("commands/folder/") + toQString(consentDigest(start.text, {}));
}

struct Found
{
    CommandConsents::Commands all;
    CommandConsents::Commands unknown; ///< each once
};

Found withoutAllowed(CommandConsents::Commands found, const std::stop_token& stop)
{
    const QSettings settings;
    for (CommandStart& start : found)
        if (!start.command.empty() && start.folder.empty())
            start.folder = toPath(settings.value(folderKey(start)).toString());
    readFiles(found, stop);
    Found sorted;
    for (const CommandStart& start : found) {
        const bool isAllowed =
            start.command.empty()
            || (start.files.showsChanges && settings.value(allowedKey(start)).toBool());
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

CommandConsents::~CommandConsents()
{
    m_stop.request_stop();
}

void CommandConsents::ask(Finder find, Allowed allowed, Refused refused)
{
    m_requests.push_back({std::move(find), std::move(allowed), std::move(refused)});
    if (m_requests.size() == 1)
        begin();
}

void CommandConsents::begin()
{
    m_job.run(
        [find = m_requests.front().find, stop = m_stop.get_token()]() -> Result<Found> {
            Result<Commands> found = find();
            if (!found)
                return Unexpected<Error>{found.error()};
            return withoutAllowed(*std::move(found), stop);
        },
        [this](const Result<Found>& found) {
            if (!found) {
                refuse(toQString(found.error().sentence()));
            } else if (found->unknown.empty()) {
                allow(found->all);
            } else {
                ask(found->all, found->unknown);
            }
        });
}

void CommandConsents::ask(const Commands& all, const Commands& unknown)
{
    auto* dialog = new CommandDialog(unknown, m_window);
    connect(dialog, &QDialog::rejected, this, [this] { refuse({}); });
    connect(dialog, &QDialog::accepted, this, [this, dialog, all, unknown] {
        QSettings settings;
        for (const CommandStart& agreed : dialog->commands())
            if (agreed.files.showsChanges)
                settings.setValue(allowedKey(agreed), true);
        Commands whole = all;
        for (CommandStart& start : whole)
            if (const auto shown = std::ranges::find(unknown, start); shown != unknown.end())
                start = dialog->commands()[static_cast<std::size_t>(shown - unknown.begin())];
        allow(whole);
    });
    dialog->open();
}

void CommandConsents::allow(const Commands& all)
{
    QSettings settings;
    for (const CommandStart& start : all)
        if (!start.command.empty())
            settings.setValue(folderKey(start), pathText(start.folder));
    m_requests.front().allowed(all);
    goToNext();
}

void CommandConsents::refuse(const QString& sentence)
{
    if (const Refused& told = m_requests.front().refused)
        told(sentence);
    else if (sentence.isEmpty())
        emit refused();
    else
        emit failed(sentence);
    goToNext();
}

void CommandConsents::goToNext()
{
    m_requests.pop_front();
    if (!m_requests.empty())
        begin();
}

} // namespace coterie::ui
