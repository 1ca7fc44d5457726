#pragma once

#include "core/base/result.h"
#include "core/run/queue_events.h"

#include <functional>
#include <string>

namespace coterie {

class QueueRequests;

/// Calls of the store that a queue cannot do without. Belongs to the queue's thread.
class StoreCalls
{
public:
    StoreCalls(QueueRequests& requests, RunObserver& observer)
        : m_requests(requests)
        , m_observer(observer)
    {}

    /// Repeats the call: reports each refusal and waits for proceed(). One that waiting cannot help
    /// against stops the queue. False if it was stopped.
    [[nodiscard]] bool insist(const std::function<Result<void>()>& call);
    /// Once for each refusal that lasts.
    void report(const Error& refusal);
    /// The last refusal that a call met.
    [[nodiscard]] const std::string& refusal() const { return m_refusal; }
    /// One that was reported is news again.
    void forget() { m_reported.clear(); }

private:
    QueueRequests& m_requests;
    RunObserver& m_observer;
    std::string m_refusal;
    std::string m_reported; ///< the last refusal that waiting does not help against
};

} // namespace coterie
