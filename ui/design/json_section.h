#pragma once

#include <QString>
#include <QWidget>

#include <optional>

class QLabel;

namespace coterie::ui {

struct TextRange
{
    qsizetype start = 0;
    qsizetype length = 0;
};

/// Where in a JSON text a pointer such as "/arms/1/algorithm/alpha" points: the value's characters.
/// Where the value is missing, the nearest parent that is there. The pointer "" of a text that is
/// not JSON points to where it stops being JSON.
[[nodiscard]] std::optional<TextRange> placeOf(const QString& json, const QString& pointer);

class ExperimentDocument;
class JsonEditor;
class ProblemList;

/// The experiment's file as text, checked while the user types, with its problems beneath.
class JsonSection final : public QWidget
{
    Q_OBJECT

public:
    explicit JsonSection(ExperimentDocument& document);

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
