#include "ui/window/window_dialogs.h"

#include "core/algorithms/own_methods.h"
#include "core/base/printable.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QSettings>

#include <array>

namespace coterie::ui {

namespace {

/// The words of a library, which may be anything: on one line, and not more than fits there.
QString told(const std::string& words)
{
    constexpr qsizetype kMost = 300;
    const QString line = toQString(printable(words, LineEnds::Escape));
    return line.size() > kMost ? line.left(kMost) + u'…' : line;
}

} // namespace

QString pageHelp(std::size_t page)
{
    const std::array texts{
        say("Design sets up an experiment. The list at the left leads through data, clients, "
            "model, local training, arms, seeds and output; a red number there counts problems. "
            "Every change can be undone."),
        say("Watch shows runs while they train and replays stored ones. Its panels can be moved "
            "and closed; the View menu reopens them. The time line goes to any past round."),
        say("Compare lists all stored runs. Select runs in the table to compare them below it and "
            "to export them."),
        say("Data lists the data sets that an experiment can use. Import your own files with the "
            "button above the list, or drop them on the page.")};
    return texts.at(page);
}

bool mayStopRun(QWidget& window)
{
    return QMessageBox::question(&window,
                                 say("A run is in progress"),
                                 say("Stop the run and close the window? It stops at a safe point "
                                     "and can be resumed later."),
                                 QMessageBox::Close | QMessageBox::Cancel)
           == QMessageBox::Close;
}

void showAbout(QWidget& window)
{
    QMessageBox::about(&window,
                       say("About Coterie"),
                       say("<h3>Coterie %1</h3><p>A desktop workbench for one question: who should "
                           "collaborate with whom in federated learning?</p><p>Free software under "
                           "the GNU General Public License, version 3 or later.</p>")
                           .arg(QCoreApplication::applicationVersion()));
}

QWidget* belowNotice(QWidget& pages, const QStringList& sentences, QWidget* parent)
{
    auto* both = new QWidget(parent);
    auto* column = columnIn(both, 0);
    for (const QString& sentence : sentences) {
        if (sentence.isEmpty())
            continue;
        auto* bar = new NoticeBar(both, NoticeBar::Kind::Warning, QStringLiteral("startTrouble"));
        bar->say(sentence);
        column->addWidget(bar);
    }
    column->addWidget(&pages, 1);
    return both;
}

QStringList methodNotices(const LoadedMethods& methods)
{
    const QString key = QStringLiteral("methods/loaded");
    QSettings settings;
    const QStringList before = settings.value(key).toStringList();
    QStringList notices;
    for (const Error& problem : methods.refused)
        notices << say("A method of yours was not loaded. %1.").arg(told(problem.sentence()));
    QStringList now;
    for (const OwnMethod& method : methods.loaded) {
        now << QString::fromStdString(method.name + ' ' + method.digest);
        if (!before.contains(now.last()))
            notices << say("The method %1 was loaded from %2.")
                           .arg(told(method.name), told(pathText(method.library).toStdString()));
    }
    if (now != before)
        settings.setValue(key, now);
    return notices;
}

} // namespace coterie::ui
