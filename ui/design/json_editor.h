#pragma once

#include <QPlainTextEdit>
#include <QTextCursor>

#include <optional>
#include <vector>

namespace coterie::ui {

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

} // namespace coterie::ui
