#pragma once

#include <ostream>
#include <string>
#include <string_view>

namespace coterie {

/// A text for SVG or HTML, also inside an attribute.
[[nodiscard]] std::string markupText(std::string_view text);

/// At most so many significant digits, as %g but in every locale alike.
[[nodiscard]] std::string shortText(double value, int digits);

/// At most two decimals, no trailing zeros.
[[nodiscard]] std::string svgNumber(double value);

/// Writes an SVG picture: dark text on white.
class SvgPage
{
public:
    static constexpr double kTextSize = 12;

    explicit SvgPage(std::ostream& out)
        : m_out(out)
    {}

    void begin(double width, double height);
    void end();
    /// `style` is more attributes: R"(fill="#555555")".
    void text(double x, double y, std::string_view words, std::string_view style = {});
    void box(double x, double y, double width, double height, std::string_view colour);
    void line(double fromX, double fromY, double toX, double toY, std::string_view style);
    [[nodiscard]] std::ostream& out() { return m_out; }

private:
    std::ostream& m_out;
};

} // namespace coterie
