#include "ui/window/manual_page.h"

#include "ui/frame/plot_theme.h"

#include <QEvent>
#include <QImageReader>
#include <QTextBlock>
#include <QTextTable>

#include <algorithm>

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

} // namespace

ManualPage::ManualPage(QWidget* parent)
    : QTextBrowser(parent)
{
    setObjectName(QStringLiteral("manualPage"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
}

void ManualPage::begin(const QString& file)
{
    m_sections.clear();
    m_pictures.clear();
    m_margin = -1;
    document()->setBaseUrl(QUrl::fromLocalFile(file));
}

void ManualPage::showPlain(const QString& text)
{
    begin({});
    setPlainText(text);
    fit();
}

void ManualPage::showMarkdown(const QString& text, const QString& file)
{
    begin(file);
    setMarkdown(text);
    m_codeBackground =
        blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.07);
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        formatBlock(block, cursor);
    cursor.endEditBlock();
    formatTables(*document()->rootFrame());
    fit();
}

void ManualPage::formatBlock(const QTextBlock& block, QTextCursor& cursor)
{
    constexpr int kLineHeight = 125; // percent
    QTextBlockFormat format;
    if (isCode(block)) {
        format.setBackground(m_codeBackground);
        format.setLeftMargin(fontMetrics().averageCharWidth() * 2);
    } else {
        format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
    }
    const bool isHeading = block.blockFormat().headingLevel() > 0;
    if (isHeading)
        format.setTopMargin(fontMetrics().height());
    cursor.setPosition(block.position());
    cursor.mergeBlockFormat(format);
    findPictures(block);
    if (!isCode(block))
        formatInlineCode(block, cursor);
    if (isHeading)
        addSection(block, cursor);
}

void ManualPage::formatInlineCode(const QTextBlock& block, QTextCursor& cursor)
{
    std::vector<std::pair<int, int>> code; // found first, because a new format splits fragments
    for (auto part = block.begin(); !part.atEnd(); ++part)
        if (const QTextFragment text = part.fragment(); text.charFormat().fontFixedPitch())
            code.emplace_back(text.position(), text.length());
    QTextCharFormat format;
    format.setBackground(m_codeBackground);
    for (const auto& [position, length] : code) {
        cursor.setPosition(position);
        cursor.setPosition(position + length, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(format);
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
        const QUrl address = document()->baseUrl().resolved(QUrl(name));
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
            table->setFormat(format);
        }
        formatTables(*child);
    }
}

/// Limits the lines to a readable length, in the middle of the window.
void ManualPage::fit()
{
    constexpr int kLetters = 105;
    constexpr int kEdge = 22;
    const int room = viewport()->width();
    const int column = std::min(kLetters * fontMetrics().averageCharWidth(), room - 2 * kEdge);
    if (const int margin = (room - column) / 2; margin != m_margin) {
        m_margin = margin;
        QTextFrameFormat frame = document()->rootFrame()->frameFormat();
        frame.setLeftMargin(margin);
        frame.setRightMargin(margin);
        frame.setTopMargin(kEdge / 2.0);
        frame.setBottomMargin(kEdge);
        document()->rootFrame()->setFrameFormat(frame);
    }
    for (Picture& picture : m_pictures)
        fitPicture(picture, column);
}

/// Scales the picture here, because the document would draw it without smoothing.
void ManualPage::fitPicture(Picture& picture, int column)
{
    QSize size = picture.natural;
    if (size.width() > column)
        size.scale(column, size.height(), Qt::KeepAspectRatio);
    if (size == picture.shown || size.isEmpty())
        return;
    picture.shown = size;
    QImageReader reader(picture.address.toLocalFile());
    reader.setScaledSize(size * devicePixelRatioF());
    QImage image = reader.read();
    image.setDevicePixelRatio(devicePixelRatioF());
    document()->addResource(QTextDocument::ImageResource, picture.address, image);
    QTextCursor cursor(document());
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
    fit();
}

void ManualPage::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace coterie::ui
