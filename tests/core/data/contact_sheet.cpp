// Not a test: draws a sheet of pictures of a built-in data set, to be looked at.
// contact_sheet DATASET FILE.ppm [shape]: one row for each domain (or two for ten classes each).
#include "core/data/catalog.h"

#include <cstdio>
#include <fstream>

using namespace coterie;

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    Part part{.name = argv[1], .parameters = {}};
    part.parameters.set("samples", std::int64_t{20});
    if (argc > 3)
        part.parameters.set("shape", std::string(argv[3]));
    const auto made = loadDataset(part, {});
    if (!made)
        return std::fputs(made.error().sentence().c_str(), stderr), 1;
    const Samples& samples = (*made)->train;
    const auto& bytes = std::get<std::vector<std::uint8_t>>(samples.values);
    constexpr std::size_t kColumns = 20;
    constexpr std::size_t kZoom = 2;
    const std::size_t rows = (samples.count() + kColumns - 1) / kColumns;
    const std::size_t wide = kColumns * samples.shape.width * kZoom;
    const std::size_t high = rows * samples.shape.height * kZoom;
    std::ofstream file(argv[2], std::ios::binary);
    file << "P6\n" << wide << ' ' << high << "\n255\n";
    for (std::size_t y = 0; y < high; ++y)
        for (std::size_t x = 0; x < wide; ++x) {
            const std::size_t row = y / kZoom / samples.shape.height;
            const std::size_t column = x / kZoom / samples.shape.width;
            const std::size_t sample = row * kColumns + column;
            const std::size_t slice = samples.shape.depth / 2; // the middle one of a volume
            const std::size_t pixel =
                (slice * samples.shape.height + y / kZoom % samples.shape.height)
                    * samples.shape.width
                + x / kZoom % samples.shape.width;
            for (std::size_t c = 0; c < 3; ++c) {
                const std::size_t channel = samples.shape.channels == 3 ? c : 0;
                file.put(sample < samples.count()
                             ? static_cast<char>(bytes[sample * samples.shape.size()
                                                       + channel * samples.shape.plane() + pixel])
                             : '\0');
            }
        }
    return 0;
}
