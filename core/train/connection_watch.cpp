#include "core/train/connection_watch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <system_error>

namespace coterie {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kLongestBetweenLooks{15'000};
constexpr Milliseconds kShortestBetweenLooks{50};

bool isTcp(int descriptor)
{
    int protocol = 0;
    socklen_t size = sizeof protocol;
    return ::getsockopt(descriptor, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) == 0
           && protocol == IPPROTO_TCP;
}

/// 0 if there is none.
ino_t numberOf(int descriptor)
{
    struct stat state = {};
    return ::fstat(descriptor, &state) == 0 ? state.st_ino : 0;
}

void askForSignsOfLife(int descriptor)
{
    const auto set = [&](int level, int option, int value) {
        ::setsockopt(descriptor, level, option, &value, sizeof value);
    };
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 15);
    set(IPPROTO_TCP, TCP_KEEPCNT, 4);
}

std::vector<int> tcpDescriptors()
{
    std::vector<int> all;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored))
        if (const int descriptor = std::atoi(entry.path().filename().c_str()); isTcp(descriptor))
            all.push_back(descriptor);
    return all;
}

} // namespace

bool isUnanswered(int descriptor, Milliseconds longest)
{
    tcp_info info = {};
    socklen_t size = sizeof info;
    return ::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0
           && info.tcpi_state == TCP_ESTABLISHED && info.tcpi_unacked > 0
           && info.tcpi_retransmits > 0
           && Milliseconds(info.tcpi_last_ack_recv) >= longest
           // What comes unasked acknowledges nothing new, and does not count as an answer there.
           && Milliseconds(info.tcpi_last_data_recv) >= longest;
}

ConnectionWatch::ConnectionWatch(std::chrono::duration<double> longest)
    : m_longest(std::chrono::duration_cast<Milliseconds>(longest))
    , m_connections([] {
        std::vector<Connection> all;
        for (const int descriptor : tcpDescriptors()) {
            askForSignsOfLife(descriptor);
            all.push_back({.descriptor = descriptor, .number = numberOf(descriptor)});
        }
        return all;
    }())
    , m_thread([this](const std::stop_token& stop) { look(stop); })
{}

void ConnectionWatch::look(const std::stop_token& stop)
{
    const Milliseconds pause =
        std::clamp(m_longest / 4, kShortestBetweenLooks, kLongestBetweenLooks);
    std::unique_lock lock(m_mutex);
    while (!m_wakes.wait_for(lock, stop, pause, [&stop] { return stop.stop_requested(); }))
        for (const auto& [descriptor, number] : m_connections)
            if (numberOf(descriptor) == number && isUnanswered(descriptor, m_longest))
                ::shutdown(descriptor, SHUT_RDWR); // what waits for it fails
}

} // namespace coterie
