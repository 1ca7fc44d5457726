#pragma once

#include <QWidget>

class QLabel;

namespace coterie::ui {

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
