#include "core/train/connection_watch.h"
#include "core/train/rank_group.h"
#include "core/train/run_stopped.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <future>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <poll.h>
#include <set>
#include <string>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace tst_connection_watch {

using namespace coterie;
using namespace std::chrono_literals;

namespace {

/// Both ends of a connection on this machine.
class Connection
{
public:
    Connection()
    {
        const int door = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        ::bind(door, any, size);
        ::listen(door, 1);
        ::getsockname(door, any, &size);
        here = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(here, any, size) == 0)
            there = ::accept(door, nullptr, nullptr);
        ::close(door);
    }
    ~Connection()
    {
        ::close(here);
        ::close(there);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    int here = -1;
    int there = -1;
};

/// From now on nothing reaches this socket, and so its system answers nothing: as where a machine
/// is gone.
bool cutOff(int descriptor)
{
    sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
    const sock_fprog program{.len = 1, .filter = &nothing};
    return ::setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0;
}

std::set<int> tcpSockets()
{
    std::set<int> all;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
        const int descriptor = std::atoi(entry.path().filename().c_str());
        int protocol = 0;
        socklen_t size = sizeof protocol;
        if (::getsockopt(descriptor, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) == 0
            && protocol == IPPROTO_TCP)
            all.insert(descriptor);
    }
    return all;
}

tcp_info infoOf(int descriptor)
{
    tcp_info info = {};
    socklen_t size = sizeof info;
    ::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size);
    return info;
}

} // namespace

/// Connections to machines that are gone without a word, which nothing here can wait for.
class TestConnectionWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatNobodyAnswersBreaks()
    {
        const Connection connection;
        QVERIFY(connection.there >= 0);
        QVERIFY(cutOff(connection.there));
        const ConnectionWatch watch(300ms);
        QCOMPARE(::send(connection.here, "word", 4, 0), ssize_t{4});
        pollfd end{.fd = connection.here, .events = POLLIN, .revents = 0};
        QCOMPARE(::poll(&end, 1, kTryMilliseconds),
                 1); // else the system takes a quarter of an hour
        char none = 0;
        QCOMPARE(::recv(connection.here, &none, 1, 0), ssize_t{0});
    }

    void whoReadsNothingIsThereAllTheSame()
    {
        const Connection connection;
        QVERIFY(connection.there >= 0);
        QVERIFY(!isUnanswered(connection.here, 0ms)); // nothing is on its way
        ::fcntl(connection.here, F_SETFL, O_NONBLOCK);
        static const std::array<char, 65536> kMuch{};
        while (::send(connection.here, kMuch.data(), kMuch.size(), 0) > 0) {
        }
        // The other end's system has taken what it can, and asks for no more.
        QTRY_VERIFY(infoOf(connection.here).tcpi_unacked == 0);
        QVERIFY(!isUnanswered(connection.here, 0ms));
    }

    /// Of a long message that comes, the system notes no answer. The first word that is lost behind
    /// it must not break the connection.
    void whoHasSentAllTheTimeIsThere()
    {
        const Connection connection;
        QVERIFY(connection.there >= 0);
        const auto hasSentForLong = [&connection] {
            ::send(connection.there, "x", 1, 0);
            return infoOf(connection.here).tcpi_last_ack_recv > 3000;
        };
        QTRY_VERIFY(hasSentForLong());
        QTRY_VERIFY(infoOf(connection.there).tcpi_unacked == 0);
        QVERIFY(cutOff(connection.there));
        QCOMPARE(::send(connection.here, "word", 4, 0), ssize_t{4});
        QTRY_VERIFY(infoOf(connection.here).tcpi_retransmits > 0);
        const tcp_info info = infoOf(connection.here);
        const std::chrono::milliseconds between((info.tcpi_last_data_recv + info.tcpi_last_ack_recv)
                                                / 2);
        QVERIFY(!isUnanswered(connection.here, between));
        QTRY_VERIFY(isUnanswered(connection.here, between)); // nothing comes any more
    }

    /// Each is on a machine that is gone for the other, while something is on its way between them.
    void ranksWhoseMachinesAreGoneAreNamed()
    {
        if (const Result<void> available = checkRanksAvailable(); !available)
            QSKIP(available.error().sentence().c_str());
        std::signal(SIGPIPE, SIG_IGN); // as in the programs: a rank may have left
        const QTemporaryDir folder;
        const RankPlace place{
            .count = 2, .file = folder.filePath("meeting").toStdString(), .answerTime = 1s};
        const std::set<int> before = tcpSockets();
        std::promise<bool> begun;
        std::promise<void> cut;
        std::optional<int> lostByOther;
        std::string complaint;
        std::string cause;
        {
            std::jthread other([&] {
                RankPlace own = place;
                own.rank = 1;
                const auto group = RankGroup::join(own);
                bool hasBegun = false;
                try {
                    hasBegun = group && (*group)->nextRun().word == RankWord::Begin;
                } catch (const RankLost&) { // the other one says why
                }
                begun.set_value(hasBegun);
                cut.get_future().wait();
                if (!hasBegun)
                    return;
                try {
                    (*group)->answer(RankWord::Digest, "models");
                    static_cast<void>((*group)->nextOrder());
                } catch (const RankLost& lost) {
                    lostByOther = lost.rank;
                }
            });
            const auto group = RankGroup::join(place);
            try {
                if (!group)
                    complaint = group.error().sentence();
                else
                    (*group)->tell(RankWord::Begin);
                if (group && begun.get_future().get()) {
                    for (const int descriptor : tcpSockets())
                        if (!before.contains(descriptor) && !cutOff(descriptor))
                            complaint = "a socket cannot be cut off";
                    cut.set_value();
                    static_cast<void>((*group)->exchanged(RankWord::Train, "rows"));
                } else {
                    cut.set_value();
                }
            } catch (const RunStopped& stopped) {
                cause = stopped.cause;
            }
        }
        QCOMPARE(complaint, std::string());
        QCOMPARE(cause, std::string("Rank 1 has ended, or its connection is broken."));
        QCOMPARE(lostByOther, std::optional<int>(0));
    }
};

COTERIE_SECTION(TestConnectionWatch)

} // namespace tst_connection_watch

#include "tst_connection_watch.moc"
