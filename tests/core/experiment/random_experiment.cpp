#include "tests/core/experiment/random_experiment.h"

#include "tests/core/experiment/sample_registry.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie {

namespace {

class Builder
{
public:
    explicit Builder(RandomStream& stream)
        : m_stream(stream)
    {}

    Experiment experiment();

private:
    bool maybe(double chance = 0.5) { return m_stream.uniform() < chance; }
    std::int64_t from(std::int64_t low, std::int64_t high)
    {
        const auto span = static_cast<std::uint64_t>(high - low) + 1;
        return low + static_cast<std::int64_t>(m_stream.below(span));
    }
    int number(int low, int high) { return static_cast<int>(from(low, high)); }

    std::string text()
    {
        constexpr std::array<std::string_view, 9> kPieces{
            "a", " ", "\"", "\\", "/", "~", "α", "{", "日本"};
        std::string made = "x";
        for (std::size_t left = m_stream.below(6); left > 0; --left)
            made += kPieces[m_stream.below(kPieces.size())];
        return made;
    }

    double real(const ParameterDescriptor& descriptor)
    {
        const double low =
            std::isfinite(descriptor.range.minimum) ? descriptor.range.minimum : -1e6;
        const double high =
            std::isfinite(descriptor.range.maximum) ? descriptor.range.maximum : low + 1e3;
        const double value = m_stream.uniform(low, high);
        if (maybe(0.3) && std::ceil(value) <= high)
            return std::ceil(value);
        return value > low ? value : high;
    }

    /// Words that are listed each once, or any texts.
    std::vector<std::string> texts(const ParameterDescriptor& descriptor)
    {
        std::vector<std::string> list;
        for (const std::string_view word : descriptor.words)
            if (maybe())
                list.emplace_back(word);
        for (std::size_t left = descriptor.words.empty() ? m_stream.below(4) : 0; left > 0; --left)
            list.push_back(text());
        return list;
    }

    ParameterValue value(const ParameterDescriptor& descriptor)
    {
        switch (descriptor.type) {
        case ParameterType::Real:
            return real(descriptor);
        case ParameterType::Integer: {
            const bool bounded = std::isfinite(descriptor.range.maximum);
            const auto low = std::isfinite(descriptor.range.minimum)
                                 ? static_cast<std::int64_t>(descriptor.range.minimum)
                                 : std::int64_t{-1000};
            return from(low,
                        bounded ? static_cast<std::int64_t>(descriptor.range.maximum) : low + 5000);
        }
        case ParameterType::Boolean:
            return maybe();
        case ParameterType::Word:
            return std::string(descriptor.words[m_stream.below(descriptor.words.size())]);
        case ParameterType::Text:
            return text();
        case ParameterType::TextList:
            return texts(descriptor);
        case ParameterType::RealList:
            break;
        }
        std::vector<double> list;
        for (std::size_t left = m_stream.below(4); left > 0; --left)
            list.push_back(real(descriptor));
        return list;
    }

    Part part(std::span<const NamedPart> known, bool mayBeSwept)
    {
        const NamedPart& named = known[m_stream.below(known.size())];
        Part made{.name = std::string(named.name), .parameters = {}};
        for (const ParameterDescriptor& descriptor : named.parameters) {
            if (!descriptor.required && maybe())
                continue;
            if (!mayBeSwept || maybe(0.85)) {
                made.parameters.set(descriptor.name, value(descriptor));
                continue;
            }
            std::vector<ParameterValue> values;
            for (std::size_t left = 1 + m_stream.below(3); left > 0; --left) {
                ParameterValue next = value(descriptor);
                if (std::ranges::find(values, next) == values.end())
                    values.push_back(std::move(next));
            }
            made.parameters.put(
                {.name = std::string(descriptor.name), .values = std::move(values), .swept = true});
        }
        return made;
    }

    LocalSettings local()
    {
        LocalSettings made;
        made.optimizer = part(sample::kOptimizers, true);
        made.schedule = part(sample::kSchedules, true);
        made.objective = part(sample::kObjectives, true);
        made.keepOptimizerState = maybe();
        made.batch = number(1, 256);
        if (maybe()) {
            made.localEpochs.reset();
            made.localSteps = number(1, 100);
        } else {
            made.localEpochs = number(1, 10);
        }
        made.dropLast = maybe();
        return made;
    }

    std::vector<LayerSettings> layers(int depth)
    {
        std::vector<LayerSettings> made;
        for (int left = number(1, 4); left > 0; --left) {
            LayerSettings layer{.part = part(sample::kLayers, false), .layers = {}};
            if (layer.part.name == "linear" && maybe())
                layer.part.parameters.set("units", std::string("classes"));
            if (layer.part.name == kBlockWord && depth > 0)
                layer.layers = layers(depth - 1);
            if (layer.part.name != kBlockWord || depth > 0)
                made.push_back(std::move(layer));
        }
        if (made.empty())
            made.push_back({.part = {.name = "relu", .parameters = {}}, .layers = {}});
        return made;
    }

    ModelSettings model()
    {
        constexpr std::array<std::string_view, 3> kInitialisations{"default", "xavier", "kaiming"};
        constexpr std::array<std::string_view, 3> kBnModes{"average", "local", "officialHcct"};
        ModelSettings made;
        if (maybe(0.2)) {
            made.model.name = kOwnLayers;
            made.layers = layers(2);
        } else {
            made.model = part(sample::kModels, true);
        }
        made.precision = maybe() ? "float32" : "float64";
        made.initialisation = kInitialisations[m_stream.below(3)];
        made.bnMode = kBnModes[m_stream.below(3)];
        return made;
    }

    /// The common setting with some places changed, as an arm would have it.
    LocalSettings changed(LocalSettings common)
    {
        const LocalSettings other = local();
        if (maybe())
            common.optimizer = other.optimizer;
        if (maybe())
            common.schedule = other.schedule;
        if (maybe())
            common.objective = other.objective;
        if (maybe())
            common.batch = other.batch;
        if (maybe()) {
            common.localEpochs = other.localEpochs;
            common.localSteps = other.localSteps;
        }
        if (maybe())
            common.dropLast = other.dropLast;
        return common;
    }

    GeneratedArrivals newcomers(int rounds)
    {
        GeneratedArrivals made{.rounds = {number(1, rounds)}};
        if (rounds > made.rounds.front())
            made.rounds.push_back(rounds);
        made.newcomers.swept = maybe();
        made.newcomers.values = {std::int64_t{number(0, 3)}};
        if (made.newcomers.swept)
            made.newcomers.values.emplace_back(std::int64_t{4});
        return made;
    }

    ClientSettings clients(int count, int rounds, bool canBeMore)
    {
        ClientSettings made;
        std::vector<int> order(static_cast<std::size_t>(count));
        for (std::size_t index = 0; index < order.size(); ++index)
            order[index] = static_cast<int>(index);
        m_stream.shuffle(std::span<int>(order));
        if (maybe())
            made.overrides.push_back(
                {.client = order[0], .samples = number(1, 50), .classCounts = {}});
        if (maybe())
            made.overrides.push_back(
                {.client = order[1], .samples = {}, .classCounts = std::vector<int>{0, 3, 2}});
        if (maybe())
            made.edges = {{.name = text() + "1", .clients = {order[0], order[2]}},
                          {.name = text() + "2", .clients = {order[1]}}};
        else if (maybe())
            made.generatedEdges = {.count = number(1, 3), .scheme = maybe() ? "blocks" : "random"};
        if (maybe())
            made.arrivals = {{.round = number(1, rounds), .clients = {order[2]}}};
        else if (canBeMore && maybe())
            made.generatedArrivals = newcomers(rounds);
        return made;
    }

    RandomStream& m_stream;
};

Experiment Builder::experiment()
{
    Experiment made;
    made.name = text();
    made.description = maybe() ? text() + "\nsecond line" : "";
    made.lookFor = maybe() ? text() : "";
    made.profile = maybe() ? Profile::Code : Profile::Paper;
    made.data.dataset = part(sample::kDatasets, false);
    made.data.partition = part(sample::kPartitions, false);
    made.data.partition.parameters.remove("clients"); // 10, so that the clients below exist
    made.data.testShare = m_stream.uniform(0, 0.5);
    made.data.validationShare = maybe() ? m_stream.uniform(0, 0.4) : 0;
    for (std::size_t left = m_stream.below(3); left > 0; --left)
        made.data.preprocess.push_back(part(sample::kSteps, false));
    made.model = model();
    made.local = local();
    made.rounds = number(1, 100);
    int fewestRounds = made.rounds;
    const int arms = number(1, 4);
    for (int index = 0; index < arms; ++index) {
        Arm arm;
        arm.name = text() + std::to_string(index);
        arm.algorithm = part(sample::kAlgorithms, true);
        arm.sampler = part(sample::kSamplers, true);
        if (maybe())
            arm.local = changed(made.local);
        if (maybe())
            arm.model = maybe() ? model() : made.model;
        if (maybe(0.3))
            arm.rounds = number(1, 100);
        fewestRounds = std::min(fewestRounds, arm.rounds.value_or(made.rounds));
        made.arms.push_back(std::move(arm));
    }
    made.clients = clients(10, fewestRounds, made.data.partition.name != "domains");
    made.seeds.clear();
    for (int index = number(1, 3); index > 0; --index)
        made.seeds.push_back(static_cast<std::uint64_t>(from(0, 1'000'000)) * 10
                             + static_cast<std::uint64_t>(index));
    if (maybe())
        made.seeds.push_back(9'223'372'036'854'775'807U);
    if (maybe())
        made.partitionSeed = static_cast<std::uint64_t>(from(0, 1'000'000'000'000'000'000));
    made.evaluateEvery = number(1, 5);
    made.excludeLastClient = number(0, 1) == 1;
    made.checkpointSeconds = maybe() ? 10 : m_stream.uniform(0, 100);
    made.retryMinutes = maybe() ? 5 : m_stream.uniform(0, 100);
    made.device = maybe() ? "auto" : "cpu";
    if (maybe()) {
        Reference reference{.source = text(), .metric = text(), .unit = "%", .values = {}};
        reference.values[made.arms[0].name] = {.mean = m_stream.normal(), .deviation = {}};
        if (arms > 1)
            reference.values[made.arms[1].name] = {.mean = 1e-7, .deviation = m_stream.uniform()};
        made.references.push_back(reference);
        if (maybe()) {
            reference.metric += 'x';
            reference.target = m_stream.normal();
            made.references.push_back(std::move(reference));
        }
    }
    if (maybe()) {
        FigureDesign figure{
            .title = text(), .drawing = {.name = "heatMap", .parameters = {}}, .arms = {}};
        made.figures.push_back(figure);
        figure.drawing.name = "curves";
        figure.drawing.parameters.set("y", std::string("meanTestLoss"));
        figure.drawing.parameters.set("band", std::string(maybe() ? "none" : "clients"));
        figure.drawing.parameters.set("logarithmicX", maybe());
        figure.arms = {made.arms.back().name};
        made.figures.push_back(std::move(figure));
    }
    return made;
}

} // namespace

Experiment randomExperiment(RandomStream& stream)
{
    return Builder(stream).experiment();
}

} // namespace coterie
