#pragma once

#include <chrono>
#include <optional>

namespace coterie::cli {

inline constexpr std::chrono::seconds kRetryAfter{10};

/// When a queue whose store refuses goes on: every 10 s, and once more when its time is over.
class Retries
{
public:
    using Clock = std::chrono::steady_clock;
    enum class Step
    {
        Begin, ///< the store refuses since now
        Wait,
        Retry,
        GiveUp
    };

    /// `minutes`: how long a refusal may last.
    explicit Retries(double minutes);

    /// While the queue waits. `news` counts what the queue did so far: with a new number an earlier
    /// refusal has passed.
    [[nodiscard]] Step step(Clock::time_point now, int news);

private:
    const std::chrono::duration<double> m_longest;
    std::optional<Clock::time_point> m_since;
    Clock::time_point m_triedAt;
    int m_news = 0;
};

} // namespace coterie::cli
