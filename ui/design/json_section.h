#pragma once

#include "core/base/result.h"

#include <QPlainTextEdit>
#include <QString>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QWidget>

#include <optional>
#include <vector>

class QPalette;
class QLabel;

namespace coterie::ui {

/// Colours keys, texts and numbers of a JSON text.
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

/// Where in a JSON text a pointer such as "/arms/1/algorithm/alpha" points: the value's characters.
/// Where the value is missing, the nearest parent that is there. The pointer "" of a text that is
/// not JSON points to where it stops being JSON.
[[nodiscard]] std::optional<TextRange> placeOf(const QString& json, const QString& pointer);

/// The experiment's file as text, coloured by the palette.
class JsonEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit JsonEditor(QWidget* parent = nullptr);

    /// Takes over a text that was changed elsewhere. Only the characters that differ are touched,
    /// so cursor and view stay where they are.
    void follow(const QString& text);
    /// The exact text; QPlainTextEdit::toPlainText() turns hard spaces into blanks.
    [[nodiscard]] QString text() const;
    /// Selects the value a problem points at and brings it into view.
    void showPlace(const QString& pointer);
    /// Underlines the places of the problems of this file text, at most 50. Returns the line of
    /// each, from 1; absent where the problem has no place in the text.
    std::vector<std::optional<int>> markProblems(const Problems& problems, const QString& fileText);

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

/// The experiment's file as text, checked while the user types, with its problems beneath.
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
