#pragma once

#include "core/base/give_way.h"

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace coterie::ui {

/// Runs work off the GUI thread, one job at a time, and delivers the answer on the thread of this
/// object. Only the newest job is delivered, so a late answer never overwrites a newer one. The
/// destructor waits for the running job and delivers nothing.
class LatestJob final : public QObject
{
public:
    /// Usual work gives way to what is painted. Programs that a job starts inherit its priority, so
    /// one that starts programs for others to keep, such as a cluster's, does not.
    enum class Priority
    {
        GivesWay,
        AsTheWindow
    };

    explicit LatestJob(Priority priority = Priority::GivesWay)
        : m_givesWay(priority == Priority::GivesWay)
    {
        m_pool.setMaxThreadCount(1);
    }
    ~LatestJob() override
    {
        m_pool.clear();
        m_pool.waitForDone();
    }

    /// `work` runs on the pool's thread and must not touch widgets; `done` gets its result.
    template <typename Work, typename Done>
    void run(Work work, Done done)
    {
        const quint64 number = ++m_newest;
        m_pool.clear(); // jobs that have not started
        m_pool.start([this, number, work = std::move(work), done = std::move(done)]() mutable {
            if (m_givesWay)
                giveWayToOtherThreads();
            auto answer = std::make_shared<decltype(work())>(work());
            QMetaObject::invokeMethod(
                this,
                [this, number, answer, done]() mutable {
                    if (number != m_newest)
                        return;
                    m_delivered = number;
                    done(std::move(*answer));
                },
                Qt::QueuedConnection);
        });
    }

    /// Drops the answer of the running job.
    void cancel()
    {
        m_pool.clear();
        m_delivered = ++m_newest;
    }
    /// The same, and waits until the job has ended.
    void finish()
    {
        cancel();
        m_pool.waitForDone();
    }
    [[nodiscard]] bool isBusy() const { return m_delivered != m_newest; }

private:
    QThreadPool m_pool;
    bool m_givesWay;
    quint64 m_newest = 0;
    quint64 m_delivered = 0;
};

} // namespace coterie::ui
