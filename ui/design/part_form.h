#pragma once

#include "ui/design/form_view.h"
#include "ui/design/places.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QComboBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace coterie::ui {

/// A heading that shows or hides its content.
class Disclosure final : public QWidget
{
    Q_OBJECT

public:
    Disclosure(const QString& title, QWidget* content);

    void setOpen(bool open);
    void setTitle(const QString& title);

private:
    QToolButton* m_button = nullptr;
    QWidget* m_content = nullptr;
};

/// A form of settings outside any part.
class SettingsForm final : public FormView
{
    Q_OBJECT

public:
    explicit SettingsForm(ExperimentDocument& document);

    /// Shows the settings of the document; does nothing without valid JSON.
    void show(std::vector<Setting> settings);

private:
    std::vector<Setting> m_settings;
};

/// Chooses a part and edits its parameters. Works for everything in the registry: data sets,
/// schemes, models, optimizers, algorithms, ….
class PartForm final : public QWidget
{
    Q_OBJECT

public:
    /// `what` names the kind: "Optimiser".
    PartForm(const QString& what, ExperimentDocument& document);

    /// Changes that go with a choice of the user, made with it in one step.
    using Along = std::function<std::vector<JsonChange>(
        const JsonNode& root, const NamedPart* before, const NamedPart& chosen)>;
    void setAlong(Along along) { m_along = std::move(along); }
    /// Folds settings without a paper's symbol, after the first few, to save room.
    void foldMinorSettings();
    /// Shows the part at this place of the document; does nothing without valid JSON.
    void show(const PartPlace& place);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] FormView* makeForm();
    void fillChoice();
    void showChoice();
    void showRows(std::vector<FormRow> rows);
    void choose(int index);

    ExperimentDocument& m_document;
    PartPlace m_place;
    Along m_along;
    QComboBox* m_choice = nullptr;
    QLabel* m_meaning = nullptr;
    QLabel* m_problem = nullptr;
    QBoxLayout* m_halves = nullptr; ///< the choice, and its parameters below or beside it
    QVBoxLayout* m_body = nullptr;
    FormView* m_form = nullptr;
    FormView* m_minor = nullptr;
    Disclosure* m_fold = nullptr;
};

} // namespace coterie::ui
