#pragma once

#include <QSyntaxHighlighter>
#include <QTextCharFormat>

class QPalette;

namespace coterie::ui {

/// Colours keys, words and numbers of a JSON text.
class JsonHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

    void setColours(const QPalette& palette);

protected:
    void highlightBlock(const QString& line) override;

private:
    QTextCharFormat m_key;
    QTextCharFormat m_string;
    QTextCharFormat m_number;
    QTextCharFormat m_punctuation;
};

} // namespace coterie::ui
