#include "ui/window/manual_page.h"

#include "ui/frame/plot_theme.h"

#include <QEvent>
#include <QImageReader>
#include <QPainter>
#include <QTextBlock>
#include <QTextTable>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

QString anchorOf(const QString& heading)
{
    QString anchor;
    for (const QChar letter : heading.toLower())
        if (letter.isLetterOrNumber() || letter == u'-' || letter == u'_')
            anchor += letter;
        else if (letter == u' ')
            anchor += u'-';
    return anchor;
}

bool isCode(const QTextBlock& block)
{
    const QTextBlockFormat format = block.blockFormat();
    return format.hasProperty(QTextFormat::BlockCodeFence)
           || format.hasProperty(QTextFormat::BlockCodeLanguage);
}

bool hasPicture(const QTextBlock& block)
{
    return block.begin() != block.end() && block.begin().fragment().charFormat().isImageFormat();
}

/// After a code block, Qt begins the first heading with an empty block and without bold text.
void formatHeading(const QTextTableCell& cell)
{
    QTextCursor cursor = cell.firstCursorPosition();
    if (cursor.block().length() == 1 && cursor.block() != cell.lastCursorPosition().block())
        cursor.deleteChar();
    cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
    QTextCharFormat bold;
    bold.setFontWeight(QFont::Bold);
    cursor.mergeCharFormat(bold);
}

} // namespace

ManualPage::ManualPage(QWidget* parent)
    : QTextBrowser(parent)
{
    setObjectName(QStringLiteral("manualPage"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
}

void ManualPage::showPlain(const QString& text)
{
    auto* document = newDocument({});
    document->setPlainText(text);
    replaceDocument(document);
}

void ManualPage::showMarkdown(const QString& text, const QString& file)
{
    auto* document = newDocument(file);
    document->setMarkdown(text);
    QTextCursor cursor(document);
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next())
        formatBlock(block, cursor);
    formatTables(*document->rootFrame());
    replaceDocument(document);
}

/// A document is formatted before it is shown: afterwards each change would lay it out again.
QTextDocument* ManualPage::newDocument(const QString& file)
{
    m_sections.clear();
    m_pictures.clear();
    m_margin = -1;
    m_codeBackground =
        blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.07);
    auto* document = new QTextDocument(this);
    document->setUndoRedoEnabled(false);
    document->setDefaultFont(font());
    document->setBaseUrl(QUrl::fromLocalFile(file));
    return document;
}

void ManualPage::replaceDocument(QTextDocument* document)
{
    fit(*document);
    setDocument(document);
    delete std::exchange(m_document, document);
}

void ManualPage::formatBlock(const QTextBlock& block, QTextCursor& cursor)
{
    constexpr int kLineHeight = 125; // percent
    QTextBlockFormat format;
    if (isCode(block)) {
        format.setBackground(m_codeBackground);
        format.setNonBreakableLines(false);
        format.setLeftMargin(fontMetrics().averageCharWidth() * 2);
        if (!isCode(block.next()))
            format.setBottomMargin(fontMetrics().height() / 2.0);
    } else if (!hasPicture(block)) {
        format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
    }
    const bool isHeading = block.blockFormat().headingLevel() > 0;
    if (isHeading)
        format.setTopMargin(fontMetrics().height());
    cursor.setPosition(block.position());
    cursor.mergeBlockFormat(format);
    findPictures(block);
    formatCode(block, cursor);
    if (isHeading)
        addSection(block, cursor);
}

/// Code takes the size of the text around it, so that it follows the zoom.
void ManualPage::formatCode(const QTextBlock& block, QTextCursor& cursor)
{
    std::vector<QTextFragment> code; // found first, because a new format splits fragments
    for (auto part = block.begin(); !part.atEnd(); ++part)
        if (part.fragment().charFormat().fontFixedPitch())
            code.push_back(part.fragment());
    for (const QTextFragment& text : code) {
        QTextCharFormat format = text.charFormat();
        format.clearProperty(QTextFormat::FontPointSize);
        format.clearProperty(QTextFormat::FontPixelSize);
        format.setBackground(m_codeBackground);
        const int start = text.position();
        cursor.setPosition(start + text.length());
        cursor.setPosition(start, QTextCursor::KeepAnchor);
        cursor.setCharFormat(format);
    }
}

void ManualPage::addSection(const QTextBlock& block, QTextCursor& cursor)
{
    const QString plain = anchorOf(block.text());
    QString anchor = plain;
    const auto isTaken = [&] {
        return std::ranges::find(m_sections, anchor, &Section::anchor) != m_sections.end();
    };
    for (int number = 1; isTaken(); ++number)
        anchor = QStringLiteral("%1-%2").arg(plain).arg(number);
    m_sections.push_back({block.text(), anchor, block.blockFormat().headingLevel()});
    QTextCharFormat format;
    format.setAnchor(true);
    format.setAnchorNames({anchor});
    cursor.setPosition(block.position());
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    cursor.mergeCharFormat(format);
}

void ManualPage::findPictures(const QTextBlock& block)
{
    for (auto part = block.begin(); !part.atEnd(); ++part) {
        const QTextFragment text = part.fragment();
        if (!text.charFormat().isImageFormat())
            continue;
        const QString name = text.charFormat().toImageFormat().name();
        const QUrl address = block.document()->baseUrl().resolved(QUrl(name));
        if (const QSize size = QImageReader(address.toLocalFile()).size(); !size.isEmpty())
            m_pictures.push_back({text.position(), address, size});
    }
}

void ManualPage::formatTables(const QTextFrame& frame)
{
    for (QTextFrame* child : frame.childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(child)) {
            QTextTableFormat format = table->format();
            format.setBorder(1);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderBrush(palette().color(QPalette::Mid));
            format.setBorderCollapse(true);
            format.setCellSpacing(0);
            format.setCellPadding(5);
            format.setTopMargin(4);
            format.setBottomMargin(10);
            table->setFormat(format);
            for (int column = 0; column < table->columns(); ++column)
                formatHeading(table->cellAt(0, column));
        }
        formatTables(*child);
    }
}

/// Limits the lines to a readable length, in the middle of the window.
void ManualPage::fit(QTextDocument& document)
{
    constexpr int kLetters = 125;
    constexpr int kEdge = 22;
    const int room = viewport()->width();
    const int column = std::min(kLetters * fontMetrics().averageCharWidth(), room - 2 * kEdge);
    if (const int margin = (room - column) / 2; margin != m_margin) {
        m_margin = margin;
        QTextFrameFormat frame = document.rootFrame()->frameFormat();
        frame.setLeftMargin(margin);
        frame.setRightMargin(margin);
        frame.setTopMargin(kEdge / 2.0);
        frame.setBottomMargin(kEdge);
        document.rootFrame()->setFrameFormat(frame);
    }
    for (Picture& picture : m_pictures)
        fitPicture(document, picture, column);
}

/// Scales the picture here, because the document would draw it without smoothing.
void ManualPage::fitPicture(QTextDocument& document, Picture& picture, int column)
{
    QSize size = picture.natural;
    if (size.width() > column)
        size.scale(column, size.height(), Qt::KeepAspectRatio);
    if (size == picture.shown || size.isEmpty())
        return;
    picture.shown = size;
    QImageReader reader(picture.address.toLocalFile());
    reader.setScaledSize(size * devicePixelRatioF());
    QImage image(size * devicePixelRatioF(), QImage::Format_RGB32);
    image.fill(Qt::white); // diagrams are drawn for paper
    QPainter(&image).drawImage(0, 0, reader.read());
    image.setDevicePixelRatio(devicePixelRatioF());
    document.addResource(QTextDocument::ImageResource, picture.address, image);
    QTextCursor cursor(&document);
    cursor.setPosition(picture.position);
    cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    QTextImageFormat format = cursor.charFormat().toImageFormat();
    format.setWidth(size.width());
    format.setHeight(size.height());
    cursor.setCharFormat(format);
}

void ManualPage::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    fit(*document());
}

void ManualPage::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit(*document());
}

} // namespace coterie::ui
