#include "core/nn/script_layers.h"

#include "core/nn/layer_list.h"
#include "core/nn/script_steps.h"
#include "core/nn/script_words.h"

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/inliner.h>

#include <ATen/core/Tensor.h>
#include <algorithm>
#include <exception>
#include <map>
#include <set>

namespace coterie {

namespace {

/// A prime that no module has as a size of its own: what holds for it and for one and two samples
/// holds for all.
constexpr std::int64_t kManySamples = 1'000'003;
/// Whole numbers in the graph that are tried as the number of samples, too.
constexpr std::size_t kMostTriedBatches = 32;

/// One that a forward pass could compare with.
void collectNumber(const c10::IValue& value, std::set<std::int64_t>& numbers)
{
    if (value.isInt() && value.toInt() > 2 && value.toInt() < kManySamples)
        numbers.insert(value.toInt());
}

void collectNumbers(const torch::jit::Block& block, std::set<std::int64_t>& numbers)
{
    for (const torch::jit::Node* node : block.nodes()) {
        if (node->kind() == c10::prim::Constant)
            if (const auto constant = torch::jit::toIValue(node->output()))
                collectNumber(*constant, numbers);
        for (const torch::jit::Block* inner : node->blocks())
            collectNumbers(*inner, numbers);
    }
}

std::vector<std::int64_t> triedBatches(const torch::jit::Module& module,
                                       const torch::jit::Graph& graph)
{
    std::set<std::int64_t> numbers;
    collectNumbers(*graph.block(), numbers);
    for (const auto& attribute : module.named_attributes())
        collectNumber(attribute.value, numbers);
    std::vector<std::int64_t> batches{1, 2};
    for (const std::int64_t number : numbers)
        if (batches.size() < kMostTriedBatches)
            batches.push_back(number);
    return batches;
}

/// What a step computes and of what, whatever its number.
struct ComparedStep
{
    Layer layer;
    std::vector<std::size_t> inputs;
    std::vector<std::string> tensors;

    bool operator==(const ComparedStep&) const = default;
};

/// The steps that lead to the result. Without dropout: as in evaluation.
std::vector<ComparedStep> comparedSteps(const ScriptSteps& script, bool withDropout)
{
    std::vector<bool> isUsed(script.steps.size(), false);
    isUsed[script.result] = true;
    for (std::size_t i = script.steps.size(); i-- > 0;)
        if (isUsed[i])
            for (const std::size_t before : script.steps[i].inputs)
                isUsed[before] = true;
    std::vector<std::size_t> place(script.steps.size(), 0);
    std::vector<ComparedStep> compared;
    for (std::size_t i = 0; i < script.steps.size(); ++i) {
        const ScriptStep& step = script.steps[i];
        if (!isUsed[i])
            continue;
        if (step.layer.kind == LayerKind::Dropout && !withDropout && i != 0) {
            place[i] = place[step.inputs.front()];
            continue;
        }
        ComparedStep same{.layer = step.layer, .inputs = {}, .tensors = step.tensors};
        for (const std::size_t before : step.inputs)
            same.inputs.push_back(place[before]);
        place[i] = compared.size();
        compared.push_back(std::move(same));
    }
    return compared;
}

/// What training does with many samples, once it is known that evaluation and any other number of
/// samples go the same way.
ScriptSteps steadySteps(const torch::jit::Module& module, const SampleShape& input)
{
    const auto method = module.find_method("forward");
    if (!method)
        throw ScriptRefusal{"the module has no forward"};
    const std::shared_ptr<torch::jit::Graph> graph = method->graph()->copy();
    torch::jit::Inline(*graph);
    ScriptSteps training = stepsOfScript(module, *graph, {input, kManySamples, true});
    const ScriptSteps evaluation = stepsOfScript(module, *graph, {input, kManySamples, false});
    if (comparedSteps(training, false) != comparedSteps(evaluation, true))
        throw ScriptRefusal{"forward has other layers in training than in evaluation"};
    for (const std::int64_t batch : triedBatches(module, *graph))
        for (const bool trains : {false, true})
            try {
                const ScriptSteps other = stepsOfScript(module, *graph, {input, batch, trains});
                if (comparedSteps(other, true)
                    != comparedSteps(trains ? training : evaluation, true))
                    throw ScriptRefusal{"forward has other layers for a batch of "
                                        + std::to_string(batch) + " than for other batches"};
            } catch (const ScriptRefusal& refusal) {
                // PyTorch refuses to train a batch-norm of numbers on a single sample.
                if (!refusal.raised)
                    throw;
            }
    return training;
}

/// Each belongs to one layer, as they do in a row.
void checkTensors(const torch::jit::Module& module, const std::vector<std::string>& used)
{
    std::set<std::string> seen;
    for (const std::string& name : used)
        if (!seen.insert(name).second)
            throw ScriptRefusal{"\"" + name
                                + "\" is used more than once; each layer of a list has "
                                  "weights of its own"};
    std::map<const void*, std::string> places;
    const auto checkPlace = [&](const std::string& name, const at::Tensor& tensor) {
        if (tensor.numel() == 0)
            return;
        const auto [place, isNew] = places.emplace(tensor.data_ptr(), name);
        if (!isNew)
            throw ScriptRefusal{"\"" + place->second + "\" and \"" + name
                                + "\" are the same tensor; each layer of a list has weights of its "
                                  "own"};
    };
    std::optional<at::ScalarType> type;
    for (const auto& parameter : module.named_parameters()) {
        if (!seen.contains(parameter.name))
            throw ScriptRefusal{"the parameter \"" + parameter.name
                                + "\" is not used by a layer of a list"};
        if (!parameter.value.requires_grad())
            throw ScriptRefusal{"the parameter \"" + parameter.name
                                + "\" is not trained; a list trains all of them"};
        const at::ScalarType own = parameter.value.scalar_type();
        if ((own != at::kFloat && own != at::kDouble) || own != type.value_or(own))
            throw ScriptRefusal{"the parameter \"" + parameter.name
                                + "\" has another type of numbers than a list can have"};
        type = own;
        checkPlace(parameter.name, parameter.value);
    }
    for (const auto& buffer : module.named_buffers()) {
        checkPlace(buffer.name, buffer.value);
        const bool counts =
            buffer.value.scalar_type() == at::kLong && buffer.name.ends_with("num_batches_tracked");
        if (!counts && !seen.contains(buffer.name))
            throw ScriptRefusal{"the buffer \"" + buffer.name
                                + "\" is no running statistic of a layer"};
        seen.erase(buffer.name);
    }
    for (const auto& parameter : module.named_parameters())
        seen.erase(parameter.name);
    if (!seen.empty())
        throw ScriptRefusal{"\"" + *seen.begin() + "\" is neither a parameter nor a buffer"};
}

/// The list computes the layers that were read, no others.
void checkList(const ScriptWords& words, const ScriptSteps& script, const SampleShape& input)
{
    const Result<LoweredList> list = lowered(words.layers, input, 1, "");
    if (!list)
        throw ScriptRefusal{"the layers that forward has do not fit a list: "
                            + list.error().complaint()};
    std::vector<Layer> computed;
    for (const Layer& layer : list->layers)
        if (layer.kind != LayerKind::Remember && layer.kind != LayerKind::Recall
            && layer.kind != LayerKind::Add && layer.kind != LayerKind::Concatenate)
            computed.push_back(layer);
    for (std::size_t i = 0; i < words.order.size(); ++i) {
        const ScriptStep& step = script.steps[words.order[i]];
        if (i >= computed.size() || computed[i] != step.layer)
            throw ScriptRefusal{step.place + " is not what a list makes of it here"};
    }
    if (computed.size() != words.order.size())
        throw ScriptRefusal{"a list has more layers than forward"};
}

ScriptLayers readLayers(const torch::jit::Module& module, const SampleShape& input)
{
    const ScriptSteps script = steadySteps(module, input);
    ScriptWords words = wordsOfScript(script);
    checkList(words, script, input);
    ScriptLayers read;
    std::vector<std::string> used;
    for (const std::size_t place : words.order) {
        const ScriptStep& step = script.steps[place];
        // A batch-norm's running statistics follow its scale and shift.
        for (std::size_t i = 0; i < step.tensors.size(); ++i) {
            (i < 2 ? read.parameters : read.buffers).push_back(step.tensors[i]);
            used.push_back(step.tensors[i]);
        }
    }
    checkTensors(module, used);
    read.layers = std::move(words.layers);
    return read;
}

} // namespace

Result<ScriptLayers> layersOfScript(const torch::jit::Module& module, const SampleShape& input)
{
    try {
        return readLayers(module, input);
    } catch (const ScriptRefusal& refusal) {
        return fail({}, refusal.sentence);
    } catch (const c10::Error& error) {
        return fail({}, "LibTorch cannot follow forward: " + error.msg());
    } catch (const std::exception& error) {
        return fail({}, std::string("LibTorch cannot follow forward: ") + error.what());
    }
}

} // namespace coterie
