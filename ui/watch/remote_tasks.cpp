#include "ui/watch/remote_tasks.h"

#include "ui/frame/delegates.h"
#include "ui/frame/flow_layout.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/plain_table.h"
#include "ui/words.h"

#include <QHeaderView>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// Slurm's own words stay as they are, as its manual explains them.
QString stateText(const TaskReport& task)
{
    constexpr std::string_view kCut = "incomplete, ";
    QString text = task.state == "pending"      ? RemoteTasks::tr("waits")
                   : task.state == "running"    ? RemoteTasks::tr("running")
                   : task.state == "finished"   ? RemoteTasks::tr("finished")
                   : task.state == "incomplete" ? RemoteTasks::tr("incomplete")
                   : task.state.starts_with(kCut)
                       ? RemoteTasks::tr("incomplete (%1)")
                             .arg(toQString(task.state).mid(static_cast<int>(kCut.size())))
                       : toQString(task.state);
    if (!task.reason.empty())
        text = RemoteTasks::tr("%1: %2").arg(text, toQString(task.reason));
    return text;
}

QString jobText(const TaskReport& task)
{
    const QString job = toQString(task.jobText());
    return task.job.cluster.empty()
               ? job
               : RemoteTasks::tr("%1 on %2").arg(job, toQString(task.job.cluster));
}

QString runsText(const TaskReport& task)
{
    const auto all = countText(static_cast<qint64>(task.runs));
    if (!task.finished) // nobody may look into the store while the task writes to it
        return all;
    const auto done = static_cast<qint64>(*task.finished);
    return task.failed.value_or(0) == 0
               ? RemoteTasks::tr("%1 of %2").arg(countText(done), all)
               : RemoteTasks::tr("%1 of %2, %3 failed")
                     .arg(countText(done), all, countText(static_cast<qint64>(*task.failed)));
}

QString nameOf(const RemoteRuns& runs)
{
    return runs.experiment.isEmpty() ? pathText(runs.folder.filename()) : runs.experiment;
}

} // namespace

RemoteTasks::RemoteTasks(QWidget* parent)
    : QWidget(parent)
    , m_model(new PlainTableModel(this))
    , m_table(named(new QTableView(this), "remoteTable", tr("Tasks on Slurm")))
    , m_summary(named(textLabel(this), "remoteSummary"))
    , m_told(named(textLabel(this, QPalette::WindowText), "remoteTold"))
{
    m_table->setToolTip(tr("The tasks that were handed to Slurm. A task that waits or runs keeps "
                           "its results to itself until it has ended."));
    m_table->setModel(m_model);
    dressTable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setResizeContentsPrecision(0); // only the lines in sight
    m_told->hide();
    auto* buttons = new QWidget(this);
    buttons->setLayout(new FlowLayout(4, 2)); // a dock may be narrow
    m_ask = addButton(buttons,
                      "remoteAsk",
                      QStringLiteral("refresh"),
                      tr("Ask now"),
                      tr("Ask Slurm what waits and runs. While tasks do, it is also asked once a "
                         "minute."));
    m_cancel = addButton(buttons,
                         "remoteCancel",
                         QStringLiteral("stop"),
                         tr("Cancel tasks"),
                         tr("Cancel the tasks of the selected experiment that wait or run; what is "
                            "computed stays, and running it on Slurm again computes the rest"));
    m_merge = addButton(buttons,
                        "remoteMerge",
                        QStringLiteral("import"),
                        tr("Merge what is finished"),
                        tr("Bring the finished runs of the selected experiment into the run store; "
                           "tasks that wait or run are left for later"));
    m_forget = addButton(buttons,
                         "remoteForget",
                         QStringLiteral("close"),
                         tr("Remove"),
                         tr("Take the selected experiment off this list; its tasks, their folder "
                            "and the runs stay"));
    auto* layout = columnIn(this, 4);
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_told);
    layout->addWidget(buttons);
    connect(m_ask, &QToolButton::clicked, this, &RemoteTasks::askRequested);
    const auto ofChosen = [this](QToolButton* button, auto request) {
        connect(button, &QToolButton::clicked, this, [this, request] {
            if (const RemoteRuns* runs = chosen())
                emit(this->*request)(std::filesystem::path(runs->folder)); // it may be removed
        });
    };
    ofChosen(m_cancel, &RemoteTasks::cancelRequested);
    ofChosen(m_merge, &RemoteTasks::mergeRequested);
    ofChosen(m_forget, &RemoteTasks::forgetRequested);
    connect(m_table->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &RemoteTasks::offer);
    hide();
    offer();
}

QToolButton* RemoteTasks::addButton(QWidget* row,
                                    const char* name,
                                    const QString& iconName,
                                    const QString& text,
                                    const QString& tip)
{
    auto* button = named(new QToolButton(row), name);
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row->layout()->addWidget(button);
    return button;
}

void RemoteTasks::showRuns(std::vector<RemoteRuns> runs, const QString& asked)
{
    const RemoteRuns* before = chosen();
    const std::filesystem::path kept = before ? before->folder : std::filesystem::path();
    m_runs = std::move(runs);
    m_of.clear();
    PlainTable table{.header = {tr("Task"), tr("Job"), tr("Runs"), tr("State")}, .rows = {}};
    qsizetype waiting = 0;
    qsizetype running = 0;
    qsizetype ended = 0;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const RemoteRuns& each = m_runs[i];
        if (!each.trouble.isEmpty() || each.tasks.empty()) {
            table.rows.push_back({nameOf(each),
                                  QVariant(),
                                  QVariant(),
                                  each.trouble.isEmpty() ? tr("not asked yet") : each.trouble});
            m_of.push_back(i);
        }
        for (const TaskReport& task : each.tasks) {
            table.rows.push_back({tr("%1, task %2").arg(nameOf(each), QString::number(task.task)),
                                  jobText(task),
                                  runsText(task),
                                  stateText(task)});
            m_of.push_back(i);
            ++(!task.isLive ? ended : task.state == "pending" ? waiting : running);
        }
    }
    m_model->setTable(std::move(table));
    m_table->resizeColumnsToContents();
    const auto place =
        std::ranges::find_if(m_of, [&](std::size_t of) { return m_runs[of].folder == kept; });
    if (!m_of.empty())
        m_table->selectRow(place == m_of.end() ? 0 : static_cast<int>(place - m_of.begin()));
    const QString counts = tr("On Slurm: %1 waiting, %2 running, %3 ended.")
                               .arg(countText(waiting), countText(running), countText(ended));
    m_summary->setText(asked.isEmpty() ? counts : tr("%1 Asked at %2.").arg(counts, asked));
    setVisible(!m_runs.empty());
    offer();
}

void RemoteTasks::setAsking(bool isAsking)
{
    m_isAsking = isAsking;
    offer();
}

void RemoteTasks::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    offer();
}

void RemoteTasks::tell(const QString& sentence)
{
    m_told->setText(sentence);
    m_told->setVisible(!sentence.isEmpty());
}

void RemoteTasks::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    emit shown();
}

const RemoteRuns* RemoteTasks::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty() || static_cast<std::size_t>(rows.front().row()) >= m_of.size())
        return nullptr;
    return &m_runs[m_of[static_cast<std::size_t>(rows.front().row())]];
}

void RemoteTasks::offer()
{
    const RemoteRuns* runs = chosen();
    const bool isLive = runs && std::ranges::any_of(runs->tasks, [](const TaskReport& task) {
                            return task.isLive;
                        });
    m_ask->setEnabled(!m_isAsking && !m_isBusy && !m_runs.empty());
    m_cancel->setEnabled(!m_isBusy && isLive);
    m_merge->setEnabled(!m_isBusy && runs != nullptr);
    m_forget->setEnabled(runs != nullptr);
}

} // namespace coterie::ui
