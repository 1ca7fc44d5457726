#pragma once

#include <QPlainTextEdit>
#include <QString>
#include <QStringList>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QWidget>

#include <optional>
#include <vector>

class QPalette;
class QLabel;

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

/// A stretch of text.
struct TextRange
{
    qsizetype start = 0;
    qsizetype length = 0;

    bool operator==(const TextRange&) const = default;
};

/// Where in a JSON text each JSON pointer such as "/arms/1/algorithm/alpha" points: the value's
/// characters. Where the value is missing, the nearest parent that is there. Absent if the text is
/// not JSON that far. The whole text's own problem, with the pointer "", is where it stops being
/// JSON.
[[nodiscard]] std::vector<std::optional<TextRange>> placesOf(const QString& json,
                                                             const QStringList& pointers);
/// The same of one.
[[nodiscard]] std::optional<TextRange> placeOf(const QString& json, const QString& pointer);

class JsonHighlighter;

/// The experiment's file as text, coloured by the palette.
class JsonEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit JsonEditor(QWidget* parent = nullptr);

    /// Takes over a text that was changed elsewhere: only the characters that differ are touched,
    /// so cursor and view stay where they are.
    void follow(const QString& text);
    /// What stands here, to the letter: QPlainTextEdit::toPlainText() makes blanks of hard spaces.
    [[nodiscard]] QString text() const;
    /// Selects the value a problem points at and brings it into view.
    void showPlace(const QString& pointer);
    /// Underlines the values that problems point at, of very many the first ones. The line of each,
    /// from 1; absent where it cannot be found.
    std::vector<std::optional<int>> markProblems(const QStringList& pointers);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showMarks();

    JsonHighlighter* m_highlighter = nullptr;
    QList<QTextCursor> m_marks; ///< they move with the text
};

class ExperimentDocument;
class JsonEditor;
class ProblemList;

/// The experiment's file as text, checked as it is typed, with its problems beneath.
class JsonSection final : public QWidget
{
    Q_OBJECT

public:
    explicit JsonSection(ExperimentDocument& document, QWidget* parent = nullptr);

    /// Selects the value at a JSON pointer.
    void showPlace(const QString& pointer);

private:
    void showText();
    void showChecked();
    void showVerdict();

    ExperimentDocument& m_document;
    JsonEditor* m_editor = nullptr;
    QLabel* m_verdict = nullptr;
    ProblemList* m_problems = nullptr;
};

} // namespace coterie::ui
