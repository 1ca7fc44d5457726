#include "ui/watch/transport_bar.h"

#include "ui/frame/action_registry.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>
#include <QComboBox>
#include <QHelpEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOptionSlider>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>

namespace coterie::ui {

std::vector<TimeMark> timeMarks(std::span<const RunEvent> events)
{
    std::vector<TimeMark> marks;
    marks.reserve(events.size());
    for (const RunEvent& event : events)
        marks.push_back({.round = event.round,
                         .kind = event.change() ? TimeMark::Kind::Change
                                 : event.event.severity == Severity::Information
                                     ? TimeMark::Kind::Note
                                     : TimeMark::Kind::Warning,
                         .sentence = withTrueMinus(event.sentence())});
    return marks;
}

namespace {

constexpr int kHandleReach = 5; // how near the mouse must be
constexpr int kMostSentences = 5;

void paintSign(QPainter& painter, const TimeSign& sign, const QRect& area, const PlotTheme& theme)
{
    const double half = kSign / 2.0;
    const QPointF top(sign.x + 0.5,
                      sign.kind == TimeMark::Kind::Change ? area.top() : area.bottom() + 1 - kSign);
    const QPointF bottom = top + QPointF(0, kSign);
    if (sign.kind == TimeMark::Kind::Note) {
        painter.setBrush(theme.faintText);
        painter.drawRect(QRectF(top.x() - 0.5, top.y() + 2, 1.5, kSign - 2));
        return;
    }
    if (sign.kind == TimeMark::Kind::Branch) {
        constexpr double kWide = 2;
        painter.setBrush(theme.text);
        painter.drawRect(QRectF(sign.x + 0.5 - kWide / 2, area.top(), kWide, area.height()));
        return;
    }
    const bool isChange = sign.kind == TimeMark::Kind::Change;
    painter.setBrush(isChange ? theme.text : theme.warning);
    const QPointF aside(half, isChange ? half : kSign); // a diamond, or a triangle
    painter.drawPolygon(QPolygonF{top, top + aside, bottom, top + QPointF(-half, aside.y())});
}

} // namespace

void TimeLine::setEvents(const RunCurves* run)
{
    std::optional<TimeMark> branch;
    if (run && run->branch)
        branch = TimeMark{.round = run->branch->round,
                          .kind = TimeMark::Kind::Branch,
                          .sentence = tr("Forked from %1; the rounds up to here are the same")
                                          .arg(toQString(originText(*run->branch)))};
    if (branch != m_branch) {
        m_branch = std::move(branch);
        update();
    }
    const std::optional<std::int64_t> id = run ? std::optional(run->title.id) : std::nullopt;
    const std::size_t count = run ? run->events.size() : 0;
    if (id == m_run && count == m_marks.size())
        return;
    if (id != m_run || count < m_marks.size())
        m_marks.clear();
    m_run = id;
    if (run) {
        const std::span<const RunEvent> all(run->events);
        const std::vector<TimeMark> added = timeMarks(all.subspan(m_marks.size()));
        m_marks.insert(m_marks.end(), added.begin(), added.end());
    }
    update();
}

int TimeLine::placeOf(int round) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove =
        style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    return groove.left() + handle / 2
           + QStyle::sliderPositionFromValue(
               minimum(), maximum(), round, groove.width() - handle, option.upsideDown);
}

QString TimeLine::explanation(int x) const
{
    QStringList sentences;
    if (m_branch && std::abs(placeOf(m_branch->round) - x) <= kHandleReach)
        sentences << m_branch->sentence;
    for (const TimeMark& mark : m_marks)
        if (std::abs(placeOf(mark.round) - x) <= kHandleReach)
            sentences << mark.sentence;
    if (const auto more = sentences.size() - kMostSentences; more > 0)
        sentences = sentences.first(kMostSentences) << tr("and %1 more, in the log").arg(more);
    return sentences.join(QLatin1Char('\n'));
}

void TimeLine::paintEvent(QPaintEvent* event)
{
    QSlider::paintEvent(event);
    if ((m_marks.empty() && !m_branch) || maximum() <= minimum())
        return;
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    if (m_branch)
        paintSign(painter,
                  {.x = placeOf(m_branch->round), .kind = TimeMark::Kind::Branch},
                  rect(),
                  theme);
    for (const TimeSign& sign : timeSigns(m_marks, [this](int round) { return placeOf(round); }))
        paintSign(painter, sign, rect(), theme);
}

bool TimeLine::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QSlider::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString happened = explanation(help->pos().x());
    if (happened.isEmpty())
        return QSlider::event(event);
    QToolTip::showText(help->globalPos(), happened, this);
    return true;
}

TransportBar::TransportBar(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_slider(named(new TimeLine(this), "timeLine", tr("Time line: the round on screen")))
    , m_text(named(new QLabel(this), "shownRound"))
    , m_play(actions.action(ActionId::PlayRounds))
    , m_player(new QTimer(this))
{
    auto* layout = rowIn(this, 2, {10, 5, 14, 5});
    auto* speeds = named(new QComboBox(this), "playSpeed", tr("Rounds per second"));
    const auto addButton = [&](ActionId id) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(actions.action(id));
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        button->setFocusPolicy(Qt::NoFocus); // Space pauses; every button has a key of its own
        layout->addWidget(button);
        return button;
    };
    QToolButton* pause = addButton(ActionId::PauseRun);
    pause->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pause = pause;
    fitPause();
    addButton(ActionId::StepRun);
    addButton(ActionId::StopRun);
    addButton(ActionId::ChangeSettings);
    layout->addSpacing(12);
    addButton(ActionId::PlayRounds)->setObjectName(QStringLiteral("playRounds"));
    speeds->setToolTip(tr("Choose how many rounds per second are played"));
    speeds->setFocusPolicy(Qt::TabFocus); // after a click, keys still go to the page
    for (const double speed : {1.0, 2.0, 5.0, 20.0, 100.0, 500.0})
        speeds->addItem(speed == 1 ? tr("1 round/s") : tr("%1 rounds/s").arg(speed), speed);
    speeds->setCurrentIndex(2);
    layout->addWidget(speeds);
    layout->addSpacing(6);
    layout->addWidget(m_slider, 1);
    m_parent = named(addButton(ActionId::ShowParent), "showParent");
    m_parent->hide();
    layout->addSpacing(10);
    layout->addWidget(m_text);
    layout->addSpacing(6);
    addButton(ActionId::Follow);

    m_slider->setToolTip(
        tr("Drag to look at an earlier round; a live run continues. A diamond marks "
           "a changed setting, a triangle a warning, a line where the run was forked; point at "
           "it to read it"));
    m_slider->setEnabled(false);
    m_slider->setRange(0, 0);
    m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setAutoFillBackground(true);

    connect(m_play, &QAction::toggled, this, &TransportBar::play);
    connect(speeds, &QComboBox::currentIndexChanged, this, [this, speeds] {
        setSpeed(speeds->currentData().toDouble());
    });
    connect(m_player, &QTimer::timeout, this, &TransportBar::playOn);
    setSpeed(speeds->currentData().toDouble());
    connect(m_slider, &QSlider::sliderPressed, this, [this] { play(false); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        play(false); // the user moved it: the player itself blocks this signal
        m_round = value;
        showText();
        emit roundChosen(m_round);
    });
    showText();
}

void TransportBar::setRounds(int newest, int planned)
{
    m_all = {.newest = newest, .planned = planned};
    const QSignalBlocker silence(m_slider);
    m_slider->setEnabled(newest > 0);
    m_play->setEnabled(newest > 0);
    m_slider->setRange(0, newest);
    m_slider->setPageStep(std::max(1, newest / 10));
    setRound(m_round);
}

void TransportBar::setRun(const RunCurves* run)
{
    m_slider->setEvents(run);
    m_parent->setVisible(run && run->branch && run->branch->parent);
    m_ofRun.reset();
    if (run && run->title.roundsPlanned > 0)
        m_ofRun = Rounds{.newest = std::max(0, run->round), .planned = run->title.roundsPlanned};
    setRound(m_round);
}

int TransportBar::shownRound() const
{
    const int newest = m_ofRun.value_or(m_all).newest;
    return std::min(m_round.value_or(newest), newest);
}

void TransportBar::setRound(std::optional<int> round)
{
    m_round = round;
    const QSignalBlocker silence(m_slider);
    m_slider->setValue(round.value_or(shownRound()));
    showText();
}

bool TransportBar::isPlaying() const
{
    return m_player->isActive();
}

void TransportBar::play(bool playing)
{
    m_play->setChecked(playing && m_all.newest > 0);
    if (!m_play->isChecked())
        return m_player->stop();
    if (isPlaying())
        return;
    m_played = !m_round || *m_round >= m_all.newest ? 0 : *m_round;
    m_player->start();
    playOn();
}

void TransportBar::setSpeed(double speed)
{
    // Nobody sees more than thirty pictures per second, so rounds are skipped.
    constexpr double kMostTicks = 30;
    const double ticks = std::min(speed, kMostTicks);
    m_roundsPerTick = speed / ticks;
    m_player->setInterval(int(1000 / ticks));
}

void TransportBar::playOn()
{
    const int round = std::min(m_all.newest, int(m_played));
    if (round != m_slider->value() || !m_round)
        emit roundChosen(round);
    m_played += m_roundsPerTick;
    if (round >= m_all.newest)
        play(false);
}

void TransportBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange || !m_pause)
        return;
    fitPause();
    showText();
}

/// For its widest text.
void TransportBar::fitPause()
{
    m_pause->setMinimumWidth(fontMetrics().horizontalAdvance(tr("Run again")) + 40);
}

/// The slider spans the rounds that exist of any run; the text is about the run that is looked at,
/// of which more may be planned. The label is as wide as the longest such text from the beginning,
/// so that the slider does not move.
void TransportBar::showText()
{
    const Rounds own = m_ofRun.value_or(m_all);
    if (own.planned <= 0)
        return m_text->setText(tr("no rounds yet"));
    const auto text = [](int round, const Rounds& of) {
        return of.newest < of.planned
                   ? tr("round %1 of %2, %3 planned")
                         .arg(countText(round), countText(of.newest), countText(of.planned))
                   : tr("round %1 of %2").arg(countText(round), countText(of.newest));
    };
    const auto widest = [&](const Rounds& of) {
        const int most = of.newest < of.planned ? of.planned - 1 : of.newest;
        return fontMetrics().horizontalAdvance( // the label may have the font only later
            text(most, {.newest = most, .planned = of.planned}));
    };
    m_text->setMinimumWidth(std::max(widest(own), widest(m_all)));
    m_text->setText(text(shownRound(), own));
    m_text->setToolTip(m_round && *m_round > own.newest
                           ? tr("The selected run has not reached round %1, at which others are")
                                 .arg(countText(*m_round))
                           : tr("The round on screen, and those of the selected run"));
}

} // namespace coterie::ui
