#include "ui/watch/transport_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace coterie::ui {

TransportBar::TransportBar(const TransportActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_text(new QLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 5, 14, 5);
    layout->setSpacing(2);
    const auto addButton = [&](QAction* action) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        button->setFocusPolicy(Qt::NoFocus); // Space runs and pauses; every button has its own key
        layout->addWidget(button);
    };
    addButton(actions.pause);
    addButton(actions.step);
    addButton(actions.stop);
    layout->addSpacing(12);
    layout->addWidget(m_slider, 1);
    layout->addSpacing(10);
    layout->addWidget(m_text);
    layout->addSpacing(6);
    addButton(actions.follow);

    m_slider->setObjectName(QStringLiteral("timeLine"));
    m_slider->setAccessibleName(tr("Time line: the round to look at"));
    m_slider->setToolTip(tr("Drag to look at an earlier round; a live run goes on meanwhile"));
    m_slider->setEnabled(false);
    m_text->setMinimumWidth(m_text->fontMetrics().horizontalAdvance(tr("round 0000 of 0000")));
    m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setAutoFillBackground(true);

    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        m_round = value;
        showText();
        emit roundChosen(m_round);
    });
    showText();
}

void TransportBar::setRounds(int newest, int planned)
{
    m_newest = newest;
    m_planned = planned;
    const QSignalBlocker silence(m_slider);
    m_slider->setEnabled(newest > 0);
    m_slider->setRange(0, newest);
    m_slider->setPageStep(std::max(1, newest / 10));
    m_slider->setValue(m_round.value_or(newest));
    showText();
}

void TransportBar::setRound(std::optional<int> round)
{
    m_round = round;
    const QSignalBlocker silence(m_slider);
    m_slider->setValue(round.value_or(m_newest));
    showText();
}

void TransportBar::showText()
{
    m_text->setText(m_planned > 0
                        ? tr("round %1 of %2").arg(m_round.value_or(m_newest)).arg(m_planned)
                        : tr("no rounds yet"));
}

} // namespace coterie::ui
