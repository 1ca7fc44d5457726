#include "core/data/generators/volumes.h"

#include "core/data/generators/pictures.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coterie {

namespace {

/// What one centre's device does to intensities of 0 to 1.
struct Centre
{
    std::string_view name;
    double share; ///< of all scans: Guys 311, HH 181 and IOP 74 of IXI's 566
    double gain;
    double floor;   ///< what air measures
    double noise;   ///< standard deviation
    double shading; ///< how much darker one side is
};

constexpr std::array kCentres{
    Centre{"centre A", 311.0 / 566, 1.0, 0.02, 0.03, 0.15},
    Centre{"centre B", 181.0 / 566, 0.65, 0.08, 0.06, 0.35},
    Centre{"centre C", 74.0 / 566, 1.25, 0.15, 0.10, 0.25},
};

/// Spread so evenly that the first scans, however many, have nearly the centres' shares.
std::size_t centreOf(std::size_t sample)
{
    double place = std::fmod(static_cast<double>(sample) * std::numbers::phi, 1.0);
    std::size_t centre = 0;
    while (centre + 1 < kCentres.size() && place >= kCentres[centre].share)
        place -= kCentres[centre++].share;
    return centre;
}

/// What varies along one axis, tabulated for its voxels.
struct Axis
{
    std::vector<double> place; ///< in radii of the brain, from its middle
    std::vector<double> bend;  ///< added to the distance from the middle
    std::vector<double> folds; ///< factor of the pattern inside
    std::vector<double> unit;  ///< 0 to 1

    Axis(std::size_t count, RandomStream& stream)
    {
        const double middle = stream.uniform(-0.12, 0.12);
        const double radius = stream.uniform(0.48, 0.62);
        const double bendRate = stream.uniform(2, 5);
        const double bendPhase = stream.uniform(0, 2 * std::numbers::pi);
        const double bendHeight = stream.uniform(0.02, 0.06);
        const double foldRate = stream.uniform(9, 14);
        const double foldPhase = stream.uniform(0, 2 * std::numbers::pi);
        for (std::size_t i = 0; i < count; ++i) {
            unit.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(count));
            const double at = 2 * unit.back() - 1; // −1 to 1 across the scan
            place.push_back((at - middle) / radius);
            bend.push_back(bendHeight * std::sin(bendRate * at + bendPhase));
            folds.push_back(std::sin(foldRate * at + foldPhase));
        }
    }
};

/// An ellipsoid of one intensity, in the brain's coordinates.
struct Lump
{
    std::array<double, 3> middle;
    double radius;
    double intensity;

    [[nodiscard]] bool holds(double z, double y, double x) const
    {
        const double dz = z - middle[0];
        const double dy = y - middle[1];
        const double dx = x - middle[2];
        return dz * dz + dy * dy + dx * dx < radius * radius;
    }
};

/// A head: brain with folds and two dark ventricles, a dark gap, a bright skull, and muscle below
/// that looks like brain but is none.
class Head
{
public:
    Head(const SampleShape& shape, RandomStream& stream)
        : m_z(shape.depth, stream)
        , m_y(shape.height, stream)
        , m_x(shape.width, stream)
        , m_brain(stream.uniform(0.5, 0.7))
        , m_skull(stream.uniform(0.7, 0.95))
    {
        for (const double side : {-0.18, 0.18})
            m_inside.push_back({{0.05, -0.1, side}, stream.uniform(0.12, 0.2), 0.15});
        for (const double side : {-0.4, 0.4})
            m_outside.push_back({{stream.uniform(1.0, 1.3), stream.uniform(0.9, 1.2), side},
                                 stream.uniform(0.35, 0.55),
                                 m_brain});
    }

    struct Voxel
    {
        double intensity = 0;
        bool brain = false;
    };

    [[nodiscard]] Voxel at(std::size_t z, std::size_t y, std::size_t x) const
    {
        const double pz = m_z.place[z];
        const double py = m_y.place[y];
        const double px = m_x.place[x];
        const double distance =
            std::sqrt(pz * pz + py * py + px * px) + m_z.bend[z] + m_y.bend[y] + m_x.bend[x];
        if (distance < 1) {
            for (const Lump& lump : m_inside)
                if (lump.holds(pz, py, px))
                    return {.intensity = lump.intensity, .brain = true};
            const double folds = m_z.folds[z] * m_y.folds[y] * m_x.folds[x];
            return {.intensity = m_brain + 0.18 * folds, .brain = true};
        }
        if (distance > 1.12 && distance < 1.3)
            return {.intensity = m_skull};
        for (const Lump& lump : m_outside)
            if (distance >= 1.3 && lump.holds(pz, py, px))
                return {.intensity = lump.intensity};
        return {.intensity = distance < 1.12 ? 0.12 : 0.0};
    }

    /// 0 to 1 from one corner of the scan to the opposite one.
    [[nodiscard]] double corner(std::size_t z, std::size_t y, std::size_t x) const
    {
        return (m_z.unit[z] + m_y.unit[y] + m_x.unit[x]) / 3;
    }

private:
    Axis m_z;
    Axis m_y;
    Axis m_x;
    double m_brain;
    double m_skull;
    std::vector<Lump> m_inside;
    std::vector<Lump> m_outside;
};

void scan(const SampleShape& shape,
          const Centre& centre,
          RandomStream& stream,
          std::uint8_t* values,
          std::uint8_t* mask)
{
    constexpr double kFullScale = 170; // of a byte: gain and noise find room above
    const Head head(shape, stream);
    const double gain = centre.gain * stream.uniform(0.9, 1.1);
    for (std::size_t z = 0; z < shape.depth; ++z)
        for (std::size_t y = 0; y < shape.height; ++y)
            for (std::size_t x = 0; x < shape.width; ++x) {
                const Head::Voxel voxel = head.at(z, y, x);
                const double light = 1 - centre.shading * head.corner(z, y, x);
                const double measured = centre.floor + gain * light * voxel.intensity
                                        + centre.noise * roughNormal(stream);
                *values++ =
                    static_cast<std::uint8_t>(std::clamp(measured * kFullScale, 0.0, 255.0) + 0.5);
                *mask++ = voxel.brain ? 1 : 0;
            }
}

constexpr ParameterDescriptor extent(std::string_view name)
{
    return {.name = name,
            .range = between(8, 256),
            .unit = "voxels",
            .meaning =
                "of a scan; the network needs a multiple of 4, and time grows with all three"};
}

constexpr std::array kParameters{
    bind<&VolumesParameters::samples>(
        {.name = "samples",
         .range = between(3, 10'000),
         .unit = "scans",
         .meaning = "of all centres together; fewer are the beginning of more"}),
    bind<&VolumesParameters::depth>(extent("depth")),
    bind<&VolumesParameters::height>(extent("height")),
    bind<&VolumesParameters::width>(extent("width")),
    bind<&VolumesParameters::seed>(
        seedParameter("which scans; the runs of an experiment share them")),
};

constexpr NamedPart kPart{.name = "volumes",
                          .title = "Volumes",
                          .meaning = "Small 3-D scans of heads, with a mask of the brain to learn, "
                                     "from three centres whose devices differ in gain, shading and "
                                     "noise. A stand-in for IXI; goes with the model 3-D U-Net.",
                          .parameters = kParameters};

/// A scan and its mask.
std::uint64_t bytesOf(const VolumesParameters& parameters)
{
    return std::uint64_t{parameters.samples} * parameters.depth * parameters.height
           * parameters.width * 2;
}

} // namespace

Dataset makeVolumes(const VolumesParameters& parameters)
{
    Samples train;
    train.shape = {.channels = 1,
                   .height = parameters.height,
                   .width = parameters.width,
                   .depth = parameters.depth};
    const std::size_t voxels = train.shape.size();
    std::vector<std::uint8_t> values(parameters.samples * voxels);
    train.masks.resize(values.size());
    for (std::size_t i = 0; i < parameters.samples; ++i) {
        const std::size_t centre = centreOf(i);
        train.domains.push_back(static_cast<std::int32_t>(centre));
        RandomStream stream = synthesis(parameters.seed, i);
        scan(train.shape,
             kCentres[centre],
             stream,
             values.data() + i * voxels,
             train.masks.data() + i * voxels);
    }
    train.values = std::move(values);
    Samples test;
    test.shape = train.shape;
    std::array<std::string_view, kCentres.size()> names;
    std::ranges::transform(kCentres, names.begin(), &Centre::name);
    return describedDataset(
        kPart, {.classNames = {}, .domainNames = names}, std::move(train), std::move(test));
}

constexpr CatalogEntry kVolumesSet =
    withSamples(generatedSet<VolumesParameters, kPart, &makeVolumes, &bytesOf>("made by Coterie"),
                {.shape = {.channels = 1,
                           .height = VolumesParameters{}.height,
                           .width = VolumesParameters{}.width,
                           .depth = VolumesParameters{}.depth},
                 .task = Task::Mask});

} // namespace coterie
