#include "core/data/formats/picture_list.h"

#include "core/base/try.h"
#include "core/data/formats/numbers.h"

#include <type_traits>

namespace coterie {

namespace {

using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

constexpr float kByteIn16Bits = 257; // 65535 / 255

std::string sizeText(const SampleShape& shape)
{
    return filled(
        "{}×{} {}", shape.width, shape.height, shape.channels == 1 ? "grey" : "in colour");
}

void appendPlanes(const Bytes& planes, Bytes& values)
{
    values.insert(values.end(), planes.begin(), planes.end());
}

void appendPlanes(const Bytes& planes, Floats& values)
{
    for (const std::uint8_t value : planes)
        values.push_back(kByteIn16Bits * static_cast<float>(value));
}

void appendPlanes(const std::vector<std::uint16_t>& planes, Floats& values)
{
    for (const std::uint16_t value : planes)
        values.push_back(static_cast<float>(value));
}

} // namespace

Result<void> PictureList::checkAlike(const std::string& name, const SampleShape& shape) const
{
    if (shape == m_samples.shape)
        return {};
    const bool isOtherColour = shape.channels != m_samples.shape.channels;
    const bool isOtherSize =
        shape.height != m_samples.shape.height || shape.width != m_samples.shape.width;
    std::string advice;
    if (isOtherSize)
        advice += m_advice.size;
    if (isOtherColour)
        advice += m_advice.colour;
    return fail(name,
                filled("must be {} as {} (is {}){}",
                       sizeText(m_samples.shape),
                       m_first,
                       sizeText(shape),
                       advice));
}

/// For all expected pictures, beside one that is decoded and one that was sent.
template <typename Held>
Result<void> PictureList::makeRoom(const std::string& name)
{
    const std::uint64_t picture = m_samples.shape.size();
    const std::uint64_t each = picture * sizeof(typename Held::value_type);
    if (m_expected > kMostBytes / each)
        return fail(name, filled("more than {} bytes of pictures", kMostBytes));
    m_held.reset();
    const std::uint64_t there = bytesOf(m_samples.values);
    COTERIE_CHECK(checkMemory(name, there + each * m_expected + 2 * picture));
    m_held.emplace(each * m_expected);
    Held values;
    values.reserve(static_cast<std::size_t>(picture) * m_expected);
    if constexpr (std::is_same_v<Held, Floats>)
        if (const auto* bytes = std::get_if<Bytes>(&m_samples.values))
            appendPlanes(*bytes, values);
    m_samples.values = std::move(values);
    return {};
}

Result<void> PictureList::append(ByteSource& file, std::int32_t label)
{
    if (count() == m_expected)
        return fail(file.name(), filled("one picture more than the {} expected", m_expected));
    COTERIE_TRY(const Picture picture, m_reader->read(file, m_form.size));
    const std::size_t times = m_form.inColour && picture.shape.channels == 1 ? 3 : 1;
    SampleShape shape = picture.shape;
    shape.channels *= times;
    const bool isFirst = count() == 0;
    if (isFirst) {
        m_samples.shape = shape;
        m_first = file.name();
    }
    COTERIE_CHECK(checkAlike(file.name(), shape));
    const bool isWide = std::holds_alternative<std::vector<std::uint16_t>>(picture.values);
    if (isWide && m_form.bytesOnly)
        return fail(file.name(), "must have 8 bits a channel (has 16)");
    if (isWide && std::holds_alternative<Bytes>(m_samples.values)) {
        COTERIE_CHECK(makeRoom<Floats>(file.name()));
    } else if (isFirst) {
        COTERIE_CHECK(makeRoom<Bytes>(file.name()));
    }
    std::visit(
        [times](const auto& planes, auto& values) {
            if constexpr (requires { appendPlanes(planes, values); })
                for (std::size_t time = 0; time < times; ++time)
                    appendPlanes(planes, values);
        },
        picture.values,
        m_samples.values);
    m_samples.labels.push_back(label);
    m_turned += picture.isTurned ? 1 : 0;
    m_resized += picture.isResized ? 1 : 0;
    return {};
}

Result<void> widen(const std::string& name, Samples& pictures)
{
    const auto* bytes = std::get_if<Bytes>(&pictures.values);
    if (bytes == nullptr)
        return {};
    COTERIE_CHECK(checkMemory(name, bytes->size() * (1 + sizeof(float))));
    Floats values;
    values.reserve(bytes->size());
    appendPlanes(*bytes, values);
    pictures.values = std::move(values);
    return {};
}

} // namespace coterie
