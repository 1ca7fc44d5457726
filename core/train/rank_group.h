#pragma once

#include "core/train/rank_links.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace coterie {

/// What a message between ranks is about.
enum class RankWord : std::int32_t
{
    // Rank 0 tells the others what to do.
    Begin,   ///< a run
    Branch,  ///< Run::beginBranch()
    Restore, ///< Run::restore()
    Change,  ///< Run::change()
    Advance, ///< Run::advance()
    Digest,  ///< of the state; each answers with its own
    Hashes,  ///< of rows that are dealt; each answers with those of its own
    Rows,    ///< some of them; their owner answers with them
    Chunks,  ///< of a state that is to be restored, of which each keeps its rows
    End,     ///< of the run
    Quit,
    // A rank tells all others.
    Left, ///< it has left the run, and why
          // All exchange what they have computed.
    Train,
    Gradients,
    Evaluate,
    Features,
    Average, ///< the sums so far, of the rank whose turn it is
    Numbers, ///< of the clients whose models each has
    Columns, ///< of models that all of them mix or compare
    Answer,  ///< of rank 0 alone
    Data,    ///< what the run trains on, as a digest
    Room,    ///< what each needs of its machine's memory
    Cards    ///< which card each takes
};

/// Processes that play the same runs together. Each calls the same functions in the same order,
/// computes its share of the work and gets that of the others, so that all have the same state.
/// Rank 0 leads: it alone talks to the user and writes the store, tells the others what to do
/// (core/run/led_ranks.h) and finds out who is missing.
///
/// What a rank throws where the group cannot go on is RunStopped, at rank 0 with a sentence that
/// names the rank. Only rank 0 judges who is lost: the others wait longer, and then for its word.
/// What ends a run for a rank ends each later call in it at once, with the same sentence: where one
/// rank is lost all connections may break, and who has left the run answers nothing.
class RankGroup
{
public:
    /// Waits until all ranks have met, as RankLinks::join(). After it none of them needs the file.
    [[nodiscard]] static Result<std::unique_ptr<RankGroup>> join(const RankPlace& place,
                                                                 const RankWatch& watch = {});
    ~RankGroup(); ///< at rank 0: of all ranks
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    [[nodiscard]] int rank() const { return m_place.rank; }
    [[nodiscard]] int count() const { return m_place.count; }
    /// Its number among the ranks of its machine.
    [[nodiscard]] int local() const { return m_place.local; }
    [[nodiscard]] bool leads() const { return rank() == 0; }

    /// What a message has behind its data. Room for it in what is sent spares a copy.
    static constexpr std::size_t kTail = sizeof(RankWord) + sizeof(bool) + sizeof(std::uint64_t);
    /// Calls use(everybody's bytes, by rank). False, and not used, if one of them was stopped.
    [[nodiscard]] bool
    exchange(RankWord call,
             std::string mine,
             bool stopped,
             const std::function<void(std::span<const std::string_view> all)>& use);
    /// Everybody's bytes; throws RunStopped without a cause if one of them was stopped.
    [[nodiscard]] std::vector<std::string>
    exchanged(RankWord call, std::string mine, bool stopped = false);
    /// An empty text with memory of former messages, if there is any.
    [[nodiscard]] std::string spare() { return m_links->spare(); }
    /// What rank 0 made, at every rank.
    [[nodiscard]] std::string fromLeader(const std::function<std::string()>& make);

    // Of rank 0.
    void tell(RankWord word, std::string_view data = {});
    /// The same, and waits until the others have it, so that no memory is taken for what is under
    /// way.
    void hand(RankWord word, std::string_view data);
    /// The same, and what the others answer to it, by rank; nothing from itself.
    [[nodiscard]] std::vector<std::string> ask(RankWord word, std::string_view data = {});
    /// Ends a run at all ranks, wherever they are in it, unless it has ended. Never throws.
    void endRun(int run);
    /// The current run's number, from 1.
    [[nodiscard]] int run() const { return m_run; }
    /// Compares the answers of the others, which get this word, with its own. The sentence about
    /// a rank whose answer differs ends with `when`.
    void compare(RankWord word, const std::string& own, const std::string& when);
    /// Lets the others stop their local work. On any thread.
    void stopOthers();

    // Of the other ranks.
    struct Order
    {
        RankWord word{};
        std::string data;
    };
    /// The beginning of the next run, or Quit; then the orders in it, up to End. Waits as long as
    /// it takes. Throws RankLost.
    [[nodiscard]] Order nextRun();
    [[nodiscard]] Order nextOrder();
    void answer(RankWord word, std::string data);
    /// Out of the current run, because of what the sentence says or, without one, because another
    /// rank has left it. Returns at the run's end.
    void leave(const std::string& sentence);
    /// Asks for the current run to be stopped.
    [[nodiscard]] std::stop_token stopToken() const;

private:
    struct Message
    {
        RankWord word{};
        bool stopped = false;
        std::uint64_t call = 0;
        ArrivedMessage arrived;

        [[nodiscard]] std::string_view data() const
        {
            return arrived.text().substr(0, arrived.text().size() - kTail);
        }
    };

    RankGroup(const RankPlace& place, std::unique_ptr<RankLinks> links);

    /// More at ranks that do not judge.
    [[nodiscard]] std::chrono::duration<double> patience() const;
    void sendToAll(RankWord word, std::string_view data, bool stopped, std::uint64_t call = 0);
    void sendToAll(const std::shared_ptr<const std::string>& message);
    [[nodiscard]] Message receive(int from, std::chrono::duration<double> patience);
    /// A message of a call that all make; who has left, lost or mixed up something ends the run.
    [[nodiscard]] Message
    received(int from, RankWord call, std::optional<std::chrono::duration<double>> patience = {});
    void settle();
    [[noreturn]] void stopFor(const RankLost& lost);
    [[noreturn]] void stopFor(std::string why);
    void requireAll() const;
    void beginRun();
    void followStops();

    const RankPlace m_place;
    std::unique_ptr<RankLinks> m_links;
    int m_run = 0; ///< counted from 1; what is left unread of one run is not taken for another's
    std::uint64_t m_calls = 0; ///< of the run
    bool m_hasEnded = true;    ///< the run
    /// The run cannot go on here: the sentence about what went wrong first, or none where another
    /// rank has left it at the user's wish.
    std::optional<std::string> m_over;

    mutable std::mutex m_mutex; ///< for all that follows
    std::stop_source m_stop;
    int m_stopped = 0; ///< the run that was last asked to be stopped
    bool m_isWithoutLeader = false;
    std::jthread m_follower;
};

/// Which rank does each job: the longest first, each to the rank with the least work so far.
[[nodiscard]] std::vector<int> dealt(std::span<const std::size_t> costs, int ranks);

} // namespace coterie
