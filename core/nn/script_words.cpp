#include "core/nn/script_words.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace coterie {

namespace {

constexpr std::size_t kDeepestBlock = 100;

LayerSettings wordNamed(std::string_view name)
{
    return {.part = {.name = std::string(name), .parameters = {}}, .layers = {}};
}

/// Sets what is not the default.
void say(LayerSettings& word, const char* name, std::size_t value, std::size_t usual)
{
    if (value != usual)
        word.part.parameters.set(name, signedSize(value));
}

LayerSettings wordOfLinear(const Layer& layer)
{
    LayerSettings word = wordNamed("linear");
    word.part.parameters.set("units", signedSize(layer.outputs));
    if (!layer.bias)
        word.part.parameters.set("bias", false);
    return word;
}

LayerSettings wordOfConvolution(const Layer& layer)
{
    LayerSettings word = wordNamed("convolution");
    word.part.parameters.set("channels", signedSize(layer.outputs));
    word.part.parameters.set("kernel", signedSize(layer.kernel));
    say(word, "padding", layer.padding, 0);
    if (!layer.bias)
        word.part.parameters.set("bias", false);
    say(word, "stride", layer.stride, 1);
    say(word, "dilation", layer.dilation, 1);
    say(word, "groups", layer.groups, 1);
    return word;
}

LayerSettings wordOfPool(const char* name, const Layer& layer)
{
    LayerSettings word = wordNamed(name);
    word.part.parameters.set("kernel", signedSize(layer.kernel));
    return word;
}

LayerSettings wordOf(const Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Linear:
        return wordOfLinear(layer);
    case LayerKind::Conv2d:
    case LayerKind::Conv3d:
        return wordOfConvolution(layer);
    case LayerKind::MaxPool2d:
    case LayerKind::MaxPool3d:
        return wordOfPool("maxPool", layer);
    case LayerKind::AveragePool2d:
        return wordOfPool("averagePool", layer);
    case LayerKind::GroupNorm: {
        LayerSettings word = wordNamed("groupNorm");
        word.part.parameters.set("groups", signedSize(layer.groups));
        return word;
    }
    case LayerKind::Dropout: {
        LayerSettings word = wordNamed("dropout");
        word.part.parameters.set("rate", layer.probability);
        return word;
    }
    case LayerKind::Upsample3d: {
        LayerSettings word = wordNamed("upsample");
        word.part.parameters.set("factor", signedSize(layer.kernel));
        return word;
    }
    case LayerKind::BatchNorm:
        return wordNamed("batchNorm");
    case LayerKind::LayerNorm:
        return wordNamed("layerNorm");
    case LayerKind::Relu:
        return wordNamed("relu");
    case LayerKind::PRelu:
        return wordNamed("prelu");
    case LayerKind::Gelu:
        return wordNamed("gelu");
    case LayerKind::Tanh:
        return wordNamed("tanh");
    case LayerKind::Sigmoid:
        return wordNamed("sigmoid");
    case LayerKind::Softmax:
        return wordNamed("softmax");
    case LayerKind::GlobalAveragePool:
        return wordNamed("globalAveragePool");
    case LayerKind::Flatten:
        return wordNamed("flatten");
    case LayerKind::Remember:
    case LayerKind::Concatenate:
    case LayerKind::Add:
    case LayerKind::Recall:
        break; // blocks
    }
    return wordNamed(kBlockWord);
}

/// A word with the steps that it computes.
struct SaidStep
{
    LayerSettings word;
    std::vector<std::size_t> order;
};

/// A shortcut's convolution, with what normalises it.
struct ProjectedStep
{
    std::size_t from = 0;
    std::vector<std::size_t> steps; ///< in their order
    const Layer* norm = nullptr;
};

class ScriptWriter
{
public:
    explicit ScriptWriter(const ScriptSteps& script)
        : m_steps(script.steps)
        , m_said(script.steps.size(), false)
    {
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            m_inputs.push_back(m_steps[i].inputs);
            if (m_steps[i].layer.kind == LayerKind::Concatenate)
                shorten(i);
        }
    }

    ScriptWords between(std::size_t from, std::size_t to, std::size_t depth = 0)
    {
        if (depth > kDeepestBlock)
            throw ScriptRefusal{m_steps[to].place + " is in shortcuts that are nested too deep"};
        std::vector<SaidStep> backwards;
        for (std::size_t now = to; now != from;) {
            if (now == 0)
                throw ScriptRefusal{m_steps[to].place
                                    + " uses something made before the start of a shortcut; a "
                                      "block of a list passes one tensor beside its layers"};
            claim(now);
            const LayerKind kind = m_steps[now].layer.kind;
            if (kind == LayerKind::Add || kind == LayerKind::Concatenate) {
                backwards.push_back(kind == LayerKind::Add ? sum(now, depth) : joint(now, depth));
                now = m_start;
            } else {
                backwards.push_back({wordOf(m_steps[now].layer), {now}});
                now = m_inputs[now].front();
            }
        }
        ScriptWords words;
        for (auto said = backwards.rbegin(); said != backwards.rend(); ++said) {
            words.layers.push_back(std::move(said->word));
            words.order.insert(words.order.end(), said->order.begin(), said->order.end());
        }
        return words;
    }

private:
    /// A list says each step once.
    void claim(std::size_t step)
    {
        if (m_said[step])
            throw ScriptRefusal{m_steps[step].place
                                + " is used by more than one operation after it; a list has no "
                                  "block for what they make of it"};
        m_said[step] = true;
    }

    /// [a, b, c] where [a, b] has been joined before is that with c.
    void shorten(std::size_t step)
    {
        std::vector<std::size_t>& inputs = m_inputs[step];
        while (inputs.size() > 2) {
            std::optional<std::size_t> prefix;
            std::size_t length = 0;
            for (std::size_t before = 1; before < step; ++before) {
                if (m_steps[before].layer.kind != LayerKind::Concatenate)
                    continue;
                const std::vector<std::size_t>& joined = m_steps[before].inputs;
                if (joined.size() < inputs.size() && joined.size() > length
                    && std::equal(joined.begin(), joined.end(), inputs.begin())) {
                    prefix = before;
                    length = joined.size();
                }
            }
            if (!prefix)
                return;
            inputs.erase(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(length));
            inputs.insert(inputs.begin(), *prefix);
        }
    }

    [[nodiscard]] bool reaches(std::size_t from, std::size_t to) const
    {
        std::vector<bool> seen(to + 1, false);
        std::vector<std::size_t> open{to};
        while (!open.empty()) {
            const std::size_t now = open.back();
            open.pop_back();
            if (now == from)
                return true;
            if (now < from || seen[now]) // steps use what was made before them
                continue;
            seen[now] = true;
            open.insert(open.end(), m_inputs[now].begin(), m_inputs[now].end());
        }
        return false;
    }

    SaidStep blockOf(std::size_t from, std::size_t to, const char* shortcut, std::size_t depth)
    {
        LayerSettings word = wordNamed(kBlockWord);
        word.part.parameters.set("shortcut", std::string(shortcut));
        ScriptWords body = between(from, to, depth + 1);
        word.layers = std::move(body.layers);
        m_start = from;
        return {std::move(word), std::move(body.order)};
    }

    SaidStep joint(std::size_t step, std::size_t depth)
    {
        const std::vector<std::size_t>& inputs = m_inputs[step];
        if (inputs.size() != 2 || inputs[0] == inputs[1] || !reaches(inputs[0], inputs[1]))
            throw ScriptRefusal{m_steps[step].place
                                + " joins tensors that a list cannot: a block puts what arrives at "
                                  "it before what its layers make of it"};
        return blockOf(inputs[0], inputs[1], "concatenate", depth);
    }

    SaidStep sum(std::size_t step, std::size_t depth)
    {
        const std::size_t one = m_inputs[step][0];
        const std::size_t other = m_inputs[step][1];
        if (one != other && reaches(one, other))
            return blockOf(one, other, "identity", depth);
        if (one != other && reaches(other, one))
            return blockOf(other, one, "identity", depth);
        // As a rule the shortcut is what is added.
        for (const auto& [layers, shortcut] : {std::pair{one, other}, std::pair{other, one}}) {
            const std::optional<ProjectedStep> projected = projection(shortcut);
            if (projected && reaches(projected->from, layers))
                return projectedBlock(*projected, layers, depth);
        }
        throw ScriptRefusal{m_steps[step].place
                            + " adds tensors that a list cannot: a block adds what arrives at it, "
                              "as it is or through a 1×1 convolution without bias, to what its "
                              "layers make of it"};
    }

    /// Without bias, of a kernel of 1; none where the shapes are equal, as a block then adds what
    /// arrives.
    [[nodiscard]] std::optional<ProjectedStep> projection(std::size_t end) const
    {
        ProjectedStep found;
        std::size_t now = end;
        const LayerKind last = m_steps[now].layer.kind;
        if (last == LayerKind::BatchNorm || last == LayerKind::GroupNorm) {
            found.norm = &m_steps[now].layer;
            now = m_inputs[now].front();
        }
        const Layer& layer = m_steps[now].layer;
        if (now == 0 || !layer.hasWeights() || layer.bias || layer.padding != 0
            || layer.groups != 1)
            return std::nullopt;
        if (layer.kind != LayerKind::Linear && layer.kernel != 1)
            return std::nullopt;
        found.from = m_inputs[now].front();
        if (m_steps[found.from].shape == m_steps[end].shape)
            return std::nullopt;
        found.steps.push_back(now);
        if (now != end)
            found.steps.push_back(end);
        return found;
    }

    SaidStep projectedBlock(const ProjectedStep& projected, std::size_t layers, std::size_t depth)
    {
        SaidStep said = blockOf(projected.from, layers, "projection", depth);
        if (projected.norm != nullptr) {
            const bool isGroups = projected.norm->kind == LayerKind::GroupNorm;
            said.word.part.parameters.set("norm",
                                          std::string(isGroups ? "groupNorm" : "batchNorm"));
            if (isGroups)
                say(said.word, "groups", projected.norm->groups, 1);
        }
        for (const std::size_t step : projected.steps) {
            claim(step);
            said.order.push_back(step); // after the block's own layers
        }
        return said;
    }

    const std::vector<ScriptStep>& m_steps;
    std::vector<std::vector<std::size_t>> m_inputs; ///< as the blocks have them
    std::vector<bool> m_said;
    std::size_t m_start = 0; ///< of the last block
};

} // namespace

ScriptWords wordsOfScript(const ScriptSteps& script)
{
    return ScriptWriter(script).between(0, script.result);
}

} // namespace coterie
