#pragma once

#include <QColor>
#include <QTextBrowser>
#include <QUrl>

#include <vector>

namespace coterie::ui {

/// One document of the manual as rich text. Headings are anchors, pictures fit the column, and code
/// and tables are legible in both themes.
class ManualPage final : public QTextBrowser
{
    Q_OBJECT

public:
    struct Section
    {
        QString title;
        QString anchor; ///< as on GitHub: "21-hcct" for "2.1 HCCT"
        int level = 0;
    };

    explicit ManualPage(QWidget* parent = nullptr);

    /// `file` is the base of relative links to pictures.
    void showMarkdown(const QString& text, const QString& file);
    void showPlain(const QString& text);
    [[nodiscard]] const std::vector<Section>& sections() const { return m_sections; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Picture
    {
        int position = 0;
        QUrl address;
        QSize natural;
        QSize shown = {};
    };

    [[nodiscard]] QTextDocument* newDocument(const QString& file);
    void replaceDocument(QTextDocument* document);
    void formatBlock(const QTextBlock& block, QTextCursor& cursor);
    void formatCode(const QTextBlock& block, QTextCursor& cursor);
    void addSection(const QTextBlock& block, QTextCursor& cursor);
    void findPictures(const QTextBlock& block);
    void formatTables(const QTextFrame& frame);
    void fit(QTextDocument& document);
    void fitPicture(QTextDocument& document, Picture& picture, int column);

    QTextDocument* m_document = nullptr; ///< the shown one
    std::vector<Section> m_sections;
    std::vector<Picture> m_pictures;
    QColor m_codeBackground;
    int m_margin = -1;
};

} // namespace coterie::ui
