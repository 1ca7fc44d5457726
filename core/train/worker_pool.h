#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace coterie {

/// As many as asked for; 0 or less: one per core.
[[nodiscard]] std::size_t workerCount(std::int64_t asked);

/// A few threads that work through a list of tasks. They give way to the program's main thread, so
/// that a window stays responsive while every core computes.
class WorkerPool
{
public:
    explicit WorkerPool(std::size_t workers);
    ~WorkerPool();

    /// Calls task(worker, index) once for each index of `order`, which is handed out front to back;
    /// returns when all are done. An exception of a task is rethrown here.
    void run(std::span<const std::size_t> order,
             const std::function<void(std::size_t, std::size_t)>& task);

private:
    void work(std::size_t worker, const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::condition_variable m_done;
    std::span<const std::size_t> m_order;
    const std::function<void(std::size_t, std::size_t)>* m_task = nullptr;
    std::size_t m_next = 0;
    std::size_t m_unfinished = 0;
    std::exception_ptr m_failure;
    std::vector<std::jthread> m_threads;
};

} // namespace coterie
