#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace coterie {

class SampleSource;

/// The shape of one sample: channels × height × width; a table of features is {features, 1, 1}, a
/// scan channels × depth × height × width.
struct SampleShape
{
    std::size_t channels = 1;
    std::size_t height = 1;
    std::size_t width = 1;
    std::size_t depth = 1;

    /// Pixels or voxels of one channel.
    [[nodiscard]] std::size_t plane() const { return depth * height * width; }
    [[nodiscard]] std::size_t size() const { return channels * plane(); }
    bool operator==(const SampleShape&) const = default;
};

/// Samples held once, in the type they came in: bytes are turned into floats batch by batch,
/// value = byte · scale + offset (per channel).
struct Samples
{
    SampleShape shape;
    std::variant<std::vector<std::uint8_t>, std::vector<float>> values;
    std::vector<std::int32_t> labels; ///< class of each sample; empty for regression
    std::vector<float> targets;       ///< for regression; empty for classification
    std::vector<std::uint8_t>
        masks; ///< for segmentation: the class of each voxel, sample after sample; else empty
    std::vector<std::int32_t>
        domains; ///< where the samples come from; empty if the data set does not say
    /// Makes samples and targets on demand; everything above is then empty.
    std::shared_ptr<const SampleSource> source = {};
    /// The stored value of black, which fills the margins of pictures: one for all, or one per
    /// domain and channel (domain · channels + channel).
    std::vector<float> black{0.0F};

    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] float blackOf(std::size_t sample, std::size_t channel) const;
};

/// What a network predicts for a sample.
enum class Task
{
    Classes, ///< one of several
    Target,  ///< a number
    Mask,    ///< the class of every voxel
};

/// How a stored value becomes the network's input, per channel.
struct InputScale
{
    std::vector<float> scale{1.0F / 255.0F};
    std::vector<float> offset{0.0F};
};

/// Random changes of the pictures of a training batch.
struct Augmentation
{
    int padding = 0; ///< pixels added on every side before a crop of the old size is taken
    bool flip = false;
    bool alsoTest = false; ///< evaluation sees changed pictures too, as in HCCT's released code

    [[nodiscard]] bool any() const { return padding > 0 || flip; }
    bool operator==(const Augmentation&) const = default;
};

struct Dataset
{
    std::string name;
    std::string title;
    Samples train;           ///< what partitions draw from
    Samples officialTest;    ///< count 0 if the data set has none
    std::size_t classes = 0; ///< 0: regression
    std::vector<std::string> classNames;
    std::vector<std::string> domainNames;
    /// Every domain is what one client collected, and has the client's name: a federation.
    bool domainsAreClients = false;
    std::vector<std::string> featureNames = {}; ///< of a table; empty: not known
    std::vector<std::string> notes = {}; ///< sentences on what reading changed, such as a column
                                         ///< of words that became categories
    std::string decoded = {}; ///< what decoded its pictures, and a digest of all their values:
                              ///< "libpng 1.6.39 and libjpeg-turbo 2.1.5, values 1f3c…"; empty:
                              ///< nothing had to be decoded
    InputScale inputScale;
    bool inputsAreClasses = false; ///< every input value is the number of a class, as in a text of
                                   ///< characters: nothing can be calculated with them
    Augmentation augmentation;
    std::size_t streams = 0; ///< clients with an unlimited stream from Samples::source; 0: all
                             ///< samples are stored

    [[nodiscard]] Task task() const;
};

/// A client's data: indices into Dataset::train. Test samples can come from the official test
/// set instead.
struct Shard
{
    std::vector<std::int32_t> train;
    std::vector<std::int32_t> test;
    std::vector<std::int32_t> validation;
    bool testIsOfficial = false; ///< `test` indexes Dataset::officialTest
    int trueGroup = -1;          ///< domain or cluster the scheme put this client in
    std::string name = {};       ///< the client's own, where the data has one
    std::size_t streamed = 0;    ///< more than 0: `train` is empty and training draws fresh samples
                                 ///< from the client's stream; this many count as an epoch

    /// D_i.
    [[nodiscard]] std::size_t trainCount() const { return streamed > 0 ? streamed : train.size(); }

    bool operator==(const Shard&) const = default;
};

using Shards = std::vector<Shard>;

/// Writes the chosen samples, scaled, one after another into `out` (indices.size() × shape.size()
/// values). Instantiated for float and double.
template <typename Real>
void gather(const Samples& samples,
            const InputScale& inputScale,
            std::span<const std::int32_t> indices,
            Real* out);

/// The samples that an evaluation in this round uses: the given ones if they are stored; generated
/// test samples are fresh in every round (ALGORITHMS §9.8).
[[nodiscard]] std::vector<std::int32_t>
seenInRound(const Samples& samples, std::span<const std::int32_t> indices, std::uint32_t round);

/// The targets of the chosen samples, in double precision if they are generated.
void gatherTargets(const Samples& samples,
                   std::span<const std::int32_t> indices,
                   std::vector<double>& targets);
/// The masks of the chosen samples, one after another.
void gatherMasks(const Samples& samples,
                 std::span<const std::int32_t> indices,
                 std::vector<std::uint8_t>& masks);

/// How many of these samples each class has. Empty for regression.
[[nodiscard]] std::vector<std::int64_t> classCounts(const Dataset& dataset,
                                                    std::span<const std::int32_t> trainIndices);
/// The same for every client's training samples: one row per client.
[[nodiscard]] std::vector<std::vector<std::int64_t>> classCounts(const Dataset& dataset,
                                                                 const Shards& shards);

/// The unlimited streams of the clients.
struct Streams
{
    std::vector<int> groups;     ///< the group each client truly belongs to
    std::size_t epoch = 0;       ///< how many samples count as an epoch
    std::size_t testSamples = 0; ///< of each client, from the official test set in order
};

/// Samples that are generated on demand. Values and target are a pure function of the sample's
/// number, so nothing is stored and any thread can make any of them.
class SampleSource
{
public:
    virtual ~SampleSource() = default;

    /// How many there are, numbered from 0; 0 for unlimited streams.
    [[nodiscard]] virtual std::size_t count() const = 0;
    /// Writes the sample's values, as many as its shape has, and returns its target.
    [[nodiscard]] virtual double make(std::int32_t sample, std::span<double> values) const = 0;
    /// The sample that replaces a test sample in a round's evaluation.
    [[nodiscard]] virtual std::int32_t inRound(std::int32_t sample, std::uint32_t) const
    {
        return sample;
    }
    /// The training streams, if there are any; Dataset::streams counts them.
    [[nodiscard]] virtual Streams streams() const { return {}; }
};

} // namespace coterie
