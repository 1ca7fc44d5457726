#include "ui/window/command_dialog.h"

#include "core/base/printable.h"
#include "core/experiment/external_command.h"
#include "ui/frame/small_widgets.h"
#include "ui/remembered_folder.h"
#include "ui/words.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

QString shown(const std::filesystem::path& path)
{
    return toQString(printable(pathText(path).toStdString(), LineEnds::Escape));
}

} // namespace

QString consentKey(const CommandStart& start)
{
    return toQString(consentDigest(start.text, start.command, start.folder));
}

CommandDialog::CommandDialog(std::vector<CommandStart> commands, QWidget* parent)
    : QDialog(parent)
    , m_commands(std::move(commands))
{
    setObjectName(QStringLiteral("commandDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Run a program?"));
    auto* head = named(textLabel(this, QPalette::WindowText), "commandHead");
    head->setText(
        tr("This experiment starts a program of its own on this computer, once per run. It has all "
           "your rights: it can read, change and delete your files and use the network. Run it "
           "only if you know what it does and trust where it came from."));
    m_details = named(new QPlainTextEdit(this), "commandDetails", tr("What would be started"));
    m_details->setToolTip(tr("The commands, their folder and the files that they name"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* again = textLabel(this);
    again->setText(tr("Coterie remembers the answer “Run it” and asks again when the experiment, "
                      "a command or one of these files has changed."));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_run = named(buttons->addButton(tr("&Run it"), QDialogButtonBox::AcceptRole), "runCommand");
    m_run->setToolTip(tr("Start the program with all your rights"));
    m_run->setAutoDefault(false);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setToolTip(tr("Run and store nothing"));
    cancel->setDefault(true);
    if (std::ranges::any_of(m_commands,
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
    layout->addWidget(again);
    layout->addWidget(buttons);
    showCommands(m_commands);
    resize(onScreen(*this, {640, 360}));
    cancel->setFocus();
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
    m_folder = toPath(folder);
    std::vector<CommandStart> commands = m_commands;
    for (CommandStart& each : commands)
        if (each.folder.empty())
            each.folder = m_folder;
    showCommands(commands);
}

void CommandDialog::showCommands(const std::vector<CommandStart>& commands)
{
    m_agreed.clear();
    QStringList blocks;
    bool isWhole = true;
    for (const CommandStart& each : commands) {
        const bool isKnown = !each.folder.empty();
        isWhole = isWhole && isKnown;
        m_agreed.push_back({.start = each, .digest = isKnown ? consentKey(each) : QString()});
        QStringList scripts;
        if (isKnown)
            for (const std::filesystem::path& script : scriptsOf(each.command, each.folder))
                scripts << shown(script);
        const QString block =
            tr("Experiment: %1\nCommand: %2\nFolder: %3\nFiles that it names: %4")
                .arg(toQString(printable(each.experiment, LineEnds::Escape)),
                     toQString(printable(commandText(each.command), LineEnds::Escape)),
                     isKnown ? shown(each.folder) : tr("not known; choose it below"),
                     !isKnown            ? tr("not known yet")
                     : scripts.isEmpty() ? tr("none in this folder")
                                         : scripts.join(QStringLiteral(", ")));
        if (!blocks.contains(block))
            blocks << block;
    }
    m_details->setPlainText(blocks.join(QStringLiteral("\n\n")));
    m_run->setEnabled(isWhole);
}

} // namespace coterie::ui
