#include "core/train/worker_pool.h"

#include "core/base/give_way.h"

#include <ATen/Parallel.h>
#include <algorithm>
#include <utility>

namespace coterie {

std::size_t workerCount(std::int64_t asked)
{
    return asked > 0 ? static_cast<std::size_t>(asked)
                     : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

WorkerPool::WorkerPool(std::size_t workers)
{
    for (std::size_t worker = 0; worker < workers; ++worker)
        m_threads.emplace_back([this, worker](const std::stop_token& stop) { work(worker, stop); });
}

WorkerPool::~WorkerPool()
{
    for (std::jthread& thread : m_threads)
        thread.request_stop();
    m_wake.notify_all();
}

void WorkerPool::run(std::span<const std::size_t> order,
                     const std::function<void(std::size_t, std::size_t)>& task)
{
    std::unique_lock lock(m_mutex);
    m_order = order;
    m_task = &task;
    m_next = 0;
    m_unfinished = order.size();
    m_wake.notify_all();
    m_done.wait(lock, [this] { return m_unfinished == 0; });
    m_task = nullptr;
    if (m_failure)
        std::rethrow_exception(std::exchange(m_failure, nullptr));
}

void WorkerPool::work(std::size_t worker, const std::stop_token& stop)
{
    giveWayToOtherThreads();
    at::set_num_threads(1); // clients are trained in parallel; threads inside an operation would
                            // slow each other down
    std::unique_lock lock(m_mutex);
    while (
        m_wake.wait(lock, stop, [this] { return m_task != nullptr && m_next < m_order.size(); })) {
        const std::size_t index = m_order[m_next++];
        const auto& task = *m_task;
        lock.unlock();
        std::exception_ptr failure;
        try {
            task(worker, index);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !m_failure)
            m_failure = failure;
        if (--m_unfinished == 0)
            m_done.notify_one();
    }
}

} // namespace coterie
