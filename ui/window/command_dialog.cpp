#include "ui/window/command_dialog.h"

#include "core/base/printable.h"
#include "core/experiment/external_command.h"
#include "ui/frame/small_widgets.h"
#include "ui/remembered_folder.h"
#include "ui/words.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextOption>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

QString shown(const std::filesystem::path& path)
{
    return toQString(printable(pathText(path).toStdString(), LineEnds::Escape));
}

QString filesText(const CommandStart& start)
{
    if (start.folder.empty())
        return CommandDialog::tr("not known yet");
    if (start.files.digest.empty())
        return CommandDialog::tr("being read…");
    QStringList files;
    for (const std::filesystem::path& file : start.files.named)
        files << shown(file);
    return files.isEmpty() ? CommandDialog::tr("none in this folder")
                           : files.join(QStringLiteral(", "));
}

QString blockOf(const CommandStart& start)
{
    QString block =
        CommandDialog::tr("Experiment: %1\nCommand: %2\nFolder: %3\nFiles that it names: %4")
            .arg(toQString(printable(start.experiment, LineEnds::Escape)),
                 toQString(printable(commandText(start.command), LineEnds::Escape)),
                 start.folder.empty() ? CommandDialog::tr("not known; choose it below")
                                      : shown(start.folder),
                 filesText(start));
    if (!start.files.digest.empty() && !start.files.showsChanges)
        block += QLatin1Char('\n')
                 + CommandDialog::tr("Your answer holds this once: Coterie cannot see when what "
                                     "this command runs has changed.");
    return block;
}

} // namespace

void readFiles(std::vector<CommandStart>& commands, const std::stop_token& stop)
{
    for (auto start = commands.begin(); start != commands.end(); ++start) {
        if (start->command.empty() || start->folder.empty())
            continue;
        const auto same = std::find_if(commands.begin(), start, [&](const CommandStart& earlier) {
            return earlier.command == start->command && earlier.folder == start->folder;
        });
        start->files =
            same != start ? same->files : commandFiles(start->command, start->folder, stop);
    }
}

CommandDialog::CommandDialog(std::vector<CommandStart> commands, QWidget* parent)
    : QDialog(parent)
    , m_asked(std::move(commands))
    , m_shown(m_asked)
{
    setObjectName(QStringLiteral("commandDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Run a program?"));
    auto* head = named(textLabel(this, QPalette::WindowText), "commandHead");
    const bool isOnCluster = std::ranges::any_of(m_asked, &CommandStart::isOnCluster);
    head->setText(
        isOnCluster
            ? tr("This experiment starts a program of its own on machines of the cluster, once per "
                 "run. It has all your rights there: it can read, change and delete your files and "
                 "use the network. Run it only if you know what it does and trust where it came "
                 "from.")
            : tr("This experiment starts a program of its own on this computer, once per run. It "
                 "has all your rights: it can read, change and delete your files and use the "
                 "network. Run it only if you know what it does and trust where it came from."));
    m_details = named(new QPlainTextEdit(this), "commandDetails", tr("What would be started"));
    m_details->setToolTip(tr("The commands, their folder and the files that they name"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setWordWrapMode(QTextOption::WrapAnywhere); // nothing of a command is out of sight
    m_remembered = named(textLabel(this), "commandRemembered");
    m_remembered->setText(
        tr("Coterie remembers the answer “Run it” and asks again when the experiment, "
           "a command or one of these files has changed."));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_run = named(buttons->addButton(tr("&Run it"), QDialogButtonBox::AcceptRole), "runCommand");
    m_run->setToolTip(tr("Start the program with all your rights"));
    m_run->setAutoDefault(false);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setToolTip(tr("Run and store nothing"));
    cancel->setDefault(true);
    if (std::ranges::any_of(m_asked,
                            [](const CommandStart& each) { return each.folder.empty(); })) {
        auto* choose =
            named(buttons->addButton(tr("Choose the &folder…"), QDialogButtonBox::ActionRole),
                  "chooseCommandFolder");
        choose->setToolTip(tr("Choose the folder in which the program runs"));
        choose->setAutoDefault(false);
        connect(choose, &QPushButton::clicked, this, &CommandDialog::askForFolder);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = columnIn(this, 10, {16, 14, 16, 12});
    layout->addWidget(head);
    layout->addWidget(m_details, 1);
    layout->addWidget(m_remembered);
    layout->addWidget(buttons);
    showCommands();
    resize(onScreen(*this, {640, 360}));
    cancel->setFocus();
}

CommandDialog::~CommandDialog()
{
    m_stop.request_stop();
}

void CommandDialog::askForFolder()
{
    auto* dialog = new QFileDialog(this, tr("Choose the folder in which the program runs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    rememberFolder(*dialog, FolderFor::Experiments);
    connect(dialog, &QFileDialog::fileSelected, this, &CommandDialog::chooseFolder);
    dialog->open();
}

void CommandDialog::chooseFolder(const QString& folder)
{
    m_shown = m_asked;
    for (CommandStart& start : m_shown)
        if (start.folder.empty())
            start.folder = toPath(folder);
    showCommands();
    m_reading.run(
        [commands = m_shown, stop = m_stop.get_token()]() mutable {
            readFiles(commands, stop);
            return commands;
        },
        [this](std::vector<CommandStart> commands) {
            m_shown = std::move(commands);
            showCommands();
        });
}

void CommandDialog::showCommands()
{
    QStringList blocks;
    for (const CommandStart& start : m_shown)
        if (const QString block = blockOf(start); !blocks.contains(block))
            blocks << block;
    m_details->setPlainText(blocks.join(QStringLiteral("\n\n")));
    const auto isRead = [](const CommandStart& start) { return !start.files.digest.empty(); };
    m_run->setEnabled(std::ranges::all_of(m_shown, isRead));
    m_remembered->setVisible(std::ranges::any_of(m_shown, [](const CommandStart& start) {
        return start.files.digest.empty() || start.files.showsChanges;
    }));
}

} // namespace coterie::ui
