#include "app/cli/retries.h"

#include <utility>

namespace coterie::cli {

Retries::Retries(double minutes)
    : m_longest(std::chrono::duration<double, std::ratio<60>>(minutes))
{}

Retries::Step Retries::step(Clock::time_point now, int news)
{
    if (std::exchange(m_news, news) != news)
        m_since.reset();
    const bool begins = !m_since;
    if (begins)
        m_since = m_triedAt = now;
    if (m_triedAt - *m_since >= m_longest)
        return Step::GiveUp;
    if (begins)
        return Step::Begin;
    if (now - m_triedAt < kRetryAfter && now - *m_since < m_longest)
        return Step::Wait;
    m_triedAt = now;
    return Step::Retry;
}

} // namespace coterie::cli
