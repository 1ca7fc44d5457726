#include "ui/watch/what_if_bar.h"

#include "ui/frame/flow_layout.h"
#include "ui/frame/number_box.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <vector>

namespace coterie::ui {

namespace {

double baseOf(double recorded)
{
    return recorded > 0 ? recorded : 1.0;
}

/// A number with four significant digits: α spans decades, which a fixed number of decimals does
/// not.
class WideSpinBox final : public NumberBox
{
public:
    explicit WideSpinBox(QWidget* parent)
        : NumberBox(parent)
    {
        setDecimals(12); // of the value; textFromValue shows fewer
        setRange(0, 1e12);
        setStepType(AdaptiveDecimalStepType);
        setKeyboardTracking(false);
    }
    [[nodiscard]] QString textFromValue(double value) const override
    {
        return localNumber(QString::number(value, 'g', 4));
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(QStringLiteral("0000000000")) + 24,
                NumberBox::sizeHint().height()};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
};

} // namespace

double valueAtStep(double recorded, int step)
{
    return step == 0 ? recorded : baseOf(recorded) * std::pow(10.0, double(step) / kStepsPerDecade);
}

int stepOfValue(double recorded, double value)
{
    if (value == recorded)
        return 0;
    if (!(value > 0))
        return -kLargestStep;
    const double steps = kStepsPerDecade * std::log10(value / baseOf(recorded));
    return int(std::clamp(std::round(steps), double(-kLargestStep), double(kLargestStep)));
}

std::optional<WhatIfBase> whatIfBase(const RunPlan& plan, std::size_t clients)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    if (!parameters.find("fixedGroups") || !parameters.find("alpha"))
        return std::nullopt;
    return WhatIfBase{.alpha = parameters.real("alpha"),
                      .fixedGroups = int(parameters.integer("fixedGroups")),
                      .clients = int(clients)};
}

WhatIfBar::WhatIfBar(QWidget* parent)
    : QWidget(parent)
    , m_slider(
          named(new QSlider(Qt::Horizontal, this), "whatIfSlider", tr("What-if α, as a slider")))
    , m_alpha(named(new WideSpinBox(this), "whatIfAlpha", tr("What-if α")))
    , m_groups(named(new QSpinBox(this), "whatIfGroups", tr("What-if number of groups")))
    , m_reset(new QToolButton(this))
    , m_answer(named(new ElidedLabel(this), "whatIfAnswer"))
{
    setObjectName(QStringLiteral("whatIf"));
    m_slider->setRange(-kLargestStep, kLargestStep);
    m_slider->setPageStep(kStepsPerDecade / 5);
    m_slider->setToolTip(
        tr("Show the groups that this round would have formed with another α. They "
           "are computed from the stored updates, without training. The middle is "
           "the recorded α (HCCT eqs. (9)–(17))"));
    m_alpha->setToolTip(tr("Set α, the weight of more data in a client's utility. A larger α gives "
                           "larger groups (HCCT eq. (9))"));
    m_groups->setToolTip(tr("Merge until exactly this many groups are left, even at a loss (HCCT "
                            "Figs. 5 and 6)"));
    m_groups->setSpecialValueText(tr("automatic"));
    m_reset->setAutoRaise(true);
    m_reset->setToolTip(tr("Reset α and the number of groups to those of the run"));

    auto* alphaLabel = new QLabel(tr("&What if α ="), this);
    alphaLabel->setBuddy(m_alpha);
    auto* groupsLabel = new QLabel(tr("&groups"), this);
    groupsLabel->setBuddy(m_groups);
    constexpr int kSliderWidth = 180; // narrower, a step of it is many of the values
    m_slider->setFixedWidth(kSliderWidth);
    auto* controls = new FlowLayout(6, 2); // beside the plots a small window has no room for all
    for (const std::vector<QWidget*>& together :
         {std::vector<QWidget*>{alphaLabel, m_alpha, m_slider},
          {groupsLabel, m_groups},
          {m_reset}}) {
        auto* part = new QWidget(this);
        auto* row = new QHBoxLayout(part);
        row->setContentsMargins({});
        row->setSpacing(6);
        for (QWidget* each : together)
            row->addWidget(each);
        controls->addWidget(part);
    }
    auto* layout = columnIn(this, 2, {10, 2, 10, 2});
    layout->addLayout(controls);
    layout->addWidget(m_answer);

    const auto chooseAlpha = [this](double alpha) {
        WhatIf wish = m_wish;
        // At the recorded α nothing is changed, so that single clients keep an α of their own.
        wish.alpha = alpha == m_base.alpha ? std::nullopt : std::optional(alpha);
        setWish(wish);
    };
    connect(m_slider, &QSlider::valueChanged, this, [this, chooseAlpha](int step) {
        chooseAlpha(valueAtStep(m_base.alpha, step));
    });
    connect(m_alpha, &QDoubleSpinBox::valueChanged, this, chooseAlpha);
    connect(m_groups, &QSpinBox::valueChanged, this, [this](int groups) {
        WhatIf wish = m_wish;
        wish.fixedGroups =
            groups == m_base.fixedGroups ? std::nullopt : std::optional(std::size_t(groups));
        setWish(wish);
    });
    connect(m_reset, &QToolButton::clicked, this, [this] { setWish({}); });
    setBase({.alpha = 1, .fixedGroups = 0, .clients = 1});
}

void WhatIfBar::setBase(const WhatIfBase& base)
{
    if (base == m_base)
        return;
    m_base = base;
    m_reset->setText(tr("Reset to α = %1").arg(numberText(base.alpha)));
    {
        const QSignalBlocker silence(m_groups);
        m_groups->setRange(0, std::max(1, base.clients));
    }
    m_wish = {};
    showWish();
}

void WhatIfBar::setAnswer(const QString& text)
{
    m_answer->setText(text);
    m_answer->setToolTip(text);
}

void WhatIfBar::setWish(const WhatIf& wish)
{
    m_wish = wish;
    showWish();
    emit wishChanged();
}

void WhatIfBar::showWish()
{
    const double alpha = m_wish.alpha.value_or(m_base.alpha);
    const QSignalBlocker silentSlider(m_slider);
    const QSignalBlocker silentAlpha(m_alpha);
    const QSignalBlocker silentGroups(m_groups);
    m_slider->setValue(stepOfValue(m_base.alpha, alpha));
    m_alpha->setValue(alpha);
    m_groups->setValue(m_wish.fixedGroups ? int(*m_wish.fixedGroups) : m_base.fixedGroups);
    m_reset->setEnabled(!asksForTheRecord());
}

} // namespace coterie::ui
