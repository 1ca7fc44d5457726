#pragma once

#include "core/algorithms/model_sets.h"
#include "core/base/result.h"
#include "core/experiment/external_command.h"
#include "core/experiment/parameters.h"
#include "core/train/federation.h"
#include "core/train/optimizers.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// A method of collaboration. A round reads like its paper; what it keeps between rounds is a value
/// that a checkpoint can hold. It never branches on another algorithm's name, starts a thread or
/// asks which device it is on.
class Algorithm
{
public:
    Algorithm(const Algorithm&) = delete;
    Algorithm& operator=(const Algorithm&) = delete;
    virtual ~Algorithm() = default;

    /// Why the plan cannot run with this network and number of clients, with its place in the arm,
    /// such as "/algorithm/selectedEdges"; nothing if it can. Edge servers of the plan are those
    /// of the run. Called before start().
    [[nodiscard]] virtual std::optional<Error>
    problemWith(const RunPlan&, const Network&, std::size_t) const
    {
        return {};
    }

    /// What the user allows and where; without this call nothing. Called before the first round.
    virtual void take(const CommandConsent&) {}
    /// Creates the models, before the first round.
    virtual void start(Federation& federation) = 0;
    virtual void round(Federation& federation, RoundReport& report) = 0;
    [[nodiscard]] virtual ModelsInUse models() const = 0;
    /// Called between two rounds after the user changed a live parameter; the new values hold from
    /// now on. `described` is the algorithm's table.
    virtual void setParameters(std::span<const ParameterDescriptor> described,
                               const ParameterSet& given);

    /// What keeps() named.
    [[nodiscard]] virtual State state() const;
    virtual void restore(const State& state);

protected:
    Algorithm() = default;

    // Called in a derived class's constructor for the members that a checkpoint holds. Each has
    // the same name in every version of the program, so that old checkpoints can be resumed.
    void keeps(const std::string& name, at::Tensor& values);
    /// The buffers are called `buffersName`, or else `name` with "Buffers" behind it.
    void keeps(const std::string& name, ModelRows& rows, const std::string& buffersName = {});
    void keeps(const std::string& prefix, PersonalModels& models);
    void keeps(const std::string& name, ClientRows& rows);
    void keeps(const std::string& name, std::vector<double>& numbers);
    void keeps(const std::string& name, std::vector<std::size_t>& places);
    /// A RowOptimizer or an OptimizerMemory.
    template <typename Moments>
    void keeps(const std::string& prefix, Moments& moments)
    {
        m_kept.push_back(
            {[prefix, &moments] { return moments.state(prefix); },
             [prefix, &moments](const State& state) { moments.restore(state, prefix); }});
    }

private:
    struct Kept
    {
        std::function<State()> state;
        std::function<void(const State&)> restore;
    };
    void
    keepsRows(const std::string& name, at::Tensor& values, const std::optional<std::size_t>& first);

    std::vector<Kept> m_kept;
};

/// The only list of algorithms in the program, in the order it shows them. To add one: a file in
/// this folder that defines its entry, and its name here.
#define COTERIE_ALGORITHMS                                                                         \
    kIndependent, kFedAvg, kCentralised, kHcct, kHcctE, kHcctP, kFedPer, kMaxFl, kFedFa, kIfca,    \
        kFlsc, kGivenGroups, kAllForOne, kDitto, kCobo, kWgaBc, kApfl, kHierFavg, kSFedHp,         \
        kPFedMe, kPFedGp, kPerFedAvg, kFedAmp, kHeurFedAmp, kScaffold, kFedDyn, kAssumptionOne,    \
        kExternal

extern const MadePart<Algorithm> COTERIE_ALGORITHMS;

/// The algorithm a plan names; the plan has been validated, so the name is known.
[[nodiscard]] std::unique_ptr<Algorithm> makeAlgorithm(const RunPlan& plan);

/// An algorithm with one model, which every client uses.
class GlobalModelAlgorithm : public Algorithm
{
public:
    void start(Federation& federation) override { m_model.start(federation); }
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }

protected:
    GlobalModelAlgorithm() { keeps("model", m_model.row); }

    GlobalModel m_model; ///< w
};

/// An algorithm with a model for each client.
class PersonalModelsAlgorithm : public Algorithm
{
public:
    void start(Federation& federation) override { m_models.start(federation); }
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }

protected:
    PersonalModelsAlgorithm() { keeps("", m_models); }

    PersonalModels m_models; ///< w_i
};

/// An algorithm with parameters, on one of the bases above.
template <typename Base, typename Parameters>
class Configured : public Base
{
public:
    explicit Configured(const Parameters& parameters)
        : m_parameters(parameters)
    {}

    void setParameters(std::span<const ParameterDescriptor> described,
                       const ParameterSet& given) override
    {
        m_parameters = readParameters<Parameters>(described, given);
    }

protected:
    Parameters m_parameters;
};

} // namespace coterie
