#include "app/cli/growth_svg.h"

#include "app/cli/output.h"
#include "app/cli/svg_page.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie::cli {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 420;
constexpr double kLeft = 76;
constexpr double kRight = kWidth - 130; // names of the lines stand beside their ends
constexpr double kTop = 62;
constexpr double kBottom = kHeight - 52;
constexpr double kNameLine = 15;

struct Regime
{
    PartitionRegime regime;
    std::string_view colour;
};

constexpr std::array kLines{Regime{PartitionRegime::Separated, "#332288"},
                            Regime{PartitionRegime::Unstructured, "#cc6677"},
                            Regime{PartitionRegime::AllIntoOne, "#117733"}};

/// Whole powers of ten around all values, for one axis.
class Decades
{
public:
    Decades(double least, double most, double from, double to)
        : m_first(std::floor(std::log10(least)))
        , m_last(std::max(std::ceil(std::log10(most)), m_first + 1))
        , m_from(from)
        , m_to(to)
    {}

    [[nodiscard]] double place(double value) const
    {
        return m_from + (std::log10(value) - m_first) / (m_last - m_first) * (m_to - m_from);
    }

    /// Calls with each power of ten and its place.
    template <typename Mark>
    void mark(const Mark& mark) const
    {
        for (double power = m_first; power <= m_last; ++power)
            mark(std::pow(10.0, power), place(std::pow(10.0, power)));
    }

private:
    double m_first;
    double m_last;
    double m_from;
    double m_to;
};

class GrowthChart
{
public:
    GrowthChart(std::ostream& out, std::span<const PartitionSpeed> speeds)
        : m_page(out)
        , m_speeds(speeds)
        , m_least(std::ranges::min_element(speeds, {}, &PartitionSpeed::seconds)->seconds)
        , m_fewest(std::ranges::min_element(speeds, {}, &PartitionSpeed::clients)->clients)
        , m_most(std::ranges::max_element(speeds, {}, &PartitionSpeed::clients)->clients)
        , m_clients(static_cast<double>(m_fewest), static_cast<double>(m_most), kLeft, kRight)
        , m_seconds(m_least,
                    std::ranges::max_element(speeds, {}, &PartitionSpeed::seconds)->seconds,
                    kBottom,
                    kTop)
    {}

    void draw()
    {
        m_page.begin(kWidth, kHeight);
        m_page.text(
            24, 28, "Deciding who trains with whom", R"(font-size="16" font-weight="bold")");
        m_page.text(24, 47, "HCCT's partition from the Gram matrix, one core", kGrey);
        axes();
        square();
        for (const Regime& line : kLines)
            regime(line);
        names();
        m_page.end();
    }

private:
    static constexpr std::string_view kGrey = R"(fill="#555555")";

    void axes()
    {
        m_clients.mark([this](double clients, double x) {
            m_page.line(x, kTop, x, kBottom, R"(stroke="#dddddd")");
            m_page.text(x,
                        kBottom + 18,
                        countText(std::llround(clients)),
                        R"(fill="#555555" text-anchor="middle")");
        });
        m_seconds.mark([this](double seconds, double y) {
            m_page.line(kLeft, y, kRight, y, R"(stroke="#dddddd")");
            m_page.text(
                kLeft - 8, y + 4, secondsText(seconds), R"(fill="#555555" text-anchor="end")");
        });
        m_page.text((kLeft + kRight) / 2, kBottom + 38, "clients", R"(text-anchor="middle")");
    }

    static std::string secondsText(double seconds)
    {
        const int decimals = std::max(0, static_cast<int>(std::lround(-std::log10(seconds))));
        return numberText(seconds, decimals) + " s";
    }

    /// What doubling the clients would cost if every pair were looked at once.
    void square()
    {
        const double ratio = static_cast<double>(m_most) / static_cast<double>(m_fewest);
        const double end = m_least * ratio * ratio;
        m_page.line(m_clients.place(static_cast<double>(m_fewest)),
                    m_seconds.place(m_least),
                    m_clients.place(static_cast<double>(m_most)),
                    m_seconds.place(end),
                    R"(stroke="#888888" stroke-dasharray="4 4")");
        m_names.push_back({m_seconds.place(end), "N²", "#555555"});
    }

    void regime(const Regime& line)
    {
        double lastX = 0;
        double lastY = 0;
        bool begun = false;
        for (const PartitionSpeed& speed : m_speeds) {
            if (speed.regime != line.regime)
                continue;
            const double x = m_clients.place(static_cast<double>(speed.clients));
            const double y = m_seconds.place(speed.seconds);
            if (begun)
                m_page.line(lastX,
                            lastY,
                            x,
                            y,
                            "stroke-width=\"2\" stroke=\"" + std::string(line.colour) + '"');
            m_page.box(x - 3, y - 3, 6, 6, line.colour);
            lastX = x;
            lastY = y;
            begun = true;
        }
        if (begun)
            m_names.push_back({lastY, nameOf(line.regime), line.colour});
    }

    /// Beside the ends of their lines, moved apart where those are near each other.
    void names()
    {
        std::ranges::sort(m_names, {}, &Name::y);
        double above = kTop - kNameLine;
        for (const Name& name : m_names) {
            above = std::max(name.y, above + kNameLine);
            m_page.text(m_clients.place(static_cast<double>(m_most)) + 10,
                        above + 4,
                        name.words,
                        "fill=\"" + std::string(name.colour) + '"');
        }
    }

    struct Name
    {
        double y;
        std::string_view words;
        std::string_view colour;
    };

    SvgPage m_page;
    std::span<const PartitionSpeed> m_speeds;
    double m_least;
    std::size_t m_fewest;
    std::size_t m_most;
    Decades m_clients;
    Decades m_seconds;
    std::vector<Name> m_names;
};

} // namespace

void writeGrowthSvg(std::ostream& out, std::span<const PartitionSpeed> speeds)
{
    if (!speeds.empty())
        GrowthChart(out, speeds).draw();
}

} // namespace coterie::cli
