#include "core/summary/svg_page.h"

#include <array>
#include <charconv>
#include <iomanip>
#include <locale>
#include <sstream>

namespace coterie {

std::string markupText(std::string_view text)
{
    std::string safe;
    for (const char letter : text) {
        if (letter == '&')
            safe += "&amp;";
        else if (letter == '<')
            safe += "&lt;";
        else if (letter == '>')
            safe += "&gt;";
        else if (letter == '"')
            safe += "&quot;";
        else
            safe += letter;
    }
    return safe;
}

std::string shortText(double value, int digits)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(
        text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
    return {text.data(), end.ptr};
}

std::string svgNumber(double value)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::fixed << std::setprecision(2) << value;
    std::string digits = text.str();
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.'))
        digits.pop_back();
    return digits;
}

void SvgPage::begin(double width, double height)
{
    m_out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << svgNumber(width)
          << "\" height=\"" << svgNumber(height) << "\" viewBox=\"0 0 " << svgNumber(width) << ' '
          << svgNumber(height) << "\" font-family=\"sans-serif\" font-size=\""
          << svgNumber(kTextSize) << "\" fill=\"#1a1a1a\">\n"
          << "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
}

void SvgPage::end()
{
    m_out << "</svg>\n";
}

void SvgPage::text(double x, double y, std::string_view words, std::string_view style)
{
    m_out << "<text x=\"" << svgNumber(x) << "\" y=\"" << svgNumber(y) << '"'
          << (style.empty() ? "" : " ") << style << '>' << markupText(words) << "</text>\n";
}

void SvgPage::box(double x, double y, double width, double height, std::string_view colour)
{
    m_out << "<rect x=\"" << svgNumber(x) << "\" y=\"" << svgNumber(y) << "\" width=\""
          << svgNumber(width) << "\" height=\"" << svgNumber(height) << "\" fill=\"" << colour
          << "\"/>\n";
}

void SvgPage::line(double fromX, double fromY, double toX, double toY, std::string_view style)
{
    m_out << "<line x1=\"" << svgNumber(fromX) << "\" x2=\"" << svgNumber(toX) << "\" y1=\""
          << svgNumber(fromY) << "\" y2=\"" << svgNumber(toY) << "\" " << style << "/>\n";
}

} // namespace coterie
