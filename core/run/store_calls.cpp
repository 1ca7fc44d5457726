#include "core/run/store_calls.h"

#include "core/run/queue_requests.h"
#include "core/store/run_store.h"

#include <utility>

namespace coterie {

bool StoreCalls::insist(const std::function<Result<void>()>& call)
{
    for (Result<void> done = call(); !done; done = call()) {
        report(done.error());
        m_refusal = done.error().sentence();
        if (!canPass(done.error())) {
            m_requests.giveUp();
            return false;
        }
        if (!m_requests.waitToTryAgain())
            return false;
    }
    return true;
}

void StoreCalls::report(const Error& refusal)
{
    const std::string sentence = refusal.sentence();
    if (sentence != std::exchange(m_reported, canPass(refusal) ? std::string() : sentence))
        m_observer.observe(Trouble{sentence});
}

} // namespace coterie
