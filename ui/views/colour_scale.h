#pragma once

#include <QColor>

#include <span>

namespace coterie::ui {

/// Maps a range of numbers to colours of evenly rising lightness, so that equal steps look equal
/// and grey prints keep the order. A diverging scale has its neutral middle at 0; one of amounts or
/// counts begins there.
class ColourScale
{
public:
    enum class Kind
    {
        Sequential,
        Amounts, ///< sequential, with 0 in the range
        Counts,  ///< amounts that are whole numbers
        Diverging
    };

    ColourScale() = default;
    /// The range of the finite values; a diverging one is made symmetric.
    ColourScale(Kind kind, std::span<const double> values, bool dark);

    /// Instead of that of the values; what is beyond has the colour of its end.
    void setRange(double low, double high)
    {
        m_low = low;
        m_high = high;
    }
    [[nodiscard]] QRgb colour(double value) const;
    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// For NaN and infinities: a colour outside the scale.
    [[nodiscard]] static QRgb notFinite() { return qRgb(0xe0, 0x1e, 0x5a); }

private:
    Kind m_kind = Kind::Sequential;
    bool m_dark = false;
    double m_low = 0;
    double m_high = 1;
};

} // namespace coterie::ui
