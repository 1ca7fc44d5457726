#include "ui/watch/fork_dialog.h"

#include "core/base/try.h"
#include "core/run/fork.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kForkFieldDigits = 14;

QString textOf(const LiveSetting& setting)
{
    return exactNumberText(setting.value);
}

Result<RunRow> rowOf(const std::filesystem::path& file, std::int64_t run)
{
    COTERIE_TRY(const auto store, RunStore::open(file, RunStore::Mode::ReadOnly));
    return store->run(run);
}

Result<std::int64_t> forkIn(const std::filesystem::path& file,
                            std::int64_t run,
                            int round,
                            const std::vector<LiveChange>& changes)
{
    COTERIE_TRY(const auto store, RunStore::open(file));
    return addFork(*store, run, round, changes);
}

QLabel* problemLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText); // it quotes the user's text
    label->setWordWrap(true);
    label->setPalette(problemPalette(label->palette()));
    label->hide();
    return label;
}

} // namespace

ForkDialog::ForkDialog(std::filesystem::path store,
                       std::int64_t run,
                       std::optional<int> round,
                       QWidget* parent)
    : QDialog(parent)
    , m_store(std::move(store))
    , m_run(run)
{
    setObjectName(QStringLiteral("forkDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Fork run %1").arg(run));
    m_head = named(textLabel(this, QPalette::WindowText), "forkHead");
    m_head->setTextFormat(Qt::PlainText); // it quotes the user's names
    m_head->setText(
        tr("The fork has the rounds of run %1 up to the one below and goes on from there. Change "
           "what it does differently; unchanged, it repeats the run to the bit, without what was "
           "changed in it by hand after that round.")
            .arg(run));
    m_round = named(new QSpinBox(this), "forkRound", tr("Fork after round"));
    m_round->setToolTip(tr("The last round that both runs have"));
    m_round->setEnabled(false);
    m_form = new QFormLayout;
    m_form->addRow(tr("After &round"), m_round);
    m_trouble = named(problemLabel(this), "forkTrouble");
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_begin = named(buttons->addButton(tr("&Fork"), QDialogButtonBox::AcceptRole), "beginFork");
    m_begin->setToolTip(tr("Add the fork to the store and put it into the queue"));
    m_begin->setEnabled(false);
    m_cancel = buttons->button(QDialogButtonBox::Cancel);
    m_cancel->setToolTip(tr("Close without a fork"));
    connect(buttons, &QDialogButtonBox::accepted, this, &ForkDialog::begin);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = columnIn(this, 10, {16, 14, 16, 12});
    layout->addWidget(m_head);
    layout->addLayout(m_form);
    layout->addWidget(m_trouble);
    layout->addStretch(1);
    layout->addWidget(buttons);
    setMinimumWidth(60 * fontMetrics().averageCharWidth());

    m_job.run([file = m_store, run] { return rowOf(file, run); },
              [this, round](const Result<RunRow>& row) {
                  if (row)
                      take(*row, round);
                  else
                      complain(row.error());
              });
}

void ForkDialog::take(const RunRow& row, std::optional<int> round)
{
    // After its last round a finished run has nothing left to repeat.
    const int newest = row.status == RunStatus::Finished ? row.roundsDone - 1 : row.roundsDone;
    const int last = std::clamp(round.value_or(newest), 0, std::max(newest, 0));
    const Result<std::vector<LiveSetting>> settings = forkSettings(row, last);
    if (!settings)
        return complain(settings.error());
    m_row = row;
    const QString number = QString::number(row.id);
    const QString run =
        tr("Run %1: %2, %3, seed %4")
            .arg(row.name.empty() ? number : tr("%1 “%2”").arg(number, toQString(row.name)),
                 toQString(row.experimentName),
                 toQString(row.arm),
                 QString::number(row.seed));
    m_head->setText(tr("%1\n%2").arg(run, m_head->text()));
    m_round->setRange(0, row.roundsDone);
    m_round->setSuffix(tr(" of %1").arg(row.roundsDone));
    m_round->setValue(last);
    m_round->setEnabled(true);
    for (const LiveSetting& setting : *settings)
        addField(setting);
    orderTabs();
    connect(m_round, &QSpinBox::valueChanged, this, &ForkDialog::showRound);
    m_begin->setEnabled(true);
    m_begin->setDefault(true);
    m_round->setFocus();
}

/// A layout leaves a window too little height for texts that wrap, or too much: as if they were
/// narrower.
bool ForkDialog::event(QEvent* event)
{
    const bool isDone = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fit();
    return isDone;
}

void ForkDialog::fit()
{
    // A layout makes a window higher that has become too low for it; else the user chose the size.
    if (m_fitted.isValid() && size() != m_fitted && size() != m_fitted.expandedTo(minimumSize()))
        return;
    const int wide = std::max(width(), sizeHint().width());
    resize(onScreen(*this, {wide, layout()->totalHeightForWidth(wide)}));
    m_fitted = size();
}

void ForkDialog::addField(const LiveSetting& setting)
{
    auto* column = new QWidget(this);
    auto* line = new QWidget(column);
    QLabel* problem = problemLabel(column);
    Field field{.setting = setting,
                .edit = new EdgedEdit(textOf(setting), *problem, line),
                .problem = problem};
    const QString place = toQString(setting.place);
    field.edit->setObjectName(QStringLiteral("fork:") + place);
    field.edit->setAccessibleName(liveName(setting));
    field.edit->setToolTip(liveMeaning(setting));
    field.edit->setMaximumWidth(kForkFieldDigits * fontMetrics().horizontalAdvance(u'0'));
    problem->setObjectName(QStringLiteral("forkProblem:") + place);
    auto* inLine = rowIn(line, 5);
    inLine->addWidget(field.edit);
    if (!setting.descriptor->unit.empty()) {
        auto* unit = new QLabel(fromCore(setting.descriptor->unit), line);
        unit->setForegroundRole(QPalette::PlaceholderText);
        inLine->addWidget(unit);
    }
    inLine->addStretch(1);
    auto* inColumn = columnIn(column, 2);
    inColumn->addWidget(line);
    inColumn->addWidget(problem);
    auto* label = new QLabel(liveLabel(setting), this);
    label->setTextFormat(Qt::RichText);
    label->setBuddy(field.edit);
    label->setToolTip(liveMeaning(setting));
    m_form->addRow(label, column);
    connect(field.edit, &QLineEdit::textChanged, problem, [problem, edit = field.edit] {
        problem->hide(); // it was about the text before
        edit->update();
    });
    m_fields.push_back(field);
}

/// The fields came after the buttons.
void ForkDialog::orderTabs()
{
    QWidget* before = m_round;
    for (const Field& field : m_fields) {
        setTabOrder(before, field.edit);
        before = field.edit;
    }
    setTabOrder(before, m_begin);
    setTabOrder(m_begin, m_cancel);
}

void ForkDialog::showRound()
{
    const Result<std::vector<LiveSetting>> settings = forkSettings(*m_row, m_round->value());
    if (!settings || settings->size() != m_fields.size())
        return;
    m_trouble->hide();
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        Field& field = m_fields[i];
        field.problem->hide(); // it was about another round
        field.edit->update();
        const bool isUntouched = field.edit->text() == textOf(field.setting);
        field.setting = (*settings)[i];
        if (isUntouched)
            field.edit->setText(textOf(field.setting));
    }
}

void ForkDialog::complain(const Error& why)
{
    for (const Field& field : m_fields)
        if (field.setting.place == why.place) {
            field.problem->setText(withTrueMinus(liveProblem(why)));
            field.problem->show();
            field.edit->update();
            return field.edit->setFocus();
        }
    m_trouble->setText(withTrueMinus(toQString(why.sentence())));
    m_trouble->show();
}

/// What is being written would remain in the queue, and nobody would resume it.
void ForkDialog::reject()
{
    if (!m_isWriting)
        QDialog::reject();
}

void ForkDialog::showWriting(bool isWriting)
{
    m_isWriting = isWriting;
    m_begin->setEnabled(!isWriting);
    m_cancel->setEnabled(!isWriting);
}

void ForkDialog::begin()
{
    if (!m_row || isBusy())
        return;
    m_trouble->hide();
    std::vector<LiveChange> changes;
    bool isRight = true;
    for (const Field& field : m_fields) {
        field.problem->hide();
        if (field.edit->text().trimmed() == textOf(field.setting))
            continue;
        Result<LiveChange> typed =
            typedChange(field.edit->text(), field.setting, m_round->value() + 1);
        if (typed) {
            changes.push_back(std::move(*typed));
        } else {
            complain(typed.error());
            isRight = false;
        }
    }
    if (!isRight)
        return; // all changes or none
    showWriting(true);
    m_job.run(
        [file = m_store, run = m_run, round = m_round->value(), changes] {
            return forkIn(file, run, round, changes);
        },
        [this](const Result<std::int64_t>& made) {
            showWriting(false);
            if (!made)
                return complain(made.error());
            emit forked(*made);
            accept();
        });
}

} // namespace coterie::ui
