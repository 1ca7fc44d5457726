#pragma once

#include "core/base/result.h"
#include "core/train/federation.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// A method of collaboration. A round reads like its paper; what it keeps between rounds is a value
/// that a checkpoint can hold. It never branches on another algorithm's name, starts a thread or
/// asks which device it is on.
class Algorithm
{
public:
    virtual ~Algorithm() = default;

    /// Why the plan cannot be played with this network and so many clients, with its place in the
    /// arm, such as "/algorithm/selectedEdges"; nothing if it can. Edge servers of the plan are
    /// those that play. Asked before start().
    [[nodiscard]] virtual std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const;

    /// Sets up the models, before the first round.
    virtual void start(Federation& federation) = 0;
    virtual void round(Federation& federation, RoundReport& report) = 0;
    [[nodiscard]] virtual ModelsInUse models() const = 0;
    /// Called between two rounds when parameters that their descriptors call live were changed by
    /// hand; these hold from now on. Whoever declares one has to take it.
    virtual void setParameters(const ParameterSet& parameters);

    [[nodiscard]] virtual State state() const = 0;
    virtual void restore(const State& state) = 0;
};

/// The algorithm a plan names; the plan has been validated, so the name is known.
[[nodiscard]] std::unique_ptr<Algorithm> makeAlgorithm(const RunPlan& plan);

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
