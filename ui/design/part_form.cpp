#include "ui/design/part_form.h"

#include "core/experiment/layer_settings.h"
#include "ui/client_texts.h"
#include "ui/design/experiment_document.h"
#include "ui/design/layer_edits.h"
#include "ui/design/section_page.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QComboBox>
#include <QEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// As wide as its text, which is elided where there is less room: a title that counts settings
/// would make everything around it as wide as itself.
class FoldButton final : public QToolButton
{
public:
    explicit FoldButton(QWidget* parent)
        : QToolButton(parent)
    {
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip && shownText() != text()) {
            QToolTip::showText(
                static_cast<QHelpEvent*>(event)->globalPos(), asWrappedTip(text()), this);
            return true;
        }
        return QToolButton::event(event);
    }
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionToolButton option;
        initStyleOption(&option);
        option.text = shownText();
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
    }

private:
    [[nodiscard]] QString shownText() const
    {
        const int missing = sizeHint().width() - width();
        if (missing <= 0)
            return text();
        const int whole = fontMetrics().size(Qt::TextShowMnemonic, text()).width();
        return fontMetrics().elidedText(
            text(), Qt::ElideRight, whole - missing, Qt::TextShowMnemonic);
    }
};

} // namespace

Disclosure::Disclosure(const QString& title, QWidget* content)
    : m_button(new FoldButton(this))
    , m_content(content)
{
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setFont(headingFont(m_button->font()));
    m_button->setToolTip(tr("Show or hide these settings"));
    auto* layout = columnIn(this);
    layout->addWidget(m_button, 0, Qt::AlignLeft); // no wider than its text
    layout->addWidget(m_content);
    connect(m_button, &QToolButton::toggled, this, &Disclosure::setOpen);
    setTitle(title);
    setOpen(false);
}

void Disclosure::setTitle(const QString& title)
{
    m_button->setText(title);
}

void Disclosure::setOpen(bool open)
{
    m_button->setChecked(open);
    m_button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
}

namespace {

constexpr int kWide = 110; ///< in characters

/// Problems of the part itself, not of its parameters.
QString problemOfPart(const Problems& problems, const PartPlace& place)
{
    Problems own;
    for (const Error& problem : problems)
        if (problem.place == place.pointer || problem.place == place.pointer + '/' + place.nameKey)
            own.push_back(problem);
    return problemAt(own, place.pointer);
}

} // namespace

SettingsForm::SettingsForm(ExperimentDocument& document)
    : FormView(document, [this](const JsonNode& root, const FormRow& row, const auto& value) {
        const auto setting = std::ranges::find(m_settings, row.pointer, &Setting::pointer);
        return setting == m_settings.end() ? std::vector<JsonChange>()
                                           : setSetting(root, *setting, value);
    })
{}

void SettingsForm::show(std::vector<Setting> settings)
{
    m_settings = std::move(settings);
    if (const auto root = document().json())
        showRows(settingRows(*root, m_settings, document().checked().problems));
}

PartForm::PartForm(const QString& what, ExperimentDocument& document)
    : m_document(document)
    , m_choice(new QComboBox(this))
    , m_meaning(makeExplanation())
    , m_problem(new QLabel(this))
    , m_form(makeForm())
{
    m_choice->setAccessibleName(what);
    m_choice->setToolTip(tr("Change this choice; parameters with the same name are kept"));
    m_choice->setMaxVisibleItems(30);
    makeWheelQuiet(*m_choice);
    keepToContents(*m_choice);
    m_problem->setWordWrap(true);
    auto* head = new QVBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_choice, 0, Qt::AlignLeft);
    head->addWidget(m_meaning);
    head->addWidget(m_problem);
    head->addStretch();
    m_body = new QVBoxLayout;
    m_body->setSpacing(8);
    m_body->addWidget(m_form);
    m_halves = columnIn(this, 8);
    m_halves->addLayout(head);
    m_halves->addLayout(m_body);
    connect(m_choice, &QComboBox::activated, this, &PartForm::choose);
}

FormView* PartForm::makeForm()
{
    return new FormView(m_document,
                        [this](const JsonNode& root, const FormRow& row, const auto& value) {
                            return setParameter(root, m_place, row.descriptor->name, value);
                        });
}

void PartForm::show(const PartPlace& place)
{
    const bool same = m_place.pointer == place.pointer && m_place.known.data() == place.known.data()
                      && m_choice->count() > 0;
    m_place = place;
    m_choice->setObjectName(QStringLiteral("part:") + toQString(place.pointer));
    m_problem->setObjectName(QStringLiteral("problem:") + toQString(place.pointer));
    if (!same)
        fillChoice();
    const auto root = m_document.json();
    if (!root)
        return;
    showChoice();
    const QString problem = problemOfPart(m_document.checked().problems, m_place);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_problem->setPalette(problemPalette(palette()));
    const bool codeProfile = textAt(*root, "/profile") == "code";
    showRows(parameterRows(*root, m_place, m_document.checked().problems, codeProfile));
}

void PartForm::foldMinorSettings()
{
    m_minor = makeForm();
    m_fold = new Disclosure({}, m_minor);
    m_body->addWidget(m_fold);
}

void PartForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_problem->setPalette(problemPalette(palette()));
}

/// With much room the parameters stand beside the choice, so that more is seen without scrolling.
void PartForm::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= kWide * fontMetrics().averageCharWidth();
    m_halves->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_halves->setSpacing(isWide ? 24 : 8);
    m_halves->setStretch(0, isWide ? 2 : 0); // below each other, each is as high as it needs
    m_halves->setStretch(1, isWide ? 3 : 0);
}

void PartForm::showRows(std::vector<FormRow> rows)
{
    if (!m_fold)
        return m_form->showRows(rows);
    // Descriptions list important parameters first; those with a symbol in the paper are important
    // too.
    constexpr std::size_t kAlwaysOpen = 3;
    std::vector<FormRow> open;
    std::vector<FormRow> minor;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const bool matters = row < kAlwaysOpen || !rows[row].descriptor->symbol.empty();
        (matters ? open : minor).push_back(std::move(rows[row]));
    }
    QStringList said;
    bool wrong = false;
    for (const FormRow& row : minor) {
        wrong |= !row.problem.isEmpty();
        if (isMarked(row))
            said << QStringLiteral("%1 %2").arg(withinSentence(labelOf(*row.descriptor)),
                                                toldText(*row.descriptor, textOf(*row.value)));
    }
    m_minor->showRows(minor);
    m_fold->setVisible(!minor.empty());
    m_fold->setTitle(said.isEmpty() ? tr("More settings")
                                    : tr("More settings: %1").arg(said.join(QStringLiteral(", "))));
    if (wrong)
        m_fold->setOpen(true);
    m_form->showRows(open);
}

void PartForm::fillChoice()
{
    m_choice->clear();
    if (!m_place.common.empty())
        m_choice->addItem(QString(), QString());
    for (const NamedPart& part : m_place.known) {
        m_choice->addItem(fromCore(part.title), toQString(part.name));
        m_choice->setItemData(
            m_choice->count() - 1,
            QStringLiteral("<p>%1</p>").arg(fromCore(part.meaning).toHtmlEscaped()),
            Qt::ToolTipRole);
    }
}

void PartForm::showChoice()
{
    const JsonNode& root = *m_document.json();
    const std::string name = nameInForce(root, m_place);
    const NamedPart* part = findPart(m_place.known, name);
    const QString title = fromCore(part ? part->title : std::string_view(name));
    if (!m_place.common.empty())
        m_choice->setItemText(0,
                              saidName(root, m_place).empty() ? tr("%1 (common setting)").arg(title)
                                                              : tr("Use the common setting"));
    const QString said = toQString(m_place.common.empty() ? name : saidName(root, m_place));
    m_choice->setPlaceholderText(title); // for unknown names and what is not offered
    m_choice->setCurrentIndex(m_choice->findData(said));
    QString meaning = fromCore(part ? part->meaning : std::string_view());
    if (part && !part->paper.empty())
        meaning += QStringLiteral(" ") + tr("From %1.").arg(fromCore(part->paper));
    m_meaning->setText(meaning);
    m_meaning->setVisible(!meaning.isEmpty());
}

void PartForm::choose(int index)
{
    const auto root = m_document.json();
    const QString name = m_choice->itemData(index).toString();
    if (!root || name == toQString(saidName(*root, m_place)))
        return;
    std::vector<JsonChange> changes = name == toQString(kOwnLayers)
                                          ? listLayers(*root, m_place, m_document.registry())
                                          : choosePart(*root, m_place, name.toStdString());
    if (const NamedPart* chosen = findPart(m_place.known, name.toStdString()); chosen && m_along) {
        const NamedPart* before = findPart(m_place.known, nameInForce(*root, m_place));
        for (JsonChange& change : m_along(*root, before, *chosen))
            changes.push_back(std::move(change));
    }
    m_document.apply(tr("Choose %1").arg(m_choice->itemText(index)), changes);
}

} // namespace coterie::ui
