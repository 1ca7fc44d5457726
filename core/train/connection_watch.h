#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace coterie {

/// Breaks the TCP connections of this process whose other machine is gone without a word: the
/// network says nothing then, not even that a connection is closed. While nothing is on its way the
/// system asks for a sign of life after a minute, and breaks a connection without one after two.
/// While something is on its way it would repeat that for a quarter of an hour or more, so this
/// looks whether any answer has come.
///
/// A process that is stopped or busy does not count as gone, since its system answers for it.
/// TCP_USER_TIMEOUT would break its connections too: they stand still when it reads nothing.
class ConnectionWatch
{
public:
    /// Of the connections that there are now. `longest`: what is on its way may go without any
    /// answer for so long. Systems that are there may leave two minutes between two answers.
    explicit ConnectionWatch(std::chrono::duration<double> longest);
    ~ConnectionWatch() = default;
    ConnectionWatch(const ConnectionWatch&) = delete;
    ConnectionWatch& operator=(const ConnectionWatch&) = delete;

private:
    struct Connection
    {
        int descriptor = -1;
        ino_t number = 0; ///< the descriptor may become another's
    };

    void look(const std::stop_token& stop);

    const std::chrono::milliseconds m_longest;
    const std::vector<Connection> m_connections;
    std::mutex m_mutex;
    std::condition_variable_any m_wakes;
    std::jthread m_thread; ///< last, so that it ends first
};

/// Whether something is on its way on this TCP connection, was sent again, and nothing at all has
/// come back for so long.
[[nodiscard]] bool isUnanswered(int descriptor, std::chrono::milliseconds longest);

} // namespace coterie
