#pragma once

#include "core/store/run_store.h"
#include "core/store/store_files.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace coterie {

/// The stores that a RunStore reads beside its own file, each opened when it is first asked. What
/// they answer has the numbers of their places. None of them is ever written, not even updated to
/// the present version.
class OtherStores final
{
public:
    explicit OtherStores(const std::vector<OtherStore>& stores);

    /// The answer of the store that this run or experiment is in; `question` gets that store and
    /// the number there.
    template <typename Question>
    [[nodiscard]] auto ask(std::int64_t number, const Question& question)
        -> decltype(question(std::declval<RunStore&>(), number))
    {
        const Result<Opened*> other = holderOf(number);
        if (!other)
            return Unexpected<Error>{other.error()};
        return answerOf(**other,
                        [&](RunStore& store) { return question(store, numberInItsStore(number)); });
    }
    [[nodiscard]] Result<RunRow> run(std::int64_t number);
    /// Of those that can be read; of the others, see unread().
    [[nodiscard]] std::vector<RunRow> runs();
    [[nodiscard]] std::vector<RunMetric> metricOfRuns(const MetricMoment& moment);
    /// What could not be read by runs(), by the last of them.
    [[nodiscard]] const std::vector<UnreadStore>& unread() const { return m_unread; }

private:
    /// How a file was found.
    struct Stand
    {
        bool hasLog = false; ///< a reader then sees each commit
        std::filesystem::file_time_type written = {};
        std::uintmax_t size = 0;

        bool operator==(const Stand&) const = default;
    };
    struct Opened
    {
        OtherStore store;
        Stand stand = {};                         ///< when it was opened
        std::unique_ptr<RunStore> open = nullptr; ///< null: not asked yet
    };
    [[nodiscard]] static Stand standOf(const std::filesystem::path& file);
    /// Whether its owner has begun to write it since it was opened as a file that nobody writes.
    /// Closes it then.
    [[nodiscard]] static bool wasWritten(Opened& other);
    /// Asks again if the file was written meanwhile: the answer may be of old and new parts.
    template <typename Question>
    [[nodiscard]] static auto answerOf(Opened& other, const Question& question)
        -> decltype(question(std::declval<RunStore&>()))
    {
        for (bool isFirst = true;; isFirst = false) {
            const Result<RunStore*> store = opened(other);
            if (!store)
                return Unexpected<Error>{store.error()};
            auto answer = question(**store);
            if (!isFirst || !wasWritten(other))
                return answer;
        }
    }
    [[nodiscard]] Result<Opened*> holderOf(std::int64_t number);
    [[nodiscard]] static Result<RunStore*> opened(Opened& other);
    [[nodiscard]] static Result<std::vector<RunRow>> runsOf(Opened& other);

    std::vector<Opened> m_stores;
    std::vector<UnreadStore> m_unread;
};

} // namespace coterie
