#pragma once

#include "core/train/local_work.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// dφ_ρ/dx = tanh(x/ρ) of every entry, the slope of the smooth ℓ1 penalty
/// (core/collaboration/sparsity.h). No cosh: safe for any x/ρ.
[[nodiscard]] at::Tensor smoothL1Slope(const at::Tensor& x, double rho);

struct AnchorTermParameters
{
    double pull = 0;  ///< λ of (λ/2)‖w − a‖², a the job's anchor
    double decay = 0; ///< of (decay/2)‖w‖²
    double gamma = 0; ///< of γ·φ_ρ(w), the smooth ℓ1 penalty (core/collaboration/sparsity.h)
    double rho = 1;
    double stopBelow = 0; ///< ν: where ‖∇H‖² ≤ ν the gradient is cut to zero, which ends the solve
    int steps = 0; ///< of a job; its last step's ‖∇H‖² is remembered
};

/// What personalised methods add to a client's loss: a pull towards a reference model, shrinking,
/// and a penalty that makes entries small. ∇H = ∇ℓ + λ(w − a) + decay·w + γ·tanh(w/ρ): pFedMe eq.
/// (2), FedAMP eq. (4), sFedHP eq. (8).
class AnchorTerm final : public Objective
{
public:
    AnchorTerm(const AnchorTermParameters& parameters, std::size_t clients);

    void addGradient(const LocalPoint& point, at::Tensor gradient) const override;
    [[nodiscard]] double noted(std::size_t client) const override
    {
        return client < m_residuals.size() ? m_residuals[client] : 0;
    }
    void note(std::size_t client, double residual) const override
    {
        if (client < m_residuals.size())
            m_residuals[client] = residual;
    }
    /// ‖∇H‖² at each client's last step, how far a solve of H came; 0 before any. NaN and infinity
    /// are data.
    [[nodiscard]] std::span<const double> residuals() const { return m_residuals; }

private:
    AnchorTermParameters m_parameters;
    mutable std::vector<double> m_residuals; ///< clients in different threads write different ones
};

} // namespace coterie
