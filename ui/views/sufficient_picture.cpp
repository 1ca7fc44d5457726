#include "ui/views/sufficient_picture.h"

#include "ui/frame/plot_theme.h"
#include "ui/numbers.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

QString lineName(const SufficientCurve& curve)
{
    return say("v = %1").arg(exactNumberText(curve.variation));
}

} // namespace

PlotPicture sufficientPicture(const std::vector<SufficientCurve>& curves)
{
    PlotPicture picture;
    picture.xLabel = say("Precision ε");
    picture.yLabel = say("Clients");
    picture.xIsWhole = false;
    for (const SufficientCurve& curve : curves) {
        PlotLine line;
        line.name = lineName(curve);
        line.colour = picture.lines.size();
        line.shape = picture.lines.size();
        line.variant = picture.lines.size() / kArmColours;
        line.x = curve.precisions;
        line.y = curve.clients;
        picture.lines.push_back(std::move(line));
    }
    return picture;
}

PlainTable sufficientTable(const std::vector<SufficientCurve>& curves)
{
    const PlainNumbers inTheHeader;
    PlainTable table{.header = {say("Precision ε")}, .rows = {}, .hasNumbersInHeader = true};
    for (const SufficientCurve& curve : curves)
        table.header << lineName(curve);
    for (std::size_t i = 0; !curves.empty() && i < curves.front().precisions.size(); ++i) {
        std::vector<QVariant> cells{curves.front().precisions[i]};
        for (const SufficientCurve& curve : curves)
            cells.emplace_back(qint64(curve.clients[i]));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace coterie::ui
