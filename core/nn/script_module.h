#pragma once

#include "core/base/result.h"
#include "core/nn/network.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// What a module makes of samples of one shape.
struct ScriptFit
{
    SampleShape output;
    Loss loss = Loss::CrossEntropy;
    bool takesWholeNumbers = false; ///< its input are indices, such as those of letters
    std::size_t activations = 0;    ///< numbers of one sample's forward pass
    double multiplyAdds = 0;        ///< of one sample's forward pass
    std::size_t features = 0;       ///< of a sample, that arrive at the output layer; 0: not told
    std::string whyNoFeatures = {}; ///< then why
    std::string whyNoLayers = {};   ///< see networkOfModule()
};

/// A network from PyTorch, as torch.jit.script(net).save() writes it. Its parameters, in the order
/// of their registration, are a row of models like those of every other network, and so are its
/// buffers of real numbers. Buffers of whole numbers, such as the batches that a batch-norm counts,
/// and parameters without a gradient stay as the file has them. Immutable and shared by threads.
class ScriptModule
{
public:
    /// From the bytes of a .pt file, whose code may run as it is read: consent comes first.
    /// `output` names the module whose weight is that of the output layer; empty: the one of the
    /// last parameter that is a matrix. The error says why it cannot be trained.
    [[nodiscard]] static Result<std::shared_ptr<const ScriptModule>>
    load(std::string_view bytes, const std::string& output);
    ~ScriptModule();
    ScriptModule(const ScriptModule&) = delete;
    ScriptModule& operator=(const ScriptModule&) = delete;

    /// The names are the module's own.
    [[nodiscard]] const ParamLayout& layout() const { return m_layout; }
    /// What the file holds.
    template <typename Scalar>
    void copyStart(std::span<Scalar> parameters, std::span<Scalar> buffers) const;

    /// From two passes over made-up samples, in evaluation and in training. 0 classes: targets, or
    /// masks where the module gives one.
    [[nodiscard]] Result<ScriptFit> fit(const SampleShape& input, std::size_t classes) const;
    /// Whether a pass draws random numbers, as dropout does.
    [[nodiscard]] bool draws() const { return m_draws; }

    /// What LibTorch has of it; for those who include script_inside.h.
    struct Inside;
    [[nodiscard]] const Inside& inside() const;

private:
    ScriptModule();

    std::unique_ptr<Inside> m_inside;
    ParamLayout m_layout;
    bool m_draws = false;
};

/// Of samples as a module gets them: [batch, channels, depth, height, width], without depth for
/// pictures and without all three for rows.
[[nodiscard]] std::vector<std::int64_t> scriptInputSizes(const SampleShape& input,
                                                         std::int64_t batch);

extern template void ScriptModule::copyStart<float>(std::span<float>, std::span<float>) const;
extern template void ScriptModule::copyStart<double>(std::span<double>, std::span<double>) const;

} // namespace coterie
