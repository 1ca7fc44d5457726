#pragma once

#include "core/algorithms/algorithm.h"

#include <string>
#include <vector>

namespace coterie {

/// An algorithm whose memory between rounds is models and other tensors alone: it says once what
/// they are called, and state() and restore() follow.
class KeepingAlgorithm : public Algorithm
{
public:
    KeepingAlgorithm(const KeepingAlgorithm&) = delete;
    KeepingAlgorithm& operator=(const KeepingAlgorithm&) = delete;

    [[nodiscard]] State state() const final;
    void restore(const State& state) final;

protected:
    KeepingAlgorithm() = default;
    /// For a derived class's constructor, of its own members.
    void keeps(std::string name, at::Tensor& values);
    /// The buffers under that name with "Buffers" behind it.
    void keeps(const std::string& name, ModelRows& rows);

private:
    struct Kept
    {
        std::string name;
        at::Tensor* values;
    };
    std::vector<Kept> m_kept;
};

} // namespace coterie
