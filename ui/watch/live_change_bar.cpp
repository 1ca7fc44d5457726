#include "ui/watch/live_change_bar.h"

#include "core/algorithms/registry.h"
#include "core/spec/experiment.h"
#include "ui/frame/elided_label.h"
#include "ui/runs/run_view_model.h"
#include "ui/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr auto kParameter = "learningRate";

std::size_t changesTold(const RunCurves& run)
{
    return static_cast<std::size_t>(std::ranges::count_if(run.events, &RunEvent::isLiveChange));
}

} // namespace

TypedNumber typedNumber(const QString& text, const ParameterDescriptor& wanted)
{
    bool isNumber = false;
    const double value = text.trimmed().toDouble(&isNumber);
    const bool fits =
        isNumber && std::isfinite(value)
        && (wanted.minimumExcluded ? value > wanted.minimum : value >= wanted.minimum)
        && (wanted.maximumExcluded ? value < wanted.maximum : value <= wanted.maximum);
    if (fits)
        return {.value = value, .problem = {}};
    const QString allowed = toQString(wanted.allowed());
    return {.value = std::nullopt,
            .problem = text.trimmed().isEmpty()
                           ? LiveChangeBar::tr("Type a number; allowed: %1.").arg(allowed)
                           : LiveChangeBar::tr("“%1” cannot be used; allowed: %2.")
                                 .arg(text.trimmed(), allowed)};
}

const ParameterDescriptor* liveLearningRate(const RunPlan& plan)
{
    const NamedPart* optimizer = findPart(registry().optimizers, plan.local.optimizer.name);
    const ParameterDescriptor* rate =
        optimizer ? findParameter(optimizer->parameters, kParameter) : nullptr;
    return rate && rate->live ? rate : nullptr;
}

LiveChangeBar::LiveChangeBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_field(new QLineEdit(this))
    , m_use(new QToolButton(this))
    , m_answer(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("liveChange"));
    setAutoFillBackground(true);
    m_label->setBuddy(m_field);
    m_field->setObjectName(QStringLiteral("liveLearningRate"));
    m_field->setAccessibleName(tr("New learning rate of the run that is going on"));
    m_field->setToolTip(tr("The learning rate η that the schedule starts from, from the next round "
                           "on; a schedule that lowers it goes on lowering it. The change is kept "
                           "in the run's log, and a resumed run honours it"));
    m_field->setMaximumWidth(12 * fontMetrics().horizontalAdvance(QLatin1Char('0')));
    m_use->setObjectName(QStringLiteral("useLearningRate"));
    m_use->setText(tr("Use from the next round on"));
    m_use->setToolTip(tr("Change the learning rate of the run that is going on (Return)"));
    m_answer->setObjectName(QStringLiteral("liveChangeAnswer"));
    m_answer->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 5, 14, 0);
    layout->setSpacing(8);
    layout->addWidget(m_label);
    layout->addWidget(m_field);
    layout->addWidget(m_use);
    layout->addWidget(m_answer, 1);
    connect(m_use, &QToolButton::clicked, this, &LiveChangeBar::take);
    connect(m_field, &QLineEdit::returnPressed, this, &LiveChangeBar::take);
}

void LiveChangeBar::setRun(const RunCurves* run)
{
    m_descriptor = run && run->plan ? liveLearningRate(*run->plan) : nullptr;
    if (!m_descriptor) {
        m_run.reset();
        return;
    }
    if (m_run != run->title.id) {
        m_run = run->title.id;
        m_asked.reset();
        m_problem.clear();
        m_label->setText(tr("&Learning rate η of %1").arg(run->title.fullLabel()));
        m_field->setText(
            toQString(shortestText(run->plan->local.optimizer.parameters.real(kParameter))));
    }
    const std::size_t told = changesTold(*run);
    if (m_changesKnown != told)
        m_asked.reset(); // it holds
    m_changesKnown = told;
    if (!m_problem.isEmpty())
        say(m_problem);
    else if (m_asked)
        say(tr("%1 holds from the next round on").arg(toQString(shortestText(*m_asked))));
    else if (run->round > 0)
        say(tr("Round %1 trained with %2").arg(run->round).arg(numberText(run->learningRate)));
    else
        say(tr("No round has trained yet"));
}

void LiveChangeBar::beginTyping()
{
    m_field->setFocus();
    m_field->selectAll();
}

void LiveChangeBar::take()
{
    if (!m_descriptor)
        return;
    const TypedNumber typed = typedNumber(m_field->text(), *m_descriptor);
    m_problem = typed.problem;
    if (!typed.value)
        return say(m_problem);
    m_asked = typed.value;
    say(tr("%1 holds from the next round on").arg(toQString(shortestText(*m_asked))));
    emit learningRateChosen(*typed.value);
}

void LiveChangeBar::say(const QString& sentence)
{
    m_answer->setText(sentence);
}

} // namespace coterie::ui
