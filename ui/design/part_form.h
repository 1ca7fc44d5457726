#pragma once

#include "ui/design/places.h"

#include <QWidget>

class QToolButton;
class QComboBox;
class QLabel;

namespace coterie::ui {

/// A heading that shows or hides its content.
class Disclosure final : public QWidget
{
    Q_OBJECT

public:
    Disclosure(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setOpen(bool open);
    void setTitle(const QString& title);

private:
    QToolButton* m_button = nullptr;
    QWidget* m_content = nullptr;
};

class Disclosure;
class ExperimentDocument;
class FormView;

/// Chooses a part and edits its parameters. Works for everything in the registry: data sets,
/// schemes, models, optimizers, algorithms, ….
class PartForm final : public QWidget
{
    Q_OBJECT

public:
    /// `what` names the kind: "Optimiser".
    PartForm(const QString& what, ExperimentDocument& document, QWidget* parent = nullptr);

    /// Folds settings without a paper's symbol, after the first few, to save room.
    void foldMinorSettings();
    /// Shows the part at this place of the document; does nothing without valid JSON.
    void show(const PartPlace& place);

private:
    void fillChoice();
    void showChoice();
    void showRows(std::vector<FormRow> rows);
    void choose(int index);
    void takeEdit(const FormRow& row, const std::optional<JsonNode>& value, bool continues);

    QString m_what;
    ExperimentDocument& m_document;
    PartPlace m_place;
    QComboBox* m_choice = nullptr;
    QLabel* m_meaning = nullptr;
    QLabel* m_problem = nullptr;
    FormView* m_form = nullptr;
    FormView* m_minor = nullptr;
    Disclosure* m_fold = nullptr;
    int m_mergeId = -1;
};

} // namespace coterie::ui
