#pragma once

#include "ui/runs/run_view_model.h"

#include <QSlider>
#include <QWidget>

#include <array>
#include <optional>
#include <span>
#include <vector>

class QAction;
class QLabel;
class QTimer;

namespace coterie::ui {

class ActionRegistry;

/// What the time line marks in a round.
struct TimeMark
{
    enum class Kind
    {
        Note,    ///< a client joined, for instance
        Warning, ///< or a failure
        Change,  ///< of a setting, by the user
        Branch   ///< the run was forked here
    };
    int round = 0;
    Kind kind = Kind::Note;
    QString sentence;

    bool operator==(const TimeMark&) const = default;
};

[[nodiscard]] std::vector<TimeMark> timeMarks(std::span<const RunEvent> events);

struct TimeSign
{
    int x = 0; ///< pixels
    TimeMark::Kind kind = TimeMark::Kind::Note;

    bool operator==(const TimeSign&) const = default;
};

/// From left to right, at most one of each kind per four pixels, so that thousands of events cost
/// no more than a hundred. `placeOf` maps a round to pixels.
template <typename PlaceOf>
[[nodiscard]] std::vector<TimeSign> timeSigns(std::span<const TimeMark> marks, PlaceOf placeOf)
{
    constexpr int kCell = 4;
    constexpr std::size_t kKinds = 4;
    std::vector<TimeSign> signs;
    std::array<int, kKinds> last{-kCell, -kCell, -kCell, -kCell};
    for (const TimeMark& mark : marks) { // in the order of their rounds
        const int x = placeOf(mark.round);
        int& before = last[std::size_t(mark.kind)];
        if (x - before < kCell)
            continue;
        before = x;
        signs.push_back({.x = x, .kind = mark.kind});
    }
    return signs;
}

inline constexpr int kSign = 7; ///< pixels: height and width of a mark

/// The rounds as a slider with marks for events: above it a diamond for a setting that the user
/// changed, below it a triangle for a warning and a tick for anything else, and a line across it
/// where the run was forked. Pointing at a mark shows its text.
class TimeLine final : public QSlider
{
    Q_OBJECT

public:
    explicit TimeLine(QWidget* parent = nullptr)
        : QSlider(Qt::Horizontal, parent)
    {}

    /// The events of this run, which may have grown since the last call; null: none.
    void setEvents(const RunCurves* run);
    [[nodiscard]] const std::vector<TimeMark>& marks() const { return m_marks; }
    /// Where the run was forked; null: it is no fork.
    [[nodiscard]] const TimeMark* branch() const { return m_branch ? &*m_branch : nullptr; }
    /// The place of a round, in pixels.
    [[nodiscard]] int placeOf(int round) const;
    /// The texts of the marks near this place.
    [[nodiscard]] QString explanation(int x) const;
    [[nodiscard]] QSize sizeHint() const override { return QSlider::sizeHint() + QSize(0, kSign); }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return QSlider::minimumSizeHint() + QSize(0, kSign);
    }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::int64_t> m_run;
    std::vector<TimeMark> m_marks;
    std::optional<TimeMark> m_branch;
};

/// Run, pause, step and stop beside a time line: drag it to look back while the run continues, or
/// play the rounds at some speed; following returns to the newest round.
class TransportBar final : public QWidget
{
    Q_OBJECT

public:
    explicit TransportBar(const ActionRegistry& actions, QWidget* parent = nullptr);

    /// Of all runs on screen.
    void setRounds(int newest, int planned);
    /// The run whose events the time line marks and whose rounds the text tells; null: none.
    void setRun(const RunCurves* run);
    /// The round of that run that is on screen.
    [[nodiscard]] int shownRound() const;
    /// Absent: the newest.
    void setRound(std::optional<int> round);
    [[nodiscard]] std::optional<int> round() const { return m_round; }
    [[nodiscard]] bool isPlaying() const;
    /// From the round shown, or from the first if that is the newest of all runs.
    void play(bool playing);
    /// Rounds a second.
    void setSpeed(double speed);

signals:
    /// The user chose a round to look at; absent: the newest.
    void roundChosen(std::optional<int> round);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitPause();
    void showText();
    void playOn();

    TimeLine* m_slider = nullptr;
    QWidget* m_pause = nullptr; ///< the button
    QLabel* m_text = nullptr;
    QAction* m_play = nullptr;
    QWidget* m_parent = nullptr; ///< the button to it, for a fork
    QTimer* m_player = nullptr;
    double m_roundsPerTick = 1;
    double m_played = 0; ///< the player's place, with fractions of rounds
    std::optional<int> m_round;
    struct Rounds
    {
        int newest = 0;
        int planned = 0;
    };
    Rounds m_all;
    std::optional<Rounds> m_ofRun;
};

} // namespace coterie::ui
