#pragma once

#include <QWidget>

#include <optional>

class QAction;
class QComboBox;
class QLabel;
class QTimer;
class QToolButton;

namespace coterie::ui {

class TimeLine;
struct RunCurves;

struct TransportActions
{
    QAction* pause = nullptr;
    QAction* step = nullptr;
    QAction* stop = nullptr;
    QAction* change = nullptr;
    QAction* follow = nullptr;
    QAction* play = nullptr;
};

/// Run, pause, step and stop beside a time line: drag it to look back while the run goes on, or let
/// it play the rounds at some speed; following returns to the newest round.
class TransportBar final : public QWidget
{
    Q_OBJECT

public:
    explicit TransportBar(const TransportActions& actions, QWidget* parent = nullptr);

    /// How far the time line reaches, and how far the runs have come.
    void setRounds(int newest, int planned);
    /// Whose events the time line tells; null: nobody's.
    void setEvents(const RunCurves* run);
    /// Absent: the newest.
    void setRound(std::optional<int> round);
    [[nodiscard]] std::optional<int> round() const { return m_round; }
    [[nodiscard]] bool isPlaying() const;
    /// From the round shown, or from the first if that is the newest.
    void play(bool playing);
    /// Rounds a second.
    void setSpeed(double speed);

signals:
    /// The user chose a round to look at; absent: the newest.
    void roundChosen(std::optional<int> round);

private:
    void showText();
    void playOn();

    TimeLine* m_slider = nullptr;
    QLabel* m_text = nullptr;
    QAction* m_play = nullptr;
    QComboBox* m_speed = nullptr;
    QTimer* m_player = nullptr;
    double m_roundsPerTick = 1;
    double m_played = 0; ///< the place of the player, between rounds too
    std::optional<int> m_round;
    int m_newest = 0;
    int m_planned = 0;
};

} // namespace coterie::ui
