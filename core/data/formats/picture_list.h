#pragma once

#include "core/data/formats/memory_limit.h"
#include "core/data/formats/picture_reader.h"

#include <optional>

namespace coterie {

/// What is done to every picture of a list.
struct PictureForm
{
    PictureSize size = {};
    bool inColour = false;  ///< a grey picture gets three equal channels
    bool bytesOnly = false; ///< one of 16 bits is refused
};

/// How a set of pictures says so; empty: it cannot, and an error does not advise it.
struct PictureAdvice
{
    std::string_view size = {};
    std::string_view colour = {};
};

/// Pictures that come one by one, all of the size and colours of the first, as the samples of a
/// data set: bytes, or, as soon as one has 16 bits, floats from 0 to 65535. A byte then counts 257
/// times, so that white stays white.
class PictureList
{
public:
    /// Reserves room for `expected` pictures, so that they are in memory only once.
    PictureList(PictureReader& reader,
                std::size_t expected,
                const PictureForm& form = {},
                const PictureAdvice& advice = {})
        : m_reader(&reader)
        , m_expected(expected)
        , m_form(form)
        , m_advice(advice)
    {}

    /// Decodes a file and appends it, unless all expected ones are there.
    [[nodiscard]] Result<void> append(ByteSource& file, std::int32_t label);
    [[nodiscard]] std::size_t count() const { return m_samples.labels.size(); }
    /// How many were turned upright, and how many resized.
    [[nodiscard]] std::size_t turned() const { return m_turned; }
    [[nodiscard]] std::size_t resized() const { return m_resized; }
    [[nodiscard]] Samples take()
    {
        m_held.reset();
        return std::move(m_samples);
    }

private:
    [[nodiscard]] Result<void> checkAlike(const std::string& name, const SampleShape& shape) const;
    template <typename Held>
    [[nodiscard]] Result<void> makeRoom(const std::string& name);

    PictureReader* m_reader;
    std::size_t m_expected = 0;
    PictureForm m_form;
    PictureAdvice m_advice;
    std::string m_first; ///< the first one's name
    Samples m_samples;
    std::size_t m_turned = 0;
    std::size_t m_resized = 0;
    std::optional<MemoryHeld> m_held; // once their size is known
};

/// Bytes become floats as they do in a list with pictures of 16 bits; floats stay.
[[nodiscard]] Result<void> widen(const std::string& name, Samples& pictures);

} // namespace coterie
