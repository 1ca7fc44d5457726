#include "ui/window/slurm_dialog.h"

#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/experiment/external_command.h"
#include "ui/frame/small_widgets.h"
#include "ui/remembered_folder.h"
#include "ui/words.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTextOption>

#include <utility>

namespace coterie::ui {

namespace {

const QString kSlurmOptionsKey = QStringLiteral("slurm/options");

QString countsOf(const SubmitPlan& plan)
{
    const QString live = plan.live == 0
                             ? QString()
                             : u' '
                                   + counted(static_cast<qsizetype>(plan.live),
                                             SlurmDialog::tr("1 task waits or runs already."),
                                             SlurmDialog::tr("%1 tasks wait or run already."));
    if (plan.submission.tasks.empty())
        return SlurmDialog::tr("The run store has all of these runs, finished.");
    if (plan.tasks.empty())
        return SlurmDialog::tr("No task of this folder is missing.") + live;
    return SlurmDialog::tr("%1 in %2 would be submitted.")
               .arg(counted(static_cast<qsizetype>(plan.runs()),
                            SlurmDialog::tr("1 run"),
                            SlurmDialog::tr("%1 runs")),
                    counted(std::ssize(plan.tasks),
                            SlurmDialog::tr("1 task"),
                            SlurmDialog::tr("%1 tasks")))
           + live;
}

} // namespace

SlurmDialog::SlurmDialog(SlurmWish wish, QWidget* parent)
    : QDialog(parent)
    , m_wish(std::move(wish))
{
    setObjectName(QStringLiteral("slurmDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Run on Slurm"));
    auto* head = named(textLabel(this, QPalette::WindowText), "slurmHead");
    head->setText(
        tr("Slurm computes the runs of “%1” on the cluster, as one array job. The program, "
           "the data and the folder of the tasks must be in the same places there. You "
           "may close the window meanwhile.")
            .arg(toQString(printable(m_wish.experiment->name, LineEnds::Escape))));
    auto* form = new QFormLayout;
    addFields(*form);
    m_sent = named(new QPlainTextEdit(this), "slurmSent", tr("What would be sent"));
    m_sent->setToolTip(tr("The command that would be started, without a shell"));
    m_sent->setReadOnly(true);
    m_sent->setTabChangesFocus(true);
    m_sent->setWordWrapMode(QTextOption::WrapAnywhere);
    m_note = named(textLabel(this, QPalette::WindowText), "slurmNote");
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_submit =
        named(buttons->addButton(tr("&Submit"), QDialogButtonBox::ActionRole), "slurmSubmit");
    m_submit->setToolTip(tr("Hand the missing runs to Slurm"));
    m_submit->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)
        ->setToolTip(tr("Close this dialog; what is being submitted goes on"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_submit, &QPushButton::clicked, this, [this] {
        QSettings().setValue(kSlurmOptionsKey, m_options->text());
        emit submitRequested();
    });
    auto* layout = columnIn(this, 8, {16, 14, 16, 12});
    layout->addWidget(head);
    layout->addLayout(form);
    layout->addWidget(m_sent, 1);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    resize(onScreen(*this, {680, 480}));
    constexpr int kSoon = 250; // ms
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoon);
    connect(&m_soon, &QTimer::timeout, this, &SlurmDialog::look);
    lookLater();
    m_options->setFocus();
}

void SlurmDialog::addFields(QFormLayout& form)
{
    m_options = named(new QLineEdit(this), "slurmOptions", tr("Options for sbatch"));
    m_options->setText(QSettings().value(kSlurmOptionsKey).toString());
    m_options->setPlaceholderText(QStringLiteral("--partition=gpu --gres=gpu:1 --time=4:00:00"));
    m_options->setToolTip(tr("Options as you would type them behind sbatch, such as the partition "
                             "and the time limit"));
    m_folder = named(new QLineEdit(this), "slurmFolder", tr("Folder of the tasks"));
    m_folder->setText(pathText(m_wish.request.folder));
    m_folder->setToolTip(tr("A folder that all machines of the cluster see. If it has the tasks of "
                            "this experiment already, only what is missing is submitted."));
    auto* choose = named(new QPushButton(tr("&Choose…"), this), "chooseSlurmFolder");
    choose->setToolTip(tr("Choose the folder of the tasks"));
    choose->setAutoDefault(false);
    auto* place = new QWidget(this);
    auto* row = rowIn(place, 6);
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    const auto add = [&form](const QString& title, QWidget* field, QWidget* shown) {
        auto* label = new QLabel(title);
        label->setBuddy(field);
        form.addRow(label, shown);
    };
    add(tr("&Options for sbatch"), m_options, m_options);
    add(tr("&Folder of the tasks"), m_folder, place);
    m_tasks = addNumber(form,
                        tr("&Tasks"),
                        "slurmTasks",
                        tr("One for each run"),
                        tr("How many tasks share the runs; a task computes its runs one after "
                           "another"));
    m_atOnce = addNumber(form,
                         tr("&At once"),
                         "slurmAtOnce",
                         tr("Any number"),
                         tr("How many tasks may run at a time"));
    m_ranks = addNumber(form,
                        tr("&Ranks"),
                        "slurmRanks",
                        tr("Automatic"),
                        tr("How many processes compute a run together, on one machine of the "
                           "cluster; automatic is one, or on several graphics cards one for each"));
    constexpr int kMostRanks = 1024; // as `submit` takes: there may be more cores than here
    m_ranks->setMaximum(kMostRanks);
    connect(choose, &QPushButton::clicked, this, &SlurmDialog::chooseFolder);
    for (QLineEdit* edit : {m_options, m_folder})
        connect(edit, &QLineEdit::textChanged, this, &SlurmDialog::lookLater);
    for (QSpinBox* box : {m_tasks, m_atOnce, m_ranks})
        connect(box, &QSpinBox::valueChanged, this, &SlurmDialog::lookLater);
}

QSpinBox* SlurmDialog::addNumber(QFormLayout& form,
                                 const QString& title,
                                 const char* name,
                                 const QString& none,
                                 const QString& tip)
{
    constexpr int kMost = 100'000; // as `submit` takes
    auto* box = named(new QSpinBox(this), name, QString(title).remove(u'&'));
    box->setRange(0, kMost);
    box->setSpecialValueText(none);
    box->setToolTip(tip);
    auto* label = new QLabel(title);
    label->setBuddy(box);
    form.addRow(label, box);
    return box;
}

SlurmWish SlurmDialog::wish() const
{
    SlurmWish wish = m_wish;
    wish.options = m_options->text();
    wish.request.folder = toPath(m_folder->text().trimmed()).lexically_normal();
    wish.request.tasks = m_tasks->value() > 0
                             ? std::optional(static_cast<std::size_t>(m_tasks->value()))
                             : std::nullopt;
    wish.request.atOnce = m_atOnce->value();
    wish.request.ranks = m_ranks->value();
    return wish;
}

void SlurmDialog::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Choose the folder of the tasks"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    rememberFolder(*dialog, FolderFor::Experiments);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

void SlurmDialog::lookLater()
{
    m_submit->setEnabled(false);
    m_soon.start();
}

/// Off the GUI thread: disks and Slurm are asked.
void SlurmDialog::look()
{
    if (m_isWorking)
        return;
    const SlurmWish wish = this->wish();
    if (!wish.request.folder.is_absolute())
        return say(tr("The folder of the tasks must begin with /."));
    say(tr("Looking at what is missing…"));
    m_looking.run(
        [wish]() -> Result<SubmitPlan> {
            COTERIE_TRY(const SubmitRequest request, requestOf(wish));
            return planSubmit(request);
        },
        [this, folder = wish.request.folder](const Result<SubmitPlan>& plan) {
            // Else the fields have changed since, of which the folder need not be looked at again.
            if (!m_soon.isActive() && !m_isWorking && this->wish().request.folder == folder)
                showPlan(plan);
        });
}

void SlurmDialog::showPlan(const Result<SubmitPlan>& plan)
{
    const bool canSubmit = plan && !plan->tasks.empty();
    m_submit->setEnabled(canSubmit);
    m_sent->setPlainText(
        canSubmit ? toQString(printable(commandText(slurm::commandOf(plan->job)), LineEnds::Escape))
                  : QString());
    say(plan ? countsOf(*plan) : slurmSentence(plan.error()));
}

void SlurmDialog::setWorking(bool isWorking)
{
    m_isWorking = isWorking;
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_options, m_folder, m_tasks, m_atOnce, m_ranks})
        field->setEnabled(!isWorking);
    lookLater();
    if (isWorking)
        say(tr("Waiting for Slurm…"));
}

void SlurmDialog::refuse(const QString& sentence)
{
    m_soon.stop();
    m_submit->setEnabled(true);
    say(sentence);
}

void SlurmDialog::say(const QString& sentence)
{
    m_note->setText(sentence);
}

} // namespace coterie::ui
