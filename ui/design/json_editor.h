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

    /// Selects the value a problem points at and brings it into view.
    void showPlace(const QString& pointer);

protected:
    void changeEvent(QEvent* event) override;

private:
    JsonHighlighter* m_highlighter = nullptr;
};

} // namespace coterie::ui
