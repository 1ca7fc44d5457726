#include "core/algorithms/sfedhp_parameters.h"

namespace coterie {
namespace {

GammaPolicy policyNamed(std::string_view name)
{
    if (name == "constant")
        return GammaPolicy::Constant;
    return name == "joint" ? GammaPolicy::Joint : GammaPolicy::Respectively;
}

} // namespace

SFedHpParameters sFedHpParameters(const ParameterSet& given)
{
    const auto whole = [&](std::string_view name) { return static_cast<int>(given.integer(name)); };
    return {.selectedEdges = whole("selectedEdges"),
            .edgeRounds = whole("edgeRounds"),
            .innerSteps = whole("innerSteps"),
            .edgeLearningRate = given.real("edgeLearningRate"),
            .lambda1 = given.real("lambda1"),
            .lambda2 = given.real("lambda2"),
            .gamma1 = given.real("gamma1"),
            .gamma2 = given.real("gamma2"),
            .rho = given.real("rho"),
            .beta = given.real("beta"),
            .nu = given.real("nu"),
            .innerSolver = given.word("innerSolver") == "nesterov" ? InnerSolver::Nesterov
                                                                   : InnerSolver::GradientDescent,
            .thetaInit =
                given.word("thetaInit") == "center" ? ThetaStart::Center : ThetaStart::Previous,
            .weightDecayTheta = given.real("weightDecayTheta"),
            .zeroTol = given.real("zeroTol"),
            .gammaPolicy = policyNamed(given.word("gammaPolicy")),
            .gammaTiny = given.real("gammaTiny"),
            .gammaSparsity = given.real("gammaSparsity"),
            .gammaRounds = whole("gammaRounds"),
            .pruneOnSend = given.boolean("pruneOnSend"),
            .code = sparseCodeNamed(given.word("code")),
            .bitsPerNumber = given.real("bitsPerNumber"),
            .trainSelectedOnly = given.boolean("trainSelectedOnly")};
}

} // namespace coterie
