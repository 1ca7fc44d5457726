#pragma once

#include "core/base/give_way.h"

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace coterie::ui {

/// As LatestJob, for work that may hang: a disk that does not answer must not hold up the window.
/// The destructor does not wait; the work goes on by itself, and its answer is dropped. It may hold
/// only values, no reference to anything that goes with this object.
class OutlivingJob final : public QObject
{
public:
    OutlivingJob()
        : m_link(std::make_shared<Link>())
    {
        m_link->owner = this;
    }
    ~OutlivingJob() override
    {
        const std::lock_guard lock(m_link->mutex);
        m_link->owner = nullptr;
        m_link->next = {};
    }

    /// `work` runs on a thread of its own, beside others that have not answered yet, of which there
    /// are few; `done` gets its result on the thread of this object.
    template <typename Work, typename Done>
    void run(Work work, Done done)
    {
        const quint64 number = ++m_newest;
        auto job = [link = m_link, number, work = std::move(work), done = std::move(done)] {
            auto answer = std::make_shared<decltype(work())>(work());
            const std::lock_guard lock(link->mutex); // the owner stays until the answer is posted
            if (OutlivingJob* owner = link->owner)
                QMetaObject::invokeMethod(
                    owner,
                    [owner, number, answer, done] {
                        if (number == owner->m_newest)
                            done(std::move(*answer));
                    },
                    Qt::QueuedConnection);
        };
        const std::lock_guard lock(m_link->mutex);
        m_link->next = std::move(job);
        if (m_link->workers == kMostWorkers)
            return; // the first that is free takes it
        ++m_link->workers;
        std::thread([link = m_link] { workOff(*link); }).detach();
    }

private:
    static constexpr int kMostWorkers = 4;

    struct Link
    {
        std::mutex mutex;
        OutlivingJob* owner = nullptr; ///< null once it is gone
        std::function<void()> next;    ///< the newest that has not begun
        int workers = 0;               ///< threads that are there
    };

    static void workOff(Link& link)
    {
        giveWayToOtherThreads();
        while (true) {
            std::function<void()> job;
            {
                const std::lock_guard lock(link.mutex);
                job = std::exchange(link.next, {});
                if (!job) {
                    --link.workers;
                    return;
                }
            }
            job();
        }
    }

    std::shared_ptr<Link> m_link;
    quint64 m_newest = 0;
};

} // namespace coterie::ui
