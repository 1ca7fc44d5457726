#include "core/nn/cpu_winograd.h"

#include "core/nn/kernels.h"

#include <algorithm>
#include <array>
#include <memory>

namespace coterie {
namespace {

constexpr std::size_t kTileNumbers = 16; ///< 4×4
constexpr std::size_t kTaps = 9;         ///< 3×3
/// What a block's transformed tiles of inputs and of results may take together, so that they stay
/// in the second-level cache.
constexpr std::size_t kTilesBytes = std::size_t{256} << 10;
/// Transformed weights that leave room there for as many sums, and for the tiles.
constexpr std::size_t kFewWeightsBytes = std::size_t{64} << 10;

/// Gᵀ·u·G
template <typename Scalar>
std::array<Scalar, kTaps> tapGradients(const std::array<Scalar, kTileNumbers>& u)
{
    constexpr Scalar kHalf{0.5};
    std::array<Scalar, 12> half; // 3×4
    for (std::size_t x = 0; x < 4; ++x) {
        const Scalar sum = kHalf * (u[4 + x] + u[8 + x]);
        half[x] = u[x] + sum;
        half[4 + x] = kHalf * (u[4 + x] - u[8 + x]);
        half[8 + x] = sum + u[12 + x];
    }
    std::array<Scalar, kTaps> taps;
    for (std::size_t y = 0; y < 3; ++y) {
        const Scalar* row = half.data() + 4 * y;
        const Scalar sum = kHalf * (row[1] + row[2]);
        taps[3 * y] = row[0] + sum;
        taps[3 * y + 1] = kHalf * (row[1] - row[2]);
        taps[3 * y + 2] = sum + row[3];
    }
    return taps;
}

/// What a convolution reads or makes: planes of one group of channels.
struct ChannelPlanes
{
    std::size_t channels = 0;
    std::size_t height = 0;
    std::size_t width = 0;

    [[nodiscard]] std::size_t plane() const { return height * width; }
};

/// Tiles that are multiplied at once: all of some samples, or some rows of those of one.
struct TileBlock
{
    SampleRange samples;
    std::size_t firstRow = 0;
    std::size_t rows = 0;
};

/// Winograd's minimal filtering F(2×2, 3×3): Y = Aᵀ[(G g Gᵀ) ⊙ (Bᵀ d B)]A takes 16
/// multiplications per channel for 4 results, where 3×3 taps take 36 (Lavin and Gray, Fast
/// Algorithms for Convolutional Neural Networks, 2016, §4.1). Summed over channels, ⊙ is a matrix
/// product for each of the 16 numbers of a tile. The gradient of the input is such a convolution
/// with turned taps; that of the taps is the derivative of the formula, Gᵀ[(A dY Aᵀ) ⊙ (Bᵀ d B)]G.
/// Tiles lie channel after channel, which makes every transform whole vectors at any picture size.
template <typename Scalar>
class WinogradConvolution
{
public:
    WinogradConvolution(const Layer& layer,
                        std::size_t weight,
                        Blob<Scalar>& before,
                        Blob<Scalar>& after,
                        const SharedMemory<Scalar>& shared)
        : m_weight(weight)
        , m_groups(layer.groups)
        , m_padding(layer.padding)
        , m_in{before.channels / layer.groups, before.height, before.width}
        , m_out{after.channels / layer.groups, after.height, after.width}
        , m_before(before)
        , m_after(after)
        , m_memory(shared)
    {
        reserve(blocksFor(m_out, before.largestBatch()));
        if (passesOn())
            reserve(blocksFor(m_in, before.largestBatch()));
        const std::size_t tiles = sharesWindows() ? 3 : 2;
        m_memory->resize(
            std::max(m_memory->size(), m_windowSize + tiles * m_tilesSize + 2 * weightsSize()));
    }

    void forward(const CpuPass<Scalar>& pass)
    {
        for (std::size_t group = 0; group < m_groups; ++group) {
            transformWeights(weightsOf(group, pass.parameters), false);
            convolve(m_in,
                     groupOf(m_before.value, m_in, group, pass.batch),
                     m_out,
                     groupOf(m_after.value, m_out, group, pass.batch),
                     m_padding,
                     pass.batch);
        }
    }

    void backward(const CpuPass<Scalar>& pass)
    {
        for (std::size_t group = 0; group < m_groups; ++group) {
            if (passesOn())
                transformWeights(weightsOf(group, pass.parameters), true);
            gradients(pass, group);
            if (passesOn() && !sharesWindows())
                convolve(m_out,
                         groupOf(m_after.gradient, m_out, group, pass.batch),
                         m_in,
                         groupOf(m_before.gradient, m_in, group, pass.batch),
                         2 - m_padding,
                         pass.batch);
        }
    }

private:
    static constexpr std::size_t kVector = 64 / sizeof(Scalar);

    /// How the tiles of pictures of one size are put into blocks.
    struct Blocks
    {
        std::size_t tileRows = 0; ///< of a sample
        std::size_t columns = 0;
        std::size_t samples = 1; ///< of a block
        std::size_t rows = 0;    ///< of a block's samples

        [[nodiscard]] std::size_t tiles() const { return samples * rows * columns; }
    };

    [[nodiscard]] Blocks blocksFor(const ChannelPlanes& results, std::size_t batch) const
    {
        const std::size_t perTile = kTileNumbers * sizeof(Scalar) * (padded(m_in) + padded(m_out));
        const std::size_t most = std::max<std::size_t>(kTilesBytes / perTile, 1);
        Blocks blocks{.tileRows = (results.height + 1) / 2, .columns = (results.width + 1) / 2};
        blocks.samples =
            std::clamp<std::size_t>(most / (blocks.tileRows * blocks.columns), 1, batch);
        blocks.rows = std::clamp<std::size_t>(most / blocks.columns, 1, blocks.tileRows);
        return blocks;
    }

    void reserve(const Blocks& blocks)
    {
        const std::size_t widest = std::max(padded(m_in), padded(m_out));
        m_windowSize =
            std::max(m_windowSize, (2 * blocks.rows + 2) * (2 * blocks.columns + 2) * widest);
        m_tilesSize = std::max(m_tilesSize, kTileNumbers * (blocks.tiles() * widest + kVector));
    }

    [[nodiscard]] static std::size_t padded(const ChannelPlanes& planes)
    {
        return paddedChannels<Scalar>(planes.channels);
    }
    [[nodiscard]] std::size_t weightsSize() const
    {
        return kTileNumbers * padded(m_in) * padded(m_out);
    }
    /// Whether the gradient of the inputs is wanted.
    [[nodiscard]] bool passesOn() const { return !m_before.gradient.empty(); }
    /// Whether both gradients read the results' gradient through the same windows: with a border
    /// of one pixel, inside which are the 2×2 results of a tile.
    [[nodiscard]] bool sharesWindows() const
    {
        return passesOn() && m_padding == 1 && weightsSize() * sizeof(Scalar) <= kFewWeightsBytes;
    }

    // The parts of the shared memory, each of whole vectors.
    [[nodiscard]] Scalar* weights() { return m_memory->data(); }
    [[nodiscard]] Scalar* weightSums() { return weights() + weightsSize(); }
    [[nodiscard]] Scalar* window() { return weightSums() + weightsSize(); }
    [[nodiscard]] Scalar* inputTiles() { return window() + m_windowSize; }
    [[nodiscard]] Scalar* outputTiles() { return inputTiles() + m_tilesSize; }
    [[nodiscard]] Scalar* gradientTiles() { return outputTiles() + m_tilesSize; } ///< if shared

    template <typename Value>
    [[nodiscard]] Value* weightsOf(std::size_t group, Value* row) const
    {
        return row + m_weight + group * m_in.channels * m_out.channels * kTaps;
    }

    [[nodiscard]] static Scalar* groupOf(std::span<Scalar> blob,
                                         const ChannelPlanes& planes,
                                         std::size_t group,
                                         std::size_t batch)
    {
        return blob.data() + group * planes.channels * batch * planes.plane();
    }

    /// Into [number][channel read][channel made]; turned ones lead from results to inputs.
    void transformWeights(const Scalar* taps, bool turned)
    {
        const std::size_t inputTaps = m_in.channels * kTaps;
        if (turned)
            m_kernels.transformTaps({.read = m_out.channels,
                                     .made = m_in.channels,
                                     .fromRead = inputTaps,
                                     .fromMade = kTaps,
                                     .turned = true},
                                    taps,
                                    weights());
        else
            m_kernels.transformTaps({.read = m_in.channels,
                                     .made = m_out.channels,
                                     .fromRead = kTaps,
                                     .fromMade = inputTaps},
                                    taps,
                                    weights());
    }

    template <typename Visit>
    static void eachBlock(const Blocks& blocks, std::size_t batch, const Visit& visit)
    {
        eachBlockOf(blocks.samples, batch, [&](const SampleRange& samples) {
            for (std::size_t row = 0; row < blocks.tileRows; row += blocks.rows)
                visit(TileBlock{.samples = samples,
                                .firstRow = row,
                                .rows = std::min(blocks.rows, blocks.tileRows - row)});
        });
    }

    /// Calls visit(window, sample's first plane, its place among the tiles) for a block's samples;
    /// the window reaches `more` rows and columns further than 2×2 pixels for each tile.
    template <typename Visit>
    static void eachSample(const ChannelPlanes& planes,
                           const TileBlock& block,
                           std::size_t columns,
                           std::size_t padding,
                           std::size_t more,
                           const Visit& visit)
    {
        const PlaneWindow window{.channels = planes.channels,
                                 .channelStride = block.samples.batch * planes.plane(),
                                 .height = planes.height,
                                 .width = planes.width,
                                 .padding = padding,
                                 .firstRow = 2 * block.firstRow,
                                 .rows = 2 * block.rows + more,
                                 .columns = 2 * columns + more};
        for (std::size_t i = 0; i < block.samples.count; ++i)
            visit(window,
                  (block.samples.first + i) * planes.plane(),
                  i * block.rows * columns * padded(planes));
    }

    [[nodiscard]] static TileGrid
    gridOf(const ChannelPlanes& planes, const TileBlock& block, std::size_t columns)
    {
        const std::size_t tiles = block.samples.count * block.rows * columns;
        // One vector more than the tiles: at powers of two, the 16 numbers of a tile would share
        // one place of the first-level cache.
        return {.rows = block.rows,
                .columns = columns,
                .channels = padded(planes),
                .stride = tiles * padded(planes) + kVector};
    }

    /// Fills inputTiles() with what a block's results are made of.
    void gather(const ChannelPlanes& from,
                const Scalar* values,
                const TileBlock& block,
                const TileGrid& grid,
                std::size_t padding)
    {
        eachSample(from,
                   block,
                   grid.columns,
                   padding,
                   2,
                   [&](const PlaneWindow& shape, std::size_t sample, std::size_t tile) {
                       m_kernels.spread(shape, values + sample, window());
                       m_kernels.tileInputs(grid, window(), inputTiles() + tile);
                   });
    }

    void convolve(const ChannelPlanes& from,
                  const Scalar* values,
                  const ChannelPlanes& to,
                  Scalar* results,
                  std::size_t padding,
                  std::size_t batch)
    {
        const Blocks blocks = blocksFor(to, m_before.largestBatch());
        eachBlock(blocks, batch, [&](const TileBlock& block) {
            const TileGrid read = gridOf(from, block, blocks.columns);
            gather(from, values, block, read, padding);
            multiply(from, inputTiles(), block, to, outputTiles(), blocks.columns);
            collectResults(to, outputTiles(), block, blocks.columns, results);
        });
    }

    /// Each of the 16 numbers of the tiles made, from those read.
    void multiply(const ChannelPlanes& from,
                  const Scalar* tilesRead,
                  const TileBlock& block,
                  const ChannelPlanes& to,
                  Scalar* tilesMade,
                  std::size_t columns)
    {
        const TileGrid read = gridOf(from, block, columns);
        const TileGrid made = gridOf(to, block, columns);
        const std::size_t tiles = block.samples.count * block.rows * columns;
        for (std::size_t i = 0; i < kTileNumbers; ++i)
            m_kernels.smallProduct({tiles, made.channels, from.channels},
                                   {tilesRead + i * read.stride, read.channels},
                                   {weights() + i * from.channels * made.channels, made.channels},
                                   false,
                                   tilesMade + i * made.stride,
                                   made.channels);
    }

    void collectResults(const ChannelPlanes& to,
                        const Scalar* tilesMade,
                        const TileBlock& block,
                        std::size_t columns,
                        Scalar* results)
    {
        const TileGrid made = gridOf(to, block, columns);
        eachSample(to,
                   block,
                   columns,
                   0,
                   0,
                   [&](const PlaneWindow& shape, std::size_t sample, std::size_t tile) {
                       m_kernels.tileOutputs(made, tilesMade + tile, window());
                       m_kernels.collect(shape, window(), results + sample);
                   });
    }

    /// Of the taps, and of the inputs if they share windows.
    void gradients(const CpuPass<Scalar>& pass, std::size_t group)
    {
        const Scalar* inputs = groupOf(m_before.value, m_in, group, pass.batch);
        const Scalar* results = groupOf(m_after.gradient, m_out, group, pass.batch);
        const Blocks blocks = blocksFor(m_out, m_before.largestBatch());
        bool accumulate = false;
        eachBlock(blocks, pass.batch, [&](const TileBlock& block) {
            gather(m_in, inputs, block, gridOf(m_in, block, blocks.columns), m_padding);
            gatherGradient(results, block, blocks.columns);
            sumWeightGradients(block, blocks.columns, accumulate);
            accumulate = true;
            if (!sharesWindows())
                return;
            multiply(m_out, gradientTiles(), block, m_in, inputTiles(), blocks.columns);
            collectResults(m_in,
                           inputTiles(),
                           block,
                           blocks.columns,
                           groupOf(m_before.gradient, m_in, group, pass.batch));
        });
        writeTapGradients(weightsOf(group, pass.gradient));
    }

    /// Fills outputTiles() with the results' gradient for the taps, and gradientTiles() for the
    /// inputs.
    void gatherGradient(const Scalar* results, const TileBlock& block, std::size_t columns)
    {
        const TileGrid grid = gridOf(m_out, block, columns);
        const std::size_t border = sharesWindows() ? 1 : 0;
        const std::size_t windowColumns = 2 * (columns + border);
        const std::size_t inside = border * (windowColumns + 1) * padded(m_out);
        eachSample(m_out,
                   block,
                   columns,
                   border,
                   2 * border,
                   [&](const PlaneWindow& shape, std::size_t sample, std::size_t tile) {
                       m_kernels.spread(shape, results + sample, window());
                       m_kernels.tileGradients(
                           grid, window() + inside, windowColumns, outputTiles() + tile);
                       if (sharesWindows())
                           m_kernels.tileInputs(grid, window(), gradientTiles() + tile);
                   });
    }

    void sumWeightGradients(const TileBlock& block, std::size_t columns, bool accumulate)
    {
        const TileGrid read = gridOf(m_in, block, columns);
        const TileGrid made = gridOf(m_out, block, columns);
        const std::size_t tiles = block.samples.count * block.rows * columns;
        for (std::size_t i = 0; i < kTileNumbers; ++i)
            m_kernels.smallProduct({m_in.channels, made.channels, tiles},
                                   {inputTiles() + i * read.stride, read.channels, Transposed::Yes},
                                   {outputTiles() + i * made.stride, made.channels},
                                   accumulate,
                                   weightSums() + i * m_in.channels * made.channels,
                                   made.channels);
    }

    void writeTapGradients(Scalar* taps)
    {
        const std::size_t stride = m_in.channels * padded(m_out);
        for (std::size_t out = 0; out < m_out.channels; ++out) {
            for (std::size_t in = 0; in < m_in.channels; ++in, taps += kTaps) {
                std::array<Scalar, kTileNumbers> numbers;
                for (std::size_t i = 0; i < kTileNumbers; ++i)
                    numbers[i] = weightSums()[i * stride + in * padded(m_out) + out];
                std::ranges::copy(tapGradients(numbers), taps);
            }
        }
    }

    const Kernels<Scalar>& m_kernels = kernels<Scalar>();
    std::size_t m_weight;
    std::size_t m_groups;
    std::size_t m_padding;
    ChannelPlanes m_in;  ///< of a group
    ChannelPlanes m_out; ///< of a group
    std::size_t m_windowSize = 0;
    std::size_t m_tilesSize = 0;
    Blob<Scalar>& m_before;
    Blob<Scalar>& m_after;
    SharedMemory<Scalar> m_memory;
};

} // namespace

std::size_t winogradWeights(const Layer& layer)
{
    return kTileNumbers * (layer.inputs / layer.groups) * (layer.outputs / layer.groups);
}

bool suitsWinograd(const Layer& layer, const SampleShape& after)
{
    constexpr std::size_t kFewestChannels = 8; // half of a vector would be zeros
    constexpr std::size_t kFewestTiles = 4;    // below, transforming the weights takes longest
    // More do not stay in the cache: with 512 channels patches take a third of the time.
    constexpr std::size_t kMostWeights = kTileNumbers * 128 * 128;
    // So many have to be read for more tiles than 4: with 64 channels and 4×4 pixels, patches take
    // six tenths of the time, with 8×8 pixels twice as long.
    constexpr std::size_t kManyWeights = kTileNumbers * 64 * 64;
    constexpr std::size_t kFewestTilesOfMany = 16;
    const std::size_t weights = winogradWeights(layer);
    const std::size_t tiles = (after.height + 1) / 2 * ((after.width + 1) / 2);
    return layer.kind == LayerKind::Conv2d && layer.kernel == 3 && layer.stride == 1
           && layer.dilation == 1 && layer.padding <= 2
           && layer.inputs / layer.groups >= kFewestChannels
           && layer.outputs / layer.groups >= kFewestChannels && weights <= kMostWeights
           && tiles >= (weights < kManyWeights ? kFewestTiles : kFewestTilesOfMany);
}

template <typename Scalar>
CpuOperation<Scalar> makeWinograd(const Network& network,
                                  std::size_t index,
                                  Blob<Scalar>& before,
                                  Blob<Scalar>& after,
                                  const SharedMemory<Scalar>& shared)
{
    const auto convolution = std::make_shared<WinogradConvolution<Scalar>>(
        network.layers()[index],
        placeOf(network, index, SliceRole::Weight).offset,
        before,
        after,
        shared);
    return {.forward = [=](const CpuPass<Scalar>& pass) { convolution->forward(pass); },
            .backward = [=](const CpuPass<Scalar>& pass) { convolution->backward(pass); }};
}

#define COTERIE_INSTANTIATE(Scalar)                                                                \
    template CpuOperation<Scalar> makeWinograd(                                                    \
        const Network&, std::size_t, Blob<Scalar>&, Blob<Scalar>&, const SharedMemory<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
