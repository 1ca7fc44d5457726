#pragma once

#include <QPlainTextEdit>

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

protected:
    void changeEvent(QEvent* event) override;

private:
    JsonHighlighter* m_highlighter = nullptr;
};

} // namespace coterie::ui
