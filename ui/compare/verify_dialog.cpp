#include "ui/compare/verify_dialog.h"

#include "core/base/try.h"
#include "core/run/verify.h"
#include "core/train/worker_pool.h"
#include "ui/compare/difference_views.h"
#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/plain_table.h"
#include "ui/words.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

#include <algorithm>

namespace coterie::ui {

namespace {

struct Played
{
    RunRow row;
    Verification found;
};

Result<Played> play(const StoreFiles& stores,
                    std::int64_t run,
                    const DataFolders& folders,
                    const VerifyOptions& options,
                    const std::stop_token& stop)
{
    COTERIE_TRY(const auto store, RunStore::openAll(stores));
    COTERIE_TRY(const RunRow row, store->run(run));
    RunData data(folders);
    COTERIE_TRY(Verification found, verifyRun(*store, row, data, options, stop));
    return Played{.row = row, .found = std::move(found)};
}

/// The table has all of them.
QString firstNames(const QStringList& names)
{
    constexpr qsizetype kMost = 3;
    const QString first = names.first(std::min(kMost, names.size())).join(QStringLiteral(", "));
    const qsizetype more = names.size() - kMost;
    return more > 0 ? first + u' ' + say("and %1 more").arg(countText(more)) : first;
}

} // namespace

VerifyDialog::VerifyDialog(StoreFiles stores,
                           const std::vector<std::int64_t>& runs,
                           DataFolders folders,
                           QWidget* parent,
                           std::vector<CommandConsent> commands)
    : QDialog(parent)
    , m_stores(std::move(stores))
    , m_folders(std::move(folders))
    , m_commands(std::move(commands))
{
    m_commands.resize(runs.size());
    setObjectName(QStringLiteral("verifyDialog"));
    setWindowTitle(tr("Verify runs"));
    for (const std::int64_t run : runs) {
        const QString name = tr("Run %1").arg(toQString(m_stores.numberText(run)));
        m_lines.push_back({.run = run, .name = name, .title = name, .verdict = {}});
    }

    m_summary = named(textLabel(this, QPalette::WindowText), "verifySummary");
    auto* view = named(new QTableView(this), "verifyTable", tr("Verified runs"));
    view->setToolTip(tr("Point at a verdict to see all of it"));
    m_table = new PlainTableModel(view);
    view->setModel(m_table);
    dressTable(*view);
    view->setWordWrap(true);
    view->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setStretchLastSection(true);
    m_view = view;
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_stopButton =
        named(buttons->addButton(tr("&Stop"), QDialogButtonBox::ActionRole), "stopVerifying");
    m_stopButton->setToolTip(tr("Stop after the step under way; no further run is played"));
    buttons->button(QDialogButtonBox::Close)->setToolTip(tr("Stop and close this dialog"));
    for (QAbstractButton* button : buttons->buttons())
        qobject_cast<QPushButton*>(button)->setAutoDefault(false); // Enter must not close
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_stopButton, &QPushButton::clicked, this, &VerifyDialog::stop);
    auto* layout = columnIn(this, 8, {14, 12, 14, 12});
    layout->addWidget(m_summary);
    layout->addWidget(view, 1);
    layout->addWidget(buttons);
    resize(onScreen(*this, {880, 400})); // a run and its arm in one line

    constexpr int kOften = 200; // ms
    m_watch = new QTimer(this);
    m_watch->setInterval(kOften);
    connect(m_watch, &QTimer::timeout, this, &VerifyDialog::showLines);
    m_watch->start();
    playNext();
    showLines();
    measureRuns();
}

VerifyDialog::~VerifyDialog()
{
    m_stop.request_stop();
}

void VerifyDialog::done(int result)
{
    stop();
    QDialog::done(result);
    m_isClosed = true;
    if (!isBusy())
        deleteLater();
}

void VerifyDialog::stop()
{
    m_stop.request_stop();
    m_stopButton->setEnabled(false);
}

void VerifyDialog::playNext()
{
    if (m_playing == m_lines.size() || m_stop.stop_requested()) {
        m_watch->stop();
        m_stopButton->setEnabled(false);
        for (Line& line : m_lines)
            if (line.verdict.isEmpty())
                line.verdict = tr("Not played.");
        return showLines();
    }
    m_round = -1;
    const VerifyOptions options{.threads = workerCount(0),
                                .device = {},
                                .roundDone = [this](int round) { m_round = round; },
                                .commands = m_commands[m_playing]};
    m_job.run([stores = m_stores,
               run = m_lines[m_playing].run,
               folders = m_folders,
               options,
               stop = m_stop.get_token()] { return play(stores, run, folders, options, stop); },
              [this](const Result<Played>& played) {
                  Line& line = m_lines[m_playing];
                  if (played) {
                      line.title = runTitle(played->row);
                      line.verdict = toQString(verdictOf(played->found));
                      line.isSame = !played->found.difference && played->found.trouble.empty()
                                    && !played->found.isStopped;
                  } else {
                      line.verdict = toQString(played.error().sentence());
                  }
                  ++m_playing;
                  playNext();
                  showLines();
                  measureRuns(); // it has its title
                  if (m_isClosed)
                      deleteLater();
              });
}

/// A run's name in one line, as long as at least half of the width is left to the verdicts.
void VerifyDialog::fitRuns()
{
    if (m_fitted > 0 && m_view->columnWidth(0) != m_fitted)
        return; // the user chose another width

    constexpr int kAround = 28; // pixels, of the cell
    m_view->setColumnWidth(0, std::min(m_widest + kAround, m_view->width() / 2));
    m_fitted = m_view->columnWidth(0);
}

void VerifyDialog::measureRuns()
{
    m_widest = 0;
    for (const Line& line : m_lines)
        m_widest = std::max(m_widest, m_view->fontMetrics().horizontalAdvance(line.title));
    fitRuns();
}

void VerifyDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_view) // once the table has the font too
        QMetaObject::invokeMethod(this, &VerifyDialog::measureRuns, Qt::QueuedConnection);
}

void VerifyDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    fitRuns();
}

void VerifyDialog::showLines()
{
    PlainTable table;
    table.header = {tr("Run"), tr("Verdict")};
    qsizetype same = 0;
    QStringList others;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        const int round = m_round;
        const QString now = i > m_playing ? tr("Waits.")
                            : round < 0   ? tr("Reading its data…")
                                          : tr("The same up to round %1…").arg(round);
        table.rows.push_back({line.title, line.verdict.isEmpty() ? now : line.verdict});
        same += line.isSame ? 1 : 0;
        if (!line.isSame)
            others << line.name;
    }
    if (table != m_table->table())
        m_table->setTable(std::move(table));
    const qsizetype all = std::ssize(m_lines);
    m_summary->setText(
        isBusy() ? tr("Each run is played again from its start and compared with what is stored.")
        : same == all ? counted(all,
                                tr("The run is the same to the bit."),
                                tr("All %1 runs are the same to the bit."))
        : all == 1    ? tr("The run was not found the same to the bit.")
                      : tr("%1 of %2 runs were found the same to the bit, but not: %3.")
                         .arg(countText(same), countText(all), firstNames(others)));
}

} // namespace coterie::ui
