#include "ui/compare/report_pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QGuiApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QScreen>
#include <QSet>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextObjectInterface>
#include <QTextTable>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

constexpr QLatin1String kFigure("figure:");

/// Draws the report's own pictures where the document names them.
class Figures final : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    /// Takes the drawings out of the page and leaves their names.
    QString take(const QString& html)
    {
        static const QRegularExpression drawing(QStringLiteral("<svg\\b.*?</svg>"),
                                                QRegularExpression::DotMatchesEverythingOption);
        QString rest;
        qsizetype end = 0;
        for (auto found = drawing.globalMatch(html); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            rest += html.mid(end, match.capturedStart() - end) + QLatin1String("<img src=\"")
                    + kFigure + QString::number(m_drawings.size()) + QLatin1String("\">");
            m_drawings.push_back(std::make_unique<QSvgRenderer>(match.captured().toUtf8()));
            end = match.capturedEnd();
        }
        return rest + html.mid(end);
    }

    QSizeF
    intrinsicSize(QTextDocument* document, int /*position*/, const QTextFormat& format) override
    {
        const QSvgRenderer* drawing = of(format);
        if (!drawing)
            return {};
        const auto* device = document->documentLayout()->paintDevice();
        const double scale = (device ? device->logicalDpiX() : 96) / 96.0 * kSmaller;
        const QSizeF size = QSizeF(drawing->defaultSize()) * scale;
        // Inside the two centimetres of margin on each side.
        const QSizeF room = document->pageSize() * 0.8;
        const bool fits = size.width() <= room.width() && size.height() <= room.height();
        return fits || room.isEmpty() ? size : size.scaled(room, Qt::KeepAspectRatio);
    }

    void drawObject(QPainter* painter,
                    const QRectF& place,
                    QTextDocument* /*document*/,
                    int /*position*/,
                    const QTextFormat& format) override
    {
        if (QSvgRenderer* drawing = of(format))
            drawing->render(painter, place);
    }

private:
    /// Of a page that is made for a screen.
    static constexpr double kSmaller = 0.9;

    std::vector<std::unique_ptr<QSvgRenderer>> m_drawings;

    [[nodiscard]] QSvgRenderer* of(const QTextFormat& format) const
    {
        const QString name = format.toImageFormat().name();
        bool isNumber = false;
        const std::size_t index = name.mid(kFigure.size()).toULongLong(&isNumber);
        return name.startsWith(kFigure) && isNumber && index < m_drawings.size()
                   ? m_drawings[index].get()
                   : nullptr;
    }
};

/// The text with places where lines may break in words of this length, as in a setting's pointer.
QString withBreaks(const QString& text, int longest)
{
    QString broken;
    int length = 0; // since the last such place; an entity counts as its letters
    for (const QChar letter : text) {
        const bool isEntity = letter == QLatin1Char('&');
        length = letter.isSpace() ? 0 : length + 1;
        if (length > longest && !isEntity && !broken.endsWith(QLatin1Char('&'))
            && broken.lastIndexOf(QLatin1Char('&')) <= broken.lastIndexOf(QLatin1Char(';'))) {
            broken += QChar(0x200b); // of no width
            length = 1;
        }
        broken += letter;
    }
    return broken;
}

/// In the parts of the page that match, group 2 of which is their text.
QString withBreaksIn(const QString& html, const QRegularExpression& parts, int longest)
{
    QString changed;
    qsizetype end = 0;
    for (auto found = parts.globalMatch(html); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        changed +=
            html.mid(end, match.capturedStart(2) - end) + withBreaks(match.captured(2), longest);
        end = match.capturedEnd(2);
    }
    return changed + html.mid(end);
}

/// Figures of a row two by two, in a table.
QString besideEachOther(QString html)
{
    const QLatin1String row("<div class=\"row\">");
    const QLatin1String figure("<figure>");
    const QLatin1String figureEnd("</figure>");
    const QLatin1String rowEnd("</div>");
    for (qsizetype begin = html.indexOf(row); begin >= 0; begin = html.indexOf(row, begin + 1)) {
        const qsizetype end = html.indexOf(rowEnd, begin);
        if (end < 0)
            break;
        QString cells;
        int count = 0;
        for (qsizetype at = html.indexOf(figure, begin); at >= 0 && at < end;
             at = html.indexOf(figure, at + 1)) {
            const qsizetype inside = at + figure.size();
            const qsizetype after = html.indexOf(figureEnd, inside);
            if (after < 0 || after > end)
                break;
            if (count++ % 2 == 0)
                cells += cells.isEmpty() ? QLatin1String("<tr>") : QLatin1String("</tr><tr>");
            cells +=
                QLatin1String("<td>") + html.mid(inside, after - inside) + QLatin1String("</td>");
        }
        if (count > 0)
            html.replace(begin,
                         end + rowEnd.size() - begin,
                         QLatin1String("<table>") + cells + QLatin1String("</tr></table>"));
    }
    return html;
}

/// The page without what paper cannot do: folded parts are open, figures and captions are
/// paragraphs. Each experiment but the first begins a page.
QString forPaper(QString html)
{
    constexpr int kLongestInCell = 24;
    constexpr int kLongestInText = 80;
    static const QRegularExpression look(QStringLiteral("<style>.*?</style>"),
                                         QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression wordCells(QStringLiteral("(<td>)([^<]*)</td>"));
    static const QRegularExpression texts(QStringLiteral("(<pre>)([^<]*)</pre>"));
    html.remove(look);
    html = withBreaksIn(html, wordCells, kLongestInCell);
    html = withBreaksIn(html, texts, kLongestInText);
    html = besideEachOther(std::move(html));
    html.replace(QLatin1String("<figcaption>"), QLatin1String("<p class=\"caption\">"));
    html.replace(QLatin1String("</figcaption>"), QLatin1String("</p>"));
    html.replace(QLatin1String("<figure>"), QLatin1String("<div>"));
    html.replace(QLatin1String("</figure>"), QLatin1String("</div>"));
    html.replace(QLatin1String("<summary>"), QLatin1String("<h4>"));
    html.replace(QLatin1String("</summary>"), QLatin1String("</h4>"));
    html.replace(QLatin1String("<table>"),
                 QLatin1String("<table cellspacing=\"0\" cellpadding=\"3\">"));
    const QLatin1String experiment("<h2>");
    if (const qsizetype first = html.indexOf(experiment); first >= 0) {
        const QString others = html.mid(first + experiment.size());
        html.truncate(first + experiment.size());
        html += QString(others).replace(experiment,
                                        QLatin1String("<h2 style=\"page-break-before: always\">"));
    }
    return html;
}

constexpr double kCentimetresPerInch = 2.54;

int marginOf(const QPaintDevice& paper)
{
    constexpr int kCentimetres = 2;
    return int(kCentimetres / kCentimetresPerInch * paper.logicalDpiY());
}

/// In the units of a document that has a paper to be laid out for: it takes margins as pixels of
/// the screen and scales them to the paper itself.
double marginInDocument(const QPaintDevice& paper)
{
    const QScreen* screen = QGuiApplication::primaryScreen();
    const double screenDots = screen ? std::round(screen->logicalDotsPerInchY()) : 100;
    return marginOf(paper) * screenDots / paper.logicalDpiY();
}

/// Sizes of letters, in points.
struct Letters
{
    int text = 9;
    int title = 16;
    int note = 8; ///< of captions
    double table = 8;
};

void layOut(QTextDocument& document,
            const QString& page,
            const Letters& letters,
            QPaintDevice& paper)
{
    document.setDefaultFont(QFont(QStringLiteral("DejaVu Sans"), letters.text));
    // Words and numbers are never broken; withBreaks() says where long ones may be.
    QTextOption option = document.defaultTextOption();
    option.setWrapMode(QTextOption::WordWrap);
    document.setDefaultTextOption(option);
    document.setDefaultStyleSheet(
        QStringLiteral(
            "h1 { font-size: %2pt; } h2 { font-size: 13pt; } h3 { font-size: 11pt; } h4 { "
            "font-size: 9pt; }"
            "pre { font-family: 'DejaVu Sans Mono'; font-size: 8pt; white-space: pre-wrap; }"
            "td, th { font-size: %1pt; } th { text-align: left; } td.n { white-space: nowrap; } "
            ".n { text-align: right; } .run { font-weight: 600; }"
            ".caption, .e { color: #555555; font-size: %3pt; }")
            .arg(letters.table)
            .arg(letters.title)
            .arg(letters.note));
    document.documentLayout()->setPaintDevice(&paper);
    document.setHtml(page);
    QTextFrameFormat frame = document.rootFrame()->frameFormat();
    frame.setMargin(marginInDocument(paper));
    document.rootFrame()->setFrameFormat(frame);
    document.setPageSize(QSizeF(paper.width(), paper.height()));
}

double topOfFirstLine(const QTextBlock& block)
{
    const QTextLayout& lines = *block.layout();
    const double top = block.document()->documentLayout()->blockBoundingRect(block).top();
    return lines.lineCount() == 0 ? top : top - lines.boundingRect().top() + lines.lineAt(0).y();
}

int pageOf(const QTextBlock& block)
{
    return int(topOfFirstLine(block) / block.document()->pageSize().height());
}

bool isHeading(const QTextBlock& block)
{
    return block.isValid() && block.blockFormat().headingLevel() > 0;
}

/// No heading ends a page: it goes to the next one, with what it is of.
void keepHeadings(QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (!isHeading(block) || !block.next().isValid() || pageOf(block.next()) == pageOf(block))
            continue;
        QTextBlock first = block;
        while (isHeading(first.previous()) && pageOf(first.previous()) == pageOf(block))
            first = first.previous();
        QTextBlockFormat format = first.blockFormat();
        if (format.pageBreakPolicy() & QTextFormat::PageBreak_AlwaysBefore)
            continue;
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(first).setBlockFormat(format);
    }
}

/// Of a table's rows the cells of some columns.
QString partOfRow(const QStringList& row, qsizetype first, qsizetype last)
{
    return row.mid(first, last - first).join(QString());
}

/// Whether the first cells of the rows below the head tell these from each other.
bool areToldApart(const std::vector<QStringList>& rows, qsizetype headRows, qsizetype cells)
{
    QSet<QString> known;
    for (qsizetype row = headRows; row < std::ssize(rows); ++row)
        known.insert(partOfRow(rows[std::size_t(row)], 0, cells));
    return known.size() == std::ssize(rows) - headRows;
}

/// The table as two, each with half of the columns of numbers behind all columns of words; as it is
/// if it has no two columns to part. Where words do not tell the rows apart, their numbers do.
QString halved(const QString& table)
{
    static const QRegularExpression rowPart(QStringLiteral("<tr>(.*?)</tr>"),
                                            QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression cellPart(QStringLiteral("<(t[hd])\\b[^>]*>.*?</\\1>"),
                                             QRegularExpression::DotMatchesEverythingOption);
    const qsizetype headEnd = table.indexOf(QLatin1String("</thead>"));
    if (headEnd < 0)
        return table; // figures beside each other
    std::vector<QStringList> rows;
    qsizetype headRows = 0;
    qsizetype columns = 0;
    for (auto row = rowPart.globalMatch(table); row.hasNext();) {
        const QRegularExpressionMatch match = row.next();
        headRows += match.capturedStart() < headEnd ? 1 : 0;
        QStringList& cells = rows.emplace_back();
        for (auto cell = cellPart.globalMatch(match.captured(1)); cell.hasNext();)
            cells << cell.next().captured();
        columns = std::max(columns, cells.size());
    }
    qsizetype words = 0;
    while (!rows.empty() && words < rows.front().size()
           && !rows.front()[words].contains(QLatin1String("class=\"n\"")))
        ++words;
    if (columns - words < 2)
        words = 1; // there are few numbers, so the words are what is wide
    if (columns - words < 2)
        return table;
    if (!areToldApart(rows, headRows, words)) {
        for (qsizetype row = 0; row < std::ssize(rows); ++row)
            rows[std::size_t(row)].prepend(
                row < headRows ? QStringLiteral("<th>Row</th>")
                               : QStringLiteral("<td>%1</td>").arg(row - headRows + 1));
        words = 1;
        ++columns;
    }
    const qsizetype middle = words + (columns - words + 1) / 2;
    const QString opening = table.left(table.indexOf(QLatin1Char('>')) + 1);
    QString halves;
    for (const auto& [first, last] : {std::pair(words, middle), std::pair(middle, columns)}) {
        halves += opening + QLatin1String("<thead>");
        for (qsizetype row = 0; row < std::ssize(rows); ++row) {
            if (row == headRows)
                halves += QLatin1String("</thead><tbody>");
            const QStringList& cells = rows[std::size_t(row)];
            halves += QLatin1String("<tr>") + partOfRow(cells, 0, words)
                      + partOfRow(cells, first, last) + QLatin1String("</tr>");
        }
        halves +=
            QLatin1String(headRows < std::ssize(rows) ? "</tbody></table>" : "</thead></table>");
    }
    return halves;
}

/// The table with words and numbers that may break, where there is no other way.
QString withBrokenWords(const QString& whole)
{
    QString table = whole;
    constexpr int kLongest = 8;
    static const QRegularExpression cellTexts(QStringLiteral("(>)([^<>]+)(?=<)"));
    if (!table.contains(QLatin1String("</thead>")))
        return table; // figures beside each other
    table.replace(QLatin1String(" class=\"n\""), QLatin1String(" align=\"right\""));
    return withBreaksIn(table, cellTexts, kLongest);
}

bool fitsPaper(const QTextDocument& document, QTextFrame& table, const QPaintDevice& paper)
{
    const double room = document.pageSize().width() - 2 * marginOf(paper) + 1;
    return document.documentLayout()->frameBoundingRect(&table).width() <= room;
}

/// In their order on the pages.
std::vector<QTextTable*> paperTables(const QTextDocument& document)
{
    std::vector<QTextTable*> tables;
    for (QTextFrame* frame : document.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame))
            tables.push_back(table);
    std::ranges::sort(tables, {}, &QTextTable::firstPosition);
    return tables;
}

/// The page with another table for each that is too wide in the document that was made from it.
QString withOtherTables(const QTextDocument& document,
                        const QString& page,
                        const QPaintDevice& paper,
                        QString (*other)(const QString&))
{
    static const QRegularExpression tablePart(QStringLiteral("<table\\b.*?</table>"),
                                              QRegularExpression::DotMatchesEverythingOption);
    const std::vector<QTextTable*> tables = paperTables(document);
    QString changed;
    qsizetype end = 0;
    std::size_t place = 0;
    for (auto found = tablePart.globalMatch(page); found.hasNext(); ++place) {
        const QRegularExpressionMatch match = found.next();
        changed += page.mid(end, match.capturedStart() - end);
        const bool isWide = place < tables.size() && !fitsPaper(document, *tables[place], paper);
        changed += isWide ? other(match.captured()) : match.captured();
        end = match.capturedEnd();
    }
    return changed + page.mid(end);
}

/// Lays out the page, with wide tables in several; words are broken where nothing is left to part.
void layOutParted(QTextDocument& document,
                  QString page,
                  const Letters& letters,
                  QPaintDevice& paper)
{
    layOut(document, page, letters, paper);
    while (!tablesFit(document, paper)) {
        QString parted = withOtherTables(document, page, paper, halved);
        if (parted == page) {
            layOut(
                document, withOtherTables(document, page, paper, withBrokenWords), letters, paper);
            return;
        }
        page = std::move(parted);
        layOut(document, page, letters, paper);
    }
}

void printPages(const QTextDocument& document, QPdfWriter& paper)
{
    const QSizeF size = document.pageSize();
    const int margin = marginOf(paper);
    QAbstractTextDocumentLayout* layout = document.documentLayout();
    QPainter painter(&paper);
    painter.setFont(document.defaultFont());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, Qt::black);
    for (int page = 0; page < document.pageCount(); ++page) {
        if (page > 0)
            paper.newPage();
        painter.save();
        painter.translate(0, -page * size.height());
        context.clip = QRectF(QPointF(0, page * size.height()), size);
        painter.setClipRect(context.clip);
        layout->draw(&painter, context);
        painter.restore();
        const QString number = QString::number(page + 1);
        painter.drawText(
            QPointF(size.width() - margin - painter.fontMetrics().horizontalAdvance(number),
                    size.height() - margin + 2 * painter.fontMetrics().ascent()),
            number);
    }
}

} // namespace

bool tablesFit(const QTextDocument& document, const QPaintDevice& paper)
{
    return std::ranges::all_of(paperTables(document), [&](QTextTable* table) {
        return fitsPaper(document, *table, paper);
    });
}

void layOutReport(QTextDocument& document, const QString& html, QPdfWriter& paper)
{
    const QString page = forPaper(html);
    if (html.contains(QLatin1String("<body class=\"talk\">"))) { // one slide of each experiment
        paper.setPageOrientation(QPageLayout::Landscape);
        layOutParted(document, page, {.text = 14, .title = 22, .note = 11, .table = 9}, paper);
        return keepHeadings(document);
    }
    paper.setPageOrientation(QPageLayout::Portrait);
    layOut(document, page, {}, paper);
    if (!tablesFit(document, paper)) {
        paper.setPageOrientation(QPageLayout::Landscape);
        layOutParted(document, page, {}, paper);
    }
    keepHeadings(document);
}

QByteArray reportPdf(const QString& html)
{
    Figures figures;
    QTextDocument document;
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &figures);

    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setPageMargins({});
    paper.setResolution(300);
    paper.setCreator(QStringLiteral("Coterie"));
    layOutReport(document, figures.take(html), paper);
    paper.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    printPages(document, paper);
    return bytes;
}

} // namespace coterie::ui

#include "report_pdf.moc"
