#include "core/train/rank_group.h"

#include "core/base/indices.h"
#include "core/base/packed_bytes.h"
#include "core/train/run_stopped.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace coterie {

namespace {

/// Of rank 0, to stop local work.
constexpr int kStopChannel = 0;
/// A pause may last for days. Who is gone meanwhile is found out by its connection.
constexpr std::chrono::duration<double> kAsLongAsItTakes = std::chrono::hours(24 * 365);
/// For the last message of a group.
constexpr std::chrono::duration<double> kFarewell = std::chrono::seconds(5);

/// Puts the end of a message, its word, whether its rank was stopped, and the number of the call,
/// behind its data, which stay where they are if there is room.
std::shared_ptr<std::string>
rankMessage(std::string data, RankWord word, bool stopped, std::uint64_t call)
{
    PackedBytes tail;
    tail.put(word);
    tail.put(stopped);
    tail.put(call);
    data += tail.take();
    return std::make_shared<std::string>(std::move(data));
}

std::string secondsText(std::chrono::duration<double> time)
{
    std::ostringstream text;
    text << time.count();
    return text.str();
}

} // namespace

Result<std::unique_ptr<RankGroup>> RankGroup::join(const RankPlace& place, const RankWatch& watch)
{
    Result<std::unique_ptr<RankLinks>> links = RankLinks::join(place, watch);
    if (!links)
        return Unexpected<Error>{links.error()};
    try { // a rank that says so has found all others
        if (place.rank > 0)
            (*links)->send(0, kStopChannel, std::make_shared<const std::string>());
        for (int other = 1; place.rank == 0 && other < place.count; ++other)
            static_cast<void>((*links)->receive(other, kStopChannel, place.meetingTime));
    } catch (const RankLost& lost) {
        return fail("--ranks",
                    "rank " + std::to_string(lost.rank)
                        + (lost.isSilent ? " has not found the others in time"
                                         : " ended while the ranks met"));
    }
    return std::unique_ptr<RankGroup>(new RankGroup(place, *std::move(links)));
}

RankGroup::RankGroup(const RankPlace& place, std::unique_ptr<RankLinks> links)
    : m_place(place)
    , m_links(std::move(links))
{
    if (!leads())
        m_follower = std::jthread([this] { followStops(); });
}

RankGroup::~RankGroup()
{
    if (!leads()) {
        m_links->giveUpWaiting(); // nobody may have told it to quit
        return;
    }
    beginRun();
    const auto quit = [this](int to, int channel) {
        PackedBytes bytes;
        bytes.put(RankWord::Quit);
        bytes.put(false);
        bytes.put(std::uint64_t{0});
        try {
            m_links->send(to, channel, std::make_shared<const std::string>(bytes.take()));
            m_links->settle(kFarewell);
        } catch (const RankLost&) { // it has nobody to tell
        }
    };
    for (int other = 1; other < count(); ++other) {
        quit(other, m_run);
        quit(other, kStopChannel);
    }
}

std::chrono::duration<double> RankGroup::patience() const
{
    return leads() ? m_place.patience : 3 * m_place.patience + std::chrono::seconds(60);
}

void RankGroup::beginRun()
{
    m_links->giveUpUnsettled();
    const std::lock_guard lock(m_mutex);
    ++m_run;
    m_calls = 0;
    m_hasEnded = false;
    m_over.reset();
    m_stop = std::stop_source();
    if (m_stopped == m_run || m_isWithoutLeader)
        m_stop.request_stop();
}

void RankGroup::sendToAll(RankWord word, std::string_view data, bool stopped, std::uint64_t call)
{
    std::string bytes;
    bytes.reserve(data.size() + kTail);
    bytes += data;
    sendToAll(rankMessage(std::move(bytes), word, stopped, call));
}

void RankGroup::sendToAll(const std::shared_ptr<const std::string>& message)
{
    std::optional<RankLost> lost;
    for (int other = 0; other < count(); ++other) {
        if (other == rank())
            continue;
        try {
            m_links->send(other, m_run, message);
        } catch (const RankLost& one) { // the others get theirs all the same
            lost = lost.value_or(one);
        }
    }
    if (lost)
        throw *lost;
}

RankGroup::Message RankGroup::receive(int from, std::chrono::duration<double> patience)
{
    Message message;
    message.arrived = m_links->receive(from, m_run, patience);
    const std::string_view bytes = message.arrived.text();
    if (bytes.size() < kTail)
        throw std::runtime_error("a message of another rank is too short");
    UnpackedBytes tail(bytes.substr(bytes.size() - kTail));
    message.word = tail.get<RankWord>();
    message.stopped = tail.get<bool>();
    message.call = tail.get<std::uint64_t>();
    return message;
}

RankGroup::Message
RankGroup::received(int from, RankWord call, std::optional<std::chrono::duration<double>> longest)
{
    Message message;
    try {
        message = receive(from, longest.value_or(patience()));
    } catch (const RankLost& lost) {
        stopFor(lost);
    }
    if (message.word == RankWord::End) {
        m_hasEnded = true;
        throw RunStopped{};
    }
    if (message.word == RankWord::Left)
        stopFor(std::string(message.data()));
    if (message.word != call || message.call != m_calls)
        stopFor("Rank " + std::to_string(from) + " has done other work than rank "
                + std::to_string(rank()) + '.');
    return message;
}

void RankGroup::stopFor(const RankLost& lost)
{
    stopFor("Rank " + std::to_string(lost.rank)
            + (lost.isSilent
                   ? " has made no progress for " + secondsText(patience()) + " s (--rank-timeout)."
                   : " has ended, or its connection is broken."));
}

void RankGroup::stopFor(std::string why)
{
    if (!m_over)
        m_over = std::move(why);
    throw RunStopped{.cause = *m_over};
}

void RankGroup::requireAll() const
{
    if (m_over)
        throw RunStopped{.cause = *m_over};
}

void RankGroup::settle()
{
    try {
        m_links->settle(patience());
    } catch (const RankLost& lost) {
        stopFor(lost);
    }
}

bool RankGroup::exchange(RankWord call,
                         std::string mine,
                         bool stopped,
                         const std::function<void(std::span<const std::string_view> all)>& use)
{
    requireAll();
    ++m_calls;
    const auto message = rankMessage(std::move(mine), call, stopped, m_calls);
    std::optional<RankLost> lost;
    try {
        sendToAll(message);
    } catch (const RankLost& one) {
        lost = one;
    }
    {
        std::vector<Message> others(static_cast<std::size_t>(count()));
        for (int other = 0; other < count(); ++other) {
            if (other == rank())
                continue;
            if (lost && lost->rank == other)
                stopFor(*lost);
            Message& theirs = others[static_cast<std::size_t>(other)];
            theirs = received(other, call);
            stopped |= theirs.stopped;
        }
        std::vector<std::string_view> all;
        for (int other = 0; other < count(); ++other)
            all.push_back(other == rank()
                              ? std::string_view(*message).substr(0, message->size() - kTail)
                              : others[static_cast<std::size_t>(other)].data());
        if (!stopped)
            use(all);
        for (Message& theirs : others)
            m_links->reuse(std::move(theirs.arrived.own));
    } // only now the others know that theirs was read
    settle();
    if (message.use_count() == 1) // nobody else reads it now
        m_links->reuse(std::move(*message));
    return !stopped;
}

std::vector<std::string> RankGroup::exchanged(RankWord call, std::string mine, bool stopped)
{
    std::vector<std::string> all;
    if (!exchange(call, std::move(mine), stopped, [&all](std::span<const std::string_view> said) {
            all.assign(said.begin(), said.end());
        }))
        throw RunStopped{};
    return all;
}

std::string RankGroup::fromLeader(const std::function<std::string()>& make)
{
    requireAll();
    ++m_calls;
    if (!leads())
        return std::string(
            received(0, RankWord::Answer, kAsLongAsItTakes).data()); // a command has its own limit
    std::string made = make();
    try {
        sendToAll(RankWord::Answer, made, false, m_calls);
    } catch (const RankLost& lost) {
        stopFor(lost);
    }
    return made;
}

void RankGroup::tell(RankWord word, std::string_view data)
{
    if (word == RankWord::Begin) {
        endRun(m_run); // it may be replaced while it still exists
        beginRun();
    }
    requireAll();
    try {
        sendToAll(word, data, false);
    } catch (const RankLost& lost) {
        stopFor(lost);
    }
}

void RankGroup::endRun(int run)
{
    if (run != m_run || std::exchange(m_hasEnded, true))
        return;
    try {
        sendToAll(RankWord::End, {}, false);
    } catch (const RankLost&) { // its run has ended
    }
}

void RankGroup::compare(RankWord word, const std::string& own, const std::string& when)
{
    const std::vector<std::string> all = ask(word);
    for (std::size_t other = 1; other < all.size(); ++other)
        if (all[other] != own)
            throw RunStopped{.cause = "Rank " + std::to_string(other)
                                      + " has other models than rank 0 " + when + '.'};
}

void RankGroup::hand(RankWord word, std::string_view data)
{
    tell(word, data);
    settle();
}

std::vector<std::string> RankGroup::ask(RankWord word, std::string_view data)
{
    tell(word, data);
    ++m_calls;
    std::vector<std::string> all(static_cast<std::size_t>(count()));
    for (int other = 1; other < count(); ++other)
        all[static_cast<std::size_t>(other)] = received(other, word).data();
    settle();
    return all;
}

void RankGroup::stopOthers()
{
    int run = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_stopped, m_run) == m_run)
            return;
        run = m_run;
    }
    PackedBytes bytes;
    bytes.put(RankWord::End);
    bytes.put(run);
    const auto message = std::make_shared<const std::string>(bytes.take());
    for (int other = 1; other < count(); ++other)
        try {
            m_links->send(other, kStopChannel, message);
        } catch (const RankLost&) { // the next exchange tells
        }
}

void RankGroup::followStops()
{
    try {
        for (;;) {
            const ArrivedMessage arrived = m_links->receive(0, kStopChannel, kAsLongAsItTakes);
            UnpackedBytes message(arrived.text());
            if (message.get<RankWord>() == RankWord::Quit)
                return;
            const int run = message.get<int>();
            const std::lock_guard lock(m_mutex);
            m_stopped = run;
            if (run == m_run)
                m_stop.request_stop();
        }
    } catch (const RankLost&) { // rank 0, without which nobody waits for what this rank computes
        {
            const std::lock_guard lock(m_mutex);
            m_isWithoutLeader = true;
            m_stop.request_stop();
        }
        m_links->giveUpWaiting(); // also for other ranks
    }
}

RankGroup::Order RankGroup::nextRun()
{
    beginRun();
    return nextOrder();
}

RankGroup::Order RankGroup::nextOrder()
{
    Message message = receive(0, kAsLongAsItTakes);
    m_hasEnded |= message.word == RankWord::End;
    return {.word = message.word, .data = std::string(message.data())};
}

void RankGroup::answer(RankWord word, std::string data)
{
    m_links->settle(patience()); // rank 0 has the answer before, whose bytes are kept until now
    ++m_calls;
    m_links->send(0, m_run, rankMessage(std::move(data), word, false, m_calls));
}

void RankGroup::leave(const std::string& sentence)
{
    if (m_hasEnded)
        return;
    try {
        sendToAll(RankWord::Left, sentence.empty() ? m_over.value_or("") : sentence, false);
    } catch (const RankLost&) { // rank 0 finds out by itself
    }
    while (!m_hasEnded)
        static_cast<void>(nextOrder());
}

std::stop_token RankGroup::stopToken() const
{
    const std::lock_guard lock(m_mutex);
    return m_stop.get_token();
}

std::vector<int> dealt(std::span<const std::size_t> costs, int ranks)
{
    std::vector<std::size_t> longestFirst = indices(costs.size());
    std::ranges::stable_sort(longestFirst,
                             [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
    std::vector<std::size_t> work(static_cast<std::size_t>(ranks));
    std::vector<int> owners(costs.size());
    for (const std::size_t job : longestFirst) {
        const auto least = std::ranges::min_element(work);
        *least += costs[job] + 1; // jobs without cost are dealt evenly too
        owners[job] = static_cast<int>(least - work.begin());
    }
    return owners;
}

} // namespace coterie
