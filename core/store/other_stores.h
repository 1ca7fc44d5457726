#pragma once

#include "core/store/run_store.h"
#include "core/store/store_files.h"

#include <cstdint>
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
        const Result<RunStore*> store = holderOf(number);
        if (!store)
            return Unexpected<Error>{store.error()};
        return question(**store, numberInItsStore(number));
    }
    [[nodiscard]] Result<RunRow> run(std::int64_t number);
    /// Of those that can be read; of the others, see unread().
    [[nodiscard]] std::vector<RunRow> runs();
    [[nodiscard]] std::vector<RunMetric> metricOfRuns(const MetricMoment& moment);
    /// What could not be read by runs(), by the last of them.
    [[nodiscard]] const std::vector<UnreadStore>& unread() const { return m_unread; }

private:
    struct Opened
    {
        OtherStore store;
        std::unique_ptr<RunStore> open = nullptr; ///< null: not asked yet
    };
    [[nodiscard]] Result<RunStore*> holderOf(std::int64_t number);
    [[nodiscard]] static Result<RunStore*> opened(Opened& other);
    [[nodiscard]] static Result<std::vector<RunRow>> runsOf(Opened& other);

    std::vector<Opened> m_stores;
    std::vector<UnreadStore> m_unread;
};

} // namespace coterie
