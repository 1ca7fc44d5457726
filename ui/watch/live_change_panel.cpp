#include "ui/watch/live_change_panel.h"

#include "core/algorithms/registry.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/runs/run_view_model.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <map>
#include <ranges>

namespace coterie::ui {

namespace {

enum LiveRow
{
    LiveLabelRow,
    LiveFieldRow,
    LiveProblemRow ///< the first; each field has its own
};

constexpr int kFieldDigits = 12;
constexpr int kColumnCharacters = 13; ///< a longer label is broken into lines

QString liveTip(const LiveSetting& setting)
{
    return liveMeaning(setting) + u'\n'
           + LiveChangePanel::tr(
               "Takes effect in the next round. The run's log records the change, "
               "and a resumed run keeps it");
}

/// About the last change, or else about the learning rate.
QString liveState(const RunCurves& run)
{
    for (const RunEvent& event : run.events | std::views::reverse)
        if (event.change())
            return withTrueMinus(event.sentence());
    return run.round > 0 ? LiveChangePanel::tr("Round %1 trained with a learning rate of %2")
                               .arg(run.round)
                               .arg(numberText(run.learningRate))
                         : LiveChangePanel::tr("No round has been trained yet");
}

} // namespace

LiveChangePanel::LiveChangePanel(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout)
    , m_title(new ElidedLabel(this))
    , m_use(named(new QToolButton(this), "useLiveChange"))
    , m_answer(named(new ElidedLabel(this), "liveChangeAnswer"))
{
    setObjectName(QStringLiteral("liveChange"));
    setAutoFillBackground(true);
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_use->setText(tr("Apply from the next round on"));
    m_use->setToolTip(tr("Apply the changed values from the next round on (Return)"));
    m_answer->setForegroundRole(QPalette::PlaceholderText);
    m_answer->setMinimumWidth(2 * kColumnCharacters * fontMetrics().averageCharWidth());
    auto* heading = new QHBoxLayout;
    heading->setSpacing(14);
    heading->addWidget(m_title);
    heading->addWidget(m_answer, 1);
    auto* all = columnIn(this, 6, {16, 8, 14, 2});
    all->addLayout(heading);
    all->addLayout(m_grid);
    m_grid->setHorizontalSpacing(14);
    m_grid->setVerticalSpacing(3);
    connect(m_use, &QToolButton::clicked, this, &LiveChangePanel::take);
}

void LiveChangePanel::setRun(const RunCurves* run)
{
    if (!run || !run->plan) {
        m_run.reset();
        m_plan.reset();
        return;
    }
    if (m_run != run->title.id)
        rebuild({}); // typed values were for another run
    m_run = run->title.id;
    m_round = run->round;
    m_state = liveState(*run);
    if (m_plan != run->plan) {
        m_plan = run->plan;
        m_title->setText(tr("Settings of %1").arg(run->title.fullLabel()));
        setPlan(*m_plan);
    }
    for (Field& field : m_fields) {
        const double before = field.known();
        field.toCome.reset();
        // Confirmed changes that have not taken effect, perhaps from before the run was stopped.
        for (const RecordedChange& each : run->toCome)
            if (each.change.place == field.setting.place && each.round > run->round)
                field.toCome = each;
        if (field.known() != before)
            showKnown(field);
    }
    showAnswer();
}

void LiveChangePanel::showKnown(const Field& field)
{
    if (!field.edit->hasFocus()) // else the user is typing
        field.edit->setText(field.knownText());
}

void LiveChangePanel::setPlan(const RunPlan& plan)
{
    const std::vector<LiveSetting> settings = liveSettings(plan, registry());
    const auto placeOf = [](const Field& field) { return field.setting.place; };
    if (!std::ranges::equal(settings, m_fields, {}, &LiveSetting::place, placeOf))
        return rebuild(settings);
    for (std::size_t i = 0; i < settings.size(); ++i) {
        Field& field = m_fields[i];
        if (field.asked == settings[i].value)
            field.asked.reset();
        if (field.setting.value == settings[i].value)
            continue;
        field.setting = settings[i];
        showKnown(field);
    }
}

void LiveChangePanel::rebuild(const std::vector<LiveSetting>& settings)
{
    for (const Field& old : m_fields) {
        delete old.label;
        delete old.edit->parentWidget();
        delete old.problem;
    }
    m_fields.clear();
    for (int column = 0; column < m_grid->columnCount(); ++column) {
        m_grid->setColumnMinimumWidth(column, 0);
        m_grid->setColumnStretch(column, 0);
    }
    allowUse();
    const int behind = int(settings.size());
    m_grid->addWidget(m_use, LiveFieldRow, behind);
    m_grid->setColumnStretch(behind + 1, 1);
    QWidget* before = nullptr;
    for (const LiveSetting& setting : settings) {
        const int column = int(m_fields.size());
        m_fields.push_back(makeField(setting, column));
        // Each in its own row, which may extend below the fields that follow.
        m_grid->addWidget(
            m_fields.back().problem, LiveProblemRow + column, column, 1, behind + 2 - column);
        if (before)
            setTabOrder(before, m_fields.back().edit);
        before = m_fields.back().edit;
    }
    if (before)
        setTabOrder(before, m_use);
}

LiveChangePanel::Field LiveChangePanel::makeField(const LiveSetting& setting, int column)
{
    auto* line = new QWidget(this); // the field and its unit
    auto* problem = new QLabel(this);
    Field field{.setting = setting,
                .label = new QLabel(liveLabel(setting), this),
                .edit = new EdgedEdit(exactNumberText(setting.value), *problem, line),
                .problem = problem};
    const QString name = toQString(setting.place);
    const int width = kColumnCharacters * fontMetrics().averageCharWidth();
    field.label->setBuddy(field.edit);
    field.label->setTextFormat(Qt::RichText);
    field.label->setWordWrap(field.label->sizeHint().width() > width);
    field.label->setToolTip(liveTip(setting));
    field.edit->setObjectName(QStringLiteral("live:") + name);
    field.edit->setAccessibleName(tr("%1 of the live run").arg(liveName(setting)));
    field.edit->setToolTip(liveTip(setting));
    field.edit->setMinimumWidth(6 * fontMetrics().horizontalAdvance(u'0'));
    field.edit->setMaximumWidth(kFieldDigits * fontMetrics().horizontalAdvance(u'0'));
    field.problem->setObjectName(QStringLiteral("problem:") + name);
    field.problem->setTextFormat(Qt::PlainText); // it quotes the user's text
    field.problem->setWordWrap(true);
    field.problem->hide();
    auto* inLine = rowIn(line, 5);
    inLine->addWidget(field.edit, 1);
    if (!setting.descriptor->unit.empty()) {
        auto* unit = new QLabel(fromCore(setting.descriptor->unit), line);
        unit->setForegroundRole(QPalette::PlaceholderText);
        inLine->addWidget(unit);
    }
    m_grid->addWidget(field.label, LiveLabelRow, column, Qt::AlignBottom);
    m_grid->addWidget(line, LiveFieldRow, column, Qt::AlignLeft);
    m_grid->setColumnMinimumWidth(column, std::min(field.label->sizeHint().width(), width));
    connect(field.edit, &QLineEdit::returnPressed, this, &LiveChangePanel::take);
    connect(field.edit, &QLineEdit::textChanged, field.problem, [this, problem = field.problem] {
        problem->hide(); // it was about the text before
        allowUse();
    });
    return field;
}

void LiveChangePanel::beginTyping()
{
    if (m_fields.empty())
        return;
    for (const Field& field : m_fields) { // discards what was typed and not applied
        field.edit->setText(field.knownText());
        clearProblem(field);
    }
    allowUse();
    m_fields.front().edit->setFocus();
    m_fields.front().edit->selectAll();
}

void LiveChangePanel::take()
{
    if (!m_run)
        return;
    std::vector<LiveChange> changes;
    QLineEdit* wrong = nullptr; ///< the first
    for (const Field& field : m_fields) {
        clearProblem(field);
        if (field.edit->text().trimmed() == field.knownText())
            continue;
        const Result<LiveChange> typed =
            typedChange(field.edit->text(), field.setting, m_round + 1);
        if (!typed) {
            complain(field, typed.error());
            wrong = wrong ? wrong : field.edit;
        } else if (typed->value != field.known()) {
            changes.push_back(*typed);
        }
    }
    if (wrong && m_use->hasFocus())
        wrong->setFocus(); // the button is about to be disabled
    allowUse();
    if (wrong)
        return; // all changes or none
    for (const LiveChange& change : changes) {
        const auto field = std::ranges::find_if(
            m_fields, [&](const Field& each) { return each.setting.place == change.place; });
        const bool otherWaits =
            field->toCome && field->toCome->change.value != field->setting.value;
        const bool takesBack = !otherWaits && change.value == field->setting.value;
        field->asked = takesBack ? std::nullopt : std::optional(change.value);
        emit changeChosen(change);
    }
    showAnswer();
}

void LiveChangePanel::refuse(const Error& why)
{
    for (Field& field : m_fields)
        if (field.setting.place == why.place) {
            field.asked.reset();
            complain(field, why);
        }
    allowUse();
    showAnswer();
}

void LiveChangePanel::complain(const Field& field, const Error& why)
{
    field.problem->setText(withTrueMinus(liveProblem(why)));
    field.problem->setPalette(problemPalette(palette()));
    field.problem->show();
    field.edit->update(); // its edge
}

void LiveChangePanel::clearProblem(const Field& field)
{
    field.problem->hide();
    field.edit->update();
}

/// A wrong value stays wrong until its text changes.
void LiveChangePanel::allowUse()
{
    m_use->setEnabled(std::ranges::all_of(
        m_fields, [](const Field& field) { return field.problem->isHidden(); }));
}

void LiveChangePanel::showAnswer()
{
    QStringList asked;
    std::map<int, QStringList> toCome; // by the round in which they take effect
    for (const Field& field : m_fields) {
        const QString known =
            QStringLiteral("%1 = %2").arg(liveName(field.setting), field.knownText());
        if (field.asked)
            asked << known;
        else if (field.toCome)
            toCome[field.toCome->round] << known;
    }
    const QString comma = QStringLiteral(", ");
    QStringList answers;
    if (!asked.isEmpty())
        answers << tr("%1: from the next round on").arg(asked.join(comma));
    for (const auto& [round, changes] : toCome)
        answers << tr("%1: from round %2 on").arg(changes.join(comma), QString::number(round));
    m_answer->setText(answers.isEmpty() ? m_state
                                        : withTrueMinus(answers.join(QStringLiteral("; "))));
    m_answer->setToolTip(m_answer->text()); // the label may be too short
}

void LiveChangePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        for (const Field& field : m_fields)
            field.problem->setPalette(problemPalette(palette()));
}

} // namespace coterie::ui
