#include "ui/fetch/transfer_rate.h"

namespace coterie::ui {

namespace {

constexpr qint64 kWindow = 5'000;
constexpr qint64 kShortest = 500;
constexpr qint64 kGrain = 100; // a moment each: a fast connection brings thousands of packets

} // namespace

void TransferRate::add(qint64 milliseconds, qint64 received)
{
    if (m_moments.size() > 1
        && milliseconds - m_moments[m_moments.size() - 2].milliseconds < kGrain)
        m_moments.back() = {milliseconds, received};
    else
        m_moments.push_back({milliseconds, received});
    while (m_moments.size() > 2 && milliseconds - m_moments[1].milliseconds >= kWindow)
        m_moments.pop_front();
}

std::optional<double> TransferRate::bytesPerSecond() const
{
    if (m_moments.empty())
        return std::nullopt;
    const qint64 passed = m_moments.back().milliseconds - m_moments.front().milliseconds;
    if (passed < kShortest)
        return std::nullopt;
    return static_cast<double>(m_moments.back().received - m_moments.front().received) * 1000.0
           / static_cast<double>(passed);
}

} // namespace coterie::ui
