#pragma once

#include "ui/design/places.h"

#include <QWidget>

class QToolButton;
class QComboBox;
class QLabel;

namespace coterie::ui {

/// A heading that opens and closes what stands beneath it.
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

/// A part and its parameters: a choice of what it is, what that means, and the parameters of the
/// chosen one as a form. Serves everything the registry knows: data sets, schemes, models,
/// optimizers, algorithms, ….
class PartForm final : public QWidget
{
    Q_OBJECT

public:
    /// `what` names the kind: "Optimiser".
    PartForm(const QString& what, ExperimentDocument& document, QWidget* parent = nullptr);

    /// Settings after the first few that have no letter of a paper's own go behind a heading that
    /// opens and closes: where the room is needed for something else.
    void foldMinorSettings();
    /// Shows the part at this place as the document's JSON has it; without JSON nothing changes.
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
