#include "core/train/rank_links.h"

#ifdef COTERIE_HAS_GLOO

#include "core/train/connection_watch.h"
#include "core/train/shared_parcels.h"

#ifndef USE_C10D_GLOO // Debian's LibTorch says it itself
#define USE_C10D_GLOO
#endif

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <ATen/ATen.h>
#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <ifaddrs.h>
#include <mutex>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using Milliseconds = std::chrono::milliseconds;

Milliseconds inMilliseconds(std::chrono::duration<double> time)
{
    // Not 0, which c10d takes for its own default.
    return std::max(Milliseconds(1), std::chrono::duration_cast<Milliseconds>(time));
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

std::optional<std::string> textOf(const sockaddr& address, socklen_t size)
{
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(&address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0)
        return std::nullopt;
    return std::string(text.data());
}

bool isLoopback(std::string_view address)
{
    return address.starts_with("127.") || address == "::1" || address == "localhost";
}

/// The first address of this machine that others may reach. One of IPv4, which needs no zone.
std::optional<std::string> firstOutwardAddress()
{
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0)
        return std::nullopt;
    std::optional<std::string> found;
    for (const ifaddrs* each = all; each != nullptr && !found; each = each->ifa_next)
        if (each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET
            && (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0)
            found = textOf(*each->ifa_addr, sizeof(sockaddr_in));
    ::freeifaddrs(all);
    return found;
}

/// This machine's address in the network in which it reaches rank 0. A name that resolves to a
/// loopback address, as Debian gives a machine's own name, would be of no use to the others, unless
/// the user has named that address: then all ranks are on this machine.
std::optional<std::string> ownAddressTowards(const RankPlace& place)
{
    addrinfo hints = {};
    hints.ai_socktype = SOCK_DGRAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(place.address.c_str(), std::to_string(place.port).c_str(), &hints, &found)
        != 0)
        return std::nullopt;
    std::optional<std::string> address;
    for (const addrinfo* each = found; each != nullptr && !address; each = each->ai_next) {
        const int descriptor = ::socket(each->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        sockaddr_storage own = {};
        socklen_t size = sizeof own;
        if (descriptor >= 0 && ::connect(descriptor, each->ai_addr, each->ai_addrlen) == 0
            && ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&own), &size) == 0)
            address = textOf(*reinterpret_cast<const sockaddr*>(&own), size);
        if (descriptor >= 0)
            ::close(descriptor);
    }
    ::freeaddrinfo(found);
    if (address && isLoopback(*address) && !isLoopback(place.address))
        if (std::optional<std::string> outward = firstOutwardAddress())
            return outward;
    return address;
}

/// Thrown when a rank that is missing will not come.
struct Hopeless
{
    Error why;
};

std::string keyOf(int rank)
{
    return "here/" + std::to_string(rank);
}

/// What connecting takes at most once all ranks are there.
constexpr Milliseconds kMostToConnect{60'000};

/// Until all ranks are at the store.
void awaitAll(c10d::Store& store, const RankPlace& place, const RankWatch& watch)
{
    std::vector<std::string> keys;
    for (int rank = 1; rank < place.count; ++rank)
        keys.push_back(keyOf(rank));
    const auto latest = std::chrono::steady_clock::now() + place.meetingTime;
    while (!store.check(keys)) {
        if (const Result<void> asked = watch(); !asked)
            throw Hopeless{.why = asked.error()};
        if (std::chrono::steady_clock::now() >= latest)
            throw std::runtime_error("not all of them came in time");
        std::this_thread::sleep_for(Milliseconds(10));
    }
}

class GlooLinks final : public RankLinks
{
public:
    GlooLinks(const RankPlace& place, const RankWatch& watch)
        : m_ranks(static_cast<std::size_t>(place.count))
        , m_parcels(place.count, place.sharesMemory)
    {
        const Milliseconds meeting = inMilliseconds(place.meetingTime);
        c10::intrusive_ptr<c10d::Store> store;
        auto options = c10d::ProcessGroupGloo::Options::create(meeting);
        const char* interface = std::getenv("GLOO_SOCKET_IFNAME");
        if (!place.file.empty()) {
            store = c10::make_intrusive<c10d::FileStore>(place.file.string(), place.count);
            options->devices.push_back(
                c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
        } else {
            c10d::TCPStoreOptions tcp;
            tcp.port = place.port;
            tcp.isServer = place.rank == 0;
            tcp.waitWorkers = false;
            tcp.timeout = meeting;
            store = c10::make_intrusive<c10d::TCPStore>(place.address, tcp);
            if (interface != nullptr && interface[0] != '\0')
                options->devices.push_back(
                    c10d::ProcessGroupGloo::createDeviceForInterface(interface));
            else
                options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(
                    ownAddressTowards(place).value_or(place.address)));
        }
        store->setTimeout(meeting);
        store = c10::make_intrusive<c10d::PrefixStore>("coterie", store);
        store->set(keyOf(place.rank), std::vector<std::uint8_t>{1});
        if (place.rank == 0 && watch) {
            awaitAll(*store, place, watch);
            options->timeout = std::min(meeting, kMostToConnect);
        }
        m_group = c10::make_intrusive<c10d::ProcessGroupGloo>(
            store, place.rank, place.count, std::move(options));
        m_watch.emplace(place.answerTime);
    }

    // The head comes first, and behind it what is short: each message of Gloo's costs both sides.
    void send(int to, int channel, std::shared_ptr<const std::string> message) override
    {
        const auto bytes = static_cast<std::int64_t>(message->size());
        const bool isShort = bytes <= kShort;
        const auto [note, parcel] = m_parcels.pack(to, message, !isShort);
        const Head head{.bytes = bytes, .note = note};
        const at::Tensor first = at::empty({kHead + (isShort ? bytes : 0)}, at::kByte);
        auto* const text = static_cast<char*>(first.data_ptr());
        std::memcpy(text, &head, kHead);
        if (isShort)
            std::ranges::copy(*message, text + kHead);
        if (parcel) // first, so that it is held whatever becomes of the head
            awaitReceipt(to, channel, parcel);
        post(to, tagOf(channel, Part::Head), first);
        if (isShort || parcel)
            return;
        // Gloo only reads it; from_blob has no way to say so.
        void* data = const_cast<char*>(message->data());
        post(to,
             tagOf(channel, Part::Rest),
             at::from_blob(
                 data, {bytes}, [kept = std::move(message)](void*) {}, at::kByte));
    }

    ArrivedMessage receive(int from, int channel, std::chrono::duration<double> patience) override
    {
        const at::Tensor first = at::empty({kHead + kShort}, at::kByte); // less may come
        await(from, tagOf(channel, Part::Head), first, patience);
        const auto* const text = static_cast<const char*>(first.data_ptr());
        Head head;
        std::memcpy(&head, text, kHead);
        m_parcels.learn(from, head.note);
        dropPassed(from, channel);
        const auto bytes = static_cast<std::size_t>(head.bytes);
        if (head.bytes <= kShort)
            return {.own = std::string(text + kHead, bytes)};
        if (head.note.parcel >= 0)
            return inParcel(from, channel, head.note.parcel, bytes);
        std::string message = takeSpare();
        message.resize(bytes);
        await(from,
              tagOf(channel, Part::Rest),
              at::from_blob(message.data(), {head.bytes}, at::kByte),
              patience);
        return {.own = std::move(message)};
    }

    void reuse(std::string memory) override
    {
        const std::lock_guard lock(m_mutex);
        if (memory.capacity() <= kShort)
            return;
        m_spares.push_back(std::move(memory));
        std::ranges::sort(m_spares, std::greater{}, &std::string::capacity);
        std::size_t kept = 0;
        const auto isMuch = [&kept](const std::string& spare) {
            return (kept += spare.capacity()) > kMostKept;
        };
        m_spares.erase(std::ranges::find_if(m_spares, isMuch), m_spares.end());
        m_spares.resize(std::min(m_spares.size(), m_ranks));
    }

    [[nodiscard]] std::string spare() override
    {
        std::string memory = takeSpare();
        memory.clear();
        return memory;
    }

    void settle(std::chrono::duration<double> patience) override
    {
        std::vector<Posted> posted = [this] {
            const std::lock_guard lock(m_mutex);
            return std::exchange(m_posted, {});
        }();
        try {
            for (const Posted& each : posted)
                finish(each.to, patience, each.work);
        } catch (const RankLost&) { // others may still read
            const std::lock_guard lock(m_mutex);
            std::ranges::move(posted, std::back_inserter(m_givenUp));
            throw;
        }
        posted.clear();
        m_parcels.tidy(kMostKept);
    }

    void giveUpUnsettled() override
    {
        {
            const std::lock_guard lock(m_mutex);
            std::ranges::move(m_posted, std::back_inserter(m_givenUp));
            m_posted.clear();
            m_spares.clear();
        }
        m_parcels.tidy(0);
    }

    void giveUpWaiting() override
    {
        const std::lock_guard lock(m_mutex);
        m_hasGivenUp = true;
        for (const Work& work : m_awaited)
            work->abort();
    }

private:
    /// What comes before a message.
    struct Head
    {
        std::int64_t bytes = 0;
        ParcelNote note;
    };
    static constexpr std::int64_t kHead = sizeof(Head);
    static constexpr std::int64_t kShort = 4096; ///< bytes of a message that travels at once
    /// Memory of a message that is kept for the next.
    static constexpr std::size_t kMostKept = std::size_t{64} << 20;

    /// Of a message, each on a tag of its own.
    enum class Part
    {
        Head,
        Rest,
        Receipt
    };
    [[nodiscard]] static int tagOf(int channel, Part part)
    {
        return 3 * channel + static_cast<int>(part);
    }

    // c10d::Work here, c10d::ProcessGroup::Work in older versions.
    using Work = decltype(std::declval<c10d::ProcessGroupGloo&>().send(
        std::declval<std::vector<at::Tensor>&>(), 0, 0));
    struct Posted
    {
        int to;
        Work work;
        int channel = 0;
        std::shared_ptr<const Parcel> parcel = {}; ///< that is read until then
    };

    /// The longest former message, or an empty text.
    [[nodiscard]] std::string takeSpare()
    {
        const std::lock_guard lock(m_mutex);
        if (m_spares.empty())
            return {};
        std::string memory = std::move(m_spares.front());
        m_spares.erase(m_spares.begin());
        return memory;
    }

    [[nodiscard]] ArrivedMessage
    inParcel(int from, int channel, std::int32_t parcel, std::size_t bytes)
    {
        const auto sendReceipt = [this, from, channel](const void*) {
            try {
                post(from, tagOf(channel, Part::Receipt), at::empty({1}, at::kByte));
            } catch (...) { // it would go to a rank that is gone
            }
        };
        ArrivedMessage arrived{.reading = std::shared_ptr<const void>(nullptr, sendReceipt)};
        const std::optional<std::string_view> seen = m_parcels.read(from, parcel, bytes);
        if (!seen)
            throw std::runtime_error("a message of rank " + std::to_string(from)
                                     + " cannot be read in the memory that it shares");
        arrived.shared = *seen;
        return arrived;
    }

    /// The parcel is the receiver's until its receipt comes.
    void awaitReceipt(int from, int channel, std::shared_ptr<const Parcel> parcel)
    {
        std::vector<at::Tensor> one{at::empty({1}, at::kByte)};
        try {
            Work work = m_group->recv(one, from, tagOf(channel, Part::Receipt));
            const std::lock_guard lock(m_mutex);
            m_posted.push_back({from, std::move(work), channel, std::move(parcel)});
        } catch (const std::exception&) {
            throw RankLost{.rank = from};
        }
    }

    /// A rank that has gone on to a later channel reads nothing more of an earlier one.
    void dropPassed(int rank, int channel)
    {
        const std::lock_guard lock(m_mutex);
        for (Posted& each : m_givenUp)
            if (each.to == rank && each.channel < channel)
                each.parcel.reset();
    }

    void post(int to, int tag, const at::Tensor& tensor)
    {
        std::vector<at::Tensor> one{tensor};
        try {
            Work work = m_group->send(one, to, tag);
            const std::lock_guard lock(m_mutex);
            m_posted.push_back({.to = to, .work = std::move(work)});
        } catch (const std::exception&) {
            throw RankLost{.rank = to};
        }
    }

    void await(int from, int tag, const at::Tensor& tensor, std::chrono::duration<double> patience)
    {
        std::vector<at::Tensor> one{tensor};
        Work work;
        try {
            work = m_group->recv(one, from, tag);
        } catch (const std::exception&) {
            throw RankLost{.rank = from};
        }
        {
            const std::lock_guard lock(m_mutex);
            if (m_hasGivenUp)
                throw RankLost{.rank = from};
            m_awaited.push_back(work);
        }
        try {
            finish(from, patience, work);
        } catch (const RankLost&) {
            forget(work);
            throw;
        }
        forget(work);
    }

    void forget(const Work& work)
    {
        const std::lock_guard lock(m_mutex);
        std::erase(m_awaited, work);
    }

    static void finish(int other, std::chrono::duration<double> patience, const Work& work)
    {
        const auto begun = std::chrono::steady_clock::now();
        bool hasArrived = false;
        try {
            hasArrived = work->wait(inMilliseconds(patience));
        } catch (const std::exception&) {
            throw RankLost{.rank = other,
                           .isSilent = std::chrono::steady_clock::now() - begun >= patience};
        }
        if (!hasArrived) // it was given up
            throw RankLost{.rank = other};
    }

    c10::intrusive_ptr<c10d::ProcessGroupGloo> m_group;
    std::optional<ConnectionWatch> m_watch; ///< ends before the connections
    const std::size_t m_ranks;
    ParcelExchange m_parcels;
    std::mutex m_mutex;
    std::vector<std::string> m_spares;
    std::vector<Posted> m_posted;
    std::vector<Posted> m_givenUp; ///< Gloo may still read them
    std::vector<Work> m_awaited;   ///< receives
    bool m_hasGivenUp = false;     ///< giveUpWaiting()
};

} // namespace

Result<void> checkRanksAvailable()
{
    return {};
}

Result<std::unique_ptr<RankLinks>> RankLinks::join(const RankPlace& place, const RankWatch& watch)
{
    try {
        return std::unique_ptr<RankLinks>(std::make_unique<GlooLinks>(place, watch));
    } catch (const Hopeless& hopeless) {
        return Unexpected<Error>{hopeless.why};
    } catch (const std::exception& exception) {
        if (watch) // one may have ended while they connected
            if (const Result<void> asked = watch(); !asked)
                return Unexpected<Error>{asked.error()};
        return fail("--ranks",
                    "the ranks did not meet"
                        + (place.file.empty()
                               ? " at " + place.address + ", port " + std::to_string(place.port)
                               : std::string())
                        + ": " + firstLine(exception.what()));
    }
}

} // namespace coterie

#else

namespace coterie {

Result<void> checkRanksAvailable()
{
    return fail("--ranks",
                "this program was built without Gloo, which connects the ranks; install "
                "libgloo-dev and build it again");
}

Result<std::unique_ptr<RankLinks>> RankLinks::join(const RankPlace&, const RankWatch&)
{
    return Unexpected<Error>{checkRanksAvailable().error()};
}

} // namespace coterie

#endif
