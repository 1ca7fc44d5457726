#include "core/summary/html_page.h"

#include "core/summary/svg_page.h"

namespace coterie {

namespace {

constexpr std::string_view kLook = R"(<style>
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 960px;
       margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.7em; } h2 { font-size: 1.3em; margin-top: 2em; border-bottom: 1px solid #ddd; }
h3 { font-size: 1.05em; margin-top: 1.5em; }
table { border-collapse: collapse; margin: 0.8em 0; font-size: 0.93em; }
th, td { padding: 0.25em 0.8em 0.25em 0; text-align: left; border-bottom: 1px solid #eee;
         vertical-align: top; overflow-wrap: break-word; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n { white-space: nowrap; } th { vertical-align: bottom; }
.wide { overflow-x: auto; }
figure { margin: 1em 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: #555; font-size: 0.9em; }
.row { display: flex; flex-wrap: wrap; gap: 1.5em; }
.run { font-weight: 600; margin-bottom: 0.2em; } .e { color: #767676; font-size: 0.85em; }
pre { background: #f6f6f6; padding: 0.8em; overflow-x: auto; font-size: 0.85em; }
body.talk { font-size: 22px; max-width: 1200px; } body.talk figure svg { width: 100%; }
@media print { details { display: block; } }
@page talk { size: A4 landscape; } body.talk { page: talk; }
</style>
)";

} // namespace

std::string html(const HtmlTable& table)
{
    std::string text = "<div class=\"wide\"><table><thead><tr>";
    const auto cell = [&](std::string_view tag, std::size_t column, const std::string& words) {
        text += '<' + std::string(tag) + (column < table.texts ? ">" : " class=\"n\">")
                + markupText(words) + "</" + std::string(tag) + '>';
    };
    for (std::size_t i = 0; i < table.header.size(); ++i)
        cell("th", i, table.header[i]);
    text += "</tr></thead><tbody>\n";
    for (const std::vector<std::string>& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            cell("td", i, row[i]);
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string paragraph(const std::string& words)
{
    return words.empty() ? std::string() : "<p>" + markupText(words) + "</p>\n";
}

std::string heading(int level, const std::string& words)
{
    const std::string tag = 'h' + std::to_string(level);
    return '<' + tag + '>' + markupText(words) + "</" + tag + ">\n";
}

std::string figure(const std::string& picture, const std::string& caption)
{
    return picture.empty() ? std::string()
                           : "<figure>\n" + picture + "<figcaption>" + markupText(caption)
                                 + "</figcaption></figure>\n";
}

std::string htmlPage(const std::string& title, std::string_view kind, const std::string& body)
{
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>"
           + markupText(title) + "</title>\n" + std::string(kLook) + "</head><body"
           + (kind.empty() ? std::string() : " class=\"" + markupText(kind) + '"') + ">\n" + body
           + "</body></html>\n";
}

} // namespace coterie
