#pragma once

#include "ui/design/experiment_document.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QStackedWidget;

namespace coterie::ui {

class ActionRegistry;
class EmptyState;
class ExperimentList;
class JsonEditor;
class OutlineView;

/// What to run: files to start from, the open experiment told in words, and its JSON, checked as it
/// is typed.
class DesignPage final : public QWidget
{
    Q_OBJECT

public:
    DesignPage(ExperimentDocument& document,
               const Registry& registry,
               ActionRegistry& actions,
               const QString& experimentsFolder,
               QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);

signals:
    void fileChosen(const QString& path);

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeSource();
    void showOpened();
    void showChecked();
    void showHead();
    void showFailure(const QString& sentence);

    ExperimentDocument& m_document;
    const Registry& m_registry;
    ActionRegistry& m_actions;
    ExperimentList* m_files = nullptr;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_path = nullptr;
    QLabel* m_runs = nullptr;
    OutlineView* m_outline = nullptr;
    JsonEditor* m_editor = nullptr;
    QLabel* m_verdict = nullptr;
    QListWidget* m_problems = nullptr;
    QLabel* m_failure = nullptr;
};

} // namespace coterie::ui
