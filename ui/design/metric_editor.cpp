#include "ui/design/metric_editor.h"

#include "core/collab/metric_infos.h"
#include "ui/design/json_change.h"
#include "ui/frame/note_delegate.h"
#include "ui/frame/quiet_wheel.h"
#include "ui/frame/undo_keys.h"
#include "ui/words.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kWidestMetricList = 680;

/// All names, each with what is measured as its note.
void fillMetrics(QComboBox& names)
{
    for (const MetricInfo& info : metricInfos()) {
        const int place = names.count();
        const QString meaning = toQString(info.meaning);
        names.addItem(toQString(info.name));
        names.setItemData(place, meaning, kNoteRole);
        names.setItemData(place, meaning, Qt::ToolTipRole);
    }
    QAbstractItemView* list = names.view();
    names.setItemDelegate(new NoteDelegate(&names));
    list->setMinimumWidth(std::min(list->sizeHintForColumn(0) + 24, kWidestMetricList));
}

/// What is typed finds names that hold it anywhere.
QCompleter* metricCompleter(QComboBox& names)
{
    auto* completer = new QCompleter(names.model(), &names);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->popup()->setItemDelegate(new NoteDelegate(completer));
    return completer;
}

} // namespace

MetricEditor::MetricEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_names(new QComboBox(this))
    , m_title(new QLabel(this))
{
    m_names->setEditable(true);
    m_names->setInsertPolicy(QComboBox::NoInsert);
    m_names->setMaxVisibleItems(16);
    m_names->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_names->setAccessibleName(labelOf(*row.descriptor));
    m_names->lineEdit()->setAccessibleName(labelOf(*row.descriptor));
    makeWheelQuiet(*m_names);
    leaveUndoToTheWindow(*m_names->lineEdit());
    fillMetrics(*m_names);
    m_names->setCompleter(metricCompleter(*m_names));
    setFocusProxy(m_names);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_names, 1);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_title);
    connect(m_names, &QComboBox::activated, this, [this](int index) {
        m_continues = false;
        take(m_names->itemText(index), false);
    });
    connect(m_names->lineEdit(), &QLineEdit::textEdited, this, [this](const QString& typed) {
        take(typed, std::exchange(m_continues, true));
    });
    connect(
        m_names->lineEdit(), &QLineEdit::editingFinished, this, [this] { m_continues = false; });
    show(row);
}

void MetricEditor::show(const FormRow& row)
{
    m_said = row.value;
    const QString tip = tooltipOf(row);
    m_names->setToolTip(tip);
    m_names->lineEdit()->setToolTip(tip);
    m_names->lineEdit()->setPlaceholderText(row.fallback);
    const QString text = row.value ? textOf(*row.value) : QString();
    m_title->setText(findMetric(text.toStdString()) ? metricName(text.toStdString()) : QString());
    m_title->setVisible(!m_title->text().isEmpty()); // or the room beside it stays empty
    if (m_names->currentText().trimmed() == text)
        return;
    m_names->setCurrentIndex(m_names->findText(text));
    m_names->setEditText(text);
}

void MetricEditor::take(const QString& name, bool continues)
{
    const auto value = valueOf(name, ParameterType::Text, false);
    const bool same = value ? m_said && sameJson(*value, *m_said) : !m_said;
    if (!same) // Enter chooses again what is written there already
        emit edited(value, continues);
}

} // namespace coterie::ui
