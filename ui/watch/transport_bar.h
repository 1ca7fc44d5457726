#pragma once

#include <QWidget>

#include <optional>

class QAction;
class QLabel;
class QSlider;

namespace coterie::ui {

struct TransportActions
{
    QAction* pause = nullptr;
    QAction* step = nullptr;
    QAction* stop = nullptr;
    QAction* follow = nullptr;
};

/// Run, pause, step and stop beside a time line: drag it to look back while the run goes on;
/// following returns to the newest round.
class TransportBar final : public QWidget
{
    Q_OBJECT

public:
    explicit TransportBar(const TransportActions& actions, QWidget* parent = nullptr);

    /// How far the time line reaches, and how far the runs have come.
    void setRounds(int newest, int planned);
    /// Absent: the newest.
    void setRound(std::optional<int> round);
    [[nodiscard]] std::optional<int> round() const { return m_round; }

signals:
    /// The user chose a round to look at; absent: the newest.
    void roundChosen(std::optional<int> round);

private:
    void showText();

    QSlider* m_slider = nullptr;
    QLabel* m_text = nullptr;
    std::optional<int> m_round;
    int m_newest = 0;
    int m_planned = 0;
};

} // namespace coterie::ui
