#include "ui/compare/name_dialog.h"

#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

namespace coterie::ui {

NameDialog::NameDialog(Question question, QWidget* parent)
    : QDialog(parent)
    , m_question(std::move(question))
    , m_name(m_question.name)
{
    setObjectName(QStringLiteral("nameDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_question.title);
    QLineEdit* edit = nullptr;
    QWidget* field = nullptr;
    if (m_question.offered.isEmpty()) {
        field = edit = new QLineEdit(this);
    } else {
        auto* box = new QComboBox(this);
        box->setEditable(true);
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // as a field without a list
        box->addItems(m_question.offered);
        field = box;
        edit = box->lineEdit();
    }
    edit->setText(m_name);
    edit->selectAll();
    named(edit, "name", m_question.title);
    field->setToolTip(m_question.tip);
    m_problem = named(textLabel(this, QPalette::WindowText), "nameProblem");
    m_problem->setMinimumHeight(2 * m_problem->fontMetrics().lineSpacing()); // nothing moves
    m_problem->setAlignment(Qt::AlignTop);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setToolTip(tr("Change nothing"));
    m_take = buttons->addButton(m_question.button, QDialogButtonBox::AcceptRole);
    m_take->setToolTip(m_question.title);
    m_take->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &NameDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &NameDialog::reject);
    connect(edit, &QLineEdit::textChanged, this, [this](const QString& name) {
        m_name = name;
        check();
    });
    auto* layout = columnIn(this, 8, {14, 12, 14, 12});
    layout->addWidget(labelled(m_question.label, field));
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    setMinimumWidth(46 * fontMetrics().averageCharWidth());
    edit->setFocus();
    check();
}

/// An empty field needs no complaint: the button says it.
void NameDialog::check()
{
    const QString problem = m_question.problem(m_name);
    m_take->setEnabled(problem.isEmpty());
    m_problem->setText(m_name.trimmed().isEmpty() ? QString() : problem);
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, problemColour(colours));
    m_problem->setPalette(colours);
}

void NameDialog::accept()
{
    if (!m_take->isEnabled())
        return;
    QDialog::accept();
    m_question.take(m_name);
}

} // namespace coterie::ui
