#include "ui/design/choice_editor.h"

#include "ui/frame/icons.h"
#include "ui/frame/quiet_wheel.h"
#include "ui/words.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace coterie::ui {

namespace {

/// The values there are to choose from, as the file says them; truth values are words too.
QStringList choicesOf(const ParameterDescriptor& descriptor)
{
    if (descriptor.type == ParameterType::Boolean)
        return {QStringLiteral("true"), QStringLiteral("false")};
    QStringList words;
    for (const std::string_view word : descriptor.words)
        words << toQString(word);
    return words;
}

JsonNode nodeOf(const QString& word, bool isTruth)
{
    return isTruth ? JsonNode::fromBoolean(word == QStringLiteral("true"))
                   : JsonNode::fromText(word.toStdString());
}

} // namespace

ChoiceEditor::ChoiceEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_choice(new QComboBox(this))
{
    const bool isTruth = row.descriptor->type == ParameterType::Boolean;
    for (const QString& word : choicesOf(*row.descriptor))
        m_choice->addItem(choiceText(*row.descriptor, word), word);
    m_choice->setAccessibleName(labelOf(*row.descriptor));
    makeWheelQuiet(*m_choice);
    setFocusProxy(m_choice);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_choice, 1);
    connect(m_choice, &QComboBox::activated, this, [this, isTruth](int index) {
        emit edited(nodeOf(m_choice->itemData(index).toString(), isTruth), false);
    });
    if (row.style.mayBeSwept)
        addSeveral(row);
    show(row);
}

void ChoiceEditor::addSeveral(const FormRow& row)
{
    m_several = new QToolButton(this);
    m_several->setIcon(icon(QStringLiteral("several")));
    m_several->setAutoRaise(true);
    m_several->setPopupMode(QToolButton::InstantPopup);
    m_several->setToolTip(tr("Tick several values: each makes runs of its own"));
    m_several->setAccessibleName(tr("Several values of %1").arg(labelOf(*row.descriptor)));
    m_menu = new QMenu(m_several);
    for (const QString& word : choicesOf(*row.descriptor)) {
        QAction* entry = m_menu->addAction(choiceText(*row.descriptor, word));
        entry->setData(word);
        entry->setCheckable(true);
        connect(entry, &QAction::triggered, this, &ChoiceEditor::takeSeveral);
    }
    m_several->setMenu(m_menu);
    layout()->addWidget(m_several);
}

void ChoiceEditor::show(const FormRow& row)
{
    m_choice->setToolTip(tooltipOf(row));
    const QString text = row.value ? textOf(*row.value) : row.fallback;
    const bool severally = row.value && isSweep(*row.value);
    // What is none of the words, or several of them, is shown and not offered.
    m_choice->setPlaceholderText(toldText(*row.descriptor, text));
    m_choice->setCurrentIndex(severally ? -1 : m_choice->findData(text));
    if (!m_menu)
        return;
    const QStringList ticked = severally ? text.split(QStringLiteral(", ")) : QStringList{text};
    for (QAction* entry : m_menu->actions())
        entry->setChecked(ticked.contains(entry->data().toString()));
}

void ChoiceEditor::takeSeveral()
{
    const bool isTruth = m_menu->actions().front()->data().toString() == QStringLiteral("true");
    std::vector<JsonNode> values;
    for (const QAction* entry : m_menu->actions())
        if (entry->isChecked())
            values.push_back(nodeOf(entry->data().toString(), isTruth));
    emit edited(values.empty() ? std::nullopt : std::optional(sweepOf(std::move(values))), false);
}

} // namespace coterie::ui
