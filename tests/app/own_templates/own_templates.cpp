#include "core/algorithms/aggregation.h"
#include "core/algorithms/method_library.h"
#include "core/nn/dropout_mask.h"
#include "core/nn/gemm.h"
#include "core/nn/initialise.h"
#include "core/nn/pytorch_module.h"

#include <stdexcept>
#include <vector>

// A method that calls the engine's function templates: their instances are in the program.

namespace coterie {
namespace {

class OwnTemplates final : public PersonalModelsAlgorithm
{
public:
    void round(Federation& federation, RoundReport& report) override
    {
        const Trained trained = federation.train(m_models.rows, report);
        m_models.keep(trained.clients, trained.ends);
        report.collaboration = Collaboration::identity(federation.clients());
        check(federation);
    }

private:
    static void check(const Federation& federation)
    {
        const ParamLayout& layout = federation.network().layout();
        std::vector<float> numbers(layout.parameterCount + layout.bufferCount);
        const std::span<float> all(numbers);
        initialise<float>(federation.network(),
                          Initialisation::LibTorch,
                          federation.plan().seed,
                          0,
                          all.first(layout.parameterCount),
                          all.subspan(layout.parameterCount));
        if (pytorchState<float>(layout, all).size()
            < layout.parameters.size() + layout.buffers.size())
            throw std::runtime_error("a tensor is missing");

        const std::size_t count = layout.parameterCount;
        std::vector<float> mask(count);
        fillDropoutMask<float>({.seed = federation.plan().seed}, 0, 0, 0.0, mask.data(), count);
        std::vector<double> ones(mask.begin(), mask.end());
        double product = 0;
        gemm<double>({.m = 1, .n = 1, .k = count},
                     {.values = ones.data(), .stride = count},
                     {.values = ones.data(), .stride = 1},
                     &product,
                     1);
        if (product != static_cast<double>(count))
            throw std::runtime_error("the product is wrong");
    }
};

constexpr MadePart<Algorithm> kOwnTemplates = madeAs<Algorithm, OwnTemplates>(
    {.name = "ownTemplates",
     .title = "Own templates",
     .meaning = "Every client trains alone; the engine's function templates are called."});

} // namespace

COTERIE_METHODS(kOwnTemplates)

} // namespace coterie
