#include "ui/compare/report_pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QTextObjectInterface>

#include <memory>
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
        // Inside the two centimetres of margin that QTextDocument::print leaves on each side.
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

/// The page without what paper cannot do: folded parts are open, figures and captions are
/// paragraphs. Each experiment but the first begins a page.
QString forPaper(QString html)
{
    static const QRegularExpression look(QStringLiteral("<style>.*?</style>"),
                                         QRegularExpression::DotMatchesEverythingOption);
    html.remove(look);
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

} // namespace

QByteArray reportPdf(const QString& html)
{
    Figures figures;
    QTextDocument document;
    document.setDefaultFont(QFont(QStringLiteral("DejaVu Sans"), 9));
    document.setDefaultStyleSheet(QStringLiteral(
        "h1 { font-size: 16pt; } h2 { font-size: 13pt; } h3 { font-size: 11pt; } h4 { font-size: "
        "9pt; }"
        "pre { font-family: 'DejaVu Sans Mono'; font-size: 7pt; white-space: pre-wrap; }"
        "td, th { font-size: 7pt; } th { text-align: left; } .n { text-align: right; } .run { "
        "font-weight: 600; }"
        ".caption, .e { color: #555555; font-size: 8pt; }"));
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &figures);
    document.setHtml(forPaper(figures.take(html)));

    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setResolution(300);
    paper.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    paper.setCreator(QStringLiteral("Coterie"));
    document.print(&paper);
    return bytes;
}

} // namespace coterie::ui

#include "report_pdf.moc"
