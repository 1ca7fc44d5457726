#pragma once

#include "ui/watch/time_marks.h"

#include <QSlider>

#include <optional>

class QStyleOptionSlider;

namespace coterie::ui {

/// The rounds as a slider, with a sign wherever something happened: a diamond above it for a change
/// made by hand, below it a triangle for a warning and a tick for anything else. Pointing at a sign
/// says what it was.
class TimeLine final : public QSlider
{
    Q_OBJECT

public:
    explicit TimeLine(QWidget* parent = nullptr);

    /// What happened in this run; it may have grown since the last call. Null: nothing.
    void setEvents(const RunCurves* run);
    [[nodiscard]] const std::vector<TimeMark>& marks() const { return m_marks; }
    /// Where a round stands, in pixels.
    [[nodiscard]] int placeOf(int round) const;
    /// What happened near this place; empty: nothing.
    [[nodiscard]] QString explanation(int x) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::int64_t> m_run;
    std::vector<TimeMark> m_marks;
};

} // namespace coterie::ui
