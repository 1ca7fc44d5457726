#pragma once

#include <QtGlobal>

#include <deque>
#include <optional>

namespace coterie::ui {

/// How fast bytes have been coming in of late: over the last few seconds, so that it follows a
/// connection that gets slower without jumping at every packet.
class TransferRate
{
public:
    /// `received` counts since the beginning and never falls; `milliseconds` is any clock that only
    /// goes forward.
    void add(qint64 milliseconds, qint64 received);
    /// Absent until half a second can be looked back on.
    [[nodiscard]] std::optional<double> bytesPerSecond() const;

private:
    struct Moment
    {
        qint64 milliseconds = 0;
        qint64 received = 0;
    };

    std::deque<Moment> m_moments;
};

} // namespace coterie::ui
