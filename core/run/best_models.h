#pragma once

#include "core/base/result.h"
#include "core/metrics/metric_infos.h"
#include "core/report/kept_models.h"
#include "core/train/state.h"

#include <ATen/core/Tensor.h>
#include <optional>

namespace coterie {

/// The models of the round with the lowest test error so far, or the lowest test loss where there
/// are no classes; of equal rounds the first. What is not a number is never the best. They are a
/// part of the run's state, so that a resumed run ends with the same ones.
class BestModels
{
public:
    /// Whether a round with these numbers has better models than every round before.
    [[nodiscard]] bool isBetter(const HeadlineNumbers& numbers) const;
    /// Keeps the models of that round in place of the earlier ones.
    void keep(const HeadlineNumbers& numbers, KeptModels models);
    /// Nothing before the first round with such numbers.
    [[nodiscard]] std::optional<KeptModels> models() const;

    /// Empty if there are none.
    [[nodiscard]] State state() const;
    [[nodiscard]] Result<void> restore(const State& state);

private:
    KeptModels m_kept;  ///< without their numbers
    at::Tensor m_bytes; ///< of each model a row
    double m_value = 0; ///< the error or the loss
    bool m_hasAny = false;
};

} // namespace coterie
